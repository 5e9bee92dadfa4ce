import type { Database } from '../db/client';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { ProofLinks } from '../proofs/links';

/** What deposits, withdrawals and their status need. */
export interface TransactionServices {
  config: { pendingDeposits: number };
  database: Database;
  outbox: Outbox;
  mails: Mails;
  proofLinks: ProofLinks;
}
