import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { formerOnesCount } from './auth/former-passwords';
import type { Retention } from './config';
import { inBatches, removeRows, someRows } from './db/batches';
import type { Database } from './db/client';
import { lastAnswered, lastEnded } from './db/ended-runs';
import { foldKeptSums } from './db/kept-sums';
import { foldListCounts } from './db/list-counts';
import { bookRuns } from './db/schema/ledger';
import { invitations, pendingRegistrations, users } from './db/schema/people';
import { factorChallenges, pendingActs } from './db/schema/second-factor';
import { otps, rateLimits, resetTokens, securityEvents, sessions } from './db/schema/sign-in';
import { idempotencyKeys, mailOutbox } from './db/schema/writes';
import { pruneFolder } from './mail/dev-mailbox';
import { removeDecidedProofs, removeUnusedProofs } from './proofs/proofs';

/** Milliseconds. A machine whose clock is not set yet when it starts has set it by the first time. */
const firstAfter = 300_000;
const interval = 3_600_000;
const countsInterval = 60_000;

/** What is pruned together, by its name. */
type Part = [what: string, prune: () => Promise<unknown>];

/**
 * Prunes some minutes after the start and then every hour what has served, and sums up at the start and every minute what the
 * triggers count: nothing here is part of the books. `log` hears of what failed, and in words what that was; all else goes on.
 * `mailFolder` is where mails are kept in files, if they are. Answers how to stop, which ends with the statement that is under
 * way, and how to prune at once.
 */
export function startPruning(
  { db }: Database,
  retention: Retention,
  log: (error: Error, what: string) => void,
  mailFolder?: string,
): { stop(): Promise<void>; prune(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ago = (days: number) => sql`now() - ${days} * interval '1 day'`;

  const rows = (table: PgTable, which: SQL): Part => [
    getTableName(table),
    () => removeRows(db, table, which, signal),
  ];

  const { proofs: proofDays } = retention;
  const parts = (): Part[] => [
    rows(otps, sql`${otps.createdAt} < ${ago(2)}`),
    rows(resetTokens, sql`${resetTokens.expiresAt} < ${ago(1)}`),
    rows(factorChallenges, sql`${factorChallenges.expiresAt} < ${ago(1)}`),
    rows(pendingActs, sql`${pendingActs.expiresAt} < now()`),
    rows(pendingRegistrations, sql`${pendingRegistrations.createdAt} < ${ago(7)}`),
    rows(invitations, sql`${invitations.expiresAt} < ${ago(90)}`),
    rows(sessions, sql`${sessions.expiresAt} < ${ago(retention.sessions)}`),
    rows(idempotencyKeys, sql`${idempotencyKeys.createdAt} < ${ago(30)}`),
    rows(mailOutbox, sql`coalesce(${mailOutbox.sentAt}, ${mailOutbox.droppedAt}) < ${ago(retention.mails)}`),
    ...(mailFolder === undefined
      ? []
      : [['mails in files', () => pruneFolder({ db }, mailFolder, retention.mails)] satisfies Part]),
    rows(securityEvents, sql`${securityEvents.at} < ${ago(retention.securityEvents)}`),
    // What was under way when they were erased; of those who were before, all events are older than what is kept.
    rows(
      securityEvents,
      sql`${securityEvents.userId} in (
        select ${users.id} from ${users} where ${users.erasedAt} > ${ago(retention.securityEvents + 1)})`,
    ),
    ['former passwords', emptyFormerPasswords],
    // How the books stand is known until they are checked again, however long that is.
    rows(
      bookRuns,
      sql`${bookRuns.at} < ${ago(90)} and ${bookRuns.id} is distinct from ${lastEnded}
        and ${bookRuns.id} is distinct from ${lastAnswered}`,
    ),
    ['images without a deposit', () => removeUnusedProofs(db, signal)],
    ...(proofDays === undefined
      ? []
      : [['images of deposits', () => removeDecidedProofs(db, proofDays, signal)] satisfies Part]),
    rows(rateLimits, sql`${rateLimits.expire} < ${Date.now()}`),
  ];

  /** Those that do not count any more; in the words of the index of people who have some. */
  function emptyFormerPasswords(): Promise<void> {
    const over = sql`${users.formerPasswords} <> '{}' and not ${formerOnesCount}`;
    return inBatches(
      (most) =>
        db.execute(sql`update ${users} set former_passwords = '{}' where ${someRows(users, over, most)}`),
      signal,
    );
  }

  async function prune(): Promise<void> {
    for (const [what, remove] of parts()) {
      if (signal.aborted) return;
      await remove().catch((error: Error) => log(error, `pruning of ${what}`));
    }
  }

  const running = new Set<Promise<void>>();
  function begin(work: Promise<unknown>): void {
    const done: Promise<void> = work.then(() => {}).finally(() => running.delete(done));
    running.add(done);
  }
  let timer: NodeJS.Timeout | undefined;
  function pruneIn(milliseconds: number): void {
    timer = setTimeout(() => {
      begin(
        prune().finally(() => {
          if (!signal.aborted) pruneIn(interval);
        }),
      );
    }, milliseconds).unref();
  }
  pruneIn(firstAfter);
  const fold = () =>
    begin(
      Promise.all([foldListCounts(db), foldKeptSums(db)]).catch((error: Error) =>
        log(error, 'summing up of what triggers count'),
      ),
    );
  fold();
  const counting = setInterval(fold, countsInterval).unref();
  return {
    prune,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      clearInterval(counting);
      await Promise.all(running);
    },
  };
}
