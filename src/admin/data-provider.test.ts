import type { HttpError } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pageMessages } from '../../contract/messages';
import { refusals } from '../../contract/refusals';
import { ApiError } from '../shared/api-error';
import { forgetPerson } from '../shared/personal-data';
import { clearToken, storeToken } from '../shared/session';
import { buildUser } from '../shared/testing/build-user';
import type { Answer, Received, StandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { readToken } from '../shared/token';
import { dataProvider } from './data-provider';
import { openForm } from './provider/send-write';
import {
  buildAccount,
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startConsoleHost,
  twoTransactions,
} from './testing/console-host';

let host: StandInHost;

async function start(routes: Record<string, (request: Received) => Answer>): Promise<void> {
  host = await startConsoleHost(routes);
  vi.stubEnv('VITE_API_URL', host.url);
}

beforeEach(() => storeToken(tokenOf('admin')));

afterEach(() => {
  clearToken();
  vi.unstubAllEnvs();
});

const page = {
  pagination: { page: 2, perPage: 20 },
  sort: { field: 'amount', order: 'DESC' as const },
  filter: { status: 'PENDING' },
};

async function failureOf(promise: Promise<unknown>): Promise<HttpError> {
  return promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: HttpError) => error,
  );
}

describe('a host that pages', () => {
  it('is asked for the page, order and filter, and its total is believed', async () => {
    await start({ 'GET /api/transaction/transactions': () => paged([buildTransaction()], 243) });
    const list = await dataProvider.getList('transactions', page);
    expect(list.total).toBe(243);
    expect(list.data).toEqual([{ ...buildTransaction(), id: 't-1' }]);
    expect(queryOf(host.received[0])).toEqual({
      sort: ['amount', 'DESC'],
      range: [20, 39],
      filter: { status: 'PENDING' },
    });
    expect(host.received[0]?.headers.authorization).toBe(`Bearer ${readToken()}`);
  });

  it('says when there may be more than it has counted, of its own lists and of those an operator adds', async () => {
    const many = () => {
      const { headers, body } = paged([buildTransaction()], 10_001);
      return { headers: { ...headers, 'x-total-relation': 'gte' }, body };
    };
    await start({ 'GET /api/transaction/transactions': many, 'GET /api/admin/audit': many });
    const expected = { total: 10_001, meta: { atLeast: true } };
    expect(await dataProvider.getList('transactions', page)).toMatchObject(expected);
    expect(await dataProvider.getList('audit', page)).toMatchObject(expected);
    const reference = { ...page, target: 'userId', id: 'u-1' };
    expect(await dataProvider.getManyReference('transactions', reference)).toMatchObject(expected);
    expect(await dataProvider.getManyReference('audit', reference)).toMatchObject(expected);
  });

  it('serves users and accounts from their routes', async () => {
    await start({
      'GET /api/user/users': () => paged([buildUser()]),
      'GET /api/account/all': () => paged([buildAccount({ _id: 'a-9' })]),
    });
    expect((await dataProvider.getList('users', {})).data[0].id).toBe('u-1');
    // An account is written under its investor's id, whatever its own is.
    expect((await dataProvider.getList('accounts', {})).data[0].id).toBe('u-1');
  });

  it('answers one record by its item read', async () => {
    await start({ 'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }) });
    const { data } = await dataProvider.getOne('accounts', { id: 'u-1' });
    expect(data).toMatchObject({ id: 'u-1', balance: 1_500 });
  });

  it('answers several records by a filter on their ids', async () => {
    await start({ 'GET /api/user/users': () => paged([buildUser()]) });
    const { data } = await dataProvider.getMany('users', { ids: ['u-1'] });
    expect(data).toHaveLength(1);
    expect(queryOf(host.received[0])).toEqual({ range: [0, 0], filter: { id: ['u-1'] } });
  });

  it('is asked for several hundred records in portions, which are answered in the order of the ids', async () => {
    const ids = Array.from({ length: 250 }, (_, n) => `u-${n}`);
    const answer = (request: Received) => {
      const { id } = queryOf(request).filter as { id: string[] };
      const there = id.filter((each) => each !== 'u-7').toReversed();
      return paged(there.map((_id) => buildUser({ _id })));
    };
    await start({ 'GET /api/user/users': answer, 'GET /api/admin/notes': answer });
    for (const name of ['users', 'notes']) {
      host.received.length = 0;
      const { data } = await dataProvider.getMany(name, { ids });
      expect(data.map(({ id }) => id)).toEqual(ids.filter((id) => id !== 'u-7'));
      const asked = host.received.map((request) => queryOf(request).filter);
      expect(asked).toEqual([0, 100, 200].map((start) => ({ id: ids.slice(start, start + 100) })));
    }
  });

  it('is not asked for the rest of several records by whoever has left', async () => {
    const left = new AbortController();
    const leave = () => {
      left.abort();
      return paged([]);
    };
    await start({ 'GET /api/user/users': leave, 'GET /api/admin/notes': leave });
    const ids = Array.from({ length: 250 }, (_, n) => `u-${n}`);
    for (const name of ['users', 'notes']) {
      await expect(dataProvider.getMany(name, { ids, signal: left.signal })).rejects.toThrow('abort');
    }
    expect(host.received).toHaveLength(1);
  });

  it("answers a person's transactions by a filter on the person", async () => {
    await start({ 'GET /api/transaction/transactions': () => paged([buildTransaction()]) });
    await dataProvider.getManyReference('transactions', { ...page, target: 'userId', id: 'u-1' });
    expect(queryOf(host.received[0])).toMatchObject({ filter: { status: 'PENDING', userId: 'u-1' } });
  });
});

describe('a host of the base calls alone', () => {
  const whole = () => ({ body: { data: twoTransactions() } });

  async function ids(request: object): Promise<unknown[]> {
    const { data } = await dataProvider.getList('transactions', request);
    return data.map(({ id }: { id: unknown }) => id);
  }

  it('has its whole list sorted, numbers by size', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    expect(await ids({ sort: { field: 'amount', order: 'ASC' } })).toEqual(['t-2', 't-1']);
    expect(await ids({ sort: { field: 'user.lastName', order: 'ASC' } })).toEqual(['t-1', 't-2']);
    // Without a plan comes last, in either direction.
    expect(await ids({ sort: { field: 'plan', order: 'DESC' } })).toEqual(['t-1', 't-2']);
  });

  it('has its whole list filtered by search, equality, ids and bounds', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    expect(await ids({ filter: { q: 'alan turing' } })).toEqual(['t-2']);
    expect(await ids({ filter: { q: 'ADA@' } })).toEqual(['t-1']);
    expect(await ids({ filter: { trxType: 'WITHDRAWAL' } })).toEqual(['t-2']);
    expect(await ids({ filter: { id: ['t-1', 't-7'] } })).toEqual(['t-1']);
    expect(await ids({ filter: { userId: 'u-2' } })).toEqual(['t-2']);
    expect(await ids({ filter: { amount_gte: 100 } })).toEqual(['t-1']);
    expect(await ids({ filter: { createdAt_lte: '2026-03-04T23:59:59.000Z' } })).toEqual(['t-1']);
    // A day is all of it.
    expect(await ids({ filter: { createdAt_lte: '2026-03-04' } })).toEqual(['t-1']);
    expect(await ids({ filter: { createdAt_gte: '2026-03-05' } })).toEqual(['t-2']);
    expect(await ids({ filter: { q: 'example.com  TURING' } })).toEqual(['t-2']);
  });

  it('has its whole list cut into pages, with the total of what matches', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    const second = await dataProvider.getList('transactions', {
      pagination: { page: 2, perPage: 1 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: {},
    });
    expect(second).toMatchObject({ data: [{ id: 't-1' }], total: 2 });
  });

  it('has the people whom its list names by no id known by that of their account, or by their address', async () => {
    const ada = { firstName: 'Ada', email: 'ada@example.com' };
    const grace = { firstName: 'Grace', email: 'grace@example.com' };
    await start({
      'GET /api/user/users': () => ({ body: { data: [ada, grace] } }),
      'GET /api/account/all': () => ({ body: { data: [{ balance: 1, user: { _id: 'u-1', ...ada } }] } }),
      'GET /api/transaction/transactions': () => ({ body: { data: [{ _id: 't-1', user: ada }] } }),
    });
    const { data } = await dataProvider.getList('users', {});
    expect(data.map(({ id }: { id: unknown }) => id)).toEqual(['u-1', 'grace@example.com']);
    expect((await dataProvider.getOne('users', { id: 'grace@example.com' })).data.firstName).toBe('Grace');
    expect(await ids({ filter: { userId: 'u-1' } })).toEqual(['t-1']);
  });

  it('answers one and several records out of the list', async () => {
    await start({ 'GET /api/transaction/transactions': whole });
    expect((await dataProvider.getOne('transactions', { id: 't-2' })).data.amount).toBe(75);
    expect((await dataProvider.getMany('transactions', { ids: ['t-2'] })).data).toHaveLength(1);
    const failure = await failureOf(dataProvider.getOne('transactions', { id: 't-9' }));
    expect(failure.status).toBe(404);
  });

  it('may answer a status change with id and status alone', async () => {
    await start({
      'PUT /api/transaction/t-1': () => ({ body: { data: { _id: 't-1', status: 'DECLINED' } } }),
    });
    const previousData = {
      id: 't-1',
      _id: 't-1',
      amount: 500,
      status: 'PENDING',
      user: { firstName: 'Ada' },
    };
    const { data } = await dataProvider.update('transactions', {
      id: 't-1',
      data: { status: 'CONFIRMED' },
      previousData,
    });
    expect(data).toEqual({ ...previousData, status: 'DECLINED' });
    expect(host.received[0]?.headers['if-match']).toBeUndefined();
  });

  it('may name the person of a changed transaction by an id, and the name stays', async () => {
    await start({
      'PUT /api/transaction/t-1': () => ({
        body: { data: { _id: 't-1', status: 'CONFIRMED', user: 'u-1' } },
      }),
    });
    const previousData = { ...buildTransaction(), id: 't-1' };
    const { data } = await dataProvider.update('transactions', {
      id: 't-1',
      data: { status: 'CONFIRMED' },
      previousData,
    });
    expect(data.user).toEqual(previousData.user);
  });
});

describe('writes', () => {
  it('a status change sends the status alone, with version, key and reason', async () => {
    const reply = buildTransaction({ status: 'CONFIRMED', version: 4 });
    await start({ 'PUT /api/transaction/t-1': () => ({ body: { data: reply } }) });
    const previousData = { ...buildTransaction(), id: 't-1' };
    const { data } = await dataProvider.update('transactions', {
      id: 't-1',
      data: { ...previousData, status: 'CONFIRMED' },
      previousData,
      meta: { reason: 'Seen on chain – ok' },
    });
    expect(data).toEqual({ ...reply, id: 't-1' });
    const [request] = host.received;
    expect(request?.body).toEqual({ status: 'CONFIRMED' });
    expect(request?.headers['if-match']).toBe('"3"');
    expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(request?.headers['x-reason']).toBe('Seen%20on%20chain%20%E2%80%93%20ok');
  });

  describe.each([
    [503, 'try again'],
    [409, 'idempotency_in_flight'],
    [429, 'rate_limited'],
    [403, 'forbidden'],
    [408, 'request_timeout'],
  ])('whose outcome is not known (%d, %s)', (status, code) => {
    const previousData = { ...buildTransaction(), id: 't-1' };
    const change = (to: string, reason = 'Seen on chain') =>
      dataProvider.update('transactions', {
        id: 't-1',
        data: { ...previousData, status: to },
        previousData,
        meta: { reason },
      });
    const keys = () => host.received.map(({ headers }) => headers['idempotency-key']);
    const lost = () => refusal(status, 'Nobody knows', code);

    it('goes out again under its key, and under a new one once it was answered', async () => {
      const answers = [lost, lost, () => refusal(412, refusals.staleVersion, 'stale_version')];
      await start({
        'PUT /api/transaction/t-1': () => answers.shift()?.() ?? { body: { data: previousData } },
      });
      for (const _ of answers.slice()) await failureOf(change('CONFIRMED'));
      await change('CONFIRMED');
      const [first, second, third, fourth] = keys();
      expect(first).toBeTruthy();
      expect([second, third]).toEqual([first, first]);
      expect(fourth).not.toBe(first);
    });

    it('leaves its key to no other write', async () => {
      await start({ 'PUT /api/transaction/t-1': lost });
      // One after the other: a key is left once an answer was lost.
      await failureOf(change('CONFIRMED'));
      await failureOf(change('DECLINED'));
      await failureOf(change('CONFIRMED', 'Another reason'));
      expect(new Set(keys()).size).toBe(3);
      await start({ 'PUT /api/transaction/t-1': () => ({ body: { data: previousData } }) });
      await change('CONFIRMED');
      await change('DECLINED');
      await change('CONFIRMED', 'Another reason');
    });

    it('is kept so for calls that are no records, and for records of an operator', async () => {
      const answers = [lost, lost];
      const answer = () => answers.shift()?.() ?? { body: { data: { _id: '1' } } };
      await start({ 'POST /api/admin/proposals/p-1/decline': answer, 'POST /api/admin/wallets': answer });
      const decline = (reason = 'No') =>
        dataProvider.decideProposal({ proposalId: 'p-1', decision: 'decline', reason });
      const create = (address = 'x') =>
        dataProvider.create('wallets', { data: { address }, meta: { reason: 'New' } });
      await failureOf(decline());
      await failureOf(create());
      await decline('Too late');
      await create('y');
      await decline();
      await create();
      const [declined, created, ...others] = keys();
      expect(others.slice(2)).toEqual([declined, created]);
      expect(new Set(keys()).size).toBe(4);
    });
  });

  it('that is answered by the page of somebody else, or by an answer that is cut off, may be done, and keeps its key', async () => {
    const page = { body: '<!doctype html>', headers: { 'content-type': 'text/html' } };
    const answers = [page, { body: '{"data":{"_id":' }];
    const answer = () => answers.shift() ?? { body: { data: { _id: 'p-1' } } };
    await start({ 'POST /api/admin/proposals/p-1/decline': answer });
    const decline = () =>
      dataProvider.decideProposal({ proposalId: 'p-1', decision: 'decline', reason: 'No' });
    for (const _ of answers.slice())
      expect((await failureOf(decline())).message).toContain('It may have been done all the same.');
    await decline();
    expect(new Set(host.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('that waits for a second administrator is another one the next time', async () => {
    const waits = { status: 202, body: { data: { proposal: { _id: 'p-1' } } } };
    await start({ 'PUT /api/account/u-1': () => waits });
    const previousData = { ...buildAccount(), id: 'u-1' };
    const edit = { id: 'u-1', data: { balance: 1_600 }, previousData, meta: { reason: 'Bonus' } };
    for (const _ of [1, 2]) await failureOf(dataProvider.update('accounts', edit));
    expect(new Set(host.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  describe('that is refused after another one that had no answer', () => {
    const told = async (write: Promise<unknown>) =>
      (await failureOf(write)).message === pageMessages.unansweredBefore;
    const lost = refusal(502, 'Bad gateway', 'internal');
    const stale = refusal(412, refusals.staleVersion, 'stale_version');
    const gone = refusal(404, refusals.notFound, 'not_found');
    const meta = { reason: 'Of no use' };
    const edit = (version: number, balance: number) =>
      dataProvider.update('accounts', {
        id: 'u-1',
        data: { balance },
        previousData: { ...buildAccount({ version }), id: 'u-1' },
        meta,
      });
    const freeze = (version: number) =>
      dataProvider.freezeAccount({ userId: 'u-1', frozen: true, version, ...meta });
    const wallet = (version: number) => ({ id: 'w-1', address: 'x', version });
    const change = (version: number, address: string) =>
      dataProvider.update('wallets', {
        id: 'w-1',
        data: { address },
        previousData: wallet(version),
        meta,
      });
    const remove = (version: number) =>
      dataProvider.delete('wallets', { id: 'w-1', previousData: wallet(version), meta });

    beforeEach(() => forgetPerson());

    async function startWith(answers: Answer[], ...paths: string[]): Promise<void> {
      const next = () => answers.shift() ?? stale;
      await start(Object.fromEntries(paths.map((path) => [path, next])));
    }

    it('of the same version, may be that one; of a later one it is not', async () => {
      await startWith([lost], 'PUT /api/account/u-1', 'PUT /api/account/u-1/frozen');
      await failureOf(edit(7, 1_600));
      expect(await told(edit(7, 1_700))).toBe(true);
      expect(await told(freeze(7))).toBe(true);
      expect(await told(freeze(8))).toBe(false);
      expect(await told(edit(8, 1_700))).toBe(false);
    });

    it('is somebody else where that was answered by now, or was of somebody else', async () => {
      const done = { body: { data: buildAccount() } };
      await startWith([lost, done, stale, lost], 'PUT /api/account/u-1');
      await failureOf(edit(7, 1_600));
      await edit(7, 1_600);
      expect(await told(edit(7, 1_700))).toBe(false);
      await failureOf(edit(8, 1_600));
      forgetPerson();
      expect(await told(edit(8, 1_700))).toBe(false);
    });

    it('is somebody else where that one, sent again, is refused too, and no other one is in doubt', async () => {
      await startWith([lost, stale, stale, lost, lost], 'PUT /api/account/u-1');
      await failureOf(edit(7, 1_600));
      expect(await told(edit(7, 1_600))).toBe(false);
      expect(await told(edit(7, 1_700))).toBe(false);
      await failureOf(edit(8, 1_600));
      await failureOf(edit(8, 1_700));
      expect(await told(edit(8, 1_600))).toBe(true);
      expect(await told(edit(8, 1_700))).toBe(false);
    });

    it('may be one that said the same in the form before', async () => {
      await startWith([lost, lost], 'PUT /api/account/u-1');
      for (const _ of [1, 2]) {
        onTestFinished(openForm('account'));
        await failureOf(edit(7, 1_600));
      }
      expect(await told(edit(7, 1_600))).toBe(true);
    });

    it('is somebody else once another one waits for a second administrator: that one was not made', async () => {
      const waits = { status: 202, body: { data: { proposal: { _id: 'p-1' } } } };
      await startWith([lost, waits], 'PUT /api/account/u-1');
      await failureOf(edit(7, 1_600));
      await failureOf(edit(7, 1_700));
      expect(await told(edit(7, 1_800))).toBe(false);
    });

    it('may be that one of many, or of a person', async () => {
      await startWith(
        [refusal(409, 'It is being worked on', 'idempotency_in_flight'), stale, lost],
        'POST /api/transaction/bulk',
        'PUT /api/transaction/t-1',
        'POST /api/user/u-1/disable',
        'POST /api/user/u-1/offboard',
      );
      await failureOf(
        dataProvider.changeStatuses({ status: 'DECLINED', rows: [{ _id: 't-1', version: 3 }], ...meta }),
      );
      const previousData = { ...buildTransaction(), id: 't-1' };
      const status = { id: 't-1', data: { status: 'CONFIRMED' }, previousData, meta };
      expect(await told(dataProvider.update('transactions', status))).toBe(true);
      const person = { userId: 'u-1', version: 4, ...meta };
      await failureOf(dataProvider.changeStanding({ ...person, act: 'disable' }));
      expect(await told(dataProvider.changeStanding({ ...person, act: 'offboard' }))).toBe(true);
      expect(await told(dataProvider.changeStanding({ ...person, version: 5, act: 'offboard' }))).toBe(false);
    });

    it('since there is nothing any more, may be that one where it deletes', async () => {
      const paths = ['PUT /api/admin/wallets/w-1', 'DELETE /api/admin/wallets/w-1'];
      await startWith([lost, gone, stale, lost, gone, gone], ...paths);
      await failureOf(change(3, 'y'));
      expect(await told(change(3, 'z'))).toBe(false);
      expect(await told(remove(3))).toBe(true);
      await failureOf(remove(4));
      expect(await told(change(4, 'z'))).toBe(true);
      expect(await told(remove(5))).toBe(true);
    });
  });

  it('an account edit sends changed figures as numbers; a cleared one is not changed', async () => {
    await start({ 'PUT /api/account/u-1': () => ({ body: { data: buildAccount({ balance: 0.5 }) } }) });
    const previousData = { ...buildAccount(), id: 'u-1' };
    await dataProvider.update('accounts', {
      id: 'u-1',
      data: { ...previousData, balance: '0.5', profit: '20', investment: '', bitcoin: null, held: 9 },
      previousData,
    });
    expect(host.received[0]?.body).toEqual({ balance: 0.5 });
    expect(host.received[0]?.headers['if-match']).toBe('"7"');
  });

  it('without a record of before are of what there is now', async () => {
    await start({
      'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }),
      'PUT /api/account/u-1': () => ({ body: { data: buildAccount({ profit: 30 }) } }),
    });
    const data = { ...buildAccount(), profit: 30, version: 6 };
    await dataProvider.update('accounts', JSON.parse(JSON.stringify({ id: 'u-1', data })));
    const [, write] = host.received;
    expect([write?.body, write?.headers['if-match']]).toEqual([{ profit: 30 }, '"6"']);
  });

  it('an edit that changes nothing asks nothing of the host', async () => {
    await start({});
    const previousData = { ...buildAccount(), id: 'u-1' };
    const { data } = await dataProvider.update('accounts', {
      id: 'u-1',
      data: { balance: '1500' },
      previousData,
    });
    expect(data).toEqual(previousData);
    expect(host.received).toEqual([]);
  });

  it('a figure that is no amount is refused at its field without asking the host', async () => {
    await start({});
    const failure = await failureOf(
      dataProvider.update('accounts', {
        id: 'u-1',
        data: { balance: '12.345' },
        previousData: buildAccount(),
      }),
    );
    expect(failure.status).toBe(422);
    expect(Object.keys(failure.body.errors)).toEqual(['balance']);
    expect(host.received).toEqual([]);
  });

  it('several transactions are changed one by one, each against its version', async () => {
    const change = (request: Received) => ({
      body: { data: { _id: request.path.split('/').at(-1), status: 'DECLINED' } },
    });
    await start({
      'GET /api/transaction/transactions': () => paged(twoTransactions()),
      'PUT /api/transaction/t-1': change,
      'PUT /api/transaction/t-2': change,
    });
    const { data } = await dataProvider.updateMany('transactions', {
      ids: ['t-1', 't-2'],
      data: { status: 'DECLINED' },
    });
    expect(data).toEqual(['t-1', 't-2']);
    const writes = host.received.filter(({ method }) => method === 'PUT');
    expect(writes.map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"3"']);
    expect(new Set(writes.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('of more than a hundred their versions are read a hundred at a time', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `t-${n}`);
    const change = { body: { data: true } };
    await start({
      'GET /api/transaction/transactions': (request) => {
        const { id } = queryOf(request).filter as { id: string[] };
        return paged(id.map((_id) => buildTransaction({ _id })));
      },
      ...Object.fromEntries(ids.map((id) => [`PUT /api/transaction/${id}`, () => change])),
    });
    await dataProvider.updateMany('transactions', { ids, data: { status: 'DECLINED' } });
    const reads = host.received.filter(({ method }) => method === 'GET').map(queryOf);
    expect(reads).toEqual([
      { range: [0, 99], filter: { id: ids.slice(0, 100) } },
      { range: [0, 0], filter: { id: ['t-100'] } },
    ]);
    const writes = host.received.filter(({ method }) => method === 'PUT');
    expect(writes.map(({ headers }) => headers['if-match'])).toEqual(ids.map(() => '"3"'));
  });

  it('of several name the version that the caller has seen, where that is known', async () => {
    const change = () => ({ body: { data: true } });
    await start({
      'GET /api/transaction/transactions': () => paged(twoTransactions()),
      'PUT /api/transaction/t-1': change,
      'PUT /api/transaction/t-2': change,
    });
    const meta = { reason: 'Never paid', versions: { 't-1': 2 } };
    await dataProvider.updateMany('transactions', {
      ids: ['t-1', 't-2'],
      data: { status: 'DECLINED' },
      meta,
    });
    const writes = host.received.filter(({ method }) => method === 'PUT');
    expect(writes.map(({ headers }) => headers['if-match'])).toEqual(['"2"', '"3"']);
    expect(writes.map(({ headers }) => headers['x-reason'])).toEqual(['Never%20paid', 'Never%20paid']);
  });

  it('that a host answers with true alone has what was sent', async () => {
    const yes = () => ({ body: { data: true } });
    await start({ 'PUT /api/account/u-1': yes, 'PUT /api/transaction/t-1': yes });
    const account = { ...buildAccount(), id: 'u-1' };
    const edited = await dataProvider.update('accounts', {
      id: 'u-1',
      data: { profit: '25.50' },
      previousData: account,
    });
    expect(edited.data).toEqual({ ...account, profit: 25.5 });
    const transaction = { ...buildTransaction(), id: 't-1' };
    const set = await dataProvider.update('transactions', {
      id: 't-1',
      data: { status: 'CONFIRMED' },
      previousData: transaction,
    });
    expect(set.data).toEqual({ ...transaction, status: 'CONFIRMED' });
  });

  it('what the base calls do not offer is refused here', async () => {
    await start({});
    const user = { id: 'u-1', data: { firstName: 'Eve' }, previousData: buildUser() };
    for (const attempt of [
      dataProvider.update('users', user),
      dataProvider.create('transactions', { data: {} }),
      dataProvider.delete('accounts', { id: 'u-1' }),
      dataProvider.deleteMany('users', { ids: ['u-1'] }),
    ]) {
      expect((await failureOf(attempt)).status).toBe(405);
    }
    expect(host.received).toEqual([]);
  });
});

describe('refusals', () => {
  it('carry the status, the messages of the fields and the whole list of errors', async () => {
    await start({
      'PUT /api/transaction/t-1': () => ({
        status: 422,
        body: {
          errors: [
            { message: 'invalid status', code: 'validation', field: 'status' },
            { error: 'The books are closed' },
          ],
        },
      }),
    });
    const failure = await failureOf(
      dataProvider.update('transactions', {
        id: 't-1',
        data: { status: 'CONFIRMED' },
        previousData: buildTransaction(),
      }),
    );
    expect(failure.status).toBe(422);
    expect(failure.body.errors).toEqual({ status: 'invalid status' });
    const cause = failure.cause instanceof ApiError ? failure.cause.errors : [];
    expect(cause.map(({ message }) => message)).toEqual(['invalid status', 'The books are closed']);
  });

  it('a stale version answers 412 without errors of fields', async () => {
    await start({ 'PUT /api/transaction/t-1': () => refusal(412, 'changed', 'stale_version') });
    const failure = await failureOf(
      dataProvider.update('transactions', {
        id: 't-1',
        data: { status: 'CONFIRMED' },
        previousData: buildTransaction(),
      }),
    );
    expect(failure).toMatchObject({ status: 412, message: 'changed', body: {} });
  });

  it('a host that cannot be reached has status 0', async () => {
    await start({});
    await host.close();
    expect((await failureOf(dataProvider.getList('users', page))).status).toBe(0);
  });
});

describe('resources an operator adds', () => {
  const note = { _id: 'n-1', text: 'call Ada', done: false, version: 2 };

  it('are read under /api/admin', async () => {
    await start({
      'GET /api/admin/notes': () => paged([note], 12),
      'GET /api/admin/notes/n-1': () => ({ body: { data: note } }),
    });
    const read = { id: 'n-1', text: 'call Ada', done: false, version: 2 };
    expect(await dataProvider.getList('notes', page)).toEqual({ data: [read], total: 12 });
    expect(queryOf(host.received[0])).toMatchObject({ range: [20, 39], sort: ['amount', 'DESC'] });
    expect((await dataProvider.getOne('notes', { id: 'n-1' })).data).toEqual(read);
    expect((await dataProvider.getMany('notes', { ids: ['n-1'] })).data).toEqual([read]);
    await dataProvider.getManyReference('notes', { ...page, target: 'user', id: 'u-1' });
    expect(queryOf(host.received.at(-1))).toMatchObject({ filter: { user: 'u-1' } });
    expect(host.received[0]?.headers.authorization).toBe(`Bearer ${readToken()}`);
  });

  it('are read whole and in the order of the host where nobody asks for a page or an order', async () => {
    await start({ 'GET /api/admin/notes': () => ({ body: { data: [note] } }) });
    const read = { id: 'n-1', text: 'call Ada', done: false, version: 2 };
    const nothing = { field: '', order: 'ASC' as const };
    const reference = JSON.parse('{"target":"userId","id":"u-1"}');
    expect(await dataProvider.getList('notes', {})).toEqual({ data: [read], total: 1 });
    await dataProvider.getList('notes', { sort: nothing, filter: { done: true } });
    await dataProvider.getManyReference('notes', reference);
    expect(host.received.map(queryOf)).toEqual([
      {},
      { filter: { done: true } },
      { filter: { userId: 'u-1' } },
    ]);
  });

  it('are read by what else their pages say: the first page for one before it, what is to be embedded', async () => {
    await start({ 'GET /api/admin/notes': () => paged([note]) });
    const before = { pagination: { page: 0, perPage: 5 }, sort: page.sort, filter: {} };
    await dataProvider.getManyReference('notes', { ...before, target: 'userId', id: 'u-1' });
    await dataProvider.getMany('notes', { ids: ['n-1'], meta: { embed: ['user'] } });
    expect(host.received.map(queryOf)).toEqual([
      { range: [0, 4], sort: ['amount', 'DESC'], filter: { userId: 'u-1' } },
      { embed: ['user'], filter: { id: ['n-1'] } },
    ]);
  });

  it('are not taken for a page without the size of the list', async () => {
    await start({ 'GET /api/admin/notes': () => ({ body: { data: [note] } }) });
    await expect(dataProvider.getList('notes', page)).rejects.toThrow('content-range');
  });

  it('are changed without a record of before as they are now, in the version that what is sent names', async () => {
    const current = { ...note, createdAt: '2026-03-04T10:00:00.000Z', author: 'Ada', version: 5 };
    await start({
      'GET /api/admin/notes/n-1': () => ({ body: { data: current } }),
      'PUT /api/admin/notes/n-1': () => ({ body: { data: { ...current, done: true, version: 6 } } }),
    });
    const { _id, ...fields } = current;
    const change = async (data: object) =>
      (await dataProvider.update('notes', JSON.parse(JSON.stringify({ id: _id, data })))).data;
    expect(await change({ ...fields, id: _id, done: true, version: 4 })).toMatchObject({
      id: _id,
      version: 6,
    });
    await change({ done: true });
    expect(await change({ ...fields, id: _id })).toEqual({ ...fields, id: _id });
    const writes = host.received.filter(({ method }) => method === 'PUT');
    expect(writes.map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ done: true }, '"4"'],
      [{ done: true }, '"5"'],
    ]);
  });

  it('are records after a write that a host answers with little', async () => {
    const yes = () => ({ body: { data: true } });
    await start({ 'PUT /api/admin/notes/n-1': yes, 'DELETE /api/admin/notes/n-1': () => ({ body: {} }) });
    const previousData = { ...note, id: 'n-1' };
    const changed = await dataProvider.update('notes', { id: 'n-1', data: { done: true }, previousData });
    expect(changed.data).toEqual({ ...previousData, done: true });
    expect(await dataProvider.delete('notes', { id: 'n-1', previousData })).toEqual({ data: previousData });
  });

  it('are written under /api/admin, changed fields only', async () => {
    await start({
      'GET /api/admin/notes': () => paged([note]),
      'POST /api/admin/notes': () => ({ status: 201, body: { data: note } }),
      'PUT /api/admin/notes/n-1': () => ({ body: { data: { ...note, done: true } } }),
      'DELETE /api/admin/notes/n-1': () => ({ body: { data: note } }),
    });
    const previousData = { ...note, id: 'n-1' };
    expect((await dataProvider.create('notes', { data: { text: 'call Ada' } })).data.id).toBe('n-1');
    const data = { ...previousData, done: true };
    await dataProvider.update('notes', { id: 'n-1', data, previousData, meta: { reason: 'called' } });
    expect(host.received[1]?.body).toEqual({ done: true });
    expect(host.received[1]?.headers).toMatchObject({ 'if-match': '"2"', 'x-reason': 'called' });
    await dataProvider.updateMany('notes', { ids: ['n-1'], data: { done: true } });
    await dataProvider.delete('notes', { id: 'n-1', previousData });
    await dataProvider.deleteMany('notes', { ids: ['n-1'] });
    const writes = host.received.filter(({ method }) => method !== 'GET');
    const keys = writes.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(5);
    expect(host.received.at(-1)).toMatchObject({ method: 'DELETE', body: null });
    expect(host.received.at(-1)?.headers['content-type']).toBeUndefined();
  });

  it('are not written where nothing is changed, which is a success', async () => {
    await start({});
    const previousData = { ...note, id: 'n-1' };
    const { text } = note;
    const { data } = await dataProvider.update('notes', { id: 'n-1', data: { text }, previousData });
    expect(data).toEqual(previousData);
    expect(host.received).toEqual([]);
  });

  it('are written in the version that the page names, whatever others have shown since', async () => {
    const current = { ...note, version: 5 };
    await start({
      'PUT /api/admin/notes/n-1': () => ({ body: { data: current } }),
      'PUT /api/account/u-1': () => ({ body: { data: buildAccount() } }),
      'DELETE /api/admin/notes/n-1': () => ({ body: { data: current } }),
    });
    const shown = { id: 'n-1', previousData: { ...current, id: 'n-1' }, meta: { versions: { 'n-1': 4 } } };
    await dataProvider.update('notes', { ...shown, data: { done: true } });
    await dataProvider.delete('notes', shown);
    await dataProvider.delete('notes', { id: 'n-1', meta: shown.meta });
    const account = { ...buildAccount(), id: 'u-1', version: 5 };
    const edit = { id: 'u-1', data: { ...account, profit: 7 }, previousData: account };
    await dataProvider.update('accounts', { ...edit, meta: { versions: { 'u-1': 4 } } });
    expect(host.received.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
      ['PUT', '"4"'],
      ['DELETE', '"4"'],
      ['DELETE', '"4"'],
      ['PUT', '"4"'],
    ]);
  });

  it('are deleted by the version that was seen; the current one is read for those that nobody has', async () => {
    const remove = () => ({ body: { data: note } });
    await start({
      'GET /api/admin/notes': () => paged([{ ...note, _id: 'n-2', version: 5 }]),
      'DELETE /api/admin/notes/n-1': remove,
      'DELETE /api/admin/notes/n-2': remove,
    });
    const meta = { reason: 'Outdated', versions: { 'n-1': 1 } };
    await dataProvider.deleteMany('notes', { ids: ['n-1', 'n-2'], meta });
    const reads = host.received.filter(({ method }) => method === 'GET');
    expect(reads.map((request) => queryOf(request).filter)).toEqual([{ id: ['n-2'] }]);
    const writes = host.received.filter(({ method }) => method === 'DELETE');
    expect(writes.map(({ headers }) => [headers['if-match'], headers['x-reason']])).toEqual([
      ['"1"', 'Outdated'],
      ['"5"', 'Outdated'],
    ]);
  });

  it('of which some are refused: the others are tried, and it says how many went which way', async () => {
    const remove = ({ path }: Received) =>
      path.endsWith('n-2') ? refusal(412, refusals.staleVersion, 'stale_version') : { body: { data: note } };
    await start(
      Object.fromEntries(['n-1', 'n-2', 'n-3'].map((id) => [`DELETE /api/admin/notes/${id}`, remove])),
    );
    const meta = { versions: { 'n-1': 1, 'n-2': 1, 'n-3': 1 } };
    const failure = await failureOf(dataProvider.deleteMany('notes', { ids: ['n-1', 'n-2', 'n-3'], meta }));
    expect(failure.message).toBe(`2 of 3 deleted. 1 not: ${refusals.staleVersion}`);
    expect(failure).toMatchObject({ status: 412, body: { written: ['n-1', 'n-3'] } });
  });

  it('are not tried one by one on a host that is gone', async () => {
    await start({
      'DELETE /api/admin/notes/n-1': () => ({ body: { data: note } }),
      'DELETE /api/admin/notes/n-2': () => refusal(503, 'Busy', 'unavailable'),
    });
    const meta = { versions: { 'n-1': 1, 'n-2': 1, 'n-3': 1 } };
    const failure = await failureOf(dataProvider.deleteMany('notes', { ids: ['n-1', 'n-2', 'n-3'], meta }));
    expect(failure.message).toBe(
      '1 of 3 deleted. 1 not: Busy. It may have been done all the same. 1 not tried',
    );
    expect(host.received).toHaveLength(2);
  });

  it('end the session when the host no longer accepts the token', async () => {
    const ended = () => refusal(401, 'Please sign in', 'unauthorized');
    await start({ 'GET /api/admin/notes': ended, 'GET /api/user': ended });
    expect((await failureOf(dataProvider.getList('notes', page))).status).toBe(401);
    expect(readToken()).toBeNull();
  });

  it('show their refusals at the fields of the form', async () => {
    await start({ 'POST /api/admin/notes': () => refusal(422, 'too long', 'validation', 'text') });
    const failure = await failureOf(dataProvider.create('notes', { data: { text: 'x' } }));
    expect(failure.body.errors).toEqual({ text: 'too long' });
  });
});
