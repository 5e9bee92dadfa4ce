import type { SecurityEventKind } from './enums';

/** Security events, in words a person reads. */
export const securityEventNames: Readonly<Record<SecurityEventKind, string>> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  factor_refused: 'Second factor refused',
  code_refused: 'Code refused',
  access_refused: 'Access refused',
  limit_hit: 'Limit reached',
};
