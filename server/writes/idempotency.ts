import { createHash, createHmac } from 'node:crypto';
import { and, eq, getTableName, inArray, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { refusals } from '../../contract/refusals';
import { type Queries, statement, type Tx } from '../db/client';
import { idempotencyKeys } from '../db/schema/writes';
import { writing } from '../db/writes';
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

const storeReply = writing(
  'reply',
  (db) =>
    db.insert(idempotencyKeys).values({
      userId: sql.placeholder('userId'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      reply: sql.placeholder('reply'),
    }),
  refuseTwice,
);

const inFlight = () => new Refusal('idempotency_in_flight', refusals.idempotencyInFlight, { retryAfter: 1 });

/** What there is of a key: whether its lock is held now, until the transaction ends, and the answer stored by it. */
interface HeldKey {
  locked: boolean;
  stored: { requestHash: string; reply: unknown } | undefined;
}

/** Locks a key, if nobody else has, and reads what is stored by it. Changes nothing that stays. */
export async function readKey(db: Queries, userId: string, key: string): Promise<HeldKey> {
  const [[lock], [stored]] = await Promise.all([
    tryLockKey(db).execute({ lock: `idempotency|${userId}|${key}` }),
    // After the lock: it sees what the holder before has committed.
    findReply(db).execute({ userId, key }),
  ]);
  return { locked: lock?.locked === true, stored };
}

/** The key of one row of a request that changes many, each by itself. */
export const keyOfRow = (key: string, id: string): string => `${key}|${id}`;

/** Whether an answer is stored by one of these keys of a person: what was asked for with it has been done. */
export async function isAnswered(db: Queries, userId: string, keys: readonly string[]): Promise<boolean> {
  const [stored] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), inArray(idempotencyKeys.key, [...keys])))
    .limit(1);
  return stored !== undefined;
}

/** What is stored of a request, to know it again: told by a secret, so that nobody guesses from it what was asked for. */
export interface RequestHashes {
  of(change: Change): string;
  areOf(change: Change, stored: string): boolean;
}

/** Hashes with a key of 32 bytes that never enters the database. */
export function createRequestHashes(secret: Uint8Array): RequestHashes {
  const textOf = ({ operation, body }: Change) => JSON.stringify([operation, body]);
  const of = (change: Change) => createHmac('sha256', secret).update(textOf(change)).digest('base64url');
  /** As former versions stored it; such rows are gone after the days that answers are kept. */
  const formerOf = (change: Change) => createHash('sha256').update(textOf(change)).digest('base64url');
  return { of, areOf: (change, stored) => stored === of(change) || stored === formerOf(change) };
}

/**
 * Does a change once per key: a repeated request gets the stored answer and changes nothing. The answer is stored in
 * the transaction of the write, so there is never one without the other. Throws `idempotency_in_flight` while the
 * same key is being worked on, `idempotency_mismatch` when the key came with another request before.
 */
export async function answerOnce<T>(
  tx: Tx,
  change: Change,
  hashes: RequestHashes,
  key: string,
  { locked, stored }: HeldKey,
  work: () => Promise<T>,
): Promise<T> {
  if (!locked) throw inFlight();
  if (stored) {
    if (!hashes.areOf(change, stored.requestHash)) {
      throw new Refusal('idempotency_mismatch', refusals.idempotencyMismatch);
    }
    // Written below as a T, by the same operation: the hash names it.
    return stored.reply as T;
  }
  const reply = await work();
  const { userId } = change.actor;
  tx.write(storeReply({ userId, key, requestHash: hashes.of(change), reply }));
  return reply;
}

/** Of two that store an answer by one key without the lock, the second is refused. */
function refuseTwice(error: unknown): unknown {
  const isKey = error instanceof DatabaseError && error.table === getTableName(idempotencyKeys);
  return isKey && error.code === '23505' ? inFlight() : error;
}
