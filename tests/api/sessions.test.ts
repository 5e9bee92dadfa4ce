import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Session, sessionSchema } from '../../contract/auth';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp } from '../support/test-app';
import { password } from './auth-calls';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signIn(userAgent = firefox): Promise<string> {
  const body = { email: investor.email, password };
  const { data } = await app.call('POST', '/api/user/login', { body, headers: { 'user-agent': userAgent } });
  return z.string().parse(data);
}
async function sessionsOf(token: string): Promise<Session[]> {
  return z.array(sessionSchema).parse((await app.call('GET', '/api/auth/sessions', { token })).data);
}
const end = (id: string, token = investor.token) =>
  app.call('DELETE', `/api/auth/sessions/${id}`, { token, body: {} });
const statusOf = async (token: string) => (await app.call('GET', '/api/user', { token })).status;
const otherOf = (sessions: Session[]) => sessions.find(({ current }) => !current)?._id ?? '';

test('the list names device and address of each session, and which one is this', async () => {
  const token = await signIn();
  const sessions = await sessionsOf(token);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toMatchObject({
    device: 'Firefox on Windows',
    ip: '127.0.0.1',
  });
  expect(sessions.find(({ current }) => !current)).toMatchObject({ device: 'Unknown device' });
});

test('it holds neither what has ended or expired nor what is of somebody else', async () => {
  const signedOut = await signIn();
  await app.call('POST', '/api/auth/logout', { token: signedOut, body: {} });
  const expired = await signIn();
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [investor.userId],
  );
  await app.database.pool.query(
    `update sessions set expires_at = now() - interval '1 second' where id = $1`,
    [rows[0]?.id],
  );
  await app.signUp();
  expect(await statusOf(expired)).toBe(401);
  expect((await sessionsOf(investor.token)).map(({ current }) => current)).toEqual([true]);
});

describe('ending a session', () => {
  test('signs that device out at once, and only that one', async () => {
    const other = await signIn();
    const another = await signIn();
    const id = (await sessionsOf(other)).find(({ current }) => current)?._id ?? '';
    expect((await end(id)).status).toBe(200);
    expect(await Promise.all([other, another, investor.token].map(statusOf))).toEqual([401, 200, 200]);
  });

  test('a second time, of somebody else or of nothing is 404, and ends nothing', async () => {
    const other = await signIn();
    const id = otherOf(await sessionsOf(investor.token));
    const stranger = await app.signUp();
    expect((await end(id, stranger.token)).status).toBe(404);
    expect((await end(randomUUID())).status).toBe(404);
    expect(await statusOf(other)).toBe(200);
    expect((await end(id)).status).toBe(200);
    expect((await end(id)).status).toBe(404);
  });

  test('works for this one as well', async () => {
    const [session] = await sessionsOf(investor.token);
    expect((await end(session?._id ?? '')).status).toBe(200);
    expect(await statusOf(investor.token)).toBe(401);
  });

  test('is written down in the audit log', async () => {
    await signIn();
    await end(otherOf(await sessionsOf(investor.token)));
    const { rows } = await app.database.pool.query(
      `select actor_id, after from audit_events where action = 'user.sessions_ended' and subject_id = $1`,
      [investor.userId],
    );
    expect(rows).toEqual([{ actor_id: investor.userId, after: { ended: 1 } }]);
  });
});

test('all other sessions end at once; this one and those of others stay', async () => {
  const others = [await signIn(), await signIn()];
  const stranger = await app.signUp();
  const ended = await app.call('DELETE', '/api/auth/sessions', { token: investor.token });
  expect(ended.status).toBe(200);
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
  expect(await statusOf(investor.token)).toBe(200);
  expect(await statusOf(stranger.token)).toBe(200);
  expect(await sessionsOf(investor.token)).toHaveLength(1);
});

describe('when a session was last seen', () => {
  const seen = async () => (await sessionsOf(investor.token))[0]?.lastSeenAt ?? '';
  const age = (interval: string) =>
    app.database.pool.query(
      'update sessions set last_seen_at = last_seen_at - $2::interval where user_id = $1',
      [investor.userId, interval],
    );
  const stored = async () =>
    (
      await app.database.pool.query<{ version: string }>(
        'select xmin::text as version from sessions where user_id = $1',
        [investor.userId],
      )
    ).rows[0]?.version;

  test('moves on with a request after some minutes', async () => {
    await age('6 minutes');
    const before = Date.now();
    await statusOf(investor.token);
    expect(Date.parse(await seen())).toBeGreaterThanOrEqual(before - 1_000);
  });

  test('is not written by requests in between', async () => {
    await age('4 minutes');
    const before = await stored();
    await statusOf(investor.token);
    expect(await stored()).toBe(before);
  });
});
