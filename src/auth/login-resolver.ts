import { zodResolver } from '@hookform/resolvers/zod';
import { loginSchema } from '../../contract/auth';

/** The rules of the sign-in form; fetched after its fields (LoginPage.tsx). */
export const loginResolver = zodResolver(loginSchema);
