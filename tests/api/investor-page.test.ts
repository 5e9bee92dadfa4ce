import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { sessionSchema } from '../../contract/auth';
import { z } from '../../contract/zod';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
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

const eventsOf = async (action: string) =>
  (await auditOf(app, { subjectId: investor.userId, action })).map(({ before, after, reason }) => ({
    before,
    after,
    reason,
  }));

describe("an investor's sessions", () => {
  const path = () => `/api/user/${investor.userId}/sessions`;
  const sessions = async () =>
    z.array(sessionSchema).parse((await app.call('GET', path(), { token: admin })).data);
  const signInAgain = async () => {
    const body = { email: investor.email, password: buildRegistration().password };
    return z.string().parse((await app.call('POST', '/api/user/login', { body })).data);
  };

  test('are listed for administrators, and ended one by one with a reason', async () => {
    const second = await signInAgain();
    const [, first] = await sessions();
    expect(await sessions()).toHaveLength(2);
    const headers = { 'x-reason': 'Stolen%20phone' };
    const end = () => app.call('DELETE', `${path()}/${first?._id}`, { token: admin, headers });
    expect((await end()).status).toBe(200);
    expect((await app.call('GET', '/api/user', { token: investor.token })).status).toBe(401);
    expect((await app.call('GET', '/api/user', { token: second })).status).toBe(200);
    expect((await end()).status).toBe(404);
    expect(await eventsOf('user.sessions_ended')).toEqual([
      { before: null, after: { ended: 1 }, reason: 'Stolen phone' },
    ]);
  });

  test('are ended all at once', async () => {
    const second = await signInAgain();
    expect((await app.call('DELETE', path(), { token: admin })).status).toBe(200);
    for (const token of [investor.token, second]) {
      expect((await app.call('GET', '/api/user', { token })).status).toBe(401);
    }
    expect(await sessions()).toEqual([]);
    expect((await app.call('DELETE', path(), { token: admin })).status).toBe(200);
    expect(await eventsOf('user.sessions_ended')).toHaveLength(1);
  });

  test('of another person are not ended by this address', async () => {
    const other = await app.signUp();
    const [session] = await sessions();
    const url = `/api/user/${other.userId}/sessions/${session?._id}`;
    expect((await app.call('DELETE', url, { token: admin })).status).toBe(404);
    expect((await app.call('GET', '/api/user', { token: investor.token })).status).toBe(200);
  });
});

describe('a frozen account', () => {
  const reason = { 'x-reason': 'Takeover%20suspected' };
  const freeze = (frozen: unknown, headers: Record<string, string> = reason) =>
    app.call('PUT', `/api/account/${investor.userId}/frozen`, { token: admin, body: { frozen }, headers });
  const create = (body: unknown) =>
    app.call('POST', '/api/transaction/create', { token: investor.token, body });
  const account = async () =>
    accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data);
  const fund = () =>
    app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { balance: 1_000 } });

  test('can be seen by its investor, who cannot withdraw but can do all else', async () => {
    await fund();
    const made = z.object({ _id: z.string() }).parse((await create(buildWithdrawal())).data);
    const answer = await freeze(true);
    expect(answer).toMatchObject({ status: 200, data: { user: { _id: investor.userId } } });
    expect((await account()).frozenAt).toBe(accountSchema.parse(answer.data).frozenAt);
    expect((await account()).frozenAt).not.toBeNull();
    expect(await create(buildWithdrawal())).toMatchObject({
      status: 422,
      errors: [{ code: 'account_frozen' }],
    });
    expect((await create(buildDeposit())).status).toBe(201);
    const cancel = `/api/transaction/${made._id}/cancel`;
    expect((await app.call('POST', cancel, { token: investor.token, body: {} })).status).toBe(200);
    const body = { email: investor.email, password: buildRegistration().password };
    expect((await app.call('POST', '/api/user/login', { body })).status).toBe(200);
    expect((await freeze(false)).data).toMatchObject({ frozenAt: null });
    expect((await create(buildWithdrawal())).status).toBe(201);
    expect(await eventsOf('user.frozen')).toEqual([
      {
        before: { frozen: false, version: 3 },
        after: { frozen: true, version: 4 },
        reason: 'Takeover suspected',
      },
    ]);
    expect(await eventsOf('user.unfrozen')).toHaveLength(1);
  });

  test('is told to its investor by mail, without the reason', async () => {
    await freeze(true);
    await freeze(true);
    await freeze(false);
    await expect
      .poll(async () => (await app.mailsTo(investor.email)).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining([expect.stringContaining('possible again')]));
    const mails = await app.mailsTo(investor.email);
    expect(mails.filter(({ subject }) => /withdrawals/i.test(subject))).toHaveLength(2);
    expect(mails.map(({ text }) => text).join()).not.toContain('Takeover');
  });

  test('needs a reason, has a new version, and is refused for a stale one', async () => {
    const { version } = await account();
    for (const headers of [{}, { 'x-reason': '%20' }]) {
      expect(await freeze(true, headers)).toMatchObject({ status: 422, errors: [{ field: 'reason' }] });
    }
    expect((await freeze(true, { ...reason, 'if-match': '"9"' })).status).toBe(412);
    expect((await freeze('yes')).status).toBe(422);
    expect((await account()).frozenAt).toBeNull();
    const key = { ...reason, 'if-match': `"${version}"`, 'idempotency-key': randomUUID() };
    const [first, second] = [await freeze(true, key), await freeze(true, key)];
    expect([first.status, second.data]).toEqual([200, first.data]);
    expect(first).toMatchObject({ headers: { etag: `"${version + 1}"` }, data: { version: version + 1 } });
    expect((await account()).version).toBe(version + 1);
    expect(await eventsOf('user.frozen')).toHaveLength(1);
  });

  test('of contradicting decisions on one sight of it, takes the first', async () => {
    const { version } = await account();
    const seen = { ...reason, 'if-match': `"${version}"` };
    const answers = [await freeze(true, seen), await freeze(false, seen), await freeze(true, seen)];
    expect(answers.map(({ status }) => status)).toEqual([200, 412, 412]);
    const now = await account();
    expect([now.version, now.frozenAt === null]).toEqual([version + 1, false]);
    const atOnce = { ...reason, 'if-match': `"${now.version}"` };
    const url = `/api/account/${investor.userId}`;
    const raced = await Promise.all([
      freeze(false, atOnce),
      freeze(false, atOnce),
      app.call('PUT', url, { token: admin, body: { profit: 5 }, headers: atOnce }),
    ]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await account()).version).toBe(version + 2);
  });

  test('asked for again stays as it is: no version and no event', async () => {
    const first = await freeze(true);
    const again = await freeze(true, { ...reason, 'if-match': String(first.headers.etag) });
    expect([again.status, again.headers.etag, again.data]).toEqual([200, first.headers.etag, first.data]);
    expect(await eventsOf('user.frozen')).toHaveLength(1);
  });

  test('is frozen once by twelve at once, and no withdrawal gets past it afterwards', async () => {
    await fund();
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => freeze(true)),
      ...Array.from({ length: 3 }, () => create(buildWithdrawal({ amount: 10 }))),
    ]);
    expect(answers.slice(0, 12).every(({ status }) => status === 200)).toBe(true);
    expect(await eventsOf('user.frozen')).toHaveLength(1);
    const { held } = await account();
    expect(held).toBe(10 * answers.filter(({ status }) => status === 201).length);
    expect((await create(buildWithdrawal({ amount: 10 }))).status).toBe(422);
  });
});
