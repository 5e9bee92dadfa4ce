import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { root } from '../../scripts/run-command';
import { buildDeposit, buildWithdrawal } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';

/** The end of a transaction (server/db/client.ts). */
const commit = 'SET LOCAL statement_timeout = 0; COMMIT';

/** What a call sends to the database before it is answered, by how often it waits: the table of docs/benchmark.md. */
let app: TestApp;
let admin: string;
let investor: { token: string; userId: string };
let key = 0;

/** The statements that were sent together; by their names, and if they have none by their words. */
type Batch = string[];
/** Where a call keeps its batches; what the server does now and then beside it keeps none. */
const kept = new AsyncLocalStorage<Batch[]>();

/** Notes what a connection sends for a call, a batch ends when all of it is answered; what it returns ends the turn of the call. */
function watch(client: pg.PoolClient): () => void {
  let open: Batch = [];
  let turn: Batch[] = [];
  let batches: Batch[] | undefined;
  const query = client.query;
  Object.assign(client, {
    query(...all: unknown[]) {
      const [config] = all;
      const { name, text } = typeof config === 'string' ? { name: undefined, text: config } : queryOf(config);
      batches = kept.getStore();
      open.push(name ?? text);
      return Reflect.apply(query, client, all);
    },
  });
  function answered(): void {
    if (open.length > 0) turn.push(open);
    open = [];
  }
  client.on('drain', answered);
  return () => {
    // The last answer may be heard of before all are there.
    answered();
    // The sender of mail is woken by a call's commit, and goes its own way.
    if (!turn.flat().some((text) => text.startsWith('update "mail_outbox"'))) batches?.push(...turn);
    turn = [];
  };
}
const queryOf = (config: unknown) =>
  z.object({ name: z.string().optional(), text: z.string() }).parse(config);

async function call(method: string, path: string, body?: unknown, token = investor.token, keyed = true) {
  key += 1;
  const batches: Batch[] = [];
  const headers = keyed && method !== 'GET' ? { 'idempotency-key': `key-${key}` } : {};
  const answer = await kept.run(batches, () => app.call(method, path, { token, body, headers }));
  expect(answer.status, JSON.stringify(answer.errors)).toBeLessThan(300);
  return { data: answer.data, batches };
}

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;
const create = (body: object) => call('POST', '/api/transaction/create', body);
const decide = (id: string, status: string) => call('PUT', `/api/transaction/${id}`, { status }, admin);

beforeAll(async () => {
  app = await startTestApp();
  const ends = new WeakMap<pg.PoolClient, () => void>();
  const { pool } = app.database;
  pool.on('acquire', (client) => {
    if (!ends.has(client)) ends.set(client, watch(client));
  });
  pool.on('release', (_, client) => ends.get(client)?.());
  investor = await app.signUp();
  admin = await app.signInAsAdmin();
  const { data } = await create(buildDeposit({ amount: 1_000 }));
  await decide(idOf(data), 'CONFIRMED');
});
afterAll(() => app.close());

test('a deposit waits for the database three times, with a key and without one', async () => {
  const { batches: sent } = await create(buildDeposit());
  expect(sent).toEqual([
    ['find_caller'],
    ['BEGIN', 'try_lock_idempotency_key', 'find_idempotent_reply', 'lock_deposits', 'find_depositing'],
    ['transaction audit mail reply', commit],
  ]);
  const bare = await call('POST', '/api/transaction/create', buildDeposit(), investor.token, false);
  expect(bare.batches.map((batch) => batch.length)).toEqual([1, 3, 2]);
});

test('so does a decision, which locks what it has read with what it writes', async () => {
  const { data } = await create(buildDeposit());
  const { batches: sent } = await decide(idOf(data), 'CONFIRMED');
  expect(sent).toEqual([
    ['find_caller'],
    [
      'BEGIN',
      'try_lock_idempotency_key',
      'find_idempotent_reply',
      'take_claim',
      'find_with_account',
      'live_postings_of_one',
    ],
    ['lock_as_read', 'entry status audit mail reply', commit],
  ]);
  const { batches: back } = await decide(idOf(data), 'DECLINED');
  expect(back.map((batch) => batch.length)).toEqual([1, 5, 3]);
});

test('no statement of these calls is planned anew each time', async () => {
  const { data } = await create(buildDeposit());
  for (let n = 0; n < 10; n += 1) {
    await create(buildDeposit());
    for (const status of ['CONFIRMED', 'DECLINED']) await decide(idOf(data), status);
  }
  // PostgreSQL makes plans for the values of the first five times, and then one for all if that looks no more expensive.
  const often = `select name, generic_plans > 0 as kept from pg_prepared_statements
    where generic_plans + custom_plans >= 6`;
  let statements: { name: string; kept: boolean }[] = [];
  // All connections at once: the sender of mail takes one in between, and the calls another. One that it has at the moment
  // is not among them, so they are asked until none is missing.
  await expect
    .poll(async () => {
      const { pool } = app.database;
      const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
      statements = [];
      for (const client of clients) {
        statements.push(...(await client.query(often)).rows);
        client.release();
      }
      return statements.map(({ name }) => name);
    })
    .toContain('live_postings_of_one');
  expect(statements).toContainEqual({ name: 'live_postings_of_one', kept: true });
  expect(statements.filter(({ kept }) => !kept)).toEqual([]);
});

test('the table of docs/benchmark.md says how often each of these calls waits', async () => {
  const deposit = idOf((await create(buildDeposit())).data);
  const withdrawal = buildWithdrawal({ amount: 150, crypto: 'bitcoin' });
  const made = await create(withdrawal);
  const measured: Record<string, Batch[]> = {
    'an account, read by its owner': (await call('GET', '/api/account')).batches,
    'a profile, read by its owner': (await call('GET', '/api/user')).batches,
    'a page of own transactions': (await call('GET', '/api/transaction/all')).batches,
    'a page of all transactions': (
      await call(
        'GET',
        `/api/transaction/transactions?range=${encodeURIComponent('[0,19]')}`,
        undefined,
        admin,
      )
    ).batches,
    'a transaction, read by an administrator': (
      await call('GET', `/api/transaction/${deposit}`, undefined, admin)
    ).batches,
    'a deposit': (await create(buildDeposit())).batches,
    'a withdrawal': made.batches,
    'a withdrawal cancelled': (await call('POST', `/api/transaction/${idOf(made.data)}/cancel`)).batches,
    'a decision': (await decide(deposit, 'CONFIRMED')).batches,
    'an account edited': (await call('PUT', `/api/account/${investor.userId}`, { profit: 5 }, admin)).batches,
  };
  const table = readFileSync(join(root, 'docs/benchmark.md'), 'utf8')
    .split('<!-- round trips -->')[1]
    ?.split('<!-- end of round trips -->')[0]
    ?.matchAll(/^\| (an? [^|]+?) +\| (\d+) \|/gm);
  const stated = Object.fromEntries([...(table ?? [])].map(([, name, times]) => [name, Number(times)]));
  const counted = Object.fromEntries(Object.entries(measured).map(([name, sent]) => [name, sent.length]));
  expect(counted, JSON.stringify(measured, null, 1)).toEqual(stated);
});

test('all that an investor has asked for comes by one statement, and so is of one moment', async () => {
  const { batches: sent } = await call('GET', '/api/transaction/all');
  const reads = sent.flat().filter((text) => /from "transactions"/.test(text));
  expect(reads).toHaveLength(1);
});
