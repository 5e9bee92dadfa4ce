import type { Database, Tx } from '../db/client';
import type { Reads } from '../db/reads';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Actor } from '../request';
import type { Commit } from '../writes/commit';
import type { ReportLinks } from './links';

/** What reports "This was not me" need. */
export interface TakeoverServices {
  config: { withdrawalHold: number };
  database: Database;
  reads: Reads;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
  reportLinks: ReportLinks;
  /** What is done about what somebody has set in motion who is shut out. */
  whenShutOut: readonly ((tx: Tx, actor: Actor, userId: string) => Promise<void>)[];
}
