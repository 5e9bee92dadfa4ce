import { otpActivities } from './enums';
import * as fields from './fields';
import { validation } from './messages';
import { z } from './zod';

/** POST /api/user/login, and the login form. */
export const loginSchema = z.strictObject({
  email: fields.email,
  password: fields.anyPassword.min(6),
});
export type Login = z.infer<typeof loginSchema>;

/** POST /api/auth/verify-email and POST /api/auth/password/verify */
export const otpCheckSchema = z.strictObject({ email: fields.email, otp: fields.otp });
export type OtpCheck = z.infer<typeof otpCheckSchema>;

export const otpFormSchema = z.object({ otp: fields.otp });
export type OtpForm = z.infer<typeof otpFormSchema>;

/** POST /api/auth/resendOTP */
export const otpRequestSchema = z.strictObject({ email: fields.email, activity: otpActivities });
export type OtpRequest = z.infer<typeof otpRequestSchema>;

export const resetEmailFormSchema = z.object({ email: fields.email });
export type ResetEmailForm = z.infer<typeof resetEmailFormSchema>;

/** PUT /api/auth/password; `token` is what POST /api/auth/password/verify answered. */
export const passwordResetSchema = z.strictObject({
  password: fields.resetPassword,
  token: z.string().min(1, validation.required).max(500),
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** The form for a new password after a reset. */
export const passwordResetFormSchema = z
  .object({ password: fields.resetPassword, confirmPassword: fields.resetPassword })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: validation.newPasswordsMatch,
    when: ({ value }) => fields.bothFilled(value, 'password', 'confirmPassword'),
  });
export type PasswordResetForm = z.infer<typeof passwordResetFormSchema>;

/** A sign-in that still holds. */
export const sessionSchema = z.object({
  _id: fields.id,
  createdAt: z.iso.datetime(),
  /** The last use, to within the minutes of `sessionTimes` (contract/limits.ts). */
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** In words, like "Firefox on Windows"; what the browser says of itself, which can be made up. */
  device: z.string(),
  /** From where: an IPv4 address, or the /64 of an IPv6 address. */
  network: z.string().nullable(),
  /** The one this request was made with. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** What a sign-in token carries; the role in it is for the screens, the server reads its own. */
export const tokenPayloadSchema = z.object({
  /** Other hosts may name the type alone. */
  user: z.object({ _id: z.string().optional(), type: z.string() }),
  exp: z.number().optional(),
});
export type TokenPayload = z.infer<typeof tokenPayloadSchema>;
