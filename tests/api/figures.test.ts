import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { transactionSchema } from '../../contract/transaction';
import { buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/client';
import { buildDeposit, buildWithdrawal } from '../builders';
import { makeFakePages } from '../support/fake-pages';
import { beginHolding, countWaiting } from '../support/hold';
import { startLine } from '../support/line';
import { startTestApp, type TestApp } from '../support/test-app';
import { testSeal } from '../support/test-database';

let fake: Awaited<ReturnType<typeof makeFakePages>>;
let app: TestApp;
beforeAll(async () => {
  fake = await makeFakePages({
    figures: ['investors', 'depositsConfirmed', 'withdrawalsPaid', 'countries'],
  });
  app = await startTestApp({}, fake);
  // The clock alone: timers and the database go on as they are.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await fake.remove();
});
/** The line of the front page that shows the figures. */
async function shown(fastify: FastifyInstance = app.app): Promise<string> {
  const { statusCode, body } = await fastify.inject('/');
  expect(statusCode).toBe(200);
  return /<p>(.*)<\/p>/.exec(body)?.[1] ?? '';
}
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** Does something while the tables that the figures are read from answer nobody; it can count the reads that wait. */
async function whileLocked(work: (readers: () => Promise<number>) => Promise<void>): Promise<void> {
  const client = await beginHolding(app.database.pool);
  try {
    await client.query('lock table users, transactions in access exclusive mode');
    // The server has readers of its own, which now and then wait as well.
    await work(() => countWaiting(client, 'select count(*) from "users"'));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function confirm(token: string, body: object): Promise<void> {
  const made = await app.call('POST', '/api/transaction/create', { token, body });
  const { _id } = transactionSchema.parse(made.data);
  const admin = await app.signInAsAdmin();
  const done = await app.call('PUT', `/api/transaction/${_id}`, {
    token: admin,
    body: { status: 'CONFIRMED' },
  });
  expect(done.status).toBe(200);
}

describe('the figures of the front page', () => {
  test('follow what has been confirmed, a minute later at the latest', async () => {
    // The very first visitors have dashes when it takes long to read.
    await expect.poll(() => shown()).toBe('Investors 0, deposits $0, paid $0, countries 0');
    const etag = (await app.app.inject('/')).headers.etag;

    const { token } = await app.signUp({ country: 'United Kingdom' });
    await app.signUp({ country: ' united kingdom' });
    await app.signUp({ country: 'Portugal' });
    await confirm(token, buildDeposit({ amount: 12_345.67 }));
    await confirm(token, buildDeposit({ amount: 1_000.5 }));
    await confirm(token, buildWithdrawal({ amount: 150.99 }));
    // Neither of these is confirmed.
    await app.call('POST', '/api/transaction/create', { token, body: buildDeposit({ amount: 777 }) });
    await app.call('POST', '/api/transaction/create', { token, body: buildWithdrawal({ amount: 111 }) });

    expect(await shown()).toBe('Investors 0, deposits $0, paid $0, countries 0');
    later(61);
    await expect.poll(() => shown()).toBe('Investors 3, deposits $13,346, paid $150, countries 2');
    const changed = await app.app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect(changed.statusCode).toBe(200);
  });

  test('are not waited for: a page that is asked for while they are read has the last ones', async () => {
    const before = await shown();
    await whileLocked(async (readers) => {
      later(61);
      const answers = await Promise.all(Array.from({ length: 10 }, () => shown()));
      expect(new Set(answers)).toEqual(new Set([before]));
      // Not for as long as a read waits for a lock either: it is still waiting.
      await expect.poll(readers).toBe(1);
      await shown();
      expect(await readers()).toBe(1);
    });
  });

  test('that the page does not name are not read', async () => {
    const one = await makeFakePages({ figures: ['countries'] });
    const other = await buildApp({
      config: readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' }),
      database: app.database,
      pages: one.pages,
    });
    await expect.poll(() => shown(other)).toBe('Investors –, deposits $–, paid $–, countries 2');
    await other.close();
    await one.remove();
  });
});

describe('while the database cannot be reached, the front page', () => {
  test('shows dashes at first, then what it knew last, and never fails', async () => {
    const line = await startLine(app.connection);
    const database = openDatabase(
      { ...app.connection, host: '127.0.0.1', port: line.port },
      () => {},
      undefined,
      testSeal,
    );
    const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' });
    await line.cut();
    const far = await buildApp({ config, database, pages: fake.pages });
    const dashes = 'Investors –, deposits $–, paid $–, countries –';
    expect(await shown(far)).toBe(dashes);

    await line.up();
    later(6);
    await expect.poll(() => shown(far)).toBe('Investors 3, deposits $13,346, paid $150, countries 2');

    await line.cut();
    later(61);
    for (let visit = 0; visit < 3; visit += 1) expect(await shown(far)).not.toBe(dashes);
    await far.close();
    await database.close();
  });

  test('comes in a moment, however long the database takes to say nothing', async () => {
    const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' });
    await whileLocked(async (readers) => {
      const started = await buildApp({ config, database: app.database, pages: fake.pages });
      expect(await shown(started)).toBe('Investors –, deposits $–, paid $–, countries –');
      // A read gives up after some seconds: the page has not waited for that.
      await expect.poll(readers).toBe(1);
      await started.close();
    });
  });
});
