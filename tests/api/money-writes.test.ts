import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { editAccount, previewEdit } from '../../server/accounts/edit';
import { openDatabase, type Queries, type Tx } from '../../server/db/client';
import { readSnapshot } from '../../server/db/snapshot';
import { lockAccount } from '../../server/ledger/posting';
import { previewStatus, previewStatuses } from '../../server/transactions/preview';
import { changeStatus } from '../../server/transactions/status';
import { updateUser } from '../../server/users/users';
import { buildDeposit, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { beginHolding } from '../support/hold';
import { startTestApp, type TestApp } from '../support/test-app';
import { testSeal } from '../support/test-database';

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

describe('a deposit does not wait', () => {
  const actor = () => ({ userId: investor.userId, requestId: undefined, reason: undefined });

  test('for whoever only looks at what a change would do, which locks nothing', async () => {
    const { _id } = transactionSchema.parse((await create(buildDeposit())).data);
    const previews: ((db: Queries) => Promise<unknown>)[] = [
      (db) => previewStatus(db, _id, 'CONFIRMED'),
      (db) => previewStatuses(db, { status: 'CONFIRMED', filter: { userId: investor.userId } }),
      (db) => previewEdit(db, investor.userId, { balance: 5 }),
    ];
    for (const preview of previews) {
      await readSnapshot(app.database, async (db) => {
        await preview(db);
        const { rows } = await db.execute(
          "select mode from pg_locks where pid = pg_backend_pid() and mode <> 'AccessShareLock' and locktype <> 'virtualxid'",
        );
        expect(rows).toEqual([]);
        // Beside the open preview.
        expect((await create(buildDeposit())).status).toBe(201);
        expect((await edit({ profit: 1 })).status).toBe(200);
      });
    }
    const looking = readSnapshot(app.database, (db) => lockAccount(db, investor.userId));
    await expect(looking).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  test('while the account, its owner or another transaction of it is being changed', async () => {
    await edit({ balance: 500 });
    const { _id } = transactionSchema.parse((await create(buildWithdrawal())).data);
    const holders: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => lockAccount(tx.db, investor.userId),
      (tx) => changeStatus(tx, actor(), _id, 'CONFIRMED', undefined),
      (tx) => updateUser(tx, actor(), { firstName: 'Augusta' }),
    ];
    for (const hold of holders) {
      await app.database.transact(async (tx) => {
        await hold(tx);
        expect((await create(buildDeposit())).status).toBe(201);
        const preview = await app.call('POST', `/api/transaction/${_id}/preview`, {
          token: admin,
          body: { status: 'DECLINED' },
        });
        expect(preview.status).toBe(200);
      });
    }
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

describe('what is to be done after a commit and fails', () => {
  const actor = () => ({ userId: investor.userId, requestId: undefined, reason: undefined });
  // The last one is what the database would ask to be tried again.
  const failures: [string, () => unknown][] = [
    [
      'with an error',
      () => {
        throw new Error('no mail today');
      },
    ],
    ['later', () => Promise.reject(new Error('no mail today'))],
    [
      'like a transaction that is to be tried again',
      () => {
        throw Object.assign(new Error('serialization failure'), { code: '40001' });
      },
    ],
  ];

  test.each(failures)('%s fails nothing else, and nothing is done twice', async (_, fail) => {
    const heard: Error[] = [];
    const database = openDatabase(app.connection, (error) => heard.push(error), 2, testSeal);
    let others = 0;
    try {
      const edited = await database.transact((tx) => {
        tx.afterCommit(() => {
          others += 1;
        });
        tx.afterCommit(fail);
        tx.afterCommit(() => {
          others += 1;
        });
        return editAccount(tx, actor(), investor.userId, { balance: 700 }, undefined);
      });
      expect(edited).toMatchObject({ balance: 700, version: 2 });
      await expect.poll(() => heard.length).toBe(1);
      expect(others).toBe(2);
    } finally {
      await database.close();
    }
    expect(await account()).toMatchObject({ balance: 700, version: 2 });
  });
});

describe('withdrawals that wait', () => {
  test('are so many of one person at most, of many asked for at once too; what is cancelled makes room', async () => {
    await edit({ balance: 500 });
    const ask = () => create(buildWithdrawal({ amount: 0.01 }));
    const askFor = (count: number) => Promise.all(Array.from({ length: count }, ask));
    // So few at once that none waits too long for the account on a busy machine, and is refused.
    for (let nth = 5; nth < limits.pendingWithdrawals; nth += 15) {
      expect((await askFor(15)).filter(({ status }) => status !== 201)).toEqual([]);
    }
    const answers = await askFor(20);
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(5);
    for (const answer of answers.filter((one) => !made.includes(one))) {
      expect(answer).toMatchObject({
        status: 422,
        errors: [{ code: 'quota_reached', message: refusals.pendingWithdrawals(limits.pendingWithdrawals) }],
      });
    }
    const { _id } = transactionSchema.parse(made[0]?.data);
    const cancel = { token: investor.token, body: {} };
    expect((await app.call('POST', `/api/transaction/${_id}/cancel`, cancel)).status).toBe(200);
    expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(422);
  });
});

describe('deposits that wait', () => {
  test('are so many of one person at most, of many reported at once too; a retry gets its answer', async () => {
    await edit({ balance: 500 });
    for (let nth = 3; nth < limits.pendingDeposits; nth += 1) await create(buildDeposit());
    const requests = Array.from({ length: 10 }, () => ({
      token: investor.token,
      body: buildDeposit(),
      headers: { 'idempotency-key': randomUUID() },
    }));
    const report = (request: (typeof requests)[number]) =>
      app.call('POST', '/api/transaction/create', request);
    const answers = await Promise.all(requests.map(report));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({
        status: 422,
        errors: [{ code: 'quota_reached', message: expect.stringContaining('You have 50 deposits waiting') }],
      });
    }
    const again = await Promise.all(requests.map(report));
    expect(again.map(({ status, data }) => [status, data])).toEqual(
      answers.map(({ status, data }) => [status, data]),
    );
    // Nothing else and nobody else is held up, and what is decided makes room.
    expect((await create(buildWithdrawal())).status).toBe(201);
    const other = await app.signUp();
    const theirs = { token: other.token, body: buildDeposit() };
    expect((await app.call('POST', '/api/transaction/create', theirs)).status).toBe(201);
    const made = transactionSchema.parse(answers.find(({ status }) => status === 201)?.data);
    await app.call('PUT', `/api/transaction/${made._id}`, { token: admin, body: { status: 'DECLINED' } });
    expect((await create(buildDeposit())).status).toBe(201);
    expect((await create(buildDeposit())).status).toBe(422);
  });

  test('are as many as the operator says', async () => {
    const strict = await startTestApp({ PENDING_DEPOSITS: '1' });
    try {
      const { token } = await strict.signUp();
      const report = () => strict.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
      expect((await report()).status).toBe(201);
      expect(await report()).toMatchObject({ status: 422, errors: [{ message: refusals.pendingDeposit }] });
    } finally {
      await strict.close();
    }
  });
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

  test('of somebody else is not found to be cancelled, and its account is not waited for', async () => {
    await edit({ balance: 1_000 });
    const { _id } = transactionSchema.parse((await create(buildWithdrawal())).data);
    const stranger = await app.signUp();
    const holder = await beginHolding(app.database.pool);
    try {
      await holder.query('select from accounts where user_id = $1 for update', [investor.userId]);
      const { token } = stranger;
      const answer = await app.call('POST', `/api/transaction/${_id}/cancel`, { token, body: {} });
      // Whoever waited for the lock would be refused with 503.
      expect(answer.status).toBe(404);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
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

  test('twelve at once never overdraw', async () => {
    await edit({ balance: 1_000 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create(buildWithdrawal({ amount: 120 }))),
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
