import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusalOf } from '../errors/failures';
import { createCheckpointKey } from '../history/checkpoint';
import { sealBatch } from '../history/seal-batch';
import { withoutSeal } from '../personal-seal';
import { type Database, openDatabase } from './client';
import { superuser } from './embedded/cluster';
import { type Embedded, startEmbedded } from './embedded/start-embedded';
import { migrateDatabase } from './migrate';

/* A server whose commits wait for a standby, and the standby is away. */

let folder: string;
let embedded: Embedded;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'averin-standby-'));
  embedded = await startEmbedded({ dataDir: folder, log: () => {} });
  database = openDatabase({ ...embedded.connection, user: superuser }, () => {}, 4);
  await migrateDatabase(database.pool, withoutSeal, { say: () => {} });
  await database.db.execute(sql`create table written (name text primary key)`);
});
afterAll(async () => {
  await database.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

async function requireStandby(name: string): Promise<void> {
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

const write = (name: string) =>
  database
    .transact((tx) => tx.db.execute(sql`insert into written values (${name})`))
    .then(
      () => 'acknowledged',
      (error: unknown) => refusalOf(error)?.code,
    );

async function written(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from written order by name');
  return rows.map(({ name }) => name);
}

/** As an operator who is tired of waiting. */
const cancelWait = () =>
  expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return rows.length;
    })
    .toBe(1);

describe('a write that no standby has', () => {
  beforeEach(() => requireStandby('nobody'));

  test('is not acknowledged, and seen by nobody before a standby may be missing', async () => {
    expect(await write('one')).toBe('unavailable');
    expect(await written()).toEqual([]);
    await requireStandby('');
    await expect.poll(written).toEqual(['one']);
    expect(await write('two')).toBe('acknowledged');
  });

  test('is not acknowledged when an operator cancels its waiting', async () => {
    const asked = write('three');
    await cancelWait();
    expect(await asked).toBe('unavailable');
    await requireStandby('');
  });

  test('is no checkpoint to be published: after a takeover it may not be there', async () => {
    await requireStandby('');
    await database.pool.query(
      `insert into audit_events (action, subject_type, subject_id) values ('user.frozen', 'wallet', 'sealed')`,
    );
    await requireStandby('nobody');
    const key = createCheckpointKey(new Uint8Array(32).fill(9));
    const seal = () =>
      sealBatch(database.pool, { published: undefined }, { key, origin: 'test.example/history', batch: 10 });
    const asked = seal().then(
      () => 'sealed',
      (error: unknown) => refusalOf(error)?.code,
    );
    await cancelWait();
    expect(await asked).toBe('unavailable');
    await requireStandby('');
    expect((await seal())?.note).toContain('test.example/history');
  });
});
