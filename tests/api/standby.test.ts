import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from '../../contract/zod';
import { openDatabase, type ReadSource } from '../../server/db/client';
import type { Reads } from '../../server/db/reads';
import { openStandby, readsByStandby, type StandbyReads } from '../../server/db/standby';
import { prepareDatabase } from '../../server/prepare-database';
import { buildDeposit } from '../builders';
import { freePort } from '../support/free-port';
import { patient } from '../support/patience';
import { findBaseBackup, type Standby, startStandby } from '../support/standby';
import { startTestApp, type TestApp } from '../support/test-app';
import {
  createTestDatabase,
  type PostgresConnection,
  type TestDatabase,
  testSeal,
} from '../support/test-database';

/** The product with a standby, as PostgreSQL's own programs make one, that streams from the server of this run. */
const lacking = findBaseBackup() === undefined;
const live = { live: true, reason: undefined };
/** Milliseconds: that a standby is so far behind that nobody reads there is tried apart. */
const anyLag = 3_600_000;

const rowsSchema = z.array(z.object({ _id: z.string() }));
const idsOf = (data: unknown) => rowsSchema.parse(data).map(({ _id }) => _id);
const range = `range=${encodeURIComponent('[0,99]')}`;
const allTransactions = `/api/transaction/transactions?${range}`;
const ownTransactions = '/api/transaction/all';

let folder: string;
let dataDir: string;
let own: TestDatabase;
let standby: Standby;
let superuser: pg.Client;
let reads: StandbyReads;
const told: string[] = [];
/** What the server writes into its log: a request that fails, with its reason. */
const failed: string[] = [];
const tell = (message: string) => void told.push(message);

function openOwnStandby(connection: PostgresConnection = standby.at(own.connection)) {
  return openStandby(connection, testSeal);
}

/** Has the standby follow, and waits until it has all that there is. */
async function followed(): Promise<void> {
  await superuser.query('select pg_wal_replay_resume()');
  const { rows } = await own.superuser.pool.query<{ end: string }>(
    'select pg_current_wal_insert_lsn() as end',
  );
  const there = async () =>
    (
      await superuser.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [
        rows[0]?.end,
      ])
    ).rows[0]?.there;
  await expect.poll(there).toBe(true);
}

async function paused(): Promise<void> {
  await followed();
  await superuser.query('select pg_wal_replay_pause()');
  const state = async () =>
    (await superuser.query('select pg_get_wal_replay_pause_state() as state')).rows[0]?.state;
  await expect.poll(state).toBe('paused');
}

describe.skipIf(lacking)(`with a standby${lacking ? ' (pg_basebackup is missing here)' : ''}`, () => {
  const opened: { close(): Promise<void> }[] = [];
  let replicas: [TestApp, TestApp];
  let investor: Awaited<ReturnType<TestApp['signUp']>>;
  let admin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'averin-standby-'));
    own = await createTestDatabase();
    standby = await startStandby(join(folder, 'standby'), inject('postgres').connections.superuser);
    superuser = new pg.Client(standby.at(own.connections.superuser));
    superuser.on('error', () => {});
    await superuser.connect();
    dataDir = await mkdtemp(join(folder, 'data-'));
    const start = async (database: TestDatabase) => {
      const second = openOwnStandby();
      opened.push(second);
      const made = await readsByStandby(database.database, second, tell, anyLag);
      const log = { write: (line: string) => void failed.push(line) };
      const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'error' };
      return { made, app: await startTestApp(environment, { own: database, reads: made, log }) };
    };
    const other = openDatabase(own.connection, () => {}, undefined, testSeal);
    const [first, second] = [
      await start(own),
      await start({ ...own, database: other, drop: () => other.close() }),
    ];
    reads = first.made;
    replicas = [first.app, second.app];
    investor = await first.app.signUp();
    admin = await first.app.signInAsAdmin();
  });
  beforeEach(followed);
  afterAll(async () => {
    await superuser.end();
    for (const each of opened) await each.close();
    for (const replica of replicas.toReversed()) await replica.close();
    await standby.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const deposit = async () => {
    const { data, status } = await replicas[0].call('POST', '/api/transaction/create', {
      token: investor.token,
      body: buildDeposit(),
    });
    expect(status).toBe(201);
    return z.object({ _id: z.string() }).parse(data)._id;
  };
  const list = async (path: string, token: string, replica = replicas[0]) => {
    const { status, data, headers } = await replica.call('GET', path, { token });
    expect(status).toBe(200);
    return { ids: idsOf(data), headers };
  };
  /** Where somebody's reads are: a snapshot has no way to write. */
  const placeOf = async (userId: string, by = reads) =>
    by.read(await by.position(own.database.db, userId), async ({ together }) =>
      together ? 'database' : 'standby',
    );

  test('lists come from it: others see what it has, and each person what they have done, at every replica', async () => {
    const before = await deposit();
    await paused();
    const made = await deposit();
    for (const replica of replicas) {
      expect((await list(ownTransactions, investor.token, replica)).ids).toEqual([made, before]);
      const seen = await list(allTransactions, admin, replica);
      expect(seen.ids).toContain(before);
      expect(seen.ids).not.toContain(made);
    }
    // What has a version, and all that decides, is read at the database itself.
    expect((await replicas[0].call('GET', `/api/transaction/${made}`, { token: admin })).status).toBe(200);
    const decided = await replicas[0].call('PUT', `/api/transaction/${made}`, {
      token: admin,
      body: { status: 'CONFIRMED' },
    });
    expect(decided.status).toBe(200);
    // The administrator has acted now, and does not see what was before that.
    expect((await list(allTransactions, admin, replicas[1])).ids).toContain(made);
    await followed();
    expect(await placeOf(investor.userId)).toBe('standby');
    expect((await list(ownTransactions, investor.token)).ids).toEqual([made, before]);
  });

  test('every list, sum and report comes from it, and is as the database has it', async () => {
    await deposit();
    await followed();
    const places: string[] = [];
    const noted: Reads = {
      position: reads.position,
      readPublic: reads.readPublic,
      read: (position, work) =>
        reads.read(position, (source) => {
          places.push(source.together ? 'database' : 'standby');
          return work(source);
        }),
    };
    const shared = { ...own, drop: async () => {} };
    const there = await startTestApp({ DATA_DIR: dataDir }, { own: shared, reads: noted });
    const here = await startTestApp({ DATA_DIR: dataDir }, { own: shared });
    const account = `/api/account/${investor.userId}`;
    const span = 'from=2026-01-01&to=2026-12-31';
    const ofAdmin = [
      ...['/api/user/users', '/api/account/all'],
      ...[allTransactions, `${account}/entries`, `${account}/figures`, `${account}/figures/days?${span}`],
      ...['/api/account/all/figures', `/api/account/all/figures/days?${span}`],
      ...['audit', 'security', 'mail', 'invitations', 'proposals', 'reports', 'wallets', 'home'].map(
        (name) => `/api/admin/${name}`,
      ),
    ];
    const ofInvestor = [ownTransactions, '/api/account/entries', '/api/account/figures'].concat(
      `/api/account/figures/days?${span}`,
    );
    for (const path of [...ofAdmin, ...ofInvestor]) {
      const token = ofInvestor.includes(path) ? investor.token : admin;
      const answers = [await there.call('GET', path, { token }), await here.call('GET', path, { token })];
      const [one, other] = answers.map(({ status, data, headers }) => {
        // The moment that is asked about is now.
        const shown = typeof data === 'object' && data !== null && 'at' in data ? { ...data, at: '' } : data;
        return { status, shown, of: headers['content-range'] };
      });
      expect([path, one?.status, places.splice(0)]).toEqual([path, 200, ['standby']]);
      expect(one, path).toEqual(other);
    }
    expect(await reads.readPublic(async ({ together }) => together)).toBeUndefined();
    await there.app.close();
    await here.app.close();
  });

  test('what one of two writes at once did is missed although the later event of the other is there', async () => {
    const event = `insert into audit_events (at, actor_id, action, subject_type, subject_id)
      values (clock_timestamp(), $1, 'user.updated', 'wallets', 'x')`;
    const actor = randomUUID();
    const slow = await own.superuser.pool.connect();
    await slow.query('begin');
    await slow.query(event, [actor]);
    await own.superuser.pool.query(event, [actor]);
    await paused();
    expect(await placeOf(actor)).toBe('standby');
    await slow.query('commit');
    slow.release();
    expect(await placeOf(actor)).toBe('database');
    await followed();
    expect(await placeOf(actor)).toBe('standby');
  });

  test('one that is too far behind is not read', async () => {
    const near = openOwnStandby();
    const strict = await readsByStandby(own.database, near, tell, 300);
    // Nobody has written for a while, and nothing is missing.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await paused();
    await deposit();
    const stranger = randomUUID();
    await expect.poll(() => placeOf(stranger, strict)).toBe('database');
    expect(await placeOf(stranger)).toBe('standby');
    expect(await strict.lag()).toBeGreaterThan(0.3);
    await followed();
    await expect.poll(() => strict.lag()).toBe(0);
    await near.close();
  });

  test('a read that it cancels for what it must replay is answered by the database', async () => {
    const position = await reads.position(own.database.db, randomUUID());
    await own.superuser.pool.query('create table conflicts as select generate_series(1, 1000) as n');
    await followed();
    await superuser.query("alter system set max_standby_streaming_delay = '0'");
    await superuser.query('select pg_reload_conf()');
    const places: string[] = [];
    const work = async ({ db, together }: ReadSource) => {
      places.push(together ? 'database' : 'standby');
      if (!together) {
        await own.superuser.pool.query('delete from conflicts');
        await own.superuser.pool.query('vacuum conflicts');
        // It ends what holds back the log.
        for (;;) await db.execute(sql`select pg_sleep(0.02)`);
      }
      return 'answered';
    };
    expect(await reads.read(position, work)).toBe('answered');
    expect(places).toEqual(['standby', 'database']);
    await superuser.query('alter system reset max_standby_streaming_delay');
    await superuser.query('select pg_reload_conf()');
    await own.superuser.pool.query('drop table conflicts');
    // It is there all the same.
    await followed();
    expect(await placeOf(randomUUID())).toBe('standby');
  });

  test('the rest of a long list, sent when the snapshot is over, is all there', async () => {
    const { token, userId } = await replicas[0].signUp();
    await own.superuser.pool.query(
      `insert into transactions (id, user_id, trx_type, amount, plan, crypto, transaction_id, status)
       select gen_random_uuid(), $1, 'DEPOSIT', 10000 + n, 'basic', 'bitcoin', 'seeded ' || n, 'PENDING'
       from generate_series(1, 600) n`,
      [userId],
    );
    await followed();
    expect(await placeOf(userId)).toBe('standby');
    const { ids } = await list(ownTransactions, token);
    expect(new Set(ids).size).toBe(600);
  });

  describe('a start', () => {
    const start = (connection: PostgresConnection) => {
      const candidate = openOwnStandby(connection);
      return prepareDatabase({ server: own.database, standby: candidate.pool }, live).finally(() =>
        candidate.close(),
      );
    };

    test('is refused when the standby is another database’s, and warned when it is none or away', async () => {
      expect(await start(standby.at(own.connection))).toEqual([]);
      await expect(start(standby.at({ ...own.connection, database: 'template1' }))).rejects.toThrow(
        /^DATABASE_READ_URL: it must lead to standbys of the database of DATABASE_URL/,
      );
      await expect(start(standby.at(own.connections.owner))).rejects.toThrow('as the same role');
      expect(await start(own.connection)).toEqual([
        expect.stringMatching(/^DATABASE_READ_URL does not lead to a standby/),
      ]);
      const nowhere = { ...own.connection, port: await freePort() };
      expect(await start(nowhere)).toEqual([expect.stringMatching(/^DATABASE_READ_URL does not answer/)]);
    });
  });

  describe('that is away', () => {
    const signal = async (name: 'SIGSTOP' | 'SIGCONT', pids: readonly number[]) => {
      for (const pid of pids) process.kill(pid, name);
    };

    test('by hanging, no list waits long for it, and it is read again when it goes on', async () => {
      told.splice(0);
      const { rows } = await superuser.query<{ pid: number }>(
        'select pid from pg_stat_activity where usename = $1 and datname = $2',
        [own.connection.user, own.connection.database],
      );
      const pids = [standby.pid, ...rows.map(({ pid }) => pid)];
      await signal('SIGSTOP', pids);
      try {
        const begun = performance.now();
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => replicas[0].call('GET', allTransactions, { token: admin })),
        );
        expect(
          answers.map(({ status }) => status),
          failed.join(),
        ).toEqual(answers.map(() => 200));
        expect(performance.now() - begun).toBeLessThan(patient(5_000));
        expect(await reads.lag()).toBeUndefined();
      } finally {
        await signal('SIGCONT', pids);
      }
      expect(told).toEqual(['Lists are read from DATABASE_URL, as the standby does not answer']);
      await expect.poll(() => placeOf(randomUUID())).toBe('standby');
      expect(told).toHaveLength(2);
    });

    test('by its death, lists go on from the database, and none fails', async () => {
      const asked: Promise<number>[] = [];
      const ask = () =>
        asked.push(replicas[0].call('GET', allTransactions, { token: admin }).then(({ status }) => status));
      const asking = setInterval(ask, 10);
      await expect.poll(() => asked.length).toBeGreaterThan(20);
      await standby.kill();
      const before = asked.length;
      await expect.poll(() => asked.length).toBeGreaterThan(before + 50);
      clearInterval(asking);
      expect(new Set(await Promise.all(asked)), failed.join()).toEqual(new Set([200]));
      expect(await placeOf(randomUUID())).toBe('database');
      expect(await reads.lag()).toBeUndefined();
      await standby.start();
      superuser = new pg.Client(standby.at(own.connections.superuser));
      superuser.on('error', () => {});
      await superuser.connect();
      await expect.poll(() => placeOf(randomUUID())).toBe('standby');
    });
  });
});
