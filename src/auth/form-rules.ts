import { zodResolver } from '@hookform/resolvers/zod';
import {
  loginSchema,
  otpFormSchema,
  passwordResetFormSchema,
  resetEmailFormSchema,
} from '../../contract/auth';
import { invitationFormSchema } from '../../contract/people';
import { registerFormSchema } from '../../contract/user';

/** The rules of the account forms; fetched after their fields (resolvers.ts). */
export const login = zodResolver(loginSchema);
export const register = zodResolver(registerFormSchema);
export const otp = zodResolver(otpFormSchema);
export const resetEmail = zodResolver(resetEmailFormSchema);
export const passwordReset = zodResolver(passwordResetFormSchema);
export const invitation = zodResolver(invitationFormSchema);
