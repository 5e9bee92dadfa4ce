import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountFields, accountSchema } from '../../contract/account';
import { type FigureEntry, figureEntrySchema, statusStepSchema } from '../../contract/ledger';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { fillDemo } from '../../scripts/demo-data';
import { createTransaction } from '../../server/transactions/create';
import { changeStatus } from '../../server/transactions/status';
import { buildDeposit, buildWithdrawal } from '../builders';
import { begin } from '../support/begin';
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
afterAll(() => app.close());

const create = async (body: unknown) =>
  transactionSchema.parse(
    (await app.call('POST', '/api/transaction/create', { token: investor.token, body })).data,
  );
const setStatus = (id: string, status: string, reason = '') =>
  app.call('PUT', `/api/transaction/${id}`, {
    token: admin,
    body: { status },
    headers: { 'x-reason': encodeURIComponent(reason) },
  });
const cancel = (id: string) =>
  app.call('POST', `/api/transaction/${id}/cancel`, { token: investor.token, body: {} });
const edit = (body: unknown, reason = '') =>
  app.call('PUT', `/api/account/${investor.userId}`, {
    token: admin,
    body,
    headers: { 'x-reason': encodeURIComponent(reason) },
  });

function urlOf(path: string, query: Record<string, unknown>): string {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  return `${path}?${new URLSearchParams(parameters)}`;
}
const ask = (query: Record<string, unknown>, token = investor.token) =>
  app.call('GET', urlOf('/api/account/entries', query), { token });
async function entriesOf(field: string): Promise<FigureEntry[]> {
  return z.array(figureEntrySchema).parse((await ask({ filter: { field } })).data);
}
const cents = (dollars: number) => Math.round(dollars * 100);
const told = (entries: FigureEntry[]) => entries.map(({ kind, amount }) => [kind, amount]);

describe('the entries behind a figure', () => {
  test('tell what happened, the newest first, with who, why and the sum so far', async () => {
    const deposit = await create(buildDeposit({ amount: 500.25 }));
    await setStatus(deposit._id, 'CONFIRMED', 'Payment seen');
    await edit({ profit: 12.34, balance: 512.59 }, 'Result of Starter');
    const withdrawal = await create(buildWithdrawal({ amount: 150 }));
    expect(await entriesOf('balance')).toMatchObject([
      { kind: 'withdrawal_reserved', amount: -150, figureAfter: 362.59, postedBy: 'investor', reason: null },
      {
        kind: 'adjustment',
        amount: 12.34,
        figureAfter: 512.59,
        postedBy: 'operator',
        reason: 'Result of Starter',
        trxId: null,
      },
      {
        kind: 'deposit_confirmed',
        amount: 500.25,
        figureAfter: 500.25,
        postedBy: 'operator',
        reason: 'Payment seen',
        trxId: deposit._id,
      },
    ]);
    expect(await entriesOf('held')).toMatchObject([
      { kind: 'withdrawal_reserved', amount: 150, figureAfter: 150, trxId: withdrawal._id },
    ]);
    expect(told(await entriesOf('profit'))).toEqual([['adjustment', 12.34]]);
    expect(await entriesOf('litecoin')).toEqual([]);
  });

  test('name each way of a withdrawal; what leaves a figure as it was is not among them', async () => {
    await edit({ balance: 1_000 });
    const { _id } = await create(buildWithdrawal({ amount: 200 }));
    await setStatus(_id, 'CONFIRMED');
    await setStatus(_id, 'PENDING');
    await setStatus(_id, 'DECLINED');
    await cancel((await create(buildWithdrawal({ amount: 110 })))._id);
    expect(told(await entriesOf('balance'))).toEqual([
      ['withdrawal_cancelled', 110],
      ['withdrawal_reserved', -110],
      ['withdrawal_declined', 200],
      ['withdrawal_reserved', -200],
      ['adjustment', 1_000],
    ]);
    expect(told(await entriesOf('walletBalance'))).toEqual([
      ['withdrawal_reversed', 200],
      ['withdrawal_paid', -200],
    ]);
    const deposit = await create(buildDeposit());
    await setStatus(deposit._id, 'CONFIRMED');
    await setStatus(deposit._id, 'DECLINED');
    expect(told(await entriesOf('investment'))).toEqual([
      ['deposit_reversed', -500],
      ['deposit_confirmed', 500],
    ]);
  });

  test('sum to the figure exactly, for every figure of everyone, after a year of changes', async () => {
    await fillDemo(app, {
      seed: 11,
      investors: 6,
      transactions: 120,
      until: new Date(),
      adminId: randomUUID(),
      passwordHash: '-',
      firstEmail: 'sums@example.com',
      progress: () => {},
    });
    const listed = await app.call('GET', '/api/account/all', { token: admin });
    const all = z.array(accountSchema).parse(listed.data);
    expect(all.length).toBeGreaterThan(6);
    let met = 0;
    for (const account of all) {
      const { data } = await app.call('GET', `/api/account/${account._id}/entries`, { token: admin });
      const entries = z.array(figureEntrySchema).parse(data);
      met += entries.length;
      for (const field of accountFields.options) {
        const own = entries.filter((entry) => entry.field === field);
        const sum = own.reduce((total, { amount }) => total + cents(amount), 0);
        expect([field, sum]).toEqual([field, cents(account[field])]);
        expect(cents(own[0]?.figureAfter ?? 0)).toBe(sum);
        const dates = own.map(({ createdAt }) => createdAt);
        expect(dates).toEqual(dates.toSorted().reverse());
      }
    }
    expect(met).toBeGreaterThan(300);
  });

  test('come in pages, and the sums are of all of them, not of the page', async () => {
    for (let amount = 1; amount <= 5; amount += 1) await edit({ profit: amount });
    const filter = { field: 'profit' };
    const page = await ask({ filter, range: [1, 2] });
    expect(page.headers['content-range']).toBe('items 1-2/5');
    expect(page.data).toMatchObject([
      { amount: 1, figureAfter: 4 },
      { amount: 1, figureAfter: 3 },
    ]);
    const last = await ask({ filter, range: [0, 0], sort: ['createdAt', 'ASC'] });
    expect(last.data).toMatchObject([{ amount: 1, figureAfter: 1 }]);
    expect((await ask({ filter, range: [9, 12] })).headers['content-range']).toBe('items */5');
  });

  test('never show a balance that never was, though the later change had begun first', async () => {
    const owner = { _id: investor.userId, firstName: 'Ada', lastName: 'Lovelace', email: investor.email };
    const actor = { userId: investor.userId, requestId: undefined, reason: undefined };
    const withdrawal = await begin(app.database, (tx) =>
      createTransaction(tx, owner, actor, buildWithdrawal({ amount: 150 })),
    );
    expect((await edit({ balance: 200 })).status).toBe(200);
    await withdrawal();
    const newestFirst = await entriesOf('balance');
    expect(newestFirst).toMatchObject([
      { kind: 'withdrawal_reserved', figureAfter: 50 },
      { kind: 'adjustment', figureAfter: 200 },
    ]);
    const filter = { field: 'balance' };
    const oldest = await ask({ filter, range: [0, 0], sort: ['createdAt', 'ASC'] });
    expect(oldest.data).toEqual(newestFirst.slice(1));
    const [later, earlier] = newestFirst.map(({ createdAt }) => createdAt);
    expect([earlier, later]).toEqual([earlier, later].toSorted());
    const until = await ask({ filter: { ...filter, createdAt_lte: earlier } });
    expect(until.data).toContainEqual(expect.objectContaining({ figureAfter: 200 }));
  });

  test('of former versions, timed by when their transaction began, stand in their order too', async () => {
    await edit({ balance: 200 });
    await edit({ balance: 50 });
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db.execute(`update ledger_entries set created_at = created_at - interval '1 minute'
        where id = (select max(id) from ledger_entries where user_id = '${investor.userId}')`);
    });
    const entries = await entriesOf('balance');
    expect(entries.map(({ figureAfter }) => figureAfter)).toEqual([50, 200]);
    const [later, earlier] = entries.map(({ createdAt }) => createdAt);
    expect(later).toBe(earlier);
  });

  test('of a span of time carry the sum from before it', async () => {
    await edit({ profit: 5 });
    const [first] = await entriesOf('profit');
    const from = first?.createdAt;
    await edit({ profit: 7 });
    const later = await ask({ filter: { field: 'profit', createdAt_gte: from } });
    expect(later.data).toMatchObject([{ figureAfter: 7 }, { figureAfter: 5 }]);
    const none = await ask({ filter: { field: 'profit', createdAt_lte: '2020-01-31' } });
    expect(none.data).toEqual([]);
  });

  test("are the investor's own; an administrator may see anyone's", async () => {
    await edit({ profit: 5 });
    const other = await app.signUp();
    expect((await ask({ filter: { field: 'profit' } }, other.token)).data).toEqual([]);
    const path = `/api/account/${investor.userId}/entries`;
    expect((await app.call('GET', path, { token: other.token })).status).toBe(403);
    expect((await app.call('GET', path, { token: admin })).data).toMatchObject([
      { field: 'profit', amount: 5, postedBy: 'operator' },
    ]);
    const nobody = `/api/account/${randomUUID()}/entries`;
    expect((await app.call('GET', nobody, { token: admin })).status).toBe(404);
  });

  test.each([
    [{ filter: { field: 'custody:bitcoin' } }, 'custody:bitcoin'],
    [{ filter: { field: 'adjustments' } }, 'adjustments'],
    [{ filter: { figure: 'balance' } }, 'figure'],
    [{ sort: ['amount', 'ASC'] }, 'amount'],
  ])('%j is refused by name', async (query, name) => {
    const { status, errors } = await ask(query);
    expect(status).toBe(400);
    expect(errors[0]?.message).toContain(name);
    expect(errors[0]?.field).toBe('sort' in query ? 'sort' : 'filter');
  });

  test('have an id each, though one entry moves several figures', async () => {
    await edit({ profit: 5, bnb: 7 });
    await edit({ profit: 6 });
    const entries = z.array(figureEntrySchema).parse((await ask({})).data);
    expect(entries.map(({ field }) => field)).toEqual(['profit', 'bnb', 'profit']);
    const ids = entries.map(({ _id }) => _id);
    expect(ids.every((id, nth) => id.endsWith(`-${entries[nth]?.field}`))).toBe(true);
    expect(new Set(ids).size).toBe(3);
  });
});

describe("a transaction's history", () => {
  const history = (id: string, token = investor.token) =>
    app.call('GET', `/api/transaction/${id}/history`, { token });

  test('has every status with when, who and why, the oldest first', async () => {
    await edit({ balance: 1_000 });
    const { _id } = await create(buildWithdrawal());
    await setStatus(_id, 'DECLINED', 'Address unknown');
    await setStatus(_id, 'PENDING', 'Address confirmed by phone');
    await setStatus(_id, 'PENDING');
    await cancel(_id);
    const steps = z.array(statusStepSchema).parse((await history(_id)).data);
    expect(steps.map(({ at: _, ...step }) => step)).toEqual([
      { from: null, to: 'PENDING', by: 'investor', reason: null },
      { from: 'PENDING', to: 'DECLINED', by: 'operator', reason: 'Address unknown' },
      { from: 'DECLINED', to: 'PENDING', by: 'operator', reason: 'Address confirmed by phone' },
      { from: 'PENDING', to: 'DECLINED', by: 'investor', reason: null },
    ]);
    const times = steps.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  test('and its events in the audit log stand in the order of the lock, whichever change had begun first', async () => {
    const { _id } = await create(buildDeposit());
    const actor = { userId: randomUUID(), requestId: undefined, reason: undefined };
    const declined = await begin(app.database, (tx) => changeStatus(tx, actor, _id, 'DECLINED', undefined));
    await setStatus(_id, 'CONFIRMED');
    await declined();
    const steps = z.array(statusStepSchema).parse((await history(_id)).data);
    expect(steps.map(({ to }) => to)).toEqual(['PENDING', 'CONFIRMED', 'DECLINED']);
    const times = steps.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const filter = { subjectType: 'transaction', subjectId: _id };
    const events = await app.call('GET', urlOf('/api/admin/audit', { filter }), { token: admin });
    expect(events.data).toMatchObject(
      ['DECLINED', 'CONFIRMED', 'PENDING'].map((status) => ({ after: { status } })),
    );
    const { rows } = await app.database.pool.query(
      'select updated_at >= created_at as forward, updated_at from transactions where id = $1',
      [_id],
    );
    expect(rows[0]).toMatchObject({ forward: true });
    expect(rows[0].updated_at.toISOString() >= (times[1] ?? '')).toBe(true);
  });

  test('tells of a declined deposit, which moves no money', async () => {
    const { _id } = await create(buildDeposit());
    await setStatus(_id, 'DECLINED', 'No payment arrived');
    expect((await history(_id)).data).toMatchObject([
      { to: 'PENDING' },
      { to: 'DECLINED', by: 'operator', reason: 'No payment arrived' },
    ]);
  });

  test('is told to its owner and to administrators; for others the transaction does not exist', async () => {
    const { _id } = await create(buildDeposit());
    expect((await history(_id, admin)).data).toHaveLength(1);
    const other = await app.signUp();
    expect((await history(_id, other.token)).status).toBe(404);
    expect((await history(randomUUID())).status).toBe(404);
    expect((await history(randomUUID(), admin)).status).toBe(404);
  });
});
