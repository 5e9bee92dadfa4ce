import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newEmail = () => `${randomUUID()}@example.com`;
const password = buildRegistration().password;
const register = (email: string, overrides = {}) =>
  app.call('POST', '/api/user/create', { body: buildRegistration({ email, ...overrides }) });
const verify = (email: string, otp: string) =>
  app.call('POST', '/api/auth/verify-email', { body: { email, otp } });
const login = (email: string, secret = password) =>
  app.call('POST', '/api/user/login', { body: { email, password: secret } });
const resend = (email: string, activity = 'verify_email') =>
  app.call('POST', '/api/auth/resendOTP', { body: { email, activity } });
const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');
/** Lets the codes of an address be older than they are. */
const age = (email: string, interval: string) =>
  app.database.pool.query(
    `update otps set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where email = $1`,
    [email, interval],
  );

describe('registration', () => {
  test('is complete once its code is entered, and signs in', async () => {
    const email = newEmail();
    expect(await register(email)).toMatchObject({ status: 201, data: { email } });
    const { status, data } = await verify(email, await app.codeFor(email));
    expect(status).toBe(200);
    const token = z.string().parse(data);
    const user = await app.call('GET', '/api/user', { token });
    expect(user.data).toMatchObject({ email, type: 'investor', firstName: 'Ada', country: 'United Kingdom' });
    expect((await app.call('GET', '/api/account', { token })).data).toMatchObject({ balance: 0, version: 1 });
    expect((await login(email)).status).toBe(200);
  });

  test('does not let in before the code, and says why to whoever knows the password', async () => {
    const email = newEmail();
    await register(email);
    expect(await login(email)).toMatchObject({ status: 403, errors: [{ code: 'email_not_verified' }] });
    expect(await login(email, 'another password')).toMatchObject({
      status: 401,
      errors: [{ code: 'invalid_credentials' }],
    });
  });

  test('again for the same address replaces the first: its code is void, its password forgotten', async () => {
    const email = newEmail();
    await register(email, { firstName: 'First', password: 'first password' });
    const first = await app.codeFor(email);
    await register(email, { firstName: 'Second' });
    const second = await app.codeFor(email, 2);
    if (first !== second) expect((await verify(email, first)).status).toBe(422);
    const { data } = await verify(email, second);
    const user = await app.call('GET', '/api/user', { token: z.string().parse(data) });
    expect(user.data).toMatchObject({ firstName: 'Second' });
    expect((await login(email, 'first password')).status).toBe(401);
  });

  test('with a verified address gets the same answer; its owner is told by mail, and nothing changes', async () => {
    const { email } = await app.signUp();
    const again = await register(email, { password: 'the password of a stranger' });
    expect(again).toMatchObject({ status: 201, data: { email } });
    await expect.poll(async () => (await app.mailsTo(email)).length).toBe(2);
    const [newest] = await app.mailsTo(email);
    expect(newest?.subject).toBe('You already have an account');
    expect(newest?.text).not.toMatch(/\b\d{6}\b/);
    expect((await login(email, 'the password of a stranger')).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  test('treats an address in capitals as the same one', async () => {
    const { email } = await app.signUp();
    expect((await login(email.toUpperCase())).status).toBe(200);
  });
});

describe('a code', () => {
  test('opens once, also for ten who enter it at the same time', async () => {
    const email = newEmail();
    await register(email);
    const otp = await app.codeFor(email);
    // Five attempts are all a code has; one of those at once is the right one.
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(email, otp)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
    expect((await verify(email, otp)).status).toBe(422);
  });

  test('is void after five wrong attempts', async () => {
    const email = newEmail();
    await register(email);
    const otp = await app.codeFor(email);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await verify(email, otherThan(otp))).toMatchObject({
        status: 422,
        errors: [{ code: 'invalid_otp', field: 'otp' }],
      });
    }
    expect((await verify(email, otp)).status).toBe(422);
  });

  test('expires after ten minutes', async () => {
    const [early, late] = [newEmail(), newEmail()];
    await register(early);
    await register(late);
    const codes = [await app.codeFor(early), await app.codeFor(late)] as const;
    await age(early, '9 minutes 50 seconds');
    await age(late, '10 minutes 1 second');
    expect((await verify(late, codes[1])).status).toBe(422);
    expect((await verify(early, codes[0])).status).toBe(200);
  });

  test('for a registration does not reset a password, nor the other way round', async () => {
    const { email } = await app.signUp();
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, 2);
    expect((await verify(email, otp)).status).toBe(422);
    const traded = await app.call('POST', '/api/auth/password/verify', { body: { email, otp } });
    expect(traded.status).toBe(200);
  });

  test('of one address does not open another', async () => {
    const [one, two] = [newEmail(), newEmail()];
    await register(one);
    await register(two);
    const [first, second] = [await app.codeFor(one), await app.codeFor(two)];
    if (first !== second) expect((await verify(two, first)).status).toBe(422);
  });

  test('can be sent again after a minute, and voids the one before', async () => {
    const email = newEmail();
    await register(email);
    const first = await app.codeFor(email);
    const early = await resend(email);
    expect(early).toMatchObject({ status: 429, errors: [{ code: 'rate_limited' }] });
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    await age(email, '61 seconds');
    expect((await resend(email)).status).toBe(200);
    const second = await app.codeFor(email, 2);
    if (first !== second) expect((await verify(email, first)).status).toBe(422);
    expect((await verify(email, second)).status).toBe(200);
  });

  test('is sent five times an hour and ten times a day at most', async () => {
    const email = newEmail();
    await register(email);
    for (let sent = 2; sent <= 5; sent += 1) {
      await age(email, '61 seconds');
      expect((await resend(email)).status).toBe(200);
    }
    await age(email, '61 seconds');
    expect((await resend(email)).status).toBe(429);
    await age(email, '1 hour');
    for (let sent = 6; sent <= 10; sent += 1) {
      expect((await resend(email)).status).toBe(200);
      await age(email, '61 seconds');
    }
    await age(email, '1 hour');
    const refused = await resend(email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
    expect(await register(email)).toMatchObject({ status: 429 });
  });

  test('stands nowhere in the database once its mail has left', async () => {
    const email = newEmail();
    await register(email);
    const otp = await app.codeFor(email);
    await expect
      .poll(async () => {
        const { rows } = await app.database.pool.query('select 1 from mail_outbox where sent_at is null');
        return rows.length;
      })
      .toBe(0);
    const { pool } = app.database;
    const tables = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.map(({ name }) => name)).toContain('public.otps');
    // A code by itself: not six digits out of a longer number, a hash or the fraction of a second.
    const alone = new RegExp(`(?<![\\w.-])${otp}(?![\\w-])`);
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      expect(
        rows.filter(({ row }) => alone.test(row)),
        name,
      ).toEqual([]);
    }
  });
});

describe('an unknown address', () => {
  test('registers with the answer of a verified one', async () => {
    const { email: known } = await app.signUp();
    const unknown = newEmail();
    const [one, two] = [await register(known), await register(unknown)];
    expect(two.status).toBe(one.status);
    expect([one.data, two.data]).toEqual([{ email: known }, { email: unknown }]);
    expect(Object.keys(two.headers).sort()).toEqual(Object.keys(one.headers).sort());
  });

  test.each(['/api/auth/verify-email', '/api/auth/password/verify'])(
    'gets the answer of a wrong code at %s',
    async (path) => {
      const { email: known } = await app.signUp();
      await resend(known, 'reset_password');
      const enter = (email: string, otp: string) => app.call('POST', path, { body: { email, otp } });
      const wrong = otherThan(await app.codeFor(known, 2));
      const [one, two] = [await enter(known, wrong), await enter(newEmail(), wrong)];
      expect([two.status, two.errors]).toEqual([one.status, one.errors]);
      expect([one.status, one.errors[0]?.code]).toEqual([422, 'invalid_otp']);
    },
  );

  test('gets the answers of a known one, and its limits', async () => {
    const { email: known } = await app.signUp();
    const unknown = newEmail();
    for (const activity of ['verify_email', 'reset_password']) {
      await age(known, '61 seconds');
      const [one, two] = [await resend(known, activity), await resend(unknown, activity)];
      expect([two.status, two.data]).toEqual([one.status, one.data]);
      expect((await resend(known, activity)).status).toBe(429);
      expect((await resend(unknown, activity)).status).toBe(429);
    }
    const [one, two] = [await login(known, 'wrong password'), await login(unknown, 'wrong password')];
    expect([two.status, two.errors]).toEqual([one.status, one.errors]);
    expect(await app.mailsTo(unknown)).toEqual([]);
  });

  test('is not told by the time a sign-in takes', async () => {
    const { email } = await app.signUp();
    const time = async (address: string) => {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const begun = performance.now();
        await login(address, 'wrong password');
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    const [known, unknown] = [await time(email), await time(newEmail())];
    // A missing password check would make it about ten times as fast.
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });
});

describe('a forgotten password', () => {
  async function tokenFor(email: string): Promise<string> {
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, 2);
    const { data } = await app.call('POST', '/api/auth/password/verify', { body: { email, otp } });
    return z.string().parse(data);
  }
  const reset = (token: string, secret: string) =>
    app.call('PUT', '/api/auth/password', { body: { token, password: secret } });

  test('is replaced with the token for the code, once, and every session ends', async () => {
    const { email, token: session } = await app.signUp();
    const token = await tokenFor(email);
    const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `new password ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.errors[0]?.code).toBe('invalid_reset_token');
    expect((await app.call('GET', '/api/user', { token: session })).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    const won = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await login(email, `new password ${won}`)).status).toBe(200);
  });

  test('is not replaced with a token that is too old', async () => {
    const { email, userId } = await app.signUp();
    const token = await tokenFor(email);
    await app.database.pool.query(
      `update reset_tokens set expires_at = now() - interval '1 second' where user_id = $1`,
      [userId],
    );
    expect((await reset(token, 'new password')).status).toBe(422);
    expect((await login(email)).status).toBe(200);
  });

  test('is replaced only by the token of the newest code', async () => {
    const { email } = await app.signUp();
    const first = await tokenFor(email);
    await age(email, '61 seconds');
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, 3);
    const traded = await app.call('POST', '/api/auth/password/verify', { body: { email, otp } });
    expect((await app.call('POST', '/api/auth/password/verify', { body: { email, otp } })).status).toBe(422);
    expect((await reset(first, 'new password')).status).toBe(422);
    expect((await reset(z.string().parse(traded.data), 'new password')).status).toBe(200);
    expect((await login(email, 'new password')).status).toBe(200);
  });

  test('is not replaced with a token made up, and the token stands nowhere in the database', async () => {
    const { email } = await app.signUp();
    expect((await reset('made-up', 'new password')).status).toBe(422);
    const token = await tokenFor(email);
    const { rows } = await app.database.pool.query(
      'select 1 from reset_tokens t where strpos(t::text, $1) > 0',
      [token],
    );
    expect(rows).toEqual([]);
  });

  test('needs eight characters', async () => {
    expect(await reset('x', 'seven77')).toMatchObject({
      status: 422,
      errors: [{ field: 'password', message: 'password length should be a 8 or more' }],
    });
  });
});

describe('changing the password', () => {
  const change = (token: string, oldPassword: string, newPassword: string) =>
    app.call('PUT', '/api/user/password', { token, body: { oldPassword, newPassword } });

  test('ends the other sessions and keeps this one', async () => {
    const { email, token } = await app.signUp();
    const other = z.string().parse((await login(email)).data);
    expect((await change(token, password, 'a new password')).status).toBe(200);
    expect((await app.call('GET', '/api/user', { token })).status).toBe(200);
    expect((await app.call('GET', '/api/user', { token: other })).status).toBe(401);
    expect((await login(email, 'a new password')).status).toBe(200);
  });

  test('needs the old one; a wrong one does not sign out', async () => {
    const { token } = await app.signUp();
    expect(await change(token, 'not the old one', 'a new password')).toMatchObject({
      status: 422,
      errors: [{ code: 'wrong_password', field: 'oldPassword' }],
    });
    expect((await app.call('GET', '/api/user', { token })).status).toBe(200);
  });
});

test('signing out ends this session, and no other', async () => {
  const { email, token } = await app.signUp();
  const other = z.string().parse((await login(email)).data);
  expect((await app.call('POST', '/api/auth/logout', { token, body: {} })).status).toBe(200);
  expect((await app.call('GET', '/api/user', { token })).status).toBe(401);
  expect((await app.call('GET', '/api/user', { token: other })).status).toBe(200);
});

test('a crowd of sign-ins is answered, late or with 503 and when to come back, never lost', async () => {
  const answers = await Promise.all(Array.from({ length: 90 }, () => login(newEmail(), 'wrong password')));
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length + refused.length).toBe(90);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBeDefined();
});
