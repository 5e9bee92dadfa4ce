import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { seedBig } from '../bench/big/seed';
import { buildDeposit, buildWithdrawal } from '../builders';
import { flushCounts } from '../support/flush-counts';
import { startTestApp, type TestApp } from '../support/test-app';

/**
 * What the database reads for a call about one person, while its statistics are from a day when nobody had asked for a withdrawal
 * and nothing waited, and thousands have since (docs/decisions/0045-plans-whatever-statistics-say.md). PostgreSQL then takes every index for as good as that of the person.
 */
let app: TestApp;
let admin: string;
let investor: { token: string; userId: string };

/** Transactions of others: those the statistics know, and those that wait. */
const atFirst = 2_000;
const since = 16_000;
/**
 * Far more than a call needs, far less than the others have. Former versions of the own account are read with it as long as
 * something under way may still see them: on a busy machine more than 400 of them.
 */
const bound = 1_000;
/** PostgreSQL makes plans for the values of the first five times, and then one for all. */
const planned = 7;
const counted = 3;

async function call(method: string, path: string, body?: unknown, token = investor.token, reason?: string) {
  const headers = {
    ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    ...(reason && { 'x-reason': encodeURIComponent(reason) }),
  };
  const answer = await app.call(method, path, { token, body, headers });
  expect(answer.status, JSON.stringify(answer.errors)).toBeLessThan(300);
  return answer.data;
}

const create = async (body: object) =>
  z.object({ _id: z.string() }).parse(await call('POST', '/api/transaction/create', body))._id;
const deposit = () => create(buildDeposit());
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const withdraw = () => create(buildWithdrawal({ wallet, crypto: 'ethereum' }));
const decide = (id: string, status: string) => call('PUT', `/api/transaction/${id}`, { status }, admin);

/** What has rows of everybody. Not the mails and the sums, which are read in the background as well. */
const tables = [
  'accounts',
  'audit_events',
  'idempotency_keys',
  'ledger_entries',
  'ledger_postings',
  'sessions',
  'transactions',
  'users',
];

/** Rows and entries of indexes that were read so far, each by where. */
async function readSoFar(): Promise<Map<string, number>> {
  await flushCounts(app.database.pool, app.superuser.pool);
  const { rows } = await app.superuser.pool.query<{ name: string; read: string }>(
    `select 'all of ' || relname as name, seq_tup_read as read from pg_stat_user_tables where relname = any($1)
     union all select indexrelname, idx_tup_read from pg_stat_user_indexes where relname = any($1)`,
    [tables],
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

/** What others leave once the statistics were made. */
const left = `
  insert into transactions (id, user_id, trx_type, amount, crypto, status)
    select gen_random_uuid(), user_id, type, amount, crypto, 'PENDING'
    from transactions, generate_series(1, ${since / atFirst / 2}), (values ('DEPOSIT'), ('WITHDRAWAL')) as types (type)
    where status = 'DECLINED';
  with entries as (
    insert into ledger_entries (user_id, kind, transaction_id, status, actor_id)
      select user_id, case trx_type when 'DEPOSIT' then 'transaction' else 'adjustment' end, id, 'CONFIRMED', user_id
      from transactions where status = 'PENDING'
    returning id)
  insert into ledger_postings (entry_id, line, book, account, amount) select id, 1, 'money', 'balance', 1 from entries;
  insert into audit_events (actor_id, action, subject_type, subject_id, person_id, sealed, commitment)
    select user_id, 'transaction.created', 'transaction', id, user_id, '-', '-' from transactions where status = 'PENDING';
  insert into sessions (id, user_id, expires_at) select id, user_id, now() + interval '1 day' from transactions where status = 'PENDING';
  insert into idempotency_keys (user_id, key, request_hash, reply)
    select user_id, id, '-', '{}' from transactions where status = 'PENDING'`;

beforeAll(async () => {
  // From so many dollars on that nobody has to approve, and what was paid lately is asked for.
  const settings = { FOUR_EYES: 'withdrawal:10000000,adjustment:10000000', WITHDRAWAL_HOLD: '0' };
  app = await startTestApp(settings, { checksReplies: false });
  investor = await app.signUp();
  admin = await app.signInAsAdmin();
  await decide(await create(buildDeposit({ amount: 40_000 })), 'CONFIRMED');
  const kept = { label: 'Mine', crypto: 'ethereum', address: wallet };
  await call('POST', '/api/account/addresses', kept);
  await seedBig(app.superuser.pool, { users: 2_000, transactions: atFirst });
  const client = await app.superuser.pool.connect();
  await client.query(`
    set session_replication_role = replica;
    ${tables.map((table) => `alter table ${table} set (autovacuum_enabled = off)`).join(';')};
    update transactions set trx_type = 'DEPOSIT', wallet = null, status = 'PENDING', not_before = null, hold_cause = null`);
  // As a table that is vacuumed now and then: as small as its rows, and its indexes as large as what waited once.
  await client.query('vacuum full transactions');
  for (let decided = 0; decided <= atFirst; decided += 100) {
    await client.query(`update transactions set status = 'DECLINED'
      where id in (select id from transactions where status = 'PENDING' limit 100)`);
    await client.query('vacuum transactions');
  }
  await client.query('vacuum analyze');
  await client.query(left);
  // What it has read is counted before what is measured.
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select 1');
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
  ['a withdrawal and its confirmation', async () => decide(await withdraw(), 'CONFIRMED')],
  [
    'a withdrawal and what it is decided by',
    async () => call('GET', `/api/transaction/${await withdraw()}/review`, undefined, admin),
  ],
  [
    'a deposit and what it is decided by',
    async () => call('GET', `/api/transaction/${await deposit()}/review`, undefined, admin),
  ],
  [
    'a withdrawal that is confirmed and taken back',
    async () => {
      const id = await withdraw();
      for (const status of ['CONFIRMED', 'PENDING', 'DECLINED']) await decide(id, status);
    },
  ],
  [
    'an edit of an account',
    () =>
      call(
        'PUT',
        `/api/account/${investor.userId}`,
        { profit: Math.ceil(Math.random() * 1_000_000) },
        admin,
        'A figure that was wrong',
      ),
  ],
  ['an account', () => call('GET', '/api/account')],
  ['the open sessions', () => call('GET', '/api/auth/sessions')],
  ['the address book', () => call('GET', '/api/account/addresses')],
  [
    'whether a person may be erased',
    () => call('GET', `/api/user/${investor.userId}/erasure`, undefined, admin),
  ],
])('%s reads the own rows, and none of others', async (_, work) => {
  for (let times = 0; times < planned; times += 1) await work();
  const before = await readSoFar();
  for (let times = 0; times < counted; times += 1) await work();
  const after = await readSoFar();
  const much = [...after]
    .map(([name, read]) => [name, (read - (before.get(name) ?? 0)) / counted] as const)
    .filter(([, read]) => read > bound);
  expect(much).toEqual([]);
});
