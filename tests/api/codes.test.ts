import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { countUnsent } from '../support/mailbox';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, newEmail, otherThan, password } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { register, verify, trade, resend, reset, login, age } = authCalls(() => app);

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

  test.each([-1, 1])(
    'is mailed and opens for ten minutes where the clock of the server is %i hours off its database',
    async (hours) => {
      const email = newEmail();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      try {
        await register(email);
        const otp = await app.codeFor(email);
        const { rows } = await app.database.pool.query<{ minutes: number }>(
          `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from otps where email = $1`,
          [email],
        );
        expect(rows.map(({ minutes }) => minutes)).toEqual([10]);
        expect((await verify(email, otp)).status).toBe(200);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('for a reset is traded once, also for five who enter it at the same time', async () => {
    const { email } = await app.signUp();
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, 2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => trade(email, otp)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  test('for a reset opens for whoever has changed the password before', async () => {
    const { email, token } = await app.signUp();
    const body = { oldPassword: password, newPassword: 'the second password' };
    expect((await app.call('PUT', '/api/user/password', { token, body })).status).toBe(200);
    await resend(email, 'reset_password');
    const traded = await trade(email, await app.codeFor(email, 2));
    expect(traded.status).toBe(200);
    expect((await reset(z.string().parse(traded.data), 'the third password')).status).toBe(200);
    expect((await login(email, 'the third password')).status).toBe(200);
  });

  test('that is refused is written down with whose address it was', async () => {
    const known = await app.signUp();
    const unknown = newEmail();
    for (const email of [known.email, unknown]) await trade(email, '123456');
    const { rows } = await app.database.pool.query<{ email: string; user_id: string | null }>(
      `select email, user_id from security_events where kind = 'code_refused' and email = any($1)`,
      [[known.email, unknown]],
    );
    expect(new Map(rows.map((row) => [row.email, row.user_id]))).toEqual(
      new Map([
        [known.email, known.userId],
        [unknown, null],
      ]),
    );
  });

  test('is void after five wrong attempts, also for thirty at the same time', async () => {
    const email = newEmail();
    await register(email);
    const otp = await app.codeFor(email);
    await Promise.all(Array.from({ length: 30 }, () => verify(email, otherThan(otp))));
    expect((await verify(email, otp)).status).toBe(422);
    const { rows } = await app.database.pool.query<{ attempts: number; network: number }>(
      'select attempts, network_attempts as network from otps where email = $1 and subject_id is not null',
      [email],
    );
    expect(rows.map(({ attempts, network }) => attempts + network)).toEqual([5]);
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
    const traded = await trade(email, otp);
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
    const { register, resend, verify } = authCalls(() => app, { keepsCookies: true });
    await register(email);
    const first = await app.codeFor(email);
    const early = await resend(email);
    expect(early).toMatchObject({ status: 429, errors: [{ code: 'rate_limited' }] });
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);
    await age(email, '61 seconds');
    expect((await resend(email)).status).toBe(200);
    const second = await app.codeFor(email, 2);
    if (first !== second) expect((await verify(email, first)).status).toBe(422);
    expect((await verify(email, second)).status).toBe(200);
  });

  test('can be sent again at once when a clock that was ahead has dated the one before into a time to come', async () => {
    const email = newEmail();
    const { register, resend } = authCalls(() => app, { keepsCookies: true });
    await register(email);
    await age(email, '-1 day');
    expect((await resend(email)).status).toBe(200);
    expect((await resend(email)).status).toBe(429);
  });

  test('is sent five times an hour and ten times a day at most', async () => {
    const email = newEmail();
    const { register, resend } = authCalls(() => app, { keepsCookies: true });
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
    await expect.poll(() => countUnsent(app.database)).toBe(0);
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
