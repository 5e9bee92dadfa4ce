import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { dataProvider } from '../../src/admin/data-provider';
import { readAll } from '../../src/admin/list/export-list';
import { storeToken } from '../../src/shared/session';
import { buildDeposit } from '../builders';
import { addTables } from '../support/add-tables';
import { announcementResource, announcementTable } from '../support/announcements';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { measure, measureResource, measureTable } from '../support/measures';
import { dayToUse } from '../support/one-day';
import { startTestApp, type TestApp } from '../support/test-app';

/*
 * The console's data provider as it is, in Node: against the whole server over HTTP, and against a host of the base
 * calls alone (docs/rules.md, "Other hosts"), made of the same server's answers.
 */

let app: TestApp;
let address: string;
let admin: string;
/** Ada has a pending deposit of 500 and one of 1,200; Alan one of 75.5. */
let ada: { token: string; userId: string; email: string };

const idSchema = z.object({ _id: z.string() });

async function deposit(token: string, amount: number, transactionId: string): Promise<string> {
  const body = buildDeposit({ amount, transactionId });
  return idSchema.parse((await app.call('POST', '/api/transaction/create', { token, body })).data)._id;
}

beforeAll(async () => {
  const resources = [announcementResource, measureResource];
  app = await startTestApp({}, { resources });
  await addTables(app, `${announcementTable}; ${measureTable}`, resources);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${z.object({ port: z.number() }).parse(app.app.server.address()).port}`;
  await dayToUse();
  admin = await app.signInAsAdmin();
  ada = await app.signUp({ firstName: 'Ada', lastName: 'Lovelace' });
  const alan = await app.signUp({ firstName: 'Alan', lastName: 'Turing' });
  await deposit(ada.token, 500, 'first-of-ada');
  await deposit(ada.token, 1_200, 'second-of-ada');
  await deposit(alan.token, 75.5, 'first-of-alan');
});
afterAll(() => app.close());

/** Where the provider sends its calls from now on, signed in as the administrator. */
function talkTo(host: string): void {
  vi.stubEnv('VITE_API_URL', host);
  storeToken(admin);
}
afterEach(() => vi.unstubAllEnvs());

const failureSchema = z.object({
  status: z.number(),
  body: z.object({ errors: z.record(z.string(), z.string()).optional() }),
});

async function failureOf(attempt: Promise<unknown>): Promise<z.infer<typeof failureSchema>> {
  return attempt.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => failureSchema.parse(error),
  );
}

/** Does something whose first call reaches the server, while its answer does not come back. */
async function losingAnswer<T>(work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  const once = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    expect((await fetch(...request)).status).toBe(200);
    throw new TypeError('fetch failed');
  });
  return work().finally(() => once.mockRestore());
}

interface Request {
  pagination: { page: number; perPage: number };
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: Record<string, unknown>;
}
const everything: Request = {
  pagination: { page: 1, perPage: 20 },
  sort: { field: 'amount', order: 'ASC' },
  filter: {},
};

async function amounts(request: Partial<Request>): Promise<{ amounts: number[]; total?: number }> {
  const { data, total } = await dataProvider.getList('transactions', { ...everything, ...request });
  return { amounts: data.map(({ amount }) => Number(amount)), ...(total === undefined ? {} : { total }) };
}

/** A host of the base calls: whole lists without a size, no item reads, answers of little. */
async function startBareHost(): Promise<{ url: string; asked: string[]; server: Server }> {
  const lists = ['/api/user/users', '/api/transaction/transactions', '/api/account/all'];
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    asked.push(`${incoming.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const isList = incoming.method === 'GET' && lists.includes(path);
    const isWrite = incoming.method === 'PUT' && /^\/api\/(transaction|account)\/[^/]+$/.test(path);
    const answer = (status: number, body: unknown) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!isList && !isWrite) return answer(404, { errors: [{ message: 'no such route' }] });
    const body = Buffer.concat(chunks).toString();
    const { data, status, errors } = await app.call(incoming.method ?? '', path, {
      token: admin,
      ...(body && isWrite ? { body } : {}),
    });
    if (errors.length > 0) return answer(status, { errors: errors.map(({ message }) => ({ message })) });
    if (isList) return answer(200, { data });
    const { _id, status: changed } = z.object({ _id: z.string(), status: z.string().optional() }).parse(data);
    return answer(200, { data: { _id, ...(changed ? { status: changed } : {}) } });
  });
  // It ends no connection by itself: a test that was kept busy for as long would ask on one that has just gone.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

describe.each(['our server', 'a host of the base calls alone'])('lists on %s', (host) => {
  let bare: Awaited<ReturnType<typeof startBareHost>>;
  beforeAll(async () => {
    bare = await startBareHost();
  });
  afterAll(() => bare.server.close());
  const open = () => talkTo(host === 'our server' ? address : bare.url);

  test('are sorted and cut into pages', async () => {
    open();
    expect(await amounts({})).toEqual({ amounts: [75.5, 500, 1_200], total: 3 });
    expect(await amounts({ sort: { field: 'amount', order: 'DESC' } })).toMatchObject({
      amounts: [1_200, 500, 75.5],
    });
    expect(await amounts({ pagination: { page: 2, perPage: 2 } })).toEqual({ amounts: [1_200], total: 3 });
    expect(await amounts({ sort: { field: 'user.lastName', order: 'ASC' } })).toMatchObject({ total: 3 });
  });

  test('are searched and filtered', async () => {
    open();
    expect(await amounts({ filter: { q: 'turing' } })).toEqual({ amounts: [75.5], total: 1 });
    expect(await amounts({ filter: { amount_gte: 100, amount_lte: 600 } })).toMatchObject({ amounts: [500] });
    const ofAda = { status: 'PENDING', trxType: 'DEPOSIT', q: 'lovelace ada' };
    expect(await amounts({ filter: ofAda })).toMatchObject({ total: 2 });
    const today = new Date().toISOString().slice(0, 10);
    expect(await amounts({ filter: { createdAt_gte: today, createdAt_lte: today } })).toMatchObject({
      total: 3,
    });
    expect(await amounts({ filter: { createdAt_lte: '2020-01-01' } })).toEqual({ amounts: [], total: 0 });
    expect(await amounts({ filter: { userId: ada.userId } })).toMatchObject({ amounts: [500, 1_200] });
  });

  test('give users and accounts by the id they are read and written under', async () => {
    open();
    const users = await dataProvider.getList('users', {
      ...everything,
      sort: { field: 'firstName', order: 'ASC' },
      filter: { q: ada.email },
    });
    expect(users.data.map(({ id }) => id)).toEqual([ada.userId]);
    const account = await dataProvider.getOne('accounts', { id: ada.userId });
    expect(account.data).toMatchObject({ id: ada.userId, balance: 0 });
    const { data } = await dataProvider.getMany('accounts', { ids: [ada.userId] });
    expect(data).toHaveLength(1);
  });

  test('take a status change, and the row its answer', async () => {
    open();
    const { data } = await dataProvider.getList('transactions', { ...everything, filter: { q: 'turing' } });
    const [row] = data;
    const to = row.status === 'PENDING' ? 'CONFIRMED' : 'PENDING';
    const changed = await dataProvider.update('transactions', {
      id: row.id,
      data: { status: to },
      previousData: row,
    });
    expect(changed.data).toMatchObject({ id: row.id, status: to, amount: 75.5, user: { firstName: 'Alan' } });
  });
});

describe('the calls that are no records', () => {
  test('read an investor, a decision, the books and the policy', async () => {
    talkTo(address);
    const { userId } = ada;
    const { data } = await dataProvider.getList('transactions', { ...everything, filter: { q: 'turing' } });
    const trxId = String(data[0].id);
    expect(await dataProvider.readReview({ trxId })).toMatchObject({ transaction: { _id: trxId } });
    expect(await dataProvider.listSessions({ userId })).toHaveLength(1);
    expect(await dataProvider.readDocuments({ userId })).toHaveProperty('accepted');
    const entries = dataProvider.listEntries({ userId, field: 'balance', first: 0, count: 5 });
    expect(await entries).toMatchObject({ data: [], total: 0 });
    expect((await dataProvider.recheckBooks({})).check).toHaveProperty('running');
    expect((await dataProvider.readBooks({})).checks.every(({ holds }) => holds)).toBe(true);
    const offenders = dataProvider.listOffenders({ check: 'account-versions', first: 0, count: 5 });
    expect(await offenders).toMatchObject({ data: [], total: 0 });
    expect(await dataProvider.readSecurityPolicy({})).toHaveProperty('days');
  });

  test('freeze an account in the version that was seen alone, and say so as records do', async () => {
    talkTo(address);
    const { data: seen } = await dataProvider.getOne('accounts', { id: ada.userId });
    const freeze = (frozen: boolean) =>
      dataProvider.freezeAccount({
        userId: ada.userId,
        frozen,
        version: seen.version,
        reason: 'A lost phone',
      });
    const frozen = await freeze(true);
    expect(frozen).toMatchObject({ _id: ada.userId, frozenAt: expect.any(String) });
    expect(await failureOf(freeze(false))).toEqual({ status: 412, body: {} });
    const thaw = { userId: ada.userId, frozen: false, version: frozen.version, reason: 'Found again' };
    expect(await dataProvider.freezeAccount(thaw)).toMatchObject({ frozenAt: null });
  });

  test('preview and change many, and a batch whose answer was lost once', async () => {
    talkTo(address);
    const id = await deposit(ada.token, 30, 'calls-of-many');
    expect(await dataProvider.previewStatus({ trxId: id, status: 'CONFIRMED' })).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ field: 'balance' })]),
    });
    const { rows } = await dataProvider.previewStatuses({ status: 'DECLINED', ids: [id] });
    const change = { status: 'DECLINED' as const, rows, reason: 'Never paid' };
    const lost = await losingAnswer(() => failureOf(dataProvider.changeStatuses(change)));
    expect(lost).toMatchObject({ status: 0 });
    expect(await dataProvider.changeStatuses(change)).toMatchObject([{ _id: id, result: 'changed' }]);
    // It is known now what became of it: the same once more is another change, which finds nothing to do.
    expect(await dataProvider.changeStatuses(change)).toMatchObject([{ _id: id, result: 'unchanged' }]);
  });

  test('end one session of a person, then all', async () => {
    talkTo(address);
    const { userId, token } = await app.signUp({ firstName: 'Grace' });
    const [session] = await dataProvider.listSessions({ userId });
    await dataProvider.endSessions({ userId, sessionId: session?._id, reason: 'A lost phone' });
    expect((await app.call('GET', '/api/user', { token })).status).toBe(401);
    await dataProvider.endSessions({ userId, reason: 'A lost phone' });
    expect(await dataProvider.listSessions({ userId })).toEqual([]);
  });

  test('a host of the base calls alone: it cannot say what a status does, which is no failure', async () => {
    const bare = await startBareHost();
    talkTo(bare.url);
    expect(await dataProvider.previewStatus({ trxId: 't-1', status: 'CONFIRMED' })).toBeNull();
    expect((await failureOf(dataProvider.readDocuments({ userId: ada.userId }))).status).toBe(404);
    bare.server.close();
  });
});

describe('writes on our server', () => {
  test('name the version that was seen: the second of two is told', async () => {
    talkTo(address);
    const id = await deposit(ada.token, 300, 'third-of-ada');
    const { data: seen } = await dataProvider.getOne('transactions', { id });
    const change = (status: string) =>
      dataProvider.update('transactions', { id, data: { status }, previousData: seen });
    expect((await change('CONFIRMED')).data).toMatchObject({
      status: 'CONFIRMED',
      version: seen.version + 1,
    });
    const failure = await failureOf(change('DECLINED'));
    expect(failure).toEqual({ status: 412, body: {} });
    expect((await dataProvider.getOne('transactions', { id })).data.status).toBe('CONFIRMED');
  });

  test('an edit sends changed figures only, as numbers, and its reason reaches the audit log', async () => {
    talkTo(address);
    const { data: seen } = await dataProvider.getOne('accounts', { id: ada.userId });
    const reason = 'Zinsen für März';
    const { data } = await dataProvider.update('accounts', {
      id: ada.userId,
      data: { ...seen, profit: '12.34', bnb: '' },
      previousData: seen,
      meta: { reason },
    });
    expect(data).toMatchObject({ profit: 12.34, balance: seen.balance, bnb: seen.bnb });
    const edited = (await auditOf(app, { action: 'account.edited' })).at(-1);
    expect(edited).toMatchObject({ reason, after: { profit: 12.34 } });
    expect(Object.keys(Object(edited?.after)).sort()).toEqual(['profit', 'version']);
    const stale = dataProvider.update('accounts', {
      id: ada.userId,
      data: { profit: 1 },
      previousData: seen,
    });
    expect((await failureOf(stale)).status).toBe(412);
  });

  test('of fifty at once one wins, the others are told, and the books balance', async () => {
    talkTo(address);
    const id = await deposit(ada.token, 400, 'contested');
    const { data: deposited } = await dataProvider.getOne('transactions', { id });
    const { data: account } = await dataProvider.getOne('accounts', { id: ada.userId });
    const attempts = Array.from({ length: 50 }, (_, n) => [
      dataProvider.update('transactions', {
        id,
        data: { status: n % 2 === 0 ? 'CONFIRMED' : 'DECLINED' },
        previousData: deposited,
      }),
      dataProvider.update('accounts', {
        id: ada.userId,
        data: { litecoin: n + 1 },
        previousData: account,
        meta: { reason: 'Correction' },
      }),
    ]).flat();
    const outcomes = await Promise.allSettled(attempts);
    const won = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [n] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    // One status; and one edit, unless the confirmation moved the account before any of them.
    expect(won.filter((n) => n % 2 === 0)).toHaveLength(1);
    expect(won.filter((n) => n % 2 === 1).length).toBeLessThanOrEqual(1);
    // A slow machine lets some wait for the lock longer than they may: those are told to come back (503).
    const statuses = refused.map((error) => failureSchema.parse(error).status);
    expect(statuses.filter((status) => status !== 412 && status !== 503)).toEqual([]);
    expect(await bookProblems(app.database.pool)).toEqual([]);
  });

  test('several are changed one by one', async () => {
    talkTo(address);
    const ids = [await deposit(ada.token, 10, 'bulk-1'), await deposit(ada.token, 20, 'bulk-2')];
    const { data } = await dataProvider.updateMany('transactions', { ids, data: { status: 'DECLINED' } });
    expect(new Set(data)).toEqual(new Set(ids));
    const after = await dataProvider.getMany('transactions', { ids });
    expect(after.data.map(({ status }) => status)).toEqual(['DECLINED', 'DECLINED']);
  });

  test('several are deleted for a reason, each only in the version that was seen', async () => {
    talkTo(address);
    const titles = ['Moved by someone else', 'Outdated', 'Outdated as well'];
    const seen = await Promise.all(
      titles.map(async (title) => {
        const data = { title, body: 'We moved.' };
        return (await dataProvider.create('announcements', { data })).data;
      }),
    );
    const [moved] = seen;
    await dataProvider.update('announcements', {
      id: moved.id,
      data: { ...moved, body: 'We moved again.' },
      previousData: moved,
    });
    const ids = seen.map(({ id }) => id);
    const meta = {
      reason: 'Outdated',
      versions: Object.fromEntries(seen.map(({ id, version }) => [id, version])),
    };
    const failure = dataProvider.deleteMany('announcements', { ids, meta });
    expect((await failureOf(failure)).status).toBe(412);
    await expect(failure).rejects.toThrow(/^2 of 3 deleted. 1 not: /);
    const { data: left } = await dataProvider.getMany('announcements', { ids });
    expect(left.map(({ body }) => body)).toEqual(['We moved again.']);
    const { rows } = await app.database.pool.query(
      "SELECT reason FROM audit_events WHERE action = 'announcements.deleted'",
    );
    expect(rows).toEqual([{ reason: 'Outdated' }, { reason: 'Outdated' }]);
  });

  test('several hundred records are read by their ids, in that order', async () => {
    talkTo(address);
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into measures (id, name, small, size, large, share, ratio, weight, exact)
        select gen_random_uuid(), 'many', n, n, n, n, n, n, n from generate_series(1, 600) n returning id`,
    );
    const ids = rows.map(({ id }) => id);
    const { data } = await dataProvider.getMany('measures', { ids: [...ids, ada.userId] });
    expect(data.map(({ id }) => id)).toEqual(ids);
    const people = await dataProvider.getMany('users', { ids: [...ids, ada.userId] });
    expect(people.data.map(({ id }) => id)).toEqual([ada.userId]);
  });

  test('added records are filtered by numbers, read whole, and changed by whoever has none of before', async () => {
    talkTo(address);
    for (const [name, times] of Object.entries({ first: 1, second: 2 })) {
      await dataProvider.create('measures', { data: measure(name, times) });
    }
    const found = async (filter: object) => {
      const { data, total } = await dataProvider.getList('measures', {
        filter: { name: ['first', 'second'], ...filter },
      });
      expect(total).toBe(data.length);
      return data;
    };
    const names = async (filter: object) => (await found(filter)).map(({ name }) => name);
    expect(await names({ size: 2_000 })).toEqual(['second']);
    expect(await names({ large: [2 ** 40] })).toEqual(['first']);
    expect(await names({ weight_gte: 1.75, share_lte: 0.2, fee: 10.5 })).toEqual(['second']);
    expect((await failureOf(found({ size_gte: 1.5 }))).status).toBe(400);

    const [second] = await found({ weight: 3 });
    const reference = { target: 'size', id: 2_000, filter: { name: 'second' } };
    // As pages in plain JavaScript leave out what the types ask for.
    const untyped = (params: object) => JSON.parse(JSON.stringify(params));
    expect(await dataProvider.getManyReference('measures', untyped(reference))).toEqual({
      data: [second],
      total: 1,
    });
    const update = async (data: object) =>
      (await dataProvider.update('measures', untyped({ id: second.id, data }))).data;
    const changed = await update({ ...second, weight: 4.25 });
    expect(changed).toMatchObject({ weight: 4.25, version: 2, fee: 10.5 });
    expect((await failureOf(update({ ...second, weight: 5 }))).status).toBe(412);
    expect(await update({ ...changed, weight: 4.5 })).toMatchObject({ weight: 4.5, version: 3 });
  });

  test('what a filter of the list cannot mean is refused with its field', async () => {
    talkTo(address);
    const failure = await failureOf(dataProvider.getList('users', { filter: { height: 1 } }));
    expect(failure).toMatchObject({ status: 400, body: { errors: { filter: expect.any(String) } } });
  });

  test('an export has every row that stays while others leave the list', async () => {
    talkTo(address);
    const { userId } = await app.signUp();
    await app.superuser.pool.query(
      `insert into transactions (id, user_id, trx_type, amount, plan, crypto, transaction_id, status)
       select gen_random_uuid(), $1, 'DEPOSIT', 10000 + n, 'basic', 'bitcoin', 'many ' || n, 'PENDING'
       from generate_series(1, 2755) n`,
      [userId],
    );
    let asked = 0;
    const getList: typeof dataProvider.getList = async (resource, params) => {
      const page = await dataProvider.getList(resource, params);
      asked += 1;
      if (asked > 1) return page;
      await app.superuser.pool.query(
        `update transactions set status = 'DECLINED'
         where id in (select id from transactions where user_id = $1 order by amount desc limit 100)`,
        [userId],
      );
      return page;
    };
    const rows = await readAll({
      dataProvider: { ...dataProvider, getList },
      resource: 'transactions',
      filter: { userId, status: 'PENDING' },
      sort: { field: 'amount', order: 'DESC' },
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    const { rows: left } = await app.superuser.pool.query<{ id: string }>(
      `select id from transactions where user_id = $1 and status = 'PENDING'`,
      [userId],
    );
    expect(left).toHaveLength(2_655);
    expect(rows.map(({ id }) => String(id))).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test('a person who is no administrator gets nothing', async () => {
    talkTo(address);
    storeToken(ada.token);
    for (const resource of ['users', 'accounts', 'transactions']) {
      expect((await failureOf(dataProvider.getList(resource, everything))).status).toBe(403);
    }
  });
});
