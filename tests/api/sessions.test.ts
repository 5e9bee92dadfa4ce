import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Session, sessionSchema } from '../../contract/auth';
import { headers } from '../../contract/headers';
import { limits, sessionTimes } from '../../contract/limits';
import { z } from '../../contract/zod';
import { auditOf } from '../support/audit';
import { beginHolding, countWaiting } from '../support/hold';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';
import { password } from './auth-calls';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
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

test('the list names device and network of each session, and which one is this', async () => {
  const token = await signIn();
  const sessions = await sessionsOf(token);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toMatchObject({
    device: 'Firefox on Windows',
    network: '127.0.0.1',
  });
  expect(sessions.find(({ current }) => !current)).toMatchObject({ device: 'Unknown device' });
});

test('the network of an IPv6 address is its /64, and there may be none', async () => {
  const setAddress = (ip: string | null) =>
    app.database.pool.query('update sessions set ip = $2 where user_id = $1', [investor.userId, ip]);
  const network = async () => (await sessionsOf(investor.token))[0]?.network;
  await setAddress('2001:db8:1:2:3:4:5:6');
  expect(await network()).toBe('2001:db8:1:2::/64');
  await setAddress(null);
  expect(await network()).toBeNull();
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
    expect(await auditOf(app, { action: 'user.sessions_ended', subjectId: investor.userId })).toMatchObject([
      { actorId: investor.userId, subjectType: 'user', after: { ended: 1 } },
    ]);
  });

  test('is written down once for all others, and not at all when there is none', async () => {
    const endOthers = () => app.call('DELETE', '/api/auth/sessions', { token: investor.token });
    const written = () => auditOf(app, { action: 'user.sessions_ended', subjectId: investor.userId });
    await endOthers();
    expect(await written()).toEqual([]);
    await signIn();
    await signIn();
    await endOthers();
    expect(await written()).toMatchObject([{ subjectType: 'user', after: { ended: 2 } }]);
  });
});

test('whoever reads their own account is asked for the session with it', async () => {
  const read = () => app.call('GET', '/api/account', { token: investor.token });
  expect(await read()).toMatchObject({ status: 200, data: { balance: 0 } });
  await app.database.pool.query(`update sessions set expires_at = now() where user_id = $1`, [
    investor.userId,
  ]);
  expect((await read()).status).toBe(401);
  // A token of somebody else's session says nothing.
  const stranger = await app.signUp();
  await app.database.pool.query(
    `update sessions set user_id = $2, expires_at = now() + interval '1 hour' where user_id = $1`,
    [investor.userId, stranger.userId],
  );
  expect((await read()).status).toBe(401);
  expect(await statusOf(investor.token)).toBe(401);
});

test('of what a browser says of itself no more is kept than names it', async () => {
  const token = await signIn(`${firefox} ${'x'.repeat(1_000)}`);
  const { rows } = await app.database.pool.query<{ length: number }>(
    'select length(user_agent) as length from sessions where user_id = $1 order by created_at desc, id desc limit 1',
    [investor.userId],
  );
  expect(rows).toEqual([{ length: 400 }]);
  expect((await sessionsOf(token)).find(({ current }) => current)?.device).toBe('Firefox on Windows');
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

  test('is left to a later request while an act of the session waits, and nobody waits for that', async () => {
    await age('6 minutes');
    const before = await stored();
    const holder = await beginHolding(app.superuser.pool);
    try {
      // As an act that the end of its session must wait for.
      await holder.query('select from sessions where user_id = $1 for share', [investor.userId]);
      expect(await statusOf(investor.token)).toBe(200);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await stored()).toBe(before);
    await statusOf(investor.token);
    expect(await stored()).not.toBe(before);
  });

  test('is not written by requests in between', async () => {
    await age('4 minutes');
    const before = await stored();
    await statusOf(investor.token);
    expect(await stored()).toBe(before);
  });
});

const minute = 60_000;
const second = 1_000;

describe('a session that nobody uses', () => {
  /** The newest session of a person; every one of these tests has one of its own. */
  const newestOf = 'select id from sessions where user_id = $1 order by created_at desc, id desc limit 1';
  const signedIn = {
    investor: async () => (await app.signUp()).token,
    admin: () => app.signInAsAdmin(),
    auditor: () => app.signInAsAuditor(),
  };
  const roles = ['investor', 'admin', 'auditor'] as const;

  async function ownerOf(token: string): Promise<string> {
    const { data } = await app.call('GET', '/api/user', { token });
    return z.object({ _id: z.string() }).parse(data)._id;
  }
  /** As if so much time had gone by, for the newest session of a person; its end stays to come. */
  async function pass(userId: string, milliseconds: number): Promise<void> {
    await app.database.pool.query(
      `update sessions set last_seen_at = last_seen_at - $2 * interval '1 millisecond',
         expires_at = now() + interval '1 hour'
       where id = (${newestOf})`,
      [userId, milliseconds],
    );
  }
  /** Milliseconds since the use that is written down. */
  async function noted(userId: string): Promise<number> {
    const { rows } = await app.database.pool.query<{ age: number }>(
      `select extract(epoch from now() - last_seen_at)::float8 * 1000 as age from sessions where id = (${newestOf})`,
      [userId],
    );
    return rows[0]?.age ?? Number.NaN;
  }
  const inBackground = (token: string) =>
    app.call('GET', '/api/user', { token, headers: { [headers.background]: 'true' } });

  test('holds for 30 minutes in the console and for 24 hours elsewhere', () => {
    const idle = roles.map((role) => sessionTimes[role].idle / minute);
    expect(idle).toEqual([24 * 60, 30, 30]);
  });

  test.each(roles)('of an %s holds until its limit and is then as one that has expired', async (role) => {
    const token = await signedIn[role]();
    const userId = await ownerOf(token);
    const { idle, notedEvery } = sessionTimes[role];
    await pass(userId, idle + notedEvery - 20 * second);
    expect((await inBackground(token)).status).toBe(200);
    await pass(userId, 20 * second);
    const idleAnswer = await app.call('GET', '/api/user', { token });
    expect(idleAnswer.status).toBe(401);
    expect((await app.call('PUT', '/api/user', { token, body: { firstName: 'Eve' } })).status).toBe(401);
    expect(await statusOf(token)).toBe(401);

    const other = await signedIn[role]();
    await app.database.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where id = (${newestOf})`,
      [await ownerOf(other)],
    );
    const expired = await app.call('GET', '/api/user', { token: other });
    expect({ status: expired.status, errors: expired.errors }).toEqual({
      status: idleAnswer.status,
      errors: idleAnswer.errors,
    });
  });

  test.each(roles)(
    'of an %s never ends sooner than its limit after a use that was not written down',
    async (role) => {
      const token = await signedIn[role]();
      const userId = await ownerOf(token);
      const { idle, notedEvery } = sessionTimes[role];
      await pass(userId, notedEvery - 20 * second);
      expect(await statusOf(token)).toBe(200);
      expect(await noted(userId)).toBeGreaterThan(notedEvery - 20 * second);
      await pass(userId, idle);
      expect(await statusOf(token)).toBe(200);
      expect(await noted(userId)).toBeLessThan(notedEvery - 20 * second);
    },
  );

  test('is not used by what its client reads by itself', async () => {
    const token = await app.signInAsAdmin();
    const userId = await ownerOf(token);
    const { idle, notedEvery } = sessionTimes.admin;
    const twentyMinutes = 20 * minute;
    await pass(userId, twentyMinutes);
    expect((await inBackground(token)).status).toBe(200);
    expect(await noted(userId)).toBeGreaterThanOrEqual(twentyMinutes);
    await pass(userId, idle + notedEvery - twentyMinutes);
    expect((await inBackground(token)).status).toBe(401);
  });

  test('is used by somebody, and begins anew', async () => {
    const token = await app.signInAsAdmin();
    const userId = await ownerOf(token);
    for (let time = 0; time < 3; time += 1) {
      await pass(userId, 20 * minute);
      expect(await statusOf(token)).toBe(200);
    }
  });

  test('is in no list, is not counted, and does not come back after its owner has ended all', async () => {
    const { userId, email } = investor;
    await signIn();
    const { idle, notedEvery } = sessionTimes.investor;
    await pass(userId, idle + notedEvery);
    expect(await sessionsOf(investor.token)).toHaveLength(1);
    const admin = await app.signInAsAdmin();
    const shown = await app.call('GET', `/api/user/${userId}/sessions`, { token: admin });
    expect(z.array(sessionSchema).parse(shown.data)).toHaveLength(1);
    await app.call('POST', '/api/user/login', { body: { email, password } });
    expect((await app.call('DELETE', '/api/auth/sessions', { token: investor.token })).status).toBe(200);
    expect(await auditOf(app, { action: 'user.sessions_ended', subjectId: userId })).toMatchObject([
      { after: { ended: 1 } },
    ]);
    const open = await app.database.pool.query(
      'select 1 from sessions where user_id = $1 and revoked_at is null',
      [userId],
    );
    expect(open.rowCount).toBe(1);
  });
});

describe('more than twenty sessions', () => {
  /** So many sessions, last used one minute after the other; the first was used longest ago, after `since` minutes. */
  async function addSessions(count: number, since = 30): Promise<string[]> {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into sessions (id, user_id, expires_at, last_seen_at)
       select gen_random_uuid(), $1, now() + interval '1 day', now() - ($3 + $2::int - nth) * interval '1 minute'
       from generate_series(1, $2::int) as nth order by nth returning id`,
      [investor.userId, count, since],
    );
    return rows.map(({ id }) => id);
  }
  const listed = async () => (await sessionsOf(investor.token)).map(({ _id }) => _id);
  const audited = async () =>
    (await auditOf(app, { action: 'user.sessions_ended', subjectId: investor.userId })).map(
      ({ actorId, subjectType, after }) => ({ actor_id: actorId, subject_type: subjectType, after }),
    );

  test('cannot be: the next sign-in ends the one used longest ago, and that is written down', async () => {
    const [oldest, ...others] = await addSessions(18);
    const twentieth = await signIn();
    expect(await sessionsOf(investor.token)).toHaveLength(limits.sessions);
    expect(await audited()).toEqual([]);
    const next = await signIn();
    const left = await listed();
    expect(left).toHaveLength(limits.sessions);
    expect(left).not.toContain(oldest);
    expect(left).toEqual(expect.arrayContaining(others));
    expect(await Promise.all([investor.token, twentieth, next].map(statusOf))).toEqual([200, 200, 200]);
    expect(await audited()).toEqual([
      {
        actor_id: investor.userId,
        subject_type: 'user',
        after: { ended: 1, mostSessions: limits.sessions },
      },
    ]);
  });

  test('are not made by sign-ins at once, each of which holds', async () => {
    await addSessions(19);
    expect(await listed()).toHaveLength(limits.sessions);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => signIn()));
    expect(await Promise.all(tokens.map(statusOf))).toEqual(tokens.map(() => 200));
    expect(await listed()).toHaveLength(limits.sessions);
    const ended = z.array(z.object({ after: z.object({ ended: z.int() }) })).parse(await audited());
    expect(ended.reduce((sum, { after }) => sum + after.ended, 0)).toBe(10);
  });

  test('are not made by two sign-ins that have both begun before one ends', async () => {
    const [oldest] = await addSessions(19);
    const holder = await beginHolding(app.database.pool);
    try {
      // Whoever wants to end it waits, with the new session beside it.
      await holder.query('select 1 from sessions where id = $1 for update', [oldest]);
      const signIns = [signIn(), signIn()];
      await expect.poll(() => countWaiting(holder)).toBe(2);
      await holder.query('commit');
      expect(await Promise.all((await Promise.all(signIns)).map(statusOf))).toEqual([200, 200]);
    } finally {
      holder.release();
    }
    expect(await listed()).toHaveLength(limits.sessions);
  });

  test('may be there, when the others are idle, have ended or are of somebody else', async () => {
    const idle = (sessionTimes.investor.idle + sessionTimes.investor.notedEvery) / minute;
    await addSessions(30, idle);
    await app.database.pool.query('update sessions set revoked_at = now() where id = any($1)', [
      await addSessions(10),
    ]);
    await addSessions(18);
    const stranger = await app.signUp();
    await signIn();
    expect(await listed()).toHaveLength(limits.sessions);
    expect(await audited()).toEqual([]);
    expect(await statusOf(stranger.token)).toBe(200);
  });
});
