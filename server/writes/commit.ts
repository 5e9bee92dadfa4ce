import type { Database, Open, Tx } from '../db/client';
import { refuse } from '../errors/refusal';
import type { Change } from '../request';
import { answerOnce, createRequestHashes, readKey } from './idempotency';

/**
 * Does the work of a change in one transaction, once per key: a repeated change gets the stored answer. What the work
 * enqueues or leaves for `afterCommit` happens when it stands, and not otherwise. Throws what the work throws,
 * `idempotency_in_flight`, and `idempotency_mismatch`. With `open`, reads and locks are sent with the BEGIN, behind the
 * question for the key, and what they answer is given to the work. They refuse nothing by themselves: whoever repeats a
 * change gets the stored answer.
 */
export type Commit = <T, O = undefined>(
  change: Change,
  work: (tx: Tx, opened: O) => Promise<T>,
  open?: Open<O>,
) => Promise<T>;

/** Changes of this database; what stored keys say of their requests is told by this secret. */
export function createCommit(
  { transactAfter }: Pick<Database, 'transactAfter'>,
  requestKey: Uint8Array,
): Commit {
  const hashes = createRequestHashes(requestKey);
  return <T, O>(change: Change, work: (tx: Tx, opened: O) => Promise<T>, open?: Open<O>) => {
    const { key } = change;
    // Nothing is opened where the work takes nothing.
    const begin: Open<O> = open ?? (async () => undefined as O);
    if (key === undefined) return transactAfter(begin, work);
    return transactAfter(
      async (db, again) => {
        const held = readKey(db, change.actor.userId, key);
        const opened = begin(db, again);
        // Who has the key is known before somebody else's locks are free.
        opened.catch(() => {});
        return { held: await held, opened };
      },
      (tx, { held, opened }) => answerOnce(tx, change, hashes, key, held, async () => work(tx, await opened)),
    );
  };
}

/** Refuses as `stale_version` when the caller has read another version than the current one. */
export function requireVersion(expected: number | undefined, current: number): void {
  if (expected !== undefined && expected !== current) throw refuse.staleVersion();
}
