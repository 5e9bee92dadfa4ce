import type { HttpError } from 'ra-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../shared/query-client';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { dataProvider } from '../data-provider';
import { SentForApprovalNotice } from '../sent-for-approval';
import {
  buildAccount,
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startRoutes,
} from '../testing/console-host';
import { offeredKey } from './base-calls';

let host: StandInHost;

async function start(routes: Parameters<typeof startRoutes>[0]): Promise<void> {
  host = await startRoutes(routes);
}

afterEach(() => {
  vi.unstubAllEnvs();
  queryClient.clear();
});

const asked = () => host.received.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const item = 'GET /api/transaction/t-1';
const list = 'GET /api/transaction/transactions';

async function failureOf(attempt: Promise<unknown>): Promise<HttpError> {
  return attempt.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: HttpError) => error,
  );
}

describe('one record', () => {
  const read = () => dataProvider.getOne('transactions', { id: 't-1' });

  test.each([404, 405, 501])('of a host that answers %i to its read is found in the list', async (status) => {
    await start({
      [item]: () => refusal(status, 'no', 'not_found'),
      [list]: () => paged([buildTransaction()]),
    });
    expect((await read()).data).toMatchObject({ id: 't-1', amount: 500 });
    expect(queryOf(host.received[1])).toEqual({ range: [0, 0], filter: { id: ['t-1'] } });
  });

  test.each([400, 403, 500])('that is answered %i is found in the list as well', async (status) => {
    await start({ [item]: () => ({ status, body: '' }), [list]: () => paged([buildTransaction()]) });
    expect((await read()).data).toMatchObject({ id: 't-1', amount: 500 });
  });

  test.each([400, 403, 500])(
    'is not looked for elsewhere where the host has its call: %i',
    async (status) => {
      await start({
        [item]: () => refusal(status, 'no', 'forbidden'),
        [list]: () => paged([buildTransaction()]),
      });
      queryClient.setQueryData(offeredKey, new Set(['GET /api/transaction/:trxId']));
      expect((await failureOf(read())).status).toBe(status);
      expect(asked()).toEqual([item]);
    },
  );

  test.each([400, 404, 422])('whose id can be none, so says the list by %i, is not there', async (status) => {
    await start({
      [item]: () => refusal(405, 'no read', 'not_found'),
      [list]: () => refusal(status, 'no id', 'validation'),
    });
    expect(await failureOf(read())).toMatchObject({ status: 404, message: 'Not found' });
  });

  test('is not there where the list answers others', async () => {
    const others = [buildTransaction({ _id: 't-7' }), buildTransaction({ _id: 't-8' })];
    await start({ [item]: () => refusal(404, 'gone', 'not_found'), [list]: () => paged(others) });
    expect(await failureOf(read())).toMatchObject({ status: 404, message: 'gone' });
  });

  test('is told of a list that fails', async () => {
    await start({
      [item]: () => refusal(404, 'gone', 'not_found'),
      [list]: () => refusal(503, 'busy', 'unavailable'),
    });
    expect(await failureOf(read())).toMatchObject({ status: 503, message: 'busy' });
  });

  test('is not asked for by itself where the host has said that it has no such call', async () => {
    await start({ [list]: () => paged([buildTransaction()]) });
    queryClient.setQueryData(offeredKey, new Set());
    expect((await read()).data.id).toBe('t-1');
    expect(asked()).toEqual([list]);
  });

  test.each([
    ['users', 'readUserById', '/api/user/u-1', buildUser()],
    ['accounts', 'readAccountById', '/api/account/u-1', buildAccount()],
  ])('of %s has a call of its own', async (name, _, path, record) => {
    await start({ [`GET ${path}`]: () => ({ body: { data: record } }) });
    queryClient.setQueryData(offeredKey, new Set(['GET /api/user/:userId', 'GET /api/account/:userId']));
    expect((await dataProvider.getOne(name, { id: 'u-1' })).data).toEqual({ ...record, id: 'u-1' });
    expect(asked()).toEqual([`GET ${path}`]);
  });

  test('is given up with the page that wanted it', async () => {
    await start({ [item]: () => ({ body: { data: buildTransaction() } }) });
    const signal = AbortSignal.abort(new Error('left'));
    for (const attempt of [
      dataProvider.getOne('transactions', { id: 't-1', signal }),
      dataProvider.getMany('transactions', { ids: ['t-1'], signal }),
      dataProvider.getList('transactions', { signal }),
      dataProvider.getList('users', { signal }),
      dataProvider.getList('accounts', { signal }),
      dataProvider.getOne('users', { id: 'u-1', signal }),
      dataProvider.getOne('accounts', { id: 'u-1', signal }),
    ]) {
      await expect(attempt).rejects.toThrow('left');
    }
    expect(host.received).toEqual([]);
  });
});

test('a list is asked for no more than it was asked', async () => {
  await start({ [list]: () => paged([]) });
  await dataProvider.getList('transactions', {});
  await dataProvider.getList('transactions', { pagination: { page: 3, perPage: 10 } });
  await dataProvider.getList('transactions', { sort: { field: '', order: 'ASC' } });
  expect(await dataProvider.getMany('transactions', { ids: [] })).toEqual({ data: [] });
  expect(host.received.map(queryOf)).toEqual([{}, { range: [20, 29] }, {}]);
});

describe('a host of the base calls', () => {
  test('has words of its own for who is no administrator', async () => {
    const types = ['user', 'investor', 'admin', 'auditor', undefined];
    const data = types.map((type, n) => ({ ...buildUser(), _id: `u-${n}`, type }));
    await start({ 'GET /api/user/users': () => ({ body: { data } }) });
    const { data: read } = await dataProvider.getList('users', {});
    expect(read.map(({ type }) => type)).toEqual(['investor', 'investor', 'admin', 'auditor', 'investor']);
  });

  test('may name the person of a transaction by the address alone: the id is that of the person who has it', async () => {
    const { _id, ...ada } = buildTransaction().user;
    const data = [
      { ...buildTransaction(), user: ada },
      { ...buildTransaction({ _id: 't-2' }), user: { ...ada, email: 'nobody@example.com' } },
      { ...buildTransaction({ _id: 't-3' }), user: null },
      { ...buildTransaction({ _id: 't-4' }), user: { ...ada, _id: 'own' } },
    ];
    await start({
      [list]: () => ({ body: { data } }),
      'GET /api/user/users': () => ({
        body: { data: [buildUser({ _id: 'u-0', email: 'x@example.com' }), buildUser()] },
      }),
    });
    const { data: read } = await dataProvider.getList('transactions', {});
    expect(read.map(({ user }) => user?._id)).toEqual(['u-1', undefined, undefined, 'own']);
    expect(read[0]?.user).toEqual({ _id: 'u-1', ...ada });
  });

  test('is not asked for its people where all have ids, or nobody is named', async () => {
    await start({
      [list]: () => ({ body: { data: [buildTransaction(), { ...buildTransaction(), user: null }] } }),
    });
    await dataProvider.getList('transactions', {});
    expect(asked()).toEqual([list]);
  });

  test('may have ids of its own for accounts, which are of their investors', async () => {
    const { user, ...own } = buildAccount({ _id: 'a-9' });
    await start({ 'GET /api/account/all': () => ({ body: { data: [{ ...own, user }, own] } }) });
    const { data } = await dataProvider.getList('accounts', {});
    expect(data.map(({ id }) => id)).toEqual(['u-1', 'a-9']);
  });
});

describe('an edit of an account', () => {
  const edit = async (data: object, previous: object = buildAccount()) => {
    await start({ 'PUT /api/account/u-1': () => ({ body: { data: {} } }) });
    const previousData = { ...previous, id: 'u-1' };
    await dataProvider.update('accounts', { id: 'u-1', data, previousData });
    return host.received.map(({ body }) => body);
  };

  test.each<[typed: object, sent: object[]]>([
    [{ balance: '1,500.50' }, [{ balance: 1_500.5 }]],
    [{ balance: 1_500 }, []],
    [{ balance: '$1,500' }, []],
    [{ balance: '   ', profit: undefined, investment: null }, []],
    [{ balance: '0' }, [{ balance: 0 }]],
    [{ profit: '-5', bitcoin: 0.5 }, [{ profit: -5, bitcoin: 0.5 }]],
    [{ firstName: 'Eve', version: 9 }, []],
  ])('%j sends %j', async (typed, sent) => {
    expect(await edit(typed)).toEqual(sent);
  });

  test('of a figure that the host had not shown sends it, also when it is zero', async () => {
    expect(await edit({ balance: '0' }, { ...buildAccount(), balance: null })).toEqual([{ balance: 0 }]);
    expect(await edit({ balance: '0' }, { ...buildAccount(), balance: undefined })).toEqual([{ balance: 0 }]);
  });

  test('that cannot be read is refused at its field', async () => {
    await start({});
    const attempt = dataProvider.update('accounts', {
      id: 'u-1',
      data: { balance: 'much', profit: '5' },
      previousData: { ...buildAccount(), id: 'u-1' },
    });
    const failure = await failureOf(attempt);
    expect(failure).toMatchObject({ status: 422, body: { errors: { balance: expect.any(String) } } });
    expect(failure.cause).toMatchObject({ errors: [{ code: 'validation', field: 'balance' }] });
    expect(host.received).toEqual([]);
  });
});

describe('a change of a status', () => {
  const change = async (data: object, reply: unknown = true) => {
    await start({ 'PUT /api/transaction/t-1': () => ({ body: { data: reply } }) });
    const previousData = { ...buildTransaction(), id: 't-1' };
    return dataProvider.update('transactions', { id: 't-1', data, previousData });
  };

  test.each<[data: object, sent: object[]]>([
    [{ status: 'CONFIRMED' }, [{ status: 'CONFIRMED' }]],
    [{ status: 'CONFIRMED', acceptDuplicate: true }, [{ status: 'CONFIRMED', acceptDuplicate: true }]],
    [{ status: 'CONFIRMED', overrideHold: true }, [{ status: 'CONFIRMED', overrideHold: true }]],
    [{ status: 'CONFIRMED', acceptDuplicate: 'yes', overrideHold: 1 }, [{ status: 'CONFIRMED' }]],
    [{ status: 'PENDING' }, []],
    [{ amount: 7 }, []],
  ])('%j sends %j', async (data, sent) => {
    await change(data);
    expect(host.received.map(({ body }) => body)).toEqual(sent);
  });

  test('to what is no status is refused without asking the host', async () => {
    const failure = await failureOf(change({ status: 'LOST' }));
    expect(failure.status).toBe(422);
    expect(Object.keys(failure.body.errors)).toEqual(['status']);
    expect(host.received).toEqual([]);
  });

  test('that waits for a second administrator says so, and changes nothing', async () => {
    const failure = await change({ status: 'CONFIRMED' }, { proposal: { _id: 'p-9' } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(SentForApprovalNotice);
    expect(failure).toMatchObject({ proposalId: 'p-9' });
  });

  test('answered with the person by name takes that; by an id, or null, keeps who it was', async () => {
    const { user } = buildTransaction();
    const renamed = { ...user, lastName: 'King' };
    expect((await change({ status: 'CONFIRMED' }, { user: renamed })).data.user).toEqual(renamed);
    expect((await change({ status: 'CONFIRMED' }, { user: null })).data.user).toEqual(user);
    expect((await change({ status: 'CONFIRMED' }, { user: 'u-1' })).data.user).toEqual(user);
  });
});

describe('resources an operator adds', () => {
  const note = { _id: 'n-1', text: 'call Ada', version: 2 };
  const notes = 'GET /api/admin/notes';

  test('say no more of their size than the host does', async () => {
    await start({ [notes]: () => paged([note], 12) });
    const page = await dataProvider.getList('notes', {
      pagination: { page: 1, perPage: 5 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    });
    expect(page).toEqual({ data: [{ id: 'n-1', text: 'call Ada', version: 2 }], total: 12 });
  });

  test('are written with the version that was seen, and deleted with the reason', async () => {
    await start({
      'PUT /api/admin/notes/n-1': () => ({ body: { data: note } }),
      'PUT /api/admin/notes/n-2': () => ({ body: { data: note } }),
      'DELETE /api/admin/notes/n-1': () => ({ body: { data: null } }),
      [notes]: () => paged([{ ...note, _id: 'n-2', version: 5 }]),
    });
    const meta = { reason: 'Outdated', versions: { 'n-1': 1 } };
    const written = await dataProvider.updateMany('notes', {
      ids: ['n-1', 'n-2'],
      data: { text: 'x' },
      meta,
    });
    expect(written.data).toEqual(['n-1', 'n-2']);
    const previousData = { id: 'n-1', version: 3 };
    await dataProvider.delete('notes', { id: 'n-1', previousData, meta: { reason: 'Outdated' } });
    const sent = host.received.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"5"', '"3"']);
    expect(sent.map(({ headers }) => headers['x-reason'])).toEqual(['Outdated', 'Outdated', 'Outdated']);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
    expect(sent.map(({ body }) => body)).toEqual([{ text: 'x' }, { text: 'x' }, null]);
  });

  test('of which several are deleted are all given', async () => {
    const gone = () => ({ body: { data: note } });
    await start({ 'DELETE /api/admin/notes/n-1': gone, 'DELETE /api/admin/notes/n-2': gone });
    const meta = { versions: { 'n-1': 1, 'n-2': 1 } };
    expect(await dataProvider.deleteMany('notes', { ids: ['n-1', 'n-2'], meta })).toEqual({
      data: ['n-1', 'n-2'],
    });
    expect(asked()).toEqual(['DELETE /api/admin/notes/n-1', 'DELETE /api/admin/notes/n-2']);
  });

  test('that a second administrator must approve say so', async () => {
    await start({
      'POST /api/admin/notes': () => ({ status: 202, body: { data: { proposal: { _id: 'p-9' } } } }),
    });
    const failure = await dataProvider
      .create('notes', { data: { text: 'x' } })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ proposalId: 'p-9' });
  });

  test('are given up with the page that wanted them', async () => {
    await start({ [notes]: () => paged([note]) });
    const signal = AbortSignal.abort(new Error('left'));
    const page = {
      pagination: { page: 1, perPage: 5 },
      sort: { field: 'id', order: 'ASC' as const },
      filter: {},
    };
    await expect(dataProvider.getList('notes', { ...page, signal })).rejects.toThrow('left');
  });
});
