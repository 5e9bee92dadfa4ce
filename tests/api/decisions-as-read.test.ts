import { eq } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TrxStatus } from '../../contract/enums';
import { transactionSchema } from '../../contract/transaction';
import { setFrozen } from '../../server/accounts/freeze';
import type { Tx } from '../../server/db/client';
import { transactions } from '../../server/db/schema/money';
import { credentialsChanged } from '../../server/holds/credentials';
import { lockAccount } from '../../server/ledger/posting';
import { confirmedDuplicate } from '../../server/transactions/claims';
import { changeStatus } from '../../server/transactions/status';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { countWaiting } from '../support/hold';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';

/** A decision reads without a lock (server/transactions/as-read.ts): what changes between that and its locks. */
const day = 86_400_000;

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
const actor = () => ({ userId: investor.userId, requestId: undefined, reason: 'A test of the house' });
beforeAll(async () => {
  app = await startTestApp({ WITHDRAWAL_HOLD: '24h' });
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
  await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { balance: 10_000 } });
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

const create = async (body: object) =>
  transactionSchema.parse(
    (await app.call('POST', '/api/transaction/create', { token: investor.token, body })).data,
  );
const decide = (id: string, status: TrxStatus, more: object = {}, headers: Record<string, string> = {}) =>
  app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status, ...more }, headers });
const overriding = { 'x-reason': 'Known%20to%20us' };
const read = async (id: string) =>
  transactionSchema.parse((await app.call('GET', `/api/transaction/${id}`, { token: admin })).data);
const balance = async () => {
  const { rows } = await app.database.pool.query<{ balance: string }>(
    'select balance from accounts where user_id = $1',
    [investor.userId],
  );
  return Number(rows[0]?.balance) / 100;
};

/** Makes a decision that has read, and waits for the account's lock, while `change` is made and committed. */
async function meanwhile(change: (tx: Tx) => Promise<unknown>, decision: () => Promise<Answer>) {
  // In no transaction: that would see the same activity again and again.
  const watcher = await app.database.pool.connect();
  let answer: Promise<Answer> | undefined;
  try {
    await app.database.transact(async (tx) => {
      await lockAccount(tx.db, investor.userId);
      answer = decision();
      await expect.poll(() => countWaiting(watcher, 'select lock_as_read')).toBe(1);
      await change(tx);
    });
  } finally {
    watcher.release();
  }
  if (!answer) throw new Error('Nothing was decided');
  return answer;
}

test('a withdrawal is not paid from an account that was frozen meanwhile', async () => {
  const { _id } = await create(buildWithdrawal());
  const answer = await meanwhile(
    (tx) => setFrozen(tx, actor(), investor.userId, true, undefined),
    () => decide(_id, 'CONFIRMED', { overrideHold: true }, overriding),
  );
  expect([answer.status, answer.errors[0]?.code]).toEqual([409, 'withdrawal_frozen']);
  expect(await read(_id)).toMatchObject({ status: 'PENDING', version: 1 });
});

test('nor is a deposit kept from an account that was', async () => {
  const { _id, amount } = await create(buildDeposit());
  const before = await balance();
  const answer = await meanwhile(
    (tx) => setFrozen(tx, actor(), investor.userId, true, undefined),
    () => decide(_id, 'CONFIRMED'),
  );
  expect(answer.status).toBe(200);
  expect(await balance()).toBe(before + amount);
});

test('a withdrawal that is taken up again waits for credentials that were changed meanwhile', async () => {
  const { _id } = await create(buildWithdrawal());
  await decide(_id, 'DECLINED');
  await app.database.pool.query(
    `update transactions set not_before = now() - interval '1 day', created_at = now() - interval '2 days' where id = $1`,
    [_id],
  );
  const answer = await meanwhile(
    (tx) => credentialsChanged(tx, actor(), investor.userId, day),
    () => decide(_id, 'PENDING'),
  );
  expect(answer.status).toBe(200);
  expect(await read(_id)).toMatchObject({ status: 'PENDING', holdCause: 'credentials_changed' });
});

test('a version that is read is the version that is changed, and none asked for follows what another has done', async () => {
  const { _id, amount } = await create(buildDeposit());
  const before = await balance();
  const confirm = (tx: Tx) => changeStatus(tx, actor(), _id, 'CONFIRMED', undefined);
  const stale = await meanwhile(confirm, () => decide(_id, 'DECLINED', {}, { 'if-match': '"1"' }));
  expect([stale.status, stale.errors[0]?.code]).toEqual([412, 'stale_version']);
  expect(await balance()).toBe(before + amount);
  // What the other one has posted since is what is reversed.
  await decide(_id, 'PENDING');
  const declined = await meanwhile(confirm, () => decide(_id, 'DECLINED'));
  expect(declined.status).toBe(200);
  expect(await balance()).toBe(before);
  // The same decision at the same time is one. None that confirms: the lock of its claim comes before that of the account.
  await decide(_id, 'CONFIRMED');
  const { version } = await read(_id);
  const decline = (tx: Tx) => changeStatus(tx, actor(), _id, 'DECLINED', undefined);
  expect((await meanwhile(decline, () => decide(_id, 'DECLINED'))).status).toBe(200);
  expect(await read(_id)).toMatchObject({ status: 'DECLINED', version: version + 1 });
  expect(await balance()).toBe(before);
});

test('nothing is written about somebody who was erased meanwhile', async () => {
  const { _id } = await create(buildDeposit());
  const erase = (tx: Tx) =>
    app.superuser.pool
      .query('delete from person_keys where person_id = $1', [investor.userId])
      .then(() => tx);
  const answer = await meanwhile(erase, () => decide(_id, 'CONFIRMED'));
  expect(answer.status).toBe(409);
  expect(await read(_id)).toMatchObject({ status: 'PENDING', version: 1 });
});

test('of many who decide on one transaction at once, everyone is answered', async () => {
  const { _id, amount } = await create(buildDeposit());
  const before = await balance();
  const statuses = ['CONFIRMED', 'DECLINED', 'PENDING'] as const;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => decide(_id, statuses[nth % 3] ?? 'PENDING')),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { status } = await read(_id);
  expect(await balance()).toBe(before + (status === 'CONFIRMED' ? amount : 0));
});

test('other claims of an id are found by the id, also where statistics know of nothing confirmed', async () => {
  const { _id } = await create(buildDeposit());
  const client = await app.superuser.pool.connect();
  const query = new QueryBuilder()
    .select({ duplicate: confirmedDuplicate })
    .from(transactions)
    .where(eq(transactions.id, _id))
    .toSQL();
  await client.query('begin');
  await client.query(
    `insert into transactions (id, user_id, trx_type, plan, crypto, amount, transaction_id, status)
     select gen_random_uuid(), user_id, trx_type, plan, crypto, amount, gen_random_uuid()::text, 'DECLINED'
     from transactions, generate_series(1, 5000) where id = $1`,
    [_id],
  );
  await client.query('analyze transactions');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query.sql}`, query.params);
  await client.query('rollback');
  client.release();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('transactions_transaction_id_idx');
  expect(plan).not.toContain('transactions_status_idx');
});

test('what is so already is answered while somebody else has the account', async () => {
  const { _id } = await create(buildDeposit());
  await app.database.transact(async (tx) => {
    await lockAccount(tx.db, investor.userId);
    expect((await decide(_id, 'PENDING')).status).toBe(200);
  });
});
