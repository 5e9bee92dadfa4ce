import type { Database, Tx } from '../../server/db/client';

/**
 * Begins a transaction, on a connection of its own, and answers what goes on with it: does the work, commits, and
 * answers what came of it. So that a test says which of several writes at once has the lock first.
 */
export async function begin<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<() => Promise<T>> {
  let goOn = () => {};
  const turn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let done: Promise<T> | undefined;
  await new Promise<void>((begun, failed) => {
    done = database.transact(async (tx) => {
      await tx.db.execute('select 1');
      begun();
      await turn;
      return work(tx);
    });
    // Whoever goes on with it hears of a later failure.
    done.catch(failed);
  });
  const ended = done;
  if (!ended) throw new Error('The transaction did not begin');
  return () => {
    goOn();
    return ended;
  };
}
