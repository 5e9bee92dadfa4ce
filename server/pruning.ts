import { and, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import { formerOnesCount } from './auth/former-passwords';
import type { Retention } from './config';
import type { Database } from './db/client';
import { foldKeptSums } from './db/kept-sums';
import { foldListCounts } from './db/list-counts';
import { bookRuns } from './db/schema/ledger';
import { invitations, pendingRegistrations, users } from './db/schema/people';
import { factorChallenges, pendingActs } from './db/schema/second-factor';
import { otps, rateLimits, resetTokens, securityEvents, sessions } from './db/schema/sign-in';
import { idempotencyKeys, mailOutbox } from './db/schema/writes';
import { pruneFolder } from './mail/dev-mailbox';
import { removeDecidedProofs, removeUnusedProofs } from './proofs/proofs';

const interval = 3_600_000;
const countsInterval = 60_000;

/**
 * Prunes every hour what has served, and sums up at the start and every minute what the triggers count: nothing here is part
 * of the books. `mailFolder` is where mails are kept in files, if they are. Answers how to stop, which ends with what is under
 * way, and how to prune at once.
 */
export function startPruning(
  { db }: Database,
  retention: Retention,
  log: (error: Error) => void,
  mailFolder?: string,
): { stop(): Promise<void>; prune(): Promise<void> } {
  async function prune(): Promise<void> {
    const olderThan = (days: number) => sql`now() - ${days} * interval '1 day'`;
    await db.delete(otps).where(sql`${otps.createdAt} < ${olderThan(2)}`);
    await db.delete(resetTokens).where(sql`${resetTokens.expiresAt} < ${olderThan(1)}`);
    await db.delete(factorChallenges).where(sql`${factorChallenges.expiresAt} < ${olderThan(1)}`);
    await db.delete(pendingActs).where(sql`${pendingActs.expiresAt} < now()`);
    await db.delete(pendingRegistrations).where(sql`${pendingRegistrations.createdAt} < ${olderThan(7)}`);
    await db.delete(invitations).where(sql`${invitations.expiresAt} < ${olderThan(90)}`);
    await db.delete(sessions).where(sql`${sessions.expiresAt} < ${olderThan(retention.sessions)}`);
    await db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < ${olderThan(30)}`);
    await db
      .delete(mailOutbox)
      .where(sql`coalesce(${mailOutbox.sentAt}, ${mailOutbox.droppedAt}) < ${olderThan(retention.mails)}`);
    if (mailFolder !== undefined) await pruneFolder({ db }, mailFolder, retention.mails);
    await db.delete(securityEvents).where(sql`${securityEvents.at} < ${olderThan(retention.securityEvents)}`);
    // What was under way when they were erased.
    await db
      .delete(securityEvents)
      .where(
        inArray(
          securityEvents.userId,
          db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt)),
        ),
      );
    await db
      .update(users)
      .set({ formerPasswords: [] })
      .where(and(ne(users.formerPasswords, []), not(formerOnesCount)));
    await db.delete(bookRuns).where(sql`${bookRuns.at} < ${olderThan(90)}`);
    await removeUnusedProofs(db);
    if (retention.proofs !== undefined) await removeDecidedProofs(db, retention.proofs);
    await db.delete(rateLimits).where(sql`${rateLimits.expire} < ${Date.now()}`);
  }
  const running = new Set<Promise<void>>();
  function begin(work: () => Promise<unknown>): void {
    const done: Promise<void> = work()
      .then(() => {}, log)
      .finally(() => running.delete(done));
    running.add(done);
  }
  const timer = setInterval(() => begin(prune), interval);
  const fold = () => begin(() => Promise.all([foldListCounts(db), foldKeptSums(db)]));
  fold();
  const counting = setInterval(fold, countsInterval);
  timer.unref();
  counting.unref();
  return {
    prune,
    async stop() {
      clearInterval(timer);
      clearInterval(counting);
      await Promise.all(running);
    },
  };
}
