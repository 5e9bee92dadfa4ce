import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, statement } from '../../server/db/client';
import { requireTimeouts } from '../../server/db/roles';
import { refusalOf, sqlState } from '../../server/errors/failures';
import { prepareDatabase } from '../../server/prepare-database';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { countsOf, findingOf, makeSealer, sealAll } from '../support/history';
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer';
import { lackingPrograms } from '../support/system-programs';
import { startTestApp, type TestApp } from '../support/test-app';
import {
  createTestDatabase,
  type PostgresConnection,
  type TestDatabase,
  testSeal,
} from '../support/test-database';

/** The product behind a PgBouncer that lends connections for one transaction, as Debian has it. */
const lacking = lackingPrograms('pgbouncer').length > 0;
const { connections } = inject('postgres');
const live = { live: true, reason: undefined };
let folder: string;
let bouncer: Pgbouncer;

const through = (connection: PostgresConnection) => ({ ...bouncer.through(connection), lent: true });

describe.skipIf(lacking)(`behind PgBouncer${lacking ? ' (missing here)' : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'averin-pgbouncer-'));
    // One connection for those who wait for each other, fewer than they ask for with for all others.
    const databases = { scarce: 'dbname=postgres pool_size=1', postgres: 'pool_size=3' };
    bouncer = await startPgbouncer(folder, connections, databases);
  });
  afterAll(async () => {
    await bouncer.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function withPool<T>(
    database: string,
    size: number,
    work: (opened: ReturnType<typeof openDatabase>) => Promise<T>,
  ): Promise<T> {
    const opened = openDatabase({ ...through(connections.server), database }, () => {}, size);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  }

  describe('statements', () => {
    test('have the settings in a transaction and outside of one, and leave none behind', async () => {
      const shown = async (query: (text: string) => Promise<pg.QueryResult>) =>
        Object.assign(
          {},
          ...(await Promise.all(
            ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'search_path'].map(
              async (name) => (await query(`show ${name}`)).rows[0],
            ),
          )),
        );
      const ours = {
        statement_timeout: '8s',
        lock_timeout: '4s',
        idle_in_transaction_session_timeout: '10s',
        search_path: 'public',
      };
      await withPool('postgres', 6, async ({ pool, transact }) => {
        expect(await shown((text) => pool.query(text))).toEqual(ours);
        expect(await transact(({ db }) => shown((text) => db.execute(sql.raw(text))))).toEqual(ours);
      });
      const plain = new pg.Pool({ ...bouncer.through(connections.server), max: 6 });
      expect(await shown((text) => plain.query(text))).toMatchObject({
        statement_timeout: '0',
        search_path: '"$user", public',
      });
      await plain.end();
    });

    test('of one name go by whichever connections there are', async () => {
      const numbered = statement((db) =>
        db
          .select({ n: sql<number>`${sql.placeholder('n')}::int` })
          .from(sql`(values (1)) one`)
          .prepare('numbered'),
      );
      await withPool('postgres', 8, async ({ transact, together }) => {
        const rounds = Array.from({ length: 60 }, (_, n) => n);
        const all = await Promise.all(
          rounds.map((n) =>
            n % 2 === 0
              ? transact(({ db }) => numbered(db).execute({ n }))
              : together((db) => numbered(db).execute({ n })),
          ),
        );
        expect(all.map(([row]) => row?.n)).toEqual(rounds);
      });
    });

    test('that fail fail by themselves; those that travel with them are answered', async () => {
      await withPool('postgres', 1, async ({ together, pool }) => {
        const answered = await together((db) =>
          Promise.allSettled(
            ['1', '1 / 0', '2'].map((expression) => db.execute(sql.raw(`select ${expression} as n`))),
          ),
        );
        const told = answered.map((each) =>
          each.status === 'fulfilled' ? each.value.rows[0]?.n : sqlState(each.reason),
        );
        expect(told).toEqual([1, '22012', 2]);
        expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }]);
      });
    });

    test('are cut after 8 s, and those that wait for their connection are given up before', async () => {
      const beside = openDatabase(through(connections.server), () => {}, 1);
      // Connected before, so that a look takes little of the 3 s between the two limits.
      await beside.pool.query('select');
      await withPool('scarce', 3, async ({ pool, transact }) => {
        const begun = performance.now();
        const long = pool.query('select pg_sleep(9)').then(() => 'done', sqlState);
        // The only connection is lent by then.
        const holds = async () => {
          const { rows } = await beside.pool.query(
            "select from pg_stat_activity where wait_event = 'PgSleep' and query like '%sleep(9)%'",
          );
          return rows.length;
        };
        await expect.poll(holds).toBe(1);
        const waiting = await transact(({ db }) => db.execute(sql`select 1`)).catch(refusalOf);
        expect(waiting).toMatchObject({ code: 'unavailable' });
        expect(await long).toBe('57014');
        expect(performance.now() - begun).toBeGreaterThan(7_900);
        expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
      });
      await beside.close();
    });
  });

  describe('a start', () => {
    test('that was not told of the pooler is refused, as often as it is tried', async () => {
      const { pool, close } = openDatabase(bouncer.through(connections.server), () => {}, 3);
      for (let round = 0; round < 3; round += 1) {
        await expect(requireTimeouts(pool)).rejects.toThrow('DATABASE_POOLER=transaction');
      }
      await close();
    });

    test('is refused when the direct connection is not one, or leads elsewhere', async () => {
      await withPool('postgres', 3, async (server) => {
        const start = (direct: PostgresConnection) => prepareDatabase({ server, direct }, live);
        await expect(start(bouncer.through(connections.server))).rejects.toThrow(/for one transaction/);
        await expect(start({ ...connections.server, database: 'template1' })).rejects.toThrow(
          'DATABASE_DIRECT_URL must lead to the same database',
        );
        await expect(start(connections.owner)).rejects.toThrow('as the same role');
      });
    });
  });

  describe('two replicas', () => {
    const dataDir = mkdtemp(join(tmpdir(), 'averin-data-'));
    let own: TestDatabase;
    let replicas: [TestApp, TestApp];
    let admin: string;

    beforeAll(async () => {
      own = await createTestDatabase({ template: 'template1', reach: through });
      const { connections: roles } = own;
      const second = openDatabase(through(roles.server), () => {}, undefined, testSeal);
      // Migrations go through it as well: both at once, one of them does it.
      const start = (server: Pick<TestDatabase['database'], 'pool' | 'seal'>) =>
        prepareDatabase({ server, owner: bouncer.through(roles.owner), direct: roles.server }, live);
      expect(await Promise.all([start(own.database), start(second)])).toEqual([[], []]);
      const environment = { DATA_DIR: await dataDir };
      replicas = [
        await startTestApp(environment, { own }),
        await startTestApp(environment, { own: { ...own, database: second, drop: () => second.close() } }),
      ];
      admin = await replicas[0].signInAsAdmin();
    });
    afterAll(async () => {
      await replicas[1].close();
      await replicas[0].close();
      await rm(await dataDir, { recursive: true, force: true });
    });

    /** Asks both at once. */
    const both = (path: string, options: object, method = 'POST') =>
      Promise.all(replicas.map((replica) => replica.call(method, path, options)));

    test('migrate once', async () => {
      const { rows } = await own.superuser.pool.query(
        'select created_at from drizzle.__drizzle_migrations group by created_at having count(*) > 1',
      );
      expect(rows).toEqual([]);
    });

    test('move money once, whoever is asked and however often', async () => {
      const [replica] = replicas;
      const { token, email } = await replica.signUp();
      const create = (body: object) =>
        both('/api/transaction/create', { token, body, headers: { 'idempotency-key': randomUUID() } });
      const [deposit, again] = await create(buildDeposit({ amount: 1_000 }));
      const made = [deposit, again].find((answer) => answer?.status === 201 || answer?.status === 200);
      const id = String(Reflect.get(Object(made?.data), '_id'));
      const decided = await both(
        `/api/transaction/${id}`,
        { token: admin, body: { status: 'CONFIRMED' } },
        'PUT',
      );
      expect(decided.map(({ status }) => status)).toEqual([200, 200]);

      // Eight at once ask for what is there three times.
      const asked = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          replicas[n % 2 === 0 ? 0 : 1].call('POST', '/api/transaction/create', {
            token,
            body: buildWithdrawal({ amount: 300 }),
          }),
        ),
      );
      expect(asked.filter(({ status }) => status < 300)).toHaveLength(3);
      const { data } = await replicas[1].call('GET', '/api/account', { token });
      expect(data).toMatchObject({ balance: 100, held: 900 });
      const list = await replica.call('GET', '/api/transaction/all', { token });
      expect(list.data).toHaveLength(4);
      expect(await bookProblems(own.superuser.pool)).toEqual([]);

      // Each mail is sent by one of them.
      const subjects = async () => (await replica.mailsTo(email)).map(({ subject }) => subject);
      await expect.poll(async () => (await subjects()).length).toBeGreaterThanOrEqual(6);
      const received = (await subjects()).filter((subject) => /withdrawal/i.test(subject));
      expect(received).toHaveLength(3);
    });

    test('seal each row once, both at it', async () => {
      const sealed = await Promise.all(
        replicas.map(({ database }) => sealAll(database, makeSealer(database))),
      );
      const { leaves } = await countsOf(own.superuser);
      expect(sealed.reduce((sum, count) => sum + count)).toBe(leaves);
      expect(await findingOf(own.database)).toBeUndefined();
    });
  });
});
