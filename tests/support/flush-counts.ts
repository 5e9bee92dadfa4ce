import type pg from 'pg';

/**
 * Has each open connection of the pools tell the statistics what it has read so far. A connection keeps its counts for a second
 * unless it is told, so that work of a test's own connections is counted within what is measured after it.
 */
export async function flushCounts(...pools: pg.Pool[]): Promise<void> {
  const clients: pg.PoolClient[] = [];
  for (const pool of pools) {
    for (let taken = pool.totalCount; taken > 0; taken -= 1) clients.push(await pool.connect());
  }
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  // Counted after the answer, before the next one.
  for (const client of clients) await client.query('select 1');
  for (const client of clients) client.release();
}
