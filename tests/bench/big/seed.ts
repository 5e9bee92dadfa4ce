import type pg from 'pg';
import { bookSteps } from './seed-books';
import { peopleSteps } from './seed-people';
import type { Size } from './steps';

/**
 * Fills a migrated database with investors, their transactions and, unless `books` is false, the ledger entries and
 * audit events of all of them: whole statements over many rows, with every trigger and check in place. The same size
 * gives the same rows.
 */
export async function seedBig(
  pool: pg.Pool,
  size: Size,
  { books = true, progress = () => {} }: { books?: boolean; progress?: (share: number) => void } = {},
): Promise<void> {
  const steps = [...peopleSteps(size), ...(books ? bookSteps(size) : [])];
  const all = steps.reduce((sum, { rows }) => sum + rows, 0);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    let done = 0;
    for (const { rows, text, values } of steps) {
      await client.query(text, values);
      done += rows;
      progress(done / all);
    }
    // As autovacuum would in time: statistics for the planner, and the map of pages that an index alone can answer.
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
