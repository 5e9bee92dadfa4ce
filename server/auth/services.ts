import type { SignInStep } from '../../contract/factors';
import type { LegalDocument } from '../../contract/legal';
import type { Database, Queries } from '../db/client';
import type { RateLimits } from '../limits/limits';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { PasswordPolicy } from '../password-policy';
import type { Commit } from '../writes/commit';
import type { DeviceCookies } from './device-cookie';
import type { Otps } from './otp';
import type { Passwords } from './passwords';
import type { Tokens } from './tokens';

/**
 * Asks whoever has a second factor for it: answers how the sign-in goes on, none when the person has no factor. What is
 * begun is void once the credentials are of another version.
 */
export type SecondFactor = (
  db: Queries,
  user: { id: string; credentialVersion: number },
  /** Before there is a ticket. */
  count: () => Promise<void>,
) => Promise<SignInStep | undefined>;

/** What registration, sign-in and passwords need. */
export interface AuthServices {
  config: PasswordPolicy & { publicUrl: string; withdrawalHold: number; retention: { sessions: number } };
  database: Database;
  commit: Commit;
  limits: RateLimits;
  passwords: Passwords;
  secondFactor: SecondFactor;
  tokens: Tokens;
  deviceCookies: DeviceCookies;
  otps: Otps;
  outbox: Outbox;
  mails: Mails;
  /** The legal documents in force. */
  documents: readonly LegalDocument[];
}
