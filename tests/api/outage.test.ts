import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import { type Database, openDatabase } from '../../server/db/client';
import { connectTimeout } from '../../server/db/connection';
import { buildDeposit } from '../builders';
import { fingerprint } from '../support/fingerprint';
import { beginHolding } from '../support/hold';
import { type Line, startLine } from '../support/line';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';
import { testSeal } from '../support/test-database';

let near: TestApp;
let line: Line;
let database: Database;
let app: Awaited<ReturnType<typeof buildApp>>;
let token: string;

beforeAll(async () => {
  near = await startTestApp();
  ({ token } = await near.signUp());
  line = await startLine(near.connection);
  database = openDatabase(
    { ...near.connection, host: '127.0.0.1', port: line.port },
    () => {},
    undefined,
    testSeal,
  );
  const config = readConfig({ DATA_DIR: near.dataDir, LOG_LEVEL: 'silent' });
  app = await buildApp({ config, database });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await line.cut();
  await near.close();
});

const read = () => app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } });

describe('while the database cannot be reached', () => {
  test('every call says 503, when to come back, and nothing of what is inside', async () => {
    expect((await read()).statusCode).toBe(200);
    const before = await fingerprint(near.database.pool);
    await line.cut();
    const headers = { authorization: `Bearer ${token}` };
    const login = { email: 'ada@example.com', password: 'correct horse' };
    const responses = [
      await read(),
      await app.inject({ method: 'POST', url: '/api/transaction/create', headers, payload: buildDeposit() }),
      await app.inject({ method: 'POST', url: '/api/user/login', payload: login }),
      await app.inject('/api/ready'),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('1');
      expect(response.json()).toEqual({
        errors: [
          {
            error: 'The service is busy; try again in a moment',
            message: 'The service is busy; try again in a moment',
            code: 'unavailable',
          },
        ],
      });
    }
    expect((await app.inject('/api/health')).statusCode).toBe(200);
    expect(await fingerprint(near.database.pool)).toBe(before);
  });

  test('nobody is signed out by it, and all is well once it is back', async () => {
    await line.up();
    await expect.poll(async () => (await app.inject('/api/ready')).statusCode).toBe(200);
    expect((await read()).statusCode).toBe(200);
  });
});

describe('when the database', () => {
  /** Milliseconds, which an answer that comes never takes; far less than a connection is waited for. */
  const limit = Math.min(patient(300), connectTimeout / 4);
  /** In the words by which the connection learns of it. */
  const setLimit = (milliseconds: number, isLocal: boolean) =>
    `select set_config('statement_timeout', '${milliseconds}', ${isLocal})`;

  test('breaks every connection, requests fail with 503 at most, and work again', async () => {
    await near.superuser.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => near.call('GET', '/api/account', { token })),
    );
    for (const { status, errors, headers } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 503) {
        expect(errors[0]?.message).toBe('The service is busy; try again in a moment');
        expect(headers['retry-after']).toBe('1');
      }
    }
    expect((await near.call('GET', '/api/account', { token })).status).toBe(200);
  });

  test('says nothing any more on the connections that there are, they are given up, and others take their places', async () => {
    const dumb = await startLine(near.connection);
    const reach = { ...near.connection, host: '127.0.0.1', port: dumb.port, grace: 100 };
    const { pool, transact, close } = openDatabase(reach, () => {}, 3);
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
    for (const client of clients) {
      await client.query(setLimit(limit, false));
      client.release();
    }
    // A COMMIT is waited for as long as it takes, and what comes after it no longer than anything else.
    await Promise.all(clients.map(() => transact(({ db }) => db.execute('select pg_sleep(0.02)'))));
    dumb.mute();
    const asked = await Promise.allSettled([
      pool.query('select 1'),
      transact(({ db }) => db.execute('select 1')),
      transact(({ db }) => db.execute(setLimit(2 * limit, true))),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const again = await Promise.all(Array.from({ length: 6 }, () => pool.query('select 1 as one')));
    expect(again.map(({ rows }) => rows)).toEqual(Array.from({ length: 6 }, () => [{ one: 1 }]));
    await close();
    await dumb.cut();
  });

  test('takes as long as it may, it is waited for, though longer than others may take', async () => {
    const { pool, transact, close } = openDatabase({ ...near.connection, grace: 100 }, () => {}, 1);
    const slow = transact(async ({ db }) => {
      await db.execute(`set local statement_timeout = ${patient(5_000)}`);
      await db.execute(`select pg_sleep(${(limit + 500) / 1_000})`);
    });
    await pool.query(setLimit(limit, false));
    await expect(slow).resolves.toBeUndefined();
    // Nothing is asked: nothing is waited for.
    const client = await pool.connect();
    await setTimeout(limit + 300);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
    await close();
  });

  test('stops before it has heard that a connection ends, nobody is told', async () => {
    const heard: Error[] = [];
    const closed = openDatabase(near.connection, (error) => heard.push(error), 1);
    const { rows } = await closed.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = Number(rows[0]?.pid);
    const ended = new Promise((resolve) => closed.pool.once('remove', resolve));
    process.kill(pid, 'SIGSTOP');
    await closed.close();
    await near.superuser.pool.query('select pg_terminate_backend($1)', [pid]);
    process.kill(pid, 'SIGCONT');
    await ended;
    expect(heard).toEqual([]);
  });

  test('makes a write wait too long, it is given up with 503 and nothing is written', async () => {
    const client = await beginHolding(near.database.pool);
    await client.query('lock table transactions in access exclusive mode');
    const answer = await near.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
    await client.query('rollback');
    client.release();
    expect([answer.status, answer.errors[0]?.code]).toEqual([503, 'unavailable']);
    expect((await near.call('GET', '/api/transaction/all', { token })).data).toEqual([]);
  });
});

test('an error of our own says nothing about itself', async () => {
  await near.superuser.pool.query('alter table accounts rename to accounts_elsewhere');
  const response = await read();
  await near.superuser.pool.query('alter table accounts_elsewhere rename to accounts');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({
    errors: [
      {
        error: 'Something went wrong on our side; try again later',
        message: 'Something went wrong on our side; try again later',
        code: 'internal',
      },
    ],
  });
  expect((await read()).statusCode).toBe(200);
});
