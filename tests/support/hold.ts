import type pg from 'pg';

/**
 * A connection with a transaction that may stand still while a test does something else: on a busy machine the limit of
 * idle transactions (server/db/connection.ts) would end it, and with it the locks that the test relies on.
 */
export async function beginHolding(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  return client;
}

/** How many connections to the holder's database wait for a lock, with a statement that begins so. */
export async function countWaiting(holder: pg.ClientBase, statement = ''): Promise<number> {
  // Within a transaction what is seen first stays (`stats_fetch_consistency`), and a statement that comes later would never be there.
  await holder.query('select pg_stat_clear_snapshot()');
  const { rows } = await holder.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and starts_with(query, $1)`,
    [statement],
  );
  return rows[0]?.waiting ?? 0;
}
