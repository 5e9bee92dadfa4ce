import type { Database } from '../db/client';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { ProofLinks } from '../proofs/links';
import type { Commit } from '../writes/commit';

/** What deposits, withdrawals and their status need. */
export interface TransactionServices {
  config: { pendingDeposits: number };
  database: Database;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
  proofLinks: ProofLinks;
}
