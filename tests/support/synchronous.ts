import { expect } from 'vitest';
import type { Database } from '../../server/db/client';

/** Has the commits of a server wait for a standby of that name; for none by an empty one. */
export async function requireStandby(database: Database, name: string): Promise<void> {
  // Not in a transaction, and in a session that does not wait itself.
  const client = await database.pool.connect();
  try {
    await client.query('set synchronous_commit = local');
    await client.query(`alter system set synchronous_standby_names = '${name}'`);
    await client.query('select pg_reload_conf()');
  } finally {
    client.release(true);
  }
  const shown = async () => (await database.pool.query('show synchronous_standby_names')).rows[0];
  await expect.poll(shown).toEqual({ synchronous_standby_names: name });
  // Commits go by what the checkpointer has read, which may be later than the sessions; it reads before it does what it is asked for.
  await database.pool.query('checkpoint');
}

/** As an operator who is tired of waiting. */
export const cancelWait = (database: Database) =>
  expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return rows.length;
    })
    .toBe(1);
