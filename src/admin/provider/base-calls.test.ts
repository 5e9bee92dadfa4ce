import type { HttpError } from 'ra-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sharedRefusals } from '../../../contract/messages';
import { queryClient } from '../../shared/query-client';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildAccount,
  buildTransaction,
  queryOf,
  refusal,
  startRoutes,
  twoTransactions,
} from '../testing/console-host';
import { isOffered, notOffered, offeredKey } from './base-calls';
import { consoleCalls } from './console-calls';

let host: StandInHost;

async function start(routes: Parameters<typeof startRoutes>[0]): Promise<void> {
  host = await startRoutes(routes);
}

afterEach(() => {
  vi.unstubAllEnvs();
  queryClient.clear();
});

const asked = () => host.received.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const whole = () => ({ body: { data: twoTransactions() } });
const ada = buildTransaction().user;

async function failureOf(attempt: Promise<unknown>): Promise<HttpError> {
  return attempt.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: HttpError) => error,
  );
}

test('a host that answers its page to a call it does not know has the base calls alone', async () => {
  await start({
    'GET /api/admin/offered': () => ({ body: '<!doctype html>' }),
    'GET /api/admin/home': () => ({ body: '<!doctype html>' }),
  });
  expect(await consoleCalls.readOffered({})).toEqual([]);
  expect(await consoleCalls.readHome({})).toBeNull();
});

test.each([400, 403, 404, 405, 410, 501])(
  'a host that answers %i to the question what it has, has the base calls alone',
  async (status) => {
    await start({ 'GET /api/admin/offered': () => ({ status, body: '' }) });
    expect(await consoleCalls.readOffered({})).toEqual([]);
  },
);

test.each([
  [401, 'unauthorized'],
  [403, 'factor_setup_required'],
  [429, 'rate_limited'],
  [500, 'internal'],
  [503, 'unavailable'],
])('one that answers %i %s may have more', async (status, code) => {
  await start({ 'GET /api/admin/offered': () => refusal(status, 'not now', code) });
  expect(await failureOf(consoleCalls.readOffered({}))).toMatchObject({ status });
});

describe('what a change of many would do, on a host that cannot say', () => {
  test('is told from its list: how many, how much, and that the effect is not known', async () => {
    const third = buildTransaction({ _id: 't-3', amount: 0.1, status: 'DECLINED' });
    const fourth = buildTransaction({ _id: 't-4', amount: 0.2, status: 'CONFIRMED' });
    await start({
      'GET /api/transaction/transactions': () => ({ body: { data: [...twoTransactions(), third, fourth] } }),
    });
    const preview = await consoleCalls.previewStatuses({ status: 'DECLINED', filter: {} });
    expect(preview).toEqual({
      count: 3,
      sum: 575.2,
      byType: { DEPOSIT: { count: 2, sum: 500.2 }, WITHDRAWAL: { count: 1, sum: 75 } },
      unchanged: 1,
      decided: 1,
      overdraws: 0,
      frozen: 0,
      duplicates: 0,
      withoutEffect: true,
      rows: [{ _id: 't-1' }, { _id: 't-2' }, { _id: 't-4' }],
    });
  });

  test('to the cent, which sums of floats are not', async () => {
    const cents = [0.1, 0.2].map((amount, n) => buildTransaction({ _id: `t-${n}`, amount }));
    await start({ 'GET /api/transaction/transactions': () => ({ body: { data: cents } }) });
    expect(await consoleCalls.previewStatuses({ status: 'DECLINED', filter: {} })).toMatchObject({
      sum: 0.3,
    });
  });

  test('several hundred chosen rows are asked for in portions', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    const ids = ['t-1', ...Array.from({ length: 248 }, (_, n) => `x-${n}`), 't-2'];
    const preview = await consoleCalls.previewStatuses({ status: 'DECLINED', ids });
    expect(preview.rows).toEqual([{ _id: 't-1' }, { _id: 't-2' }]);
    const reads = host.received.filter(({ method }) => method === 'GET').map(queryOf);
    expect(reads.map(({ filter }) => filter)).toEqual(
      [0, 100, 200].map((first) => ({ id: ids.slice(first, first + 100) })),
    );
  });

  test('is of those that were chosen alone, or of those that a filter finds', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    const chosen = await consoleCalls.previewStatuses({ status: 'DECLINED', ids: ['t-2'] });
    expect(chosen).toMatchObject({ count: 1, rows: [{ _id: 't-2' }] });
    const found = await consoleCalls.previewStatuses({ status: 'DECLINED', filter: { trxType: 'DEPOSIT' } });
    expect(found).toMatchObject({ count: 1, rows: [{ _id: 't-1' }] });
  });

  test('is given up with the page that wanted it', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    queryClient.setQueryData(offeredKey, new Set());
    const signal = AbortSignal.abort(new Error('left'));
    await expect(consoleCalls.previewStatuses({ status: 'DECLINED', filter: {}, signal })).rejects.toThrow(
      'left',
    );
    await expect(consoleCalls.readReview({ trxId: 't-1', signal })).rejects.toThrow('left');
  });
});

describe('a change of many on a host that has no call for it', () => {
  const rows = [{ _id: 't-1' }, { _id: 't-2' }, { _id: 't-3' }];
  const done = () => ({ body: { data: true } });

  test('is one call for each, each under its own key and with the reason', async () => {
    await start({ 'PUT /api/transaction/t-1': done, 'PUT /api/transaction/t-2': done });
    const change = { status: 'CONFIRMED' as const, rows: rows.slice(0, 2), reason: 'Paid' };
    const set = { result: 'changed', status: 'CONFIRMED', version: null, message: null };
    expect(await consoleCalls.changeStatuses(change)).toEqual([
      { _id: 't-1', ...set },
      { _id: 't-2', ...set },
    ]);
    const sent = host.received.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([{ status: 'CONFIRMED' }, { status: 'CONFIRMED' }]);
    expect(sent.map(({ headers }) => headers['x-reason'])).toEqual(['Paid', 'Paid']);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  test('goes on after one that is refused, and says why that was', async () => {
    const refused = () => refusal(422, 'too late', 'validation');
    await start({ 'PUT /api/transaction/t-1': refused, 'PUT /api/transaction/t-2': done });
    const results = await consoleCalls.changeStatuses({ status: 'CONFIRMED', rows: rows.slice(0, 2) });
    expect(results).toEqual([
      { _id: 't-1', result: 'failed', status: null, version: null, message: 'too late' },
      expect.objectContaining({ _id: 't-2', result: 'changed' }),
    ]);
    expect(host.received.at(-1)?.headers['x-reason']).toBeUndefined();
  });

  test.each([401, 429, 503])('ends where the next one need not be tried: %i', async (status) => {
    await start({
      'PUT /api/transaction/t-1': done,
      'PUT /api/transaction/t-2': () => refusal(status, 'no', 'internal'),
    });
    const change = { status: 'CONFIRMED' as const, rows };
    // What was set is said, so that it is not set again.
    expect(await consoleCalls.changeStatuses(change)).toEqual([
      expect.objectContaining({ _id: 't-1', result: 'changed' }),
    ]);
    const rest = { ...change, rows: rows.slice(1) };
    expect(await failureOf(consoleCalls.changeStatuses(rest))).toMatchObject({ status });
    const sent = host.received.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ path }) => path)).toEqual([1, 2, 2].map((id) => `/api/transaction/t-${id}`));
    // One that was sent without an answer goes out again under the key it had.
    expect(sent[2]?.headers['idempotency-key']).toBe(sent[1]?.headers['idempotency-key']);
  });

  test('goes on after one that breaks the host', async () => {
    await start({
      'PUT /api/transaction/t-1': () => refusal(500, 'broken row', 'internal'),
      'PUT /api/transaction/t-2': done,
    });
    const change = { status: 'CONFIRMED' as const, rows: rows.slice(0, 2) };
    expect(await consoleCalls.changeStatuses(change)).toMatchObject([
      { _id: 't-1', result: 'failed', message: 'broken row. It may have been done all the same.' },
      { _id: 't-2', result: 'changed' },
    ]);
  });
});

describe('what a transaction is decided by, on a host that cannot say', () => {
  const other = buildTransaction({ _id: 't-5', status: 'CONFIRMED', amount: 0.1 });
  const another = buildTransaction({ _id: 't-6', status: 'CONFIRMED', amount: 0.2, transactionId: '0xdef' });
  const lists = {
    'GET /api/transaction/transactions': () => ({ body: { data: [...twoTransactions(), other, another] } }),
    'GET /api/account/all': () => ({
      body: {
        data: [
          buildAccount({ user: { ...ada, _id: 'u-2', email: 'x@example.com' }, balance: 1 }),
          buildAccount(),
        ],
      },
    }),
  };

  test('is told from its lists: the same payment, the figures and the history of the investor', async () => {
    await start(lists);
    const review = await consoleCalls.readReview({ trxId: 't-1' });
    expect(review).toMatchObject({ transaction: { _id: 't-1', amount: 500 }, duplicateCount: 2 });
    expect(review.duplicates.map(({ _id }) => _id)).toEqual(['t-2', 't-5']);
    expect(review.investor).toEqual({
      _id: 'u-1',
      balance: 1_500,
      held: 0,
      history: [
        { trxType: 'DEPOSIT', status: 'PENDING', count: 1, sum: 500 },
        { trxType: 'DEPOSIT', status: 'CONFIRMED', count: 2, sum: 0.3 },
      ],
    });
  });

  test('one without the id of a payment is like no other', async () => {
    const data = ['t-1', 't-2'].map((_id) => buildTransaction({ _id, transactionId: null }));
    await start({ ...lists, 'GET /api/transaction/transactions': () => ({ body: { data } }) });
    expect(await consoleCalls.readReview({ trxId: 't-1' })).toMatchObject({
      duplicates: [],
      duplicateCount: 0,
    });
  });

  test.each([
    ['as text', { balance: '12.50', held: '1' }, { balance: 12.5, held: 1 }],
    ['not at all', { balance: '', held: null }, {}],
    ['in part', { balance: undefined, held: 0 }, { held: 0 }],
  ])('figures that come %s', async (_, figures, expected) => {
    const data = [{ ...buildAccount(), ...figures }];
    await start({ ...lists, 'GET /api/account/all': () => ({ body: { data } }) });
    const { investor } = await consoleCalls.readReview({ trxId: 't-1' });
    const { _id, history, ...shown } = investor;
    expect([_id, history.length, shown]).toEqual(['u-1', 2, expected]);
  });

  test('one whose person is gone has no account, and the history of no other', async () => {
    const data = ['t-1', 't-2'].map((_id) => ({ ...buildTransaction({ _id, amount: 500 }), user: null }));
    const orphan = { ...buildAccount(), user: null };
    await start({
      ...lists,
      'GET /api/transaction/transactions': () => ({ body: { data } }),
      'GET /api/account/all': () => ({ body: { data: [orphan] } }),
    });
    const { investor } = await consoleCalls.readReview({ trxId: 't-1' });
    expect(investor).toEqual({
      history: [{ trxType: 'DEPOSIT', status: 'PENDING', count: 1, sum: 500 }],
    });
  });

  test('the person may have no id there, and no account', async () => {
    const { _id, ...nameless } = ada;
    const data = [{ ...buildTransaction(), user: nameless }];
    await start({
      'GET /api/transaction/transactions': () => ({ body: { data } }),
      'GET /api/user/users': () => ({ body: { data: [] } }),
      'GET /api/account/all': () => ({ body: { data: [] } }),
    });
    const { investor } = await consoleCalls.readReview({ trxId: 't-1' });
    expect(investor).toEqual({ history: [{ trxType: 'DEPOSIT', status: 'PENDING', count: 1, sum: 500 }] });
  });

  test('of one that is not there it is not found', async () => {
    await start(lists);
    const failure = await failureOf(consoleCalls.readReview({ trxId: 't-9' }));
    expect(failure).toMatchObject({ status: 404, message: sharedRefusals.notFound });
    expect(failure.cause).toMatchObject({ errors: [{ code: 'not_found' }] });
  });
});

describe('which calls a host has', () => {
  const preview = 'POST /api/transaction/:trxId/preview';

  test('is not known before it was asked', async () => {
    expect(await isOffered('previewStatus')).toBeUndefined();
  });

  test('is known once it has said so, and while it is about to', async () => {
    queryClient.setQueryData(offeredKey, new Set([preview]));
    expect(await isOffered('previewStatus')).toBe(true);
    expect(await isOffered('readHome')).toBe(false);
    queryClient.clear();
    const answer = queryClient.fetchQuery({ queryKey: offeredKey, queryFn: async () => new Set([preview]) });
    expect(await isOffered('previewStatus')).toBe(true);
    await answer;
  });

  test('is not known where it could not be asked', async () => {
    const asking = queryClient.fetchQuery({
      queryKey: offeredKey,
      queryFn: () => Promise.reject(new Error('gone')),
      retry: false,
    });
    expect(await isOffered('previewStatus')).toBeUndefined();
    await expect(asking).rejects.toThrow('gone');
  });

  test('one that it has not is not asked for', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    queryClient.setQueryData(offeredKey, new Set());
    expect(await consoleCalls.previewStatus({ trxId: 't-1', status: 'CONFIRMED' })).toBeNull();
    expect(host.received).toEqual([]);
    await consoleCalls.previewStatuses({ status: 'DECLINED', filter: {} });
    expect(asked()).toEqual(['GET /api/transaction/transactions']);
  });

  test('one that it has says by 404 that there is no such record', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    queryClient.setQueryData(offeredKey, new Set(['GET /api/transaction/:trxId/review']));
    expect(await failureOf(consoleCalls.readReview({ trxId: 't-1' }))).toMatchObject({ status: 404 });
    expect(asked()).toEqual(['GET /api/transaction/t-1/review']);
  });

  test.each([
    [401, 'unauthorized'],
    [403, 'step_up_required'],
    [403, 'factor_setup_required'],
    [409, 'conflict'],
    [429, 'rate_limited'],
  ])('a refusal of a call that it knows is told, and nothing asked instead: %i %s', async (status, code) => {
    await start({ 'GET /api/transaction/t-1/review': () => refusal(status, 'not yours', code) });
    expect(await failureOf(consoleCalls.readReview({ trxId: 't-1' }))).toMatchObject({ status });
    expect(asked()).toEqual(['GET /api/transaction/t-1/review']);
  });

  test.each([403, 500])('so is %i of one that it has said to have', async (status) => {
    await start({ 'GET /api/transaction/t-1/review': () => ({ status, body: '' }) });
    queryClient.setQueryData(offeredKey, new Set(['GET /api/transaction/:trxId/review']));
    expect(await failureOf(consoleCalls.readReview({ trxId: 't-1' }))).toMatchObject({ status });
    expect(asked()).toEqual(['GET /api/transaction/t-1/review']);
  });

  test.each([400, 403, 500, 503])('where nothing is known, %i leads to the base calls', async (status) => {
    await start({
      'POST /api/transaction/t-1/preview': () => ({ status, body: '' }),
      'GET /api/transaction/t-1/review': () => ({ status, body: '' }),
      'GET /api/transaction/transactions': whole,
      'GET /api/user/users': () => ({ body: { data: [] } }),
      'GET /api/account/all': () => ({ body: { data: [] } }),
    });
    expect(await consoleCalls.previewStatus({ trxId: 't-1', status: 'CONFIRMED' })).toBeNull();
    expect(await consoleCalls.readReview({ trxId: 't-1' })).toMatchObject({ transaction: { _id: 't-1' } });
  });

  test('are none where it does not answer for seconds, until it does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let answer: (offered: Set<string>) => void = () => {};
    const asking = queryClient.fetchQuery({
      queryKey: offeredKey,
      queryFn: () =>
        new Promise<Set<string>>((resolve) => {
          answer = resolve;
        }),
    });
    const known = isOffered('previewStatus');
    vi.advanceTimersByTime(1_500);
    const later = isOffered('previewStatus');
    await Promise.resolve();
    vi.advanceTimersByTime(2_500);
    expect(await Promise.all([known, later])).toEqual([false, false]);
    expect(await isOffered('previewStatus')).toBe(false);
    vi.useRealTimers();
    answer(new Set([preview]));
    await asking;
    expect(await isOffered('previewStatus')).toBe(true);
  });

  test('what it has not is refused in the words of the host', () => {
    expect(notOffered()).toMatchObject({
      status: 405,
      errors: [{ message: sharedRefusals.methodNotAllowed, code: 'method_not_allowed' }],
    });
  });
});
