import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { auditOf } from '../support/audit';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, password } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { trade, login, resend, reset, age } = authCalls(() => app);

describe('a forgotten password', () => {
  async function tokenFor(email: string, count = 2): Promise<string> {
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, count);
    const { data } = await trade(email, otp);
    return z.string().parse(data);
  }

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
    const traded = await trade(email, otp);
    expect((await trade(email, otp)).status).toBe(422);
    expect((await reset(first, 'new password')).status).toBe(422);
    expect((await reset(z.string().parse(traded.data), 'new password')).status).toBe(200);
    expect((await login(email, 'new password')).status).toBe(200);
  });

  test('is not replaced for whoever may not sign in, however that came to be', async () => {
    const { email, userId } = await app.signUp();
    const become = (standing: string) =>
      app.superuser.pool.query('update users set standing = $2 where id = $1', [userId, standing]);
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, 2);
    await become('disabled');
    expect((await trade(email, otp)).errors[0]?.code).toBe('invalid_otp');
    await become('enabled');
    const token = z.string().parse((await trade(email, otp)).data);
    await become('disabled');
    const hash = vi.spyOn(app.passwords, 'hash');
    expect((await reset(token, 'new password')).errors[0]?.code).toBe('invalid_reset_token');
    // Not even their new password is hashed.
    expect(hash).not.toHaveBeenCalled();
    await become('enabled');
    // Shut out while it is.
    hash.mockImplementationOnce(async () => {
      await become('disabled');
      return 'of the new password';
    });
    expect((await reset(token, 'new password')).errors[0]?.code).toBe('invalid_reset_token');
    hash.mockRestore();
    await become('enabled');
    expect((await login(email)).status).toBe(200);
    expect((await reset(token, 'new password')).status).toBe(200);
  });

  test('is replaced with nothing of before a change of what its person signs in with', async () => {
    const { email, userId } = await app.signUp();
    const renew = () =>
      app.superuser.pool.query('update users set credential_version = credential_version + 1 where id = $1', [
        userId,
      ]);
    await resend(email, 'reset_password');
    const otp = await app.codeFor(email, 2);
    await renew();
    expect((await trade(email, otp)).errors[0]?.code).toBe('invalid_otp');
    await age(email, '61 seconds');
    const token = await tokenFor(email, 3);
    await renew();
    expect((await reset(token, 'new password')).errors[0]?.code).toBe('invalid_reset_token');
    expect((await login(email)).status).toBe(200);
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

  test('is not replaced by itself, and the token serves for another one', async () => {
    const { email } = await app.signUp();
    const token = await tokenFor(email);
    expect(await reset(token, password)).toMatchObject({
      status: 422,
      errors: [
        {
          code: 'validation',
          field: 'password',
          message: "old password and new password can't be the same",
        },
      ],
    });
    expect((await login(email)).status).toBe(200);
    expect((await reset(token, 'new password')).status).toBe(200);
    expect((await login(email, 'new password')).status).toBe(200);
  });

  test('of before a change of it is not told from another by a token of then', async () => {
    const { email, userId } = await app.signUp();
    const token = await tokenFor(email);
    await app.superuser.pool.query(
      'update users set credential_version = credential_version + 1 where id = $1',
      [userId],
    );
    for (const guess of [password, 'new password'])
      expect((await reset(token, guess)).errors[0]?.code).toBe('invalid_reset_token');
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

  test('is written down as what it was, of whom', async () => {
    const { email, token, userId } = await app.signUp();
    await change(token, password, 'a new password');
    await resend(email, 'reset_password');
    const traded = await trade(email, await app.codeFor(email, 2));
    await reset(z.string().parse(traded.data), 'a newer password');
    const events = (await auditOf(app, { subjectId: userId })).filter(({ action }) =>
      action.includes('pass'),
    );
    expect(events).toMatchObject([
      { action: 'user.password_changed', subjectType: 'user', actorId: userId },
      { action: 'user.password_reset', subjectType: 'user', actorId: userId },
    ]);
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
