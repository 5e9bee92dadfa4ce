import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import type { TrxStatus } from '../../contract/enums';
import { type BulkPreview, bulkPreviewSchema, bulkRowSchema } from '../../contract/preview';
import { refusals } from '../../contract/refusals';
import { type Transaction, transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { buildDeposit, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { beginHolding, countWaiting } from '../support/hold';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp(
    { LOG_LEVEL: 'error' },
    { log: { write: (line: string) => void logged.push(line) } },
  );
  admin = await app.signInAsAdmin();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

type Rows = BulkPreview['rows'];
const create = async (body: unknown) => {
  const { token } = investor;
  return transactionSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data);
};
const deposits = async (count: number, amount = 100) => {
  const made: Transaction[] = [];
  for (let nth = 0; nth < count; nth += 1) made.push(await create(buildDeposit({ amount })));
  return made;
};
const idsOf = (made: readonly Transaction[]) => made.map(({ _id }) => _id);
const ask = (body: unknown) => app.call('POST', '/api/transaction/bulk/preview', { token: admin, body });
const preview = async (body: unknown) => bulkPreviewSchema.parse((await ask(body)).data);
const previewOne = async (id: string | undefined, status: TrxStatus) =>
  (await app.call('POST', `/api/transaction/${id}/preview`, { token: admin, body: { status } })).data;
const send = (status: TrxStatus, rows: Rows, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/transaction/bulk', { token: admin, body: { status, rows }, headers });
const change = async (status: TrxStatus, rows: Rows, headers: Record<string, string> = {}) =>
  z.array(bulkRowSchema).parse((await send(status, rows, headers)).data);
const resultsOf = (rows: { result: string }[]) => rows.map(({ result }) => result);
const setStatus = (id: string, status: TrxStatus) =>
  app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status } });
const account = async () =>
  accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data);
const edit = (body: unknown) => app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body });

describe('the preview of many', () => {
  test('takes the last day there is, and names a filter beyond it', async () => {
    const filter = (createdAt_lte: string) => ask({ status: 'CONFIRMED', filter: { createdAt_lte, id: [] } });
    expect((await filter('9999-12-31')).status).toBe(200);
    expect(await filter('9999-12-31T23:59:59-10:00')).toMatchObject({
      status: 400,
      errors: [{ field: 'filter', message: expect.stringContaining('createdAt_lte') }],
    });
  });

  test('counts and sums what would change, by ids and by the filter of the list', async () => {
    const made = [...(await deposits(2, 100.1)), await create(buildDeposit({ amount: 0.2 }))];
    await setStatus(made[0]?._id ?? '', 'CONFIRMED');
    const before = await fingerprint(app.database.pool);
    const wanted = {
      count: 2,
      sum: 100.3,
      byType: { DEPOSIT: { count: 2, sum: 100.3 }, WITHDRAWAL: { count: 0, sum: 0 } },
      unchanged: 1,
      overdraws: 0,
      frozen: 0,
      duplicates: 0,
      rows: made.map(({ _id }, nth) => ({ _id, version: nth === 0 ? 2 : 1 })),
    };
    expect(await preview({ status: 'CONFIRMED', ids: idsOf(made) })).toEqual(wanted);
    const filter = { userId: investor.userId, trxType: 'DEPOSIT' };
    expect(await preview({ status: 'CONFIRMED', filter })).toEqual(wanted);
    const pending = { ...filter, status: 'PENDING', amount_lte: 1 };
    expect((await preview({ status: 'CONFIRMED', filter: pending })).rows).toEqual(wanted.rows.slice(2));
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('counts those that somebody has decided already, which it would decide anew', async () => {
    const made = await deposits(4);
    const ids = idsOf(made);
    expect(await preview({ status: 'CONFIRMED', ids })).not.toHaveProperty('decided');
    // Another administrator is faster, after the rows were chosen.
    await setStatus(ids[0] ?? '', 'DECLINED');
    await setStatus(ids[1] ?? '', 'CONFIRMED');
    expect(await preview({ status: 'CONFIRMED', ids })).toMatchObject({ count: 3, unchanged: 1, decided: 1 });
    expect(await preview({ status: 'PENDING', ids })).toMatchObject({ count: 2, unchanged: 2, decided: 2 });
  });

  test('counts those that would overdraw, one after the other', async () => {
    const made = await deposits(3);
    await change('CONFIRMED', (await preview({ status: 'CONFIRMED', ids: idsOf(made) })).rows);
    await edit({ balance: 150 });
    // 150, 50, -50, -150: the second one and the third.
    expect(await preview({ status: 'DECLINED', ids: idsOf(made) })).toMatchObject({ count: 3, overdraws: 2 });
    const withdrawal = await create(buildWithdrawal({ amount: 120 }));
    const back = await preview({ status: 'DECLINED', ids: [withdrawal._id] });
    expect(back).toMatchObject({ count: 1, sum: 120, overdraws: 0 });
  });

  test('counts those of frozen accounts among what would change, and no others', async () => {
    const own = await deposits(3);
    await setStatus(own[0]?._id ?? '', 'CONFIRMED');
    const frozen = investor;
    investor = await app.signUp();
    const others = await deposits(1);
    const wanted = { status: 'CONFIRMED', ids: idsOf([...own, ...others]) };
    expect(await preview(wanted)).toMatchObject({ count: 3, unchanged: 1, frozen: 0 });
    const freeze = (on: boolean) =>
      app.call('PUT', `/api/account/${frozen.userId}/frozen`, {
        token: admin,
        body: { frozen: on },
        headers: { 'x-reason': 'Checking' },
      });
    await freeze(true);
    expect(await preview(wanted)).toMatchObject({ count: 3, unchanged: 1, frozen: 2 });
    await freeze(false);
    expect(await preview(wanted)).toMatchObject({ count: 3, unchanged: 1, frozen: 0 });
  });

  test('leaves out the withdrawals of frozen accounts, and refuses one that was frozen since', async () => {
    await edit({ balance: 1_000 });
    const made = [await create(buildWithdrawal({ amount: 120 })), await create(buildDeposit())];
    const wanted = { status: 'CONFIRMED', ids: idsOf(made) };
    const seen = await preview(wanted);
    expect(seen.byType).toEqual({
      DEPOSIT: { count: 1, sum: made[1]?.amount },
      WITHDRAWAL: { count: 1, sum: 120 },
    });
    await app.call('PUT', `/api/account/${investor.userId}/frozen`, {
      token: admin,
      body: { frozen: true },
      headers: { 'x-reason': 'Checking' },
    });
    expect(await preview({ ...wanted, overrideHolds: true })).toMatchObject({
      count: 1,
      frozen: 1,
      blocked: 1,
      rows: [{ _id: made[1]?._id }],
    });
    expect(await preview({ ...wanted, status: 'DECLINED' })).not.toHaveProperty('blocked');
    const [withdrawal, deposit] = idsOf(made);
    expect(await previewOne(withdrawal, 'CONFIRMED')).toMatchObject({ blocked: true });
    expect(await previewOne(withdrawal, 'DECLINED')).not.toHaveProperty('blocked');
    expect(await previewOne(deposit, 'CONFIRMED')).not.toHaveProperty('blocked');
    const results = await change('CONFIRMED', seen.rows);
    expect(results.map(({ result }) => result)).toEqual(['frozen', 'changed']);
    expect(results[0]).toMatchObject({ status: 'PENDING', message: refusals.withdrawalFrozen });
  });

  test.each([
    ['an unknown field of the filter', { status: 'DECLINED', filter: { shoeSize: 44 } }, 400],
    ['a filter that is text', { status: 'DECLINED', filter: '{}' }, 422],
    ['an id that is none', { status: 'DECLINED', ids: ['x'] }, 422],
    ['no ids', { status: 'DECLINED', ids: [] }, 422],
    ['neither ids nor a filter', { status: 'DECLINED' }, 422],
    ['both', { status: 'DECLINED', ids: [randomUUID()], filter: {} }, 422],
    ['an unknown status', { status: 'PAID', filter: {} }, 422],
  ])('refuses %s', async (_, body, status) => {
    expect((await ask(body)).status).toBe(status);
  });
});

describe('duplicates of one transaction id', () => {
  const claims = async () => {
    const [taken, twice] = [randomUUID(), randomUUID()];
    const confirmed = await create(buildDeposit({ transactionId: taken }));
    await setStatus(confirmed._id, 'CONFIRMED');
    return {
      confirmed,
      second: await create(buildDeposit({ transactionId: taken.toUpperCase() })),
      duplicates: [
        await create(buildDeposit({ transactionId: twice })),
        await create(buildDeposit({ transactionId: `0x${twice}` })),
      ],
      alone: await create(buildDeposit({ amount: 40 })),
    };
  };

  test('are counted and left out, by ids and by a filter, until they are accepted', async () => {
    const { confirmed, second, duplicates, alone } = await claims();
    const filter = { userId: investor.userId };
    const ids = idsOf([confirmed, second, ...duplicates, alone]);
    for (const wish of [{ filter }, { ids }]) {
      expect(await preview({ status: 'CONFIRMED', ...wish })).toMatchObject({
        count: 1,
        sum: 40,
        unchanged: 1,
        duplicates: 3,
        rows: [
          { _id: confirmed._id, version: 2 },
          { _id: alone._id, version: 1 },
        ],
      });
      const accepted = await preview({ status: 'CONFIRMED', acceptDuplicates: true, ...wish });
      expect(accepted).toMatchObject({ count: 4, sum: 1_540, duplicates: 3 });
      expect(accepted.rows.filter(({ acceptDuplicate }) => acceptDuplicate).map(({ _id }) => _id)).toEqual(
        idsOf([second, ...duplicates]),
      );
    }
    expect(await preview({ status: 'DECLINED', filter })).toMatchObject({ count: 5, duplicates: 0 });
    // A duplicate that is not among those chosen stands in nobody's way.
    const [one] = duplicates;
    expect(await preview({ status: 'CONFIRMED', ids: [one?._id] })).toMatchObject({
      count: 1,
      duplicates: 0,
    });
    await send('CONFIRMED', (await preview({ status: 'CONFIRMED', acceptDuplicates: true, filter })).rows);
    expect(await account()).toMatchObject({ balance: 2_040 });
  });

  test('are refused one by one where they are not accepted, and the others are changed', async () => {
    const { second, duplicates, alone } = await claims();
    const rows = [second, ...duplicates, alone].map(({ _id, version }) => ({ _id, version }));
    const answer = await change('CONFIRMED', rows, { 'idempotency-key': randomUUID() });
    expect(resultsOf(answer)).toEqual(['duplicate', 'changed', 'duplicate', 'changed']);
    expect(answer[0]).toMatchObject({
      status: 'PENDING',
      version: 1,
      message: expect.stringContaining('both are real'),
    });
    const accepted = await change('CONFIRMED', [{ _id: second._id, version: 1, acceptDuplicate: true }]);
    expect(resultsOf(accepted)).toEqual(['changed']);
  });
});

describe('a change of many', () => {
  test('is what was shown, row by row, with entries, events, reasons and mails', async () => {
    const made = await deposits(3);
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    const answer = await change('CONFIRMED', rows, { 'x-reason': 'Batch%207' });
    expect(answer).toEqual(
      made.map(({ _id }) => ({ _id, result: 'changed', status: 'CONFIRMED', version: 2, message: null })),
    );
    expect(await account()).toMatchObject({ balance: 300, bitcoin: 300, version: 4 });
    const events = (await auditOf(app)).filter(({ reason }) => reason === 'Batch 7');
    expect(events.map(({ subjectId }) => subjectId).toSorted()).toEqual(idsOf(made).toSorted());
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1);
    await expect
      .poll(async () => {
        const mails = await app.mailsTo(investor.email);
        return mails.filter(({ subject }) => subject === 'Deposit confirmed').length;
      })
      .toBe(3);
  });

  test('sent again changes nothing, with a key and without one', async () => {
    const made = await deposits(2);
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    const key = { 'idempotency-key': randomUUID() };
    const first = await change('CONFIRMED', rows, key);
    const before = await fingerprint(app.database.pool);
    expect(await change('CONFIRMED', rows, key)).toEqual(first);
    expect(resultsOf(await change('CONFIRMED', rows))).toEqual(['unchanged', 'unchanged']);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('by a key that stood for another one of the same row is refused', async () => {
    const rows = await deposits(2);
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = rows.map(({ _id, version }) => ({ _id, version }));
    if (!first || !second) throw new Error('There are no two deposits');
    await change('DECLINED', [first, { ...second, acceptDuplicate: true }], key);
    const others = [
      { ...first, version: first.version + 1 },
      { ...second, overrideHold: true },
    ];
    const answer = await change('DECLINED', others, key);
    expect(answer).toMatchObject([
      { result: 'failed', message: refusals.idempotencyMismatch },
      { result: 'failed', message: refusals.idempotencyMismatch },
    ]);
    // Nothing is accepted here: it is the same change as without.
    const plain = await change('DECLINED', [{ ...first, acceptDuplicate: false }], key);
    expect(resultsOf(plain)).toEqual(['changed']);
  });

  test('interrupted goes on where it was, and leaves alone what someone else has changed meanwhile', async () => {
    const made = await deposits(4);
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    await change('CONFIRMED', rows.slice(0, 2));
    await setStatus(made[2]?._id ?? '', 'DECLINED');
    const nobody = { _id: randomUUID(), version: 1 };
    const answer = await change('CONFIRMED', [...rows, nobody]);
    expect(resultsOf(answer)).toEqual(['unchanged', 'unchanged', 'stale', 'changed', 'failed']);
    expect(answer[2]).toMatchObject({
      status: 'DECLINED',
      version: 2,
      message: expect.stringContaining('changed'),
    });
    expect(answer[4]).toEqual({
      ...nobody,
      result: 'failed',
      status: null,
      version: null,
      message: 'Not found',
    });
    expect(await account()).toMatchObject({ balance: 300 });
  });

  /** Has each change of a transaction fail as the database says, until the test is over. */
  async function failAt(id: string | undefined, state: string): Promise<void> {
    const { pool } = app.superuser;
    await pool.query(`create function fail_here() returns trigger language plpgsql as
      $$ begin raise exception 'out of order' using errcode = '${state}'; end $$`);
    await pool.query(`create trigger fail_here before update on transactions for each row
      when (old.id = '${id}') execute function fail_here()`);
    onTestFinished(async () => {
      await pool.query('drop trigger fail_here on transactions; drop function fail_here');
    });
  }
  const failuresLogged = () => logged.filter((line) => line.includes('out of order')).length;

  test('tells of a row that failed for a reason of the product’s own, writes that down, and goes on', async () => {
    const made = await deposits(3);
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    await failAt(made[1]?._id, 'P0001');
    const answer = await change('CONFIRMED', rows);
    expect(resultsOf(answer)).toEqual(['changed', 'failed', 'changed']);
    expect(answer[1]).toMatchObject({ status: 'PENDING', version: 1, message: refusals.internal });
    expect(failuresLogged()).toBe(1);
    expect(await account()).toMatchObject({ balance: 200 });
  });

  test('ends where the database is away, and can be sent again', async () => {
    const made = await deposits(3);
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    const before = failuresLogged();
    await failAt(made[1]?._id, '57014');
    expect((await send('CONFIRMED', rows)).status).toBe(503);
    // By whoever answered, and not by the row.
    expect(failuresLogged()).toBe(before + 1);
    const left = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    expect([left.unchanged, left.count]).toEqual([1, 2]);
  });

  test('ends when whoever makes it is shut out meanwhile, and leaves the rest as it is', async () => {
    const leaving = await app.signUp();
    await app.database.pool.query(`update users set type = 'admin' where id = $1`, [leaving.userId]);
    const made = await deposits(1);
    investor = await app.signUp();
    made.push(...(await deposits(2)));
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    const holder = await beginHolding(app.database.pool);
    try {
      await holder.query('select from accounts where user_id = $1 for update', [investor.userId]);
      const body = { status: 'CONFIRMED', rows };
      const underWay = app.call('POST', '/api/transaction/bulk', { token: leaving.token, body });
      await expect.poll(() => countWaiting(holder)).toBe(1);
      const disabled = await app.call('POST', `/api/user/${leaving.userId}/disable`, {
        token: admin,
        headers: { 'x-reason': 'Left' },
      });
      expect(disabled.status).toBe(200);
      await holder.query('commit');
      expect((await underWay).status).toBe(401);
    } finally {
      holder.release();
    }
    const left = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    expect([left.unchanged, left.count]).toEqual([1, 2]);
  });

  test('by twelve at once moves each transaction once', async () => {
    const made = await deposits(3);
    const { rows } = await preview({ status: 'CONFIRMED', ids: idsOf(made) });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => change(nth % 2 === 0 ? 'CONFIRMED' : 'DECLINED', rows)),
    );
    const all = answers.flat();
    expect(all.filter(({ result }) => result === 'changed')).toHaveLength(3);
    expect(all.filter(({ result }) => result === 'failed')).toEqual([]);
    const { balance } = await account();
    const { rows: confirmed } = await app.database.pool.query(
      `select count(*)::int as count from transactions where status = 'CONFIRMED' and id = any($1)`,
      [idsOf(made)],
    );
    expect(balance).toBe(100 * confirmed[0].count);
  });

  test.each([
    ['no rows', { rows: [] }],
    ['more than a hundred', { rows: Array.from({ length: 101 }, () => ({ _id: randomUUID(), version: 1 })) }],
    ['a row without its version', { rows: [{ _id: randomUUID() }] }],
    ['an unknown status', { status: 'PAID' }],
  ])('refuses %s', async (_, wrong) => {
    const body = { status: 'CONFIRMED', rows: [{ _id: randomUUID(), version: 1 }], ...wrong };
    expect((await app.call('POST', '/api/transaction/bulk', { token: admin, body })).status).toBe(422);
  });
});
