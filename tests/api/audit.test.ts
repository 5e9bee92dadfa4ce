import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEventSchema } from '../../contract/audit';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { ensureAuditor } from '../../server/auth/auditor';
import { createPasswords } from '../../server/auth/passwords';
import { ConfigError, readConfig } from '../../server/config';
import { buildDeposit } from '../builders';
import { auditorSignIn, startTestApp, type TestApp, withAuditor } from '../support/test-app';

let app: TestApp;
let admin: string;
let adminId: string;
let auditor: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
let trxId: string;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  admin = await app.signInAsAdmin();
  auditor = await app.signInAsAuditor();
  adminId = z
    .object({ _id: z.string() })
    .parse((await app.call('GET', '/api/user', { token: admin })).data)._id;
  investor = await app.signUp({ firstName: 'Grace' });
  const { token } = investor;
  const made = await app.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
  trxId = transactionSchema.parse(made.data)._id;
  const headers = { 'x-reason': 'Payment%20seen' };
  const body = { status: 'CONFIRMED' };
  await app.call('PUT', `/api/transaction/${trxId}`, { token: admin, body, headers });
  await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { profit: 12.5 } });
});
afterAll(() => app.close());

async function ask(query: Record<string, unknown>, token = auditor) {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    JSON.stringify(value),
  ]);
  return app.call('GET', `/api/admin/audit?${new URLSearchParams(parameters)}`, { token });
}
async function list(filter: object) {
  const { status, data, errors } = await ask({ filter });
  if (status !== 200) throw new Error(`${status} ${errors[0]?.message}`);
  return z.array(auditEventSchema).parse(data);
}
const actionsOf = async (filter: object) => (await list(filter)).map(({ action }) => action);

describe('the audit log', () => {
  test('tells who did what, when and why, with before and after, in which request', async () => {
    const [newest, oldest] = await list({ subjectType: 'transaction', subjectId: trxId });
    expect(newest).toMatchObject({
      actor: { _id: adminId, email: 'admin@example.com', type: 'admin' },
      action: 'transaction.status_changed',
      before: { status: 'PENDING', version: 1 },
      after: { status: 'CONFIRMED', version: 2 },
      reason: 'Payment seen',
    });
    expect(newest?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(oldest).toMatchObject({ action: 'transaction.created', actor: { _id: investor.userId } });
  });

  test('is found by who, action, subject, request and dates', async () => {
    expect(await actionsOf({ actorId: adminId })).toEqual(['account.edited', 'transaction.status_changed']);
    expect(await actionsOf({ q: 'grace', action: 'transaction.created' })).toEqual(['transaction.created']);
    expect(await actionsOf({ subjectType: ['account', 'user'], subjectId: investor.userId })).toEqual([
      'account.edited',
      'user.registered',
    ]);
    const ofPerson = await list({ personId: investor.userId });
    expect(ofPerson.map(({ action }) => action)).toEqual([
      'account.edited',
      'transaction.status_changed',
      'transaction.created',
      'user.registered',
    ]);
    expect(ofPerson[1]?.person).toMatchObject({ _id: investor.userId, email: investor.email });
    const [edited] = await list({ action: 'account.edited' });
    expect(await actionsOf({ requestId: edited?.requestId })).toEqual(['account.edited']);
    expect(await actionsOf({ at_gte: edited?.at, at_lte: edited?.at })).toContain('account.edited');
    expect(await actionsOf({ at_lte: '2020-01-01' })).toEqual([]);
  });

  test('comes in pages, the newest first', async () => {
    const whole = await list({});
    const moments = whole.map(({ at }) => at);
    expect(moments).toEqual([...moments].sort().reverse());
    const page = await ask({ range: [1, 2], sort: ['at', 'DESC'] });
    expect(page.data).toEqual(whole.slice(1, 3));
    expect(page.headers['content-range']).toBe(`items 1-2/${whole.length}`);
    expect((await ask({ sort: ['at', 'ASC'] })).data).toEqual(whole.toReversed());
    const found = await ask({ range: [0, 0], filter: { q: 'grace' } });
    expect(found.headers['content-range']).toMatch(/^items 0-0\/\d+$/);
  });

  test('is not counted to its end when it is long, and says so', async () => {
    await app.database.pool.query(
      `insert into audit_events (action, subject_type, subject_id)
       select 'user.updated', 'sample', n::text from generate_series(1, 10005) as n`,
    );
    const page = async (first: number) => {
      const { headers } = await ask({ range: [first, first + 1], filter: { subjectType: 'sample' } });
      return [headers['content-range'], headers['x-total-relation']];
    };
    expect(await page(0)).toEqual(['items 0-1/10001', 'gte']);
    expect(await page(10_000)).toEqual(['items 10000-10001/10003', 'gte']);
    expect(await page(10_003)).toEqual(['items 10003-10004/10005', undefined]);
    expect(await page(10_004)).toEqual(['items 10004-10004/10005', undefined]);
    expect(await page(20_000)).toEqual(['items */10005', undefined]);
  });

  test.each([{ filter: { before: 1 } }, { filter: { actorId: 'x' } }, { sort: ['action', 'ASC'] }])(
    'refuses %j',
    async (query) => {
      expect((await ask(query)).status).toBe(400);
    },
  );

  test('is read, as the home is, beside events about what is no id', async () => {
    await app.superuser.pool.query(
      `insert into audit_events (action, subject_type, subject_id)
       select action, subject_type, subject_id from unnest($1::text[], $2::text[]) as s (action, subject_type)
       cross join unnest($3::text[]) as subject_id`,
      [
        ['proposal.approved', 'transaction.status_changed'],
        ['proposal', 'transaction'],
        ['x', '-'.repeat(36)],
      ],
    );
    for (const token of [admin, auditor]) {
      expect((await ask({}, token)).status).toBe(200);
      expect((await app.call('GET', '/api/admin/home', { token })).status).toBe(200);
    }
    expect(await list({ subjectType: 'proposal', subjectId: 'x' })).toMatchObject([{ person: null }]);
  });

  test('names events of the server itself, and changes for nobody', async () => {
    const [made] = await list({ action: 'user.auditor_created' });
    expect(made).toMatchObject({ actor: null, after: { email: auditorSignIn.email } });
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await app.call(method, '/api/admin/audit', { token: admin, body: {} })).status).toBe(405);
    }
    expect((await ask({}, investor.token)).status).toBe(403);
  });
});

describe('the auditor', () => {
  const ensure = async (environment: object) =>
    ensureAuditor(
      app.database,
      await createPasswords(),
      readConfig({ DATA_DIR: app.dataDir, ...environment }),
    );

  test('is made once and never reset', async () => {
    await ensure({ ...withAuditor, AUDITOR_PASSWORD: 'another password' });
    await ensure({});
    expect((await app.call('POST', '/api/user/login', { body: auditorSignIn })).status).toBe(200);
    expect(await list({ action: 'user.auditor_created' })).toHaveLength(1);
  });

  test("cannot take an investor's or an administrator's address", async () => {
    for (const AUDITOR_EMAIL of [investor.email, 'admin@example.com']) {
      await expect(ensure({ ...withAuditor, AUDITOR_EMAIL })).rejects.toThrow(ConfigError);
    }
  });

  test('stays signed in for eight hours', async () => {
    const { data } = await app.call('GET', '/api/auth/sessions', { token: auditor });
    const [session] = z.array(z.object({ createdAt: z.string(), expiresAt: z.string() })).parse(data);
    const hours = (Date.parse(session?.expiresAt ?? '') - Date.parse(session?.createdAt ?? '')) / 3_600_000;
    expect(hours).toBeCloseTo(8, 1);
  });
});
