import type { Database, Tx } from '../db/client';
import { refuse } from '../errors/refusal';
import type { Change } from '../request';
import { answerOnce, readKey } from './idempotency';

/**
 * Does the work of a change in one transaction, once per key: a repeated change gets the stored answer. What the work
 * enqueues or leaves for `afterCommit` happens when it stands, and not otherwise. Throws what the work throws,
 * `idempotency_in_flight`, and `idempotency_mismatch`.
 */
export type Commit = <T>(change: Change, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Changes of this database. */
export function createCommit({
  transact,
  transactAfter,
}: Pick<Database, 'transact' | 'transactAfter'>): Commit {
  return (change, work) => {
    const { key } = change;
    if (key === undefined) return transact(work);
    return transactAfter(
      (db) => readKey(db, change.actor.userId, key),
      (tx, held) => answerOnce(tx, change, key, held, () => work(tx)),
    );
  };
}

/** Refuses as `stale_version` when the caller has read another version than the current one. */
export function requireVersion(expected: number | undefined, current: number): void {
  if (expected !== undefined && expected !== current) throw refuse.staleVersion();
}
