import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountFields, accountSchema } from '../../contract/account';
import type { TrxStatus } from '../../contract/enums';
import { previewSchema } from '../../contract/preview';
import { reviewSchema } from '../../contract/review';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { type Answer, startTestApp, type TestApp, withAuditor } from '../support/test-app';

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
      duplicateOf: null,
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
      duplicateOf: null,
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

describe('a claim whose transaction id another deposit has confirmed', () => {
  const hash = () => randomUUID().replaceAll('-', '');
  const refusedFor = (id: string) => ({
    status: 409,
    errors: [{ code: 'duplicate_claim', message: expect.stringContaining(id) }],
  });
  const accept = (id: string, headers: Record<string, string> = {}) =>
    app.call('PUT', `/api/transaction/${id}`, {
      token: admin,
      body: { status: 'CONFIRMED', acceptDuplicate: true },
      headers,
    });

  test('is confirmed only when just that is asked for, and the audit log says so', async () => {
    const transactionId = `0x${hash()}`;
    const other = await app.signUp();
    const first = await create(buildDeposit({ transactionId }), other.token);
    const second = await create(buildDeposit({ transactionId: transactionId.toUpperCase().slice(2) }));
    expect((await preview(second._id, 'CONFIRMED')).duplicateOf).toBeNull();
    await setStatus(first._id, 'CONFIRMED');
    expect((await preview(second._id, 'CONFIRMED')).duplicateOf).toBe(first._id);
    expect((await preview(second._id, 'DECLINED')).duplicateOf).toBeNull();
    expect((await preview(first._id, 'CONFIRMED')).duplicateOf).toBeNull();

    const before = await fingerprint(app.database.pool);
    const headers = { 'if-match': '"1"', 'idempotency-key': randomUUID() };
    expect(await setStatus(second._id, 'CONFIRMED', headers)).toMatchObject(refusedFor(first._id));
    expect(await fingerprint(app.database.pool)).toBe(before);
    expect(await accept(second._id, headers)).toMatchObject({ status: 200, data: { status: 'CONFIRMED' } });
    expect(await account()).toMatchObject({ balance: 500 });
    const events = await auditOf(app, { subjectId: second._id, action: 'transaction.status_changed' });
    expect(events).toMatchObject([{ after: { status: 'CONFIRMED', version: 2, duplicateOf: first._id } }]);
    // Set again, it has the status already.
    expect((await setStatus(second._id, 'CONFIRMED')).status).toBe(200);
  });

  test('is found however its hash is written: escaped, within another address, behind a word', async () => {
    const transactionId = `${hash()}${hash()}`;
    const first = await create(buildDeposit({ transactionId }));
    expect((await setStatus(first._id, 'CONFIRMED')).status).toBe(200);
    const escaped = `https%3A%2F%2Fmempool.space%2Ftx%2F${transactionId}`;
    for (const typed of [
      escaped,
      `https://t.example/?to=${escaped}`,
      `txid${transactionId}`,
      `Id${transactionId}`,
    ]) {
      const other = await create(buildDeposit({ transactionId: typed }));
      expect(await setStatus(other._id, 'CONFIRMED')).toMatchObject(refusedFor(first._id));
    }
  });

  test('is found on the chain, of whichever of its currencies; another chain has ids of its own', async () => {
    const transactionId = hash();
    const [first, sameChain, otherChain] = [
      await create(buildDeposit({ transactionId, crypto: 'usdt-erc-20' })),
      await create(buildDeposit({ transactionId, crypto: 'ethereum' })),
      await create(buildDeposit({ transactionId, crypto: 'bitcoin' })),
    ];
    expect((await setStatus(first._id, 'CONFIRMED')).status).toBe(200);
    expect(await setStatus(sameChain._id, 'CONFIRMED')).toMatchObject(refusedFor(first._id));
    expect((await setStatus(otherChain._id, 'CONFIRMED')).status).toBe(200);
  });

  test('may have any other status, and be confirmed once the other one is not', async () => {
    const transactionId = hash();
    const [first, second] = [
      await create(buildDeposit({ transactionId })),
      await create(buildDeposit({ transactionId })),
    ];
    await setStatus(first._id, 'CONFIRMED');
    expect((await setStatus(second._id, 'DECLINED')).status).toBe(200);
    expect((await setStatus(second._id, 'PENDING')).status).toBe(200);
    expect((await setStatus(second._id, 'CONFIRMED')).status).toBe(409);
    await setStatus(first._id, 'DECLINED');
    expect((await setStatus(second._id, 'CONFIRMED')).status).toBe(200);
    expect((await setStatus(first._id, 'CONFIRMED')).status).toBe(409);
    // Nothing stands in the way of a deposit without a duplicate, whatever the request says.
    const alone = await create(buildDeposit());
    expect((await accept(alone._id)).status).toBe(200);
  });

  test('is not confirmed beside it: of many claims of one id, confirmed at once, one is', async () => {
    const transactionId = hash();
    const people = await Promise.all(Array.from({ length: 8 }, () => app.signUp()));
    const made = await Promise.all(people.map(({ token }) => create(buildDeposit({ transactionId }), token)));
    const answers = await Promise.all(made.map(({ _id }) => setStatus(_id, 'CONFIRMED')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const wrong = { acceptDuplicate: 'yes', status: 'CONFIRMED' };
    const path = `/api/transaction/${made[0]?._id}`;
    expect((await app.call('PUT', path, { token: admin, body: wrong })).status).toBe(422);
  });
});

/** A slow machine lets some wait for the lock longer than they may: those are told to come back. */
const isRefused = ({ errors: [error] }: Answer) =>
  error?.code === 'stale_version' || error?.code === 'unavailable';

test('twelve confirm and decline the same deposit at once: one wins, the others are told, the books balance', async () => {
  const { _id } = await create(buildDeposit());
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      setStatus(_id, nth % 2 === 0 ? 'CONFIRMED' : 'DECLINED', { 'if-match': '"1"' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(isRefused)).toHaveLength(11);
  expect(await bookProblems(app.database.pool)).toEqual([]);
});

test('twelve edits of the same account at once, all on the version they have read: one wins, the others are told', async () => {
  const { version } = await account();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      app.call('PUT', `/api/account/${investor.userId}`, {
        token: admin,
        body: { profit: nth + 1 },
        headers: { 'if-match': `"${version}"` },
      }),
    ),
  );
  const winners = answers.flatMap(({ status }, nth) => (status === 200 ? [nth + 1] : []));
  expect(winners).toHaveLength(1);
  expect(answers.filter(isRefused)).toHaveLength(11);
  expect(await account()).toMatchObject({ profit: winners[0], version: version + 1 });
});
