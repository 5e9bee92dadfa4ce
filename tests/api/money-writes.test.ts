import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

const create = (body: unknown) =>
  app.call('POST', '/api/transaction/create', { token: investor.token, body });
const edit = (body: unknown) => app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body });
const account = async () =>
  accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data);

describe('an edit of an account', () => {
  test('changes the named fields to the values sent, and nothing else', async () => {
    await create(buildDeposit());
    const before = await account();
    const answered = await edit({ balance: 250.5, usdt: 10 });
    expect(answered.data).toMatchObject({ balance: 250.5, usdt: 10, user: { _id: investor.userId } });
    expect(await account()).toEqual({ ...before, balance: 250.5, usdt: 10, version: before.version + 1 });
  });

  test('to what is there already posts nothing', async () => {
    await edit({ profit: 1 });
    const before = await fingerprint(app.database.pool);
    expect((await edit({ profit: 1, balance: 0 })).status).toBe(200);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test.each([
    ['a blank', ''],
    ['null', null],
    ['text', '12'],
    ['three decimals', 1.005],
    ['more than a thousand million', 1_000_000_000.01],
    ['a list', [1]],
  ])('refuses %s, and changes nothing', async (_, value) => {
    const before = await fingerprint(app.database.pool);
    expect(await edit({ balance: value })).toMatchObject({ status: 422, errors: [{ field: 'balance' }] });
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('refuses fields nobody edits, and nothing at all', async () => {
    expect((await edit({ held: 5 })).status).toBe(422);
    expect((await edit({ version: 5 })).status).toBe(422);
    expect((await edit({})).status).toBe(422);
  });
});

test.each([0.001, 1e-20, 5e-323, -5, 0])('a deposit of %d is refused', async (amount) => {
  const before = await fingerprint(app.database.pool);
  expect(await create(buildDeposit({ amount }))).toMatchObject({
    status: 422,
    errors: [{ code: 'validation', field: 'amount' }],
  });
  expect(await fingerprint(app.database.pool)).toBe(before);
});

describe('a withdrawal', () => {
  test('needs more than 100 dollars', async () => {
    await edit({ balance: 100 });
    expect(await create(buildWithdrawal({ amount: 50 }))).toMatchObject({
      status: 422,
      errors: [{ code: 'balance_too_low', message: 'Your balance is too low to make a withdrawal' }],
    });
    await edit({ balance: 100.01 });
    expect((await create(buildWithdrawal({ amount: 100.01 }))).status).toBe(201);
    expect(await account()).toMatchObject({ balance: 0, held: 100.01 });
  });

  test('takes no more than there is', async () => {
    await edit({ balance: 200 });
    expect(await create(buildWithdrawal({ amount: 200.01 }))).toMatchObject({
      status: 422,
      errors: [{ code: 'insufficient_balance', field: 'amount' }],
    });
  });

  test('is reserved, and returned when its owner cancels it', async () => {
    await edit({ balance: 500 });
    const { _id } = transactionSchema.parse((await create(buildWithdrawal())).data);
    expect(await account()).toMatchObject({ balance: 350, held: 150 });
    const cancel = () =>
      app.call('POST', `/api/transaction/${_id}/cancel`, { token: investor.token, body: {} });
    expect((await cancel()).data).toMatchObject({ status: 'DECLINED' });
    expect(await account()).toMatchObject({ balance: 500, held: 0 });
    expect(await cancel()).toMatchObject({ status: 409, errors: [{ code: 'conflict' }] });
  });

  test('twenty at once never overdraw', async () => {
    await edit({ balance: 1_000 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(buildWithdrawal({ amount: 120 }))),
    );
    // 8 of 120 leave 40, which is not above 100; the seventh leaves 160, which is.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(await account()).toMatchObject({ balance: 40, held: 960 });
  });
});

test('a proof image is kept when it is a link, and none when it is the placeholder', async () => {
  const link = 'https://example.com/proof.png';
  const made = async (imageUrl: string) =>
    transactionSchema.parse((await create(buildDeposit({ imageUrl }))).data);
  expect((await made(link)).imageUrl).toBe(link);
  for (const other of ['none', 'javascript:alert(1)', 'data:image/png;base64,AA', '']) {
    expect((await made(other)).imageUrl).toBeNull();
  }
});
