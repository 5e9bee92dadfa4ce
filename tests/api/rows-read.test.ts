import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { seedBig } from '../bench/big/seed';
import { buildDeposit, buildWithdrawal } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';

/**
 * What the database reads for a call about one person, while its statistics are from a day when nobody had asked for a withdrawal
 * and nothing waited, and thousands have since. PostgreSQL then takes every index for as good as that of the person.
 */
let app: TestApp;
let admin: string;
let investor: { token: string; userId: string };

/** Transactions of others: those the statistics know, and those that wait. */
const atFirst = 2_000;
const since = 8_000;
/** Far more than a call needs, far less than the others have. */
const bound = 400;
/** PostgreSQL makes plans for the values of the first five times, and then one for all. */
const planned = 7;
const counted = 3;

async function call(method: string, path: string, body?: unknown, token = investor.token): Promise<unknown> {
  const headers = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
  const answer = await app.call(method, path, { token, body, headers });
  expect(answer.status, JSON.stringify(answer.errors)).toBeLessThan(300);
  return answer.data;
}

const create = async (body: object) =>
  z.object({ _id: z.string() }).parse(await call('POST', '/api/transaction/create', body))._id;
const deposit = () => create(buildDeposit());
const withdraw = () =>
  create(buildWithdrawal({ wallet: '0x52908400098527886E0F7030069857D2E4169EE7', crypto: 'ethereum' }));
const decide = (id: string, status: string) => call('PUT', `/api/transaction/${id}`, { status }, admin);

/** Rows and entries of indexes of transactions that were read so far, each by where. */
async function readSoFar(): Promise<Map<string, number>> {
  const { pool } = app.database;
  // A connection keeps its counts for a second, unless it is told.
  const clients: pg.PoolClient[] = [];
  while (clients.length < pool.totalCount) clients.push(await pool.connect());
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  // Counted after the answer, before the next one.
  for (const client of clients) await client.query('select 1');
  for (const client of clients) client.release();
  const { rows } = await app.superuser.pool.query<{ name: string; read: string }>(
    `select 'the table' as name, seq_tup_read as read from pg_stat_user_tables where relname = 'transactions'
     union all select indexrelname, idx_tup_read from pg_stat_user_indexes where relname = 'transactions'`,
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

beforeAll(async () => {
  app = await startTestApp({}, { checksReplies: false });
  investor = await app.signUp();
  admin = await app.signInAsAdmin();
  await decide(await create(buildDeposit({ amount: 40_000 })), 'CONFIRMED');
  await seedBig(app.superuser.pool, { users: 200, transactions: atFirst });
  const client = await app.superuser.pool.connect();
  await client.query(`
    alter table transactions set (autovacuum_enabled = off);
    set session_replication_role = replica;
    update transactions set trx_type = 'DEPOSIT', wallet = null, status = 'PENDING', not_before = null, hold_cause = null
      where user_id <> '${investor.userId}';
    update transactions set status = 'DECLINED' where user_id <> '${investor.userId}'`);
  await client.query('vacuum analyze transactions');
  await client.query(`
    insert into transactions (id, user_id, trx_type, amount, crypto, status)
      select gen_random_uuid(), user_id, type, amount, crypto, 'PENDING'
      from transactions, generate_series(1, ${since / atFirst / 2}), (values ('DEPOSIT'), ('WITHDRAWAL')) as types (type)
      where user_id <> '${investor.userId}'`);
  client.release(true);
});
afterAll(() => app.close());

test.each<[string, () => Promise<unknown>]>([
  ['a deposit', deposit],
  ['a withdrawal', withdraw],
  [
    'a withdrawal and taking it back',
    async () => call('POST', `/api/transaction/${await withdraw()}/cancel`),
  ],
  ['a deposit and its confirmation', async () => decide(await deposit(), 'CONFIRMED')],
  [
    'a withdrawal and what it is decided by',
    async () => call('GET', `/api/transaction/${await withdraw()}/review`, undefined, admin),
  ],
  [
    'a deposit and what it is decided by',
    async () => call('GET', `/api/transaction/${await deposit()}/review`, undefined, admin),
  ],
  ['the address book', () => call('GET', '/api/account/addresses')],
  [
    'whether a person may be erased',
    () => call('GET', `/api/user/${investor.userId}/erasure`, undefined, admin),
  ],
])('%s reads no more than the own transactions', async (_, work) => {
  for (let times = 0; times < planned; times += 1) await work();
  const before = await readSoFar();
  for (let times = 0; times < counted; times += 1) await work();
  const after = await readSoFar();
  const much = [...after]
    .map(([name, read]) => [name, (read - (before.get(name) ?? 0)) / counted] as const)
    .filter(([, read]) => read > bound);
  expect(much).toEqual([]);
});
