import type { LegalDocument } from '../contract/legal';
import type { DeviceCookies } from './auth/device-cookie';
import type { Otps } from './auth/otp';
import type { Passwords } from './auth/passwords';
import type { Tokens } from './auth/tokens';
import type { Config } from './config';
import type { Database } from './db/client';
import type { RateLimits } from './http/rate-limits';
import type { Mails } from './mail/messages';
import type { Outbox } from './mail/outbox';
import type { ProofLinks } from './proofs/links';

/** What the rooms of the server share; made once by `buildApp`. */
export interface Services {
  config: Config;
  database: Database;
  limits: RateLimits;
  passwords: Passwords;
  tokens: Tokens;
  deviceCookies: DeviceCookies;
  otps: Otps;
  outbox: Outbox;
  mails: Mails;
  proofLinks: ProofLinks;
  /** The legal documents in force; none without built pages. */
  documents: readonly LegalDocument[];
}
