import type pg from 'pg';
import type { Acknowledged } from '../history/wire';
import { bookProblems } from '../support/books';

/** What is wrong in the database after a fault; `promised` is what had been acknowledged before it. */
export async function examine(pool: pg.Pool, promised: readonly Acknowledged[]): Promise<string[]> {
  const { rows } = await pool.query<Acknowledged>(
    'select id, coalesce(transaction_id, wallet) as name, status, version from transactions',
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const names = new Set(rows.map(({ name }) => name));
  const problems = promised.flatMap(({ id, name, status, version }) => {
    const row = stored.get(id);
    if (row?.name !== name) return [`lost: the transaction ${name}`];
    // It may have moved on; the answer that says so may still be on its way.
    const kept = row.version > version || (row.version === version && row.status === status);
    return kept ? [] : [`lost: ${name} was ${status} at version ${version}`];
  });
  if (names.size !== rows.length) problems.push(`doubled: ${rows.length - names.size} transactions`);
  return [...problems, ...(await bookProblems(pool))];
}

/** A few of many problems, for one line. */
export const shorten = (problems: readonly string[]) => problems.slice(0, 5).join('; ');
