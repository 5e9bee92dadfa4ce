import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reviewSchema } from '../../contract/review';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit, buildWithdrawal } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';
import { password } from './auth-calls';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ WITHDRAWAL_HOLD: '1h' });
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await join();
});
afterAll(() => app.close());

/** Someone who has been there for a while, with 10,000 dollars. */
async function join() {
  const person = await app.signUp();
  const body = { balance: 10_000 };
  await app.call('PUT', `/api/account/${person.userId}`, { token: admin, body });
  await sql(`update users set created_at = now() - interval '90 days' where id = $1`, person.userId);
  return person;
}
const sql = (query: string, ...values: unknown[]) => app.database.pool.query(query, values);
const create = async (body: object, { token } = investor) =>
  transactionSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data);
/** To an address of one's own, unless said otherwise. */
const withdraw = (overrides = {}, person = investor) =>
  create(buildWithdrawal({ wallet: `of-${person.userId}`, ...overrides }), person);
const flagsOf = async (id: string) => {
  const { data } = await app.call('GET', `/api/transaction/${id}/review`, { token: admin });
  return reviewSchema.parse(data).flags;
};
const namesOf = async (id: string) => (await flagsOf(id))?.map(({ flag }) => flag);
const confirm = (id: string) =>
  app.call('PUT', `/api/transaction/${id}`, {
    token: admin,
    body: { status: 'CONFIRMED', overrideHold: true },
    headers: { 'x-reason': 'Seen' },
  });
const yesterday = (id: string) =>
  sql(`update transactions set created_at = created_at - interval '25 hours' where id = $1`, id);

test('an address that nothing was paid to is new; paid once, it is not, and nothing else is said', async () => {
  const first = await withdraw();
  expect(await flagsOf(first._id)).toEqual([{ flag: 'new_address', trxId: null }]);
  await confirm(first._id);
  await yesterday(first._id);
  const second = await withdraw({ amount: 160 });
  expect(await flagsOf(second._id)).toBeUndefined();
});

test('an address that was new stays one, whatever is paid to it later', async () => {
  const [first, second] = [await withdraw(), await withdraw({ amount: 160 })];
  await confirm(second._id);
  expect(await namesOf(first._id)).toEqual(['new_address']);
  await confirm(first._id);
  expect(await namesOf(second._id)).toEqual(['new_address']);
});

test('a deposit has none', async () => {
  expect(await flagsOf((await create(buildDeposit()))._id)).toBeUndefined();
});

test('an address that another investor has asked to be paid at, in capitals or not, or keeps', async () => {
  const wallet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const stranger = await join();
  const theirs = await withdraw({ wallet: wallet.toUpperCase() }, stranger);
  const mine = await withdraw({ wallet });
  expect(await flagsOf(mine._id)).toContainEqual({ flag: 'address_of_another', trxId: theirs._id });
  const kept = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
  const body = { label: 'Theirs', crypto: 'bitcoin', address: kept };
  await app.call('POST', '/api/account/addresses', { token: stranger.token, body });
  const other = await withdraw({ wallet: kept });
  expect(await flagsOf(other._id)).toContainEqual({ flag: 'address_of_another', trxId: null });
});

test('a password that was changed lately, and not one that was changed long before', async () => {
  const body = { oldPassword: password, newPassword: 'a new password' };
  await app.call('PUT', '/api/user/password', { token: investor.token, body });
  const { _id } = await withdraw();
  expect(await namesOf(_id)).toEqual(['new_address', 'credentials_changed']);
  await sql(
    `update users set credentials_changed_at = credentials_changed_at - interval '8 days' where id = $1`,
    investor.userId,
  );
  expect(await namesOf(_id)).toEqual(['new_address']);
});

test('the same amount to the same address within a day, in either direction', async () => {
  const [first, second] = [await withdraw(), await withdraw()];
  expect(await flagsOf(second._id)).toContainEqual({ flag: 'repeated', trxId: first._id });
  expect(await flagsOf(first._id)).toContainEqual({ flag: 'repeated', trxId: second._id });
  await yesterday(first._id);
  expect(await namesOf(second._id)).toEqual(['new_address']);
});

test('the third withdrawal within a day, and none before it', async () => {
  const made = [];
  for (const amount of [110, 120, 130]) made.push(await withdraw({ amount }));
  const names = await Promise.all(made.map(({ _id }) => namesOf(_id)));
  expect(names).toEqual([['new_address'], ['new_address'], ['new_address', 'many_withdrawals']]);
});

test('one that takes four fifths of the balance, as long as it is pending', async () => {
  const less = await withdraw({ amount: 7_999.99 });
  expect(await namesOf(less._id)).toEqual(['new_address']);
  await app.call('POST', `/api/transaction/${less._id}/cancel`, { token: investor.token });
  await yesterday(less._id);
  const most = await withdraw({ amount: 8_000 });
  expect(await namesOf(most._id)).toEqual(['new_address', 'most_of_balance']);
  await confirm(most._id);
  expect(await namesOf(most._id)).toEqual(['new_address']);
});

test('an account that is younger than the hold, and none where there is no hold', async () => {
  await sql(`update users set created_at = now() - interval '59 minutes' where id = $1`, investor.userId);
  const { _id } = await withdraw();
  expect(await namesOf(_id)).toEqual(['new_address', 'young_account']);
  await sql(`update users set created_at = now() - interval '61 minutes' where id = $1`, investor.userId);
  expect(await namesOf(_id)).toEqual(['new_address']);
});

test('an account that is frozen', async () => {
  const { _id } = await withdraw();
  expect(await namesOf(_id)).not.toContain('frozen');
  await app.call('PUT', `/api/account/${investor.userId}/frozen`, {
    token: admin,
    body: { frozen: true },
    headers: { 'x-reason': 'Checking' },
  });
  expect(await flagsOf(_id)).toContainEqual({ flag: 'frozen', trxId: null });
});

test('flags block nothing', async () => {
  const { _id } = await withdraw({ amount: 9_000 });
  expect((await flagsOf(_id))?.length).toBeGreaterThan(1);
  await sql(`update transactions set not_before = now() where id = $1`, _id);
  const answer = await app.call('PUT', `/api/transaction/${_id}`, {
    token: admin,
    body: { status: 'CONFIRMED' },
  });
  expect(answer.status).toBe(200);
});
