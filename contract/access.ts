import type { UserType } from './enums';

/** Who may call an endpoint. `signedIn` is any role, `console` is whoever may look around in the console. */
export type Access = 'public' | 'signedIn' | 'investor' | 'console' | 'admin';

const roles: Readonly<Record<Exclude<Access, 'public'>, readonly UserType[]>> = {
  signedIn: ['investor', 'admin', 'auditor'],
  investor: ['investor'],
  console: ['admin', 'auditor'],
  admin: ['admin'],
};

/** Whether a signed-in person may call an endpoint; a role nobody knows may call the public ones only. */
export function mayCall(access: Access, type: string): boolean {
  return access === 'public' || roles[access].some((role) => role === type);
}
