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

/** How many connections to the holder's database wait for a lock. */
export async function countWaiting(holder: pg.ClientBase): Promise<number> {
  const { rows } = await holder.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
