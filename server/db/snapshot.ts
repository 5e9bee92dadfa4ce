import type { Queries, ReadSource } from './client';

/**
 * Reads the database as it is at one moment, however many queries that takes. The database refuses every write and
 * every row lock in it, so that no writer ever waits for who only looks.
 */
export function readSnapshot<T>(
  { db, transactAfter }: Pick<ReadSource, 'db' | 'transactAfter'>,
  read: (db: Queries) => Promise<T>,
): Promise<T> {
  // It is one already.
  if (!transactAfter) return read(db);
  return transactAfter(
    (db) => db.execute('set transaction isolation level repeatable read, read only').then(() => {}),
    ({ db }) => read(db),
  );
}
