import type { Database } from '../db/client';
import type { Reads } from '../db/reads';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { ProofLinks } from '../proofs/links';
import type { Commit } from '../writes/commit';

/** What the operator sets. */
export interface TransactionRules {
  /** Deposits of one investor that may wait for a decision. */
  pendingDeposits: number;
  /** Milliseconds. */
  withdrawalHold: number;
  /** Dollars within 24 hours; unset: any. */
  withdrawalDailyLimit?: number;
  withdrawalsPerDay?: number;
  /** Cents that an investor is paid within 24 hours from which on it takes two administrators; unset: it never does. */
  fourEyes: { withdrawal?: number };
}

/** What deposits, withdrawals and their status need. */
export interface TransactionServices {
  config: TransactionRules;
  database: Database;
  reads: Reads;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
  proofLinks: ProofLinks;
}
