import type { LegalDocument } from '../../contract/legal';
import type { Database } from '../db/client';
import type { RateLimits } from '../limits/limits';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { PasswordPolicy } from '../password-policy';
import type { Commit } from '../writes/commit';
import type { DeviceCookies } from './device-cookie';
import type { Otps } from './otp';
import type { Passwords } from './passwords';
import type { Tokens } from './tokens';

/** What registration, sign-in and passwords need. */
export interface AuthServices {
  config: PasswordPolicy & { publicUrl: string };
  database: Database;
  commit: Commit;
  limits: RateLimits;
  passwords: Passwords;
  tokens: Tokens;
  deviceCookies: DeviceCookies;
  otps: Otps;
  outbox: Outbox;
  mails: Mails;
  /** The legal documents in force. */
  documents: readonly LegalDocument[];
}
