import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountFields, accountSchema } from '../../contract/account';
import type { TrxStatus } from '../../contract/enums';
import { previewSchema } from '../../contract/preview';
import { reviewSchema } from '../../contract/review';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

const create = async (body: unknown, token = investor.token) =>
  transactionSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data);
const setStatus = (id: string, status: TrxStatus, headers: Record<string, string> = {}) =>
  app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status }, headers });
const edit = (body: unknown) => app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body });
const account = async () =>
  accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data);
const preview = async (id: string, status: TrxStatus) => {
  const { data } = await app.call('POST', `/api/transaction/${id}/preview`, {
    token: admin,
    body: { status },
  });
  return previewSchema.parse(data);
};

describe('the preview of a status', () => {
  test('says what would move, and changes nothing', async () => {
    const { _id, version } = await create(buildDeposit());
    const before = await fingerprint(app.database.pool);
    expect(await preview(_id, 'CONFIRMED')).toEqual({
      changes: [
        { field: 'balance', before: 0, after: 500 },
        { field: 'walletBalance', before: 0, after: 500 },
        { field: 'investment', before: 0, after: 500 },
        { field: 'bitcoin', before: 0, after: 500 },
      ],
      overdraws: false,
      frozen: false,
      version,
    });
    expect((await preview(_id, 'PENDING')).changes).toEqual([]);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('is what then happens, for every pair of statuses of both types, and undone it is as before', async () => {
    await edit({ balance: 1_000 });
    const statuses: TrxStatus[] = ['CONFIRMED', 'DECLINED', 'PENDING', 'DECLINED', 'CONFIRMED', 'PENDING'];
    for (const request of [buildDeposit(), buildWithdrawal()]) {
      const { _id } = await create(request);
      for (const status of statuses) {
        const before = await account();
        const foretold = await preview(_id, status);
        const changed = await setStatus(_id, status, { 'if-match': `"${foretold.version}"` });
        expect(changed.status).toBe(200);
        const after = await account();
        const moved = accountFields.options.filter((field) => before[field] !== after[field]);
        expect(foretold.changes).toEqual(
          moved.map((field) => ({ field, before: before[field], after: after[field] })),
        );
      }
    }
    const { _id, version, status } = await create(buildDeposit());
    const before = await account();
    const done = await setStatus(_id, 'CONFIRMED', { 'if-match': `"${version}"` });
    const undone = await setStatus(_id, status, { 'if-match': String(done.headers.etag) });
    expect(undone).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    expect(await account()).toEqual({ ...before, version: before.version + 2 });
  });

  test('warns of an overdraft, and of a frozen account', async () => {
    const { _id } = await create(buildDeposit());
    await setStatus(_id, 'CONFIRMED');
    await create(buildWithdrawal({ amount: 200 }));
    const headers = { 'x-reason': 'Checking' };
    const url = `/api/account/${investor.userId}/frozen`;
    await app.call('PUT', url, { token: admin, body: { frozen: true }, headers });
    expect(await preview(_id, 'DECLINED')).toMatchObject({
      changes: expect.arrayContaining([{ field: 'balance', before: 300, after: -200 }]),
      overdraws: true,
      frozen: true,
    });
  });

  test('of an edit says what would move', async () => {
    await edit({ balance: 100 });
    const before = await fingerprint(app.database.pool);
    const url = `/api/account/${investor.userId}/preview`;
    const ask = (body: unknown) => app.call('POST', url, { token: admin, body });
    expect((await ask({ balance: -5, profit: 0, bnb: 1.5 })).data).toEqual({
      changes: [
        { field: 'balance', before: 100, after: -5 },
        { field: 'bnb', before: 0, after: 1.5 },
      ],
      overdraws: true,
      frozen: false,
      version: (await account()).version,
    });
    expect((await ask({ balance: '' })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('is there for auditors too, of transactions that exist', async () => {
    const { _id } = await create(buildDeposit());
    const token = await app.signInAsAuditor();
    const body = { status: 'CONFIRMED' };
    expect((await app.call('POST', `/api/transaction/${_id}/preview`, { token, body })).status).toBe(200);
    const unknown = `/api/transaction/${randomUUID()}/preview`;
    expect((await app.call('POST', unknown, { token: admin, body })).status).toBe(404);
    const wrong = await app.call('POST', `/api/transaction/${_id}/preview`, {
      token,
      body: { status: 'PAID' },
    });
    expect(wrong).toMatchObject({ status: 422, errors: [{ field: 'status' }] });
  });
});

describe('a review', () => {
  const review = async (id: string, token = admin) =>
    reviewSchema.parse((await app.call('GET', `/api/transaction/${id}/review`, { token })).data);

  test('shows the transaction as the item read does, and the history of its investor', async () => {
    await edit({ balance: 1_000 });
    const declined = await create(buildDeposit({ amount: 20.1 }));
    await setStatus(declined._id, 'DECLINED');
    await create(buildDeposit({ amount: 0.1 }));
    await create(buildDeposit({ amount: 0.2 }));
    const { _id } = await create(buildWithdrawal());
    const found = await review(_id);
    const item = await app.call('GET', `/api/transaction/${_id}`, { token: admin });
    expect(found.transaction).toEqual(item.data);
    expect(found).toMatchObject({ duplicates: [], duplicateCount: 0 });
    const { data } = await app.call('GET', `/api/user/${investor.userId}`, { token: admin });
    expect(found.investor).toEqual({
      _id: investor.userId,
      memberSince: (data as { createdAt: string }).createdAt,
      frozenAt: null,
      balance: 850,
      held: 150,
      history: [
        { trxType: 'DEPOSIT', status: 'DECLINED', count: 1, sum: 20.1 },
        { trxType: 'DEPOSIT', status: 'PENDING', count: 2, sum: 0.3 },
        { trxType: 'WITHDRAWAL', status: 'PENDING', count: 1, sum: 150 },
      ],
    });
  });

  test('names other deposits of the same transaction id, whoever reports them, in capitals or not', async () => {
    const transactionId = `${randomUUID()}ABC`;
    const other = await app.signUp();
    const first = await create(buildDeposit({ transactionId: transactionId.toLowerCase() }), other.token);
    await create(buildDeposit({ transactionId: `${transactionId}D` }));
    const { _id } = await create(buildDeposit({ transactionId }));
    const found = await review(_id, await app.signInAsAuditor());
    expect(found.duplicateCount).toBe(1);
    expect(found.duplicates).toEqual([
      {
        _id: first._id,
        user: first.user,
        amount: first.amount,
        crypto: first.crypto,
        status: 'PENDING',
        createdAt: first.createdAt,
      },
    ]);
    expect((await review(first._id)).duplicates.map((duplicate) => duplicate._id)).toEqual([_id]);
  });
});

test('fifty confirm and decline the same deposit at once: one wins, the others are told, the books balance', async () => {
  const { _id } = await create(buildDeposit());
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      setStatus(_id, nth % 2 === 0 ? 'CONFIRMED' : 'DECLINED', { 'if-match': '"1"' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(others.every(({ errors }) => errors[0]?.code === 'stale_version')).toBe(true);
  expect(await bookProblems(app.database.pool)).toEqual([]);
});

test('fifty edits of the same account at once, all on the version they have read: one wins, the others are told', async () => {
  const { version } = await account();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      app.call('PUT', `/api/account/${investor.userId}`, {
        token: admin,
        body: { profit: nth + 1 },
        headers: { 'if-match': `"${version}"` },
      }),
    ),
  );
  const winners = answers.flatMap(({ status }, nth) => (status === 200 ? [nth + 1] : []));
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ errors }) => errors[0]?.code === 'stale_version')).toHaveLength(49);
  expect(await account()).toMatchObject({ profit: winners[0], version: version + 1 });
});
