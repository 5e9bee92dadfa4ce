import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, newEmail, otherThan } from './auth-calls';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { hashing: 'slow' });
});
afterAll(() => app.close());

const { register, verify, login, resend, age } = authCalls(() => app);

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

  test('again in the same browser replaces the first: its code is void, its password forgotten', async () => {
    const email = newEmail();
    const browser = authCalls(() => app, { keepsCookies: true });
    await browser.register(email, { firstName: 'First', password: 'first password' });
    const first = await app.codeFor(email);
    await browser.register(email, { firstName: 'Second' });
    const second = await app.codeFor(email, 2);
    if (first !== second) {
      expect((await verify(email, first)).status).toBe(422);
      expect((await browser.verify(email, first)).status).toBe(422);
    }
    const { data } = await browser.verify(email, second);
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

  // What a verification without a hash costs: server/auth/passwords.test.ts.
  test('is not told by the time a sign-in takes: for each one password is verified', async () => {
    const { email } = await app.signUp();
    const verifications = vi.spyOn(app.passwords, 'verify');
    try {
      for (const [address, hashed] of [
        [email, expect.any(String)],
        [newEmail(), undefined],
      ]) {
        verifications.mockClear();
        await login(address, 'wrong password');
        expect(verifications.mock.calls).toEqual([['wrong password', hashed, expect.anything()]]);
      }
    } finally {
      verifications.mockRestore();
    }
  });
});

test('a crowd of sign-ins is answered, late or with 503 and when to come back, never lost', async () => {
  // Many more than wait at most: on a busy machine they come slower, and some are served meanwhile.
  const crowd = 300;
  const answers = await Promise.all(Array.from({ length: crowd }, () => login(newEmail(), 'wrong password')));
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length + refused.length).toBe(crowd);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBeDefined();
});
