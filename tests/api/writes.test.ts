import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { buildDeposit, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
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

const create = (body: unknown, headers: Record<string, string> = {}, token = investor.token) =>
  app.call('POST', '/api/transaction/create', { token, body, headers });
const setStatus = (id: string, status: string, headers: Record<string, string> = {}) =>
  app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status }, headers });
const edit = (body: unknown, headers: Record<string, string> = {}, userId = investor.userId) =>
  app.call('PUT', `/api/account/${userId}`, { token: admin, body, headers });
const account = async () =>
  accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data);
const deposited = async () => transactionSchema.parse((await create(buildDeposit())).data);
const count = async (table: string) =>
  Number((await app.database.pool.query(`select count(*) from ${table}`)).rows[0].count);

describe('an Idempotency-Key', () => {
  test('sent again answers the same and posts nothing', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = buildDeposit();
    const first = await create(body, headers);
    const before = await fingerprint(app.database.pool);
    expect(await create(body, headers)).toMatchObject({ status: 201, data: first.data });
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('of twenty requests at once lets one through; the others get its answer or 409', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await count('transactions');
    const body = buildDeposit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, headers)));
    expect(await count('transactions')).toBe(before + 1);
    const made = answers
      .filter(({ status }) => status === 201)
      .map(({ data }) => transactionSchema.parse(data)._id);
    expect(new Set(made).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const { status, errors } of others)
      expect([status, errors[0]?.code]).toEqual([409, 'idempotency_in_flight']);
  });

  test('with another request is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = buildDeposit();
    const made = transactionSchema.parse((await create(body, headers)).data);
    expect(await create({ ...body, amount: 501 }, headers)).toMatchObject({
      status: 422,
      errors: [{ code: 'idempotency_mismatch' }],
    });
    const key = { 'idempotency-key': randomUUID() };
    await setStatus(made._id, 'CONFIRMED', key);
    expect((await setStatus((await deposited())._id, 'CONFIRMED', key)).status).toBe(422);
  });

  test('of one person means nothing for another', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const other = await app.signUp();
    const one = transactionSchema.parse((await create(buildDeposit(), headers)).data);
    const two = transactionSchema.parse((await create(buildDeposit(), headers, other.token)).data);
    expect(two._id).not.toBe(one._id);
    expect(two.user._id).toBe(other.userId);
  });

  test('sent again after the version has moved on still gets its answer', async () => {
    const { _id } = await deposited();
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    const first = await setStatus(_id, 'CONFIRMED', headers);
    await setStatus(_id, 'DECLINED');
    const before = await fingerprint(app.database.pool);
    expect(await setStatus(_id, 'CONFIRMED', headers)).toMatchObject({ status: 200, data: first.data });
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('works for edits and cancellations as well', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await edit({ balance: 700 }, headers);
    await edit({ balance: 900 });
    expect((await edit({ balance: 700 }, headers)).data).toEqual(first.data);
    expect(await account()).toMatchObject({ balance: 900 });
    const { _id } = transactionSchema.parse((await create(buildWithdrawal())).data);
    const key = { 'idempotency-key': randomUUID() };
    const cancel = () =>
      app.call('POST', `/api/transaction/${_id}/cancel`, {
        token: investor.token,
        body: {},
        headers: key,
      });
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'DECLINED' } });
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'DECLINED' } });
    expect(await account()).toMatchObject({ balance: 900, held: 0 });
  });

  test('works for what has no version as well: a profile, an ended session', async () => {
    const { token } = investor;
    const key = () => ({ 'idempotency-key': randomUUID() });
    const headers = key();
    const rename = (firstName: string, sent = {}) =>
      app.call('PUT', '/api/user', { token, body: { firstName }, headers: sent });
    const first = await rename('Grace', headers);
    await rename('Ada');
    const before = await fingerprint(app.database.pool);
    expect(await rename('Grace', headers)).toMatchObject({ status: 200, data: first.data });
    expect(await fingerprint(app.database.pool)).toBe(before);
    expect((await rename('Joan', headers)).errors[0]?.code).toBe('idempotency_mismatch');

    const sessions = await app.call('GET', `/api/user/${investor.userId}/sessions`, { token: admin });
    const [{ _id }] = z.tuple([z.object({ _id: z.string() })]).parse(sessions.data);
    const url = `/api/user/${investor.userId}/sessions/${_id}`;
    const same = key();
    expect((await app.call('DELETE', url, { token: admin, headers: same })).status).toBe(200);
    expect((await app.call('DELETE', url, { token: admin, headers: same })).status).toBe(200);
    expect((await app.call('DELETE', url, { token: admin, headers: key() })).status).toBe(404);
  });

  test.each(['two words', 'x'.repeat(201), 'schlüssel'])('cannot be %s', async (key) => {
    const before = await fingerprint(app.database.pool);
    expect((await create(buildDeposit(), { 'idempotency-key': key })).status).toBe(400);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('is not used up by a refused request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await create(buildWithdrawal(), headers)).status).toBe(422);
    await edit({ balance: 1_000 });
    expect((await create(buildWithdrawal(), headers)).status).toBe(201);
  });
});

describe('If-Match', () => {
  test.each(['"1"', '1', 'W/"1"'])('%s of the current version is taken', async (version) => {
    const { _id } = await deposited();
    expect(await setStatus(_id, 'CONFIRMED', { 'if-match': version })).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
    });
  });

  test('of an older version changes nothing', async () => {
    const { _id } = await deposited();
    await setStatus(_id, 'CONFIRMED');
    const before = await fingerprint(app.database.pool);
    expect(await setStatus(_id, 'DECLINED', { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      errors: [{ code: 'stale_version' }],
    });
    expect((await edit({ profit: 5 }, { 'if-match': '"1"' })).status).toBe(412);
    expect(await fingerprint(app.database.pool)).toBe(before);
  });

  test('is what the answers name: each read and write says the version', async () => {
    const made = await create(buildDeposit());
    expect(made.headers.etag).toBe('"1"');
    const { _id } = transactionSchema.parse(made.data);
    const path = `/api/transaction/${_id}`;
    expect((await app.call('GET', path, { token: admin })).headers.etag).toBe('"1"');
    expect((await setStatus(_id, 'CONFIRMED')).headers.etag).toBe('"2"');
    const own = await app.call('GET', '/api/account', { token: investor.token });
    expect(own.headers.etag).toBe('"2"');
    const edited = await edit({ profit: 1 }, { 'if-match': String(own.headers.etag) });
    expect([edited.status, edited.headers.etag]).toEqual([200, '"3"']);
  });

  test('lets one of two administrators win', async () => {
    const { _id } = await deposited();
    const answers = await Promise.all(
      ['CONFIRMED', 'DECLINED'].map((status) => setStatus(_id, status, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('that is no version is refused', async () => {
    const { _id } = await deposited();
    expect((await setStatus(_id, 'CONFIRMED', { 'if-match': 'yesterday' })).status).toBe(400);
  });
});

describe('the audit log', () => {
  test('has one event per change, with who, why, before and after', async () => {
    const { _id } = await deposited();
    const reason = 'Zahlung geprüft ✓';
    await setStatus(_id, 'CONFIRMED', { 'x-reason': encodeURIComponent(reason) });
    await setStatus(_id, 'CONFIRMED');
    const requestId = expect.any(String);
    const events = await auditOf(app, { subjectId: _id });
    expect(events).toHaveLength(2);
    expect(events).toMatchObject([
      { action: 'transaction.created', before: null, after: { status: 'PENDING' }, reason: null, requestId },
      {
        action: 'transaction.status_changed',
        before: { status: 'PENDING', version: 1 },
        after: { status: 'CONFIRMED' },
        reason,
        requestId,
      },
    ]);
  });

  test('is written in the commit of the change itself', async () => {
    const { _id } = await deposited();
    await setStatus(_id, 'CONFIRMED');
    const { rows } = await app.database.pool.query<{ commit: string; from: string }>(
      `select xmin::text as commit, 'transaction' as from from transactions where id = $1
       union all select xmin::text, 'account' from accounts where user_id = $2
       union all select xmin::text, 'entry' from ledger_entries where transaction_id = $1
       union all select xmin::text, 'audit' from audit_events
         where subject_id = $1::text and action = 'transaction.status_changed'`,
      [_id, investor.userId],
    );
    expect(rows.map((row) => row.from)).toEqual(['transaction', 'account', 'entry', 'audit']);
    expect(new Set(rows.map(({ commit }) => commit)).size).toBe(1);
  });

  test('names the fields of an edit, before and after', async () => {
    await edit({ profit: 12.34, bitcoin: 5 }, { 'x-reason': 'Correction' });
    const events = await auditOf(app, { action: 'account.edited', subjectId: investor.userId });
    expect(events.map(({ before, after, reason }) => ({ before, after, reason }))).toEqual([
      {
        before: { profit: 0, bitcoin: 0, version: 1 },
        after: { profit: 12.34, bitcoin: 5, version: 2 },
        reason: 'Correction',
      },
    ]);
  });

  test('takes no reason that is not percent-encoded text', async () => {
    const { _id } = await deposited();
    for (const reason of ['%E0%A4%A', '%00', encodeURIComponent('x'.repeat(2_001))]) {
      expect((await setStatus(_id, 'CONFIRMED', { 'x-reason': reason })).status).toBe(400);
    }
  });
});
