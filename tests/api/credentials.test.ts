import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { countWaiting } from '../support/hold';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, password } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const { trade, login, resend, reset, age } = authCalls(() => app);
const newPassword = 'a new password';
const change = (token: string, oldPassword: string, secret = newPassword) =>
  app.call('PUT', '/api/user/password', { token, body: { oldPassword, newPassword: secret } });
const holds = async (token: string) => (await app.call('GET', '/api/user', { token })).status === 200;

async function resetTokenFor(email: string): Promise<string> {
  await resend(email, 'reset_password');
  return z.string().parse((await trade(email, await app.codeFor(email, 2))).data);
}

interface Replacement {
  replace(): Promise<{ status: number }>;
  /** The session that may go on. */
  kept: string | undefined;
  email: string;
}
const ways: [name: string, prepare: () => Promise<Replacement>][] = [
  [
    'changed',
    async () => {
      const { email, token } = await app.signUp();
      return { email, kept: token, replace: () => change(token, password) };
    },
  ],
  [
    'reset',
    async () => {
      const { email } = await app.signUp();
      const token = await resetTokenFor(email);
      return { email, kept: undefined, replace: () => reset(token, newPassword) };
    },
  ],
];

/** Holds the row of a person as a change of it does; `work` is given how many wait for a lock, and how to let them go on. */
async function holding(
  email: string,
  work: (waiting: () => Promise<number>, release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client(app.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from users where email = $1 for no key update', [email]);
    await work(
      () => countWaiting(holder),
      () => holder.query('commit'),
    );
  } finally {
    await holder.end();
  }
}

async function expectEnded(answers: { status: number; data: unknown }[], kept: string | undefined) {
  for (const { status, data } of answers) {
    expect([200, 401, 503]).toContain(status);
    if (status === 200) expect(await holds(z.string().parse(data))).toBe(false);
  }
  if (kept !== undefined) expect(await holds(kept)).toBe(true);
}

describe.each(ways)('while the password is %s', (_, prepare) => {
  test('sixteen sign-ins under way are refused or end with it', { repeats: 4 }, async () => {
    const { email, replace, kept } = await prepare();
    const replaced = replace();
    const answers = await Promise.all(Array.from({ length: 16 }, () => login(email)));
    expect((await replaced).status).toBe(200);
    await expectEnded(answers, kept);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  test('sign-ins that all wait for the row of the person are refused or end with it', async () => {
    const { email, replace, kept } = await prepare();
    await holding(email, async (waiting, release) => {
      let settled = 0;
      const counted = async <T>(work: Promise<T>): Promise<T> => {
        const result = await work;
        settled += 1;
        return result;
      };
      const replaced = counted(replace());
      const signIns = Array.from({ length: 12 }, () => counted(login(email)));
      await expect.poll(async () => settled + (await waiting())).toBe(13);
      await release();
      // A wait that was too long is a 503: then it is done once more.
      if ((await replaced).status === 503) expect((await replace()).status).toBe(200);
      await expectEnded(await Promise.all(signIns), kept);
    });
  });

  test('every live code ends with it', async () => {
    const { email, replace } = await prepare();
    await age(email, '61 seconds');
    const mails = (await app.mailsTo(email)).length;
    await authCalls(() => app, { keepsCookies: true }).resend(email, 'reset_password');
    const one = await app.codeFor(email, mails + 1);
    await age(email, '61 seconds');
    await resend(email, 'reset_password');
    const two = await app.codeFor(email, mails + 2);
    expect((await replace()).status).toBe(200);
    for (const code of [one, two]) expect((await trade(email, code)).status).toBe(422);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  test('a code that is traded at that moment gives no token for what has become of it', async () => {
    const { email, replace, kept } = await prepare();
    await age(email, '61 seconds');
    const mails = (await app.mailsTo(email)).length;
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, mails + 1);
    const { hash } = app.passwords;
    let token = '';
    vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async (...asked) => {
      token = z.string().parse((await trade(email, otp)).data);
      return hash(...asked);
    });
    const replaced = await replace();
    // It takes the place of the token that resets; one who changes the password needs none.
    const isChange = kept !== undefined;
    expect(replaced.status).toBe(isChange ? 200 : 422);
    expect((await reset(token, 'yet another')).status).toBe(isChange ? 422 : 200);
    expect((await login(email, isChange ? newPassword : 'yet another')).status).toBe(200);
  });
});

test('an outstanding reset token ends when the password is changed', async () => {
  const { email, token } = await app.signUp();
  const outstanding = await resetTokenFor(email);
  expect((await change(token, password)).status).toBe(200);
  expect((await reset(outstanding, 'yet another')).status).toBe(422);
  expect((await login(email, newPassword)).status).toBe(200);
});

test('a session that is ended while it changes the password changes nothing', async () => {
  const { email, token: stolen } = await app.signUp();
  const own = z.string().parse((await login(email)).data);
  await holding(email, async (waiting, release) => {
    const changed = change(stolen, password);
    await expect.poll(waiting).toBe(1);
    expect((await app.call('DELETE', '/api/auth/sessions', { token: own })).status).toBe(200);
    await release();
    // 503 when the wait was too long.
    expect([401, 503]).toContain((await changed).status);
  });
  expect(await holds(own)).toBe(true);
  expect((await login(email)).status).toBe(200);
});

test('two changes with the same old password at once: one is made', async () => {
  const { email, token } = await app.signUp();
  const other = z.string().parse((await login(email)).data);
  const answers = await Promise.all([
    change(token, password, 'one of two'),
    change(other, password, 'two of two'),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const right = await Promise.all(['one of two', 'two of two'].map((secret) => login(email, secret)));
  expect(right.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a reset token of an older version of the password is refused though it is unused', async () => {
  const { email, userId } = await app.signUp();
  const token = await resetTokenFor(email);
  await app.database.pool.query(
    'update users set credential_version = credential_version + 1 where id = $1',
    [userId],
  );
  expect((await reset(token, newPassword)).status).toBe(422);
  expect((await login(email)).status).toBe(200);
});
