import { sql } from 'drizzle-orm';
import { removeUnusedProofs } from '../proofs/proofs';
import type { Database } from './client';
import { foldListCounts } from './list-counts';
import {
  idempotencyKeys,
  mailOutbox,
  otps,
  pendingRegistrations,
  rateLimits,
  resetTokens,
  sessions,
} from './schema';

const interval = 3_600_000;
const countsInterval = 60_000;

/**
 * Removes every hour what has served, and sums up every minute what the lists count: nothing here is part of the books.
 * Answers how to stop.
 */
export function keepHouse({ db }: Database, log: (error: Error) => void): () => void {
  async function sweep(): Promise<void> {
    const olderThan = (days: number) => sql`now() - ${days} * interval '1 day'`;
    await db.delete(otps).where(sql`${otps.createdAt} < ${olderThan(2)}`);
    await db.delete(resetTokens).where(sql`${resetTokens.expiresAt} < ${olderThan(1)}`);
    await db.delete(pendingRegistrations).where(sql`${pendingRegistrations.createdAt} < ${olderThan(7)}`);
    await db.delete(sessions).where(sql`${sessions.expiresAt} < ${olderThan(30)}`);
    await db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < ${olderThan(30)}`);
    await db
      .delete(mailOutbox)
      .where(sql`coalesce(${mailOutbox.sentAt}, ${mailOutbox.droppedAt}) < ${olderThan(30)}`);
    await removeUnusedProofs(db);
    await db.delete(rateLimits).where(sql`${rateLimits.expire} < ${Date.now()}`);
  }
  const timer = setInterval(() => void sweep().catch(log), interval);
  const counting = setInterval(() => void foldListCounts(db).catch(log), countsInterval);
  timer.unref();
  counting.unref();
  return () => {
    clearInterval(timer);
    clearInterval(counting);
  };
}
