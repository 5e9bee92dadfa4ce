import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client';
import { superuser } from '../../server/db/embedded/cluster';
import { startEmbedded } from '../../server/db/embedded/start-embedded';

/** A server of its own, whose commits can be had to wait for a standby, and how to remove it. */
export async function startLeader(): Promise<{ database: Database; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-standby-'));
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
  const database = openDatabase({ ...embedded.connection, user: superuser }, () => {}, 4);
  const stop = async () => {
    await database.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, stop };
}

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
