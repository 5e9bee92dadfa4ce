import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { refusals } from '../../contract/messages';
import { statement, type Tx } from '../db/client';
import { idempotencyKeys } from '../db/schema';
import { sqlState } from '../errors/failures';
import { Refusal } from '../errors/refusal';
import type { Change } from '../request';

const tryLockKey = statement((db) =>
  db
    .select({
      locked: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('lock')}, 0))`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('try_lock_idempotency_key'),
);

const findReply = statement((db) =>
  db
    .select({ requestHash: idempotencyKeys.requestHash, reply: idempotencyKeys.reply })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, sql.placeholder('userId')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
      ),
    )
    .prepare('find_idempotent_reply'),
);

const storeReply = statement((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      userId: sql.placeholder('userId'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      reply: sql.placeholder('reply'),
    })
    .prepare('store_idempotent_reply'),
);

const inFlight = () => new Refusal('idempotency_in_flight', refusals.idempotencyInFlight, { retryAfter: 1 });

/**
 * Does a change once per key: a repeated request gets the stored answer and changes nothing. The answer is stored in
 * the transaction of the write, so there is never one without the other. Throws `idempotency_in_flight` while the
 * same key is being worked on, `idempotency_mismatch` when the key came with another request before.
 */
export async function runIdempotent<T>(tx: Tx, change: Change, work: () => Promise<T>): Promise<T> {
  const { key, actor } = change;
  const { userId } = actor;
  if (key === undefined) return work();
  const [lock] = await tryLockKey(tx.db).execute({ lock: `idempotency|${userId}|${key}` });
  if (!lock?.locked) throw inFlight();
  const requestHash = hashOf(change);
  const [stored] = await findReply(tx.db).execute({ userId, key });
  if (stored) {
    if (stored.requestHash !== requestHash) {
      throw new Refusal('idempotency_mismatch', refusals.idempotencyMismatch);
    }
    // Written below as a T, by the same operation: the hash names it.
    return stored.reply as T;
  }
  const reply = await work();
  try {
    await storeReply(tx.db).execute({ userId, key, requestHash, reply });
  } catch (error) {
    if (sqlState(error) === '23505') throw inFlight();
    throw error;
  }
  return reply;
}

function hashOf({ operation, body }: Change): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, body]))
    .digest('base64url');
}
