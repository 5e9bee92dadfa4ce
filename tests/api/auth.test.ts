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
    expect((await login(email)).status).toBe(200);
  });

  test('with a verified address lets nobody in but its owner, and is told from a new one by no answer', async () => {
    const secret = 'the password of a stranger';
    const { email: known } = await app.signUp();
    const unknown = newEmail();
    const answersFor = async (email: string) => {
      const browser = authCalls(() => app, { keepsCookies: true });
      await browser.register(email, { password: secret });
      const answers = [
        await browser.login(email, secret),
        await login(email, secret),
        await browser.login(email, 'wrong password'),
        await browser.resend(email),
        await browser.verify(email, '000000'),
      ];
      await age(email, '61 seconds');
      answers.push(await browser.resend(email), await browser.login(email, secret));
      return answers.map(({ status, data, errors }) => ({ status, data, errors }));
    };
    const answers = await answersFor(known);
    expect(answers).toEqual(await answersFor(unknown));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 429, 422, 200, 403]);
    const { rows } = await app.database.pool.query(
      `select 1 from otps where email = $1 and subject_id is not null and ended_at is null`,
      [known],
    );
    expect(rows).toEqual([]);
    expect((await login(known)).status).toBe(200);
    // Whoever may not sign in is answered as one without an account.
    await app.database.pool.query(`update users set standing = 'disabled' where email = $1`, [known]);
    expect((await login(known, secret)).status).toBe(403);
    expect((await login(known)).status).toBe(401);
  });

  test('with a verified address, by several and with another code asked for, is the same mail to the owner', async () => {
    const { email } = await app.signUp();
    for (const who of [1, 2])
      expect((await register(email, { firstName: `Stranger ${who}` })).status).toBe(201);
    expect((await resend(email)).status).toBe(200);
    const subjects = async () => (await app.mailsTo(email)).map(({ subject }) => subject);
    await expect.poll(async () => (await subjects()).length).toBe(4);
    expect((await subjects()).filter((subject) => subject === 'You already have an account')).toHaveLength(3);
  });

  test('that waits beside the one that made the account is answered as before', async () => {
    const email = newEmail();
    const [owner, stranger] = [authCalls(() => app, { keepsCookies: true }), authCalls(() => app)];
    await stranger.register(email, { password: 'the password of a stranger' });
    await owner.register(email);
    expect((await owner.verify(email, await app.codeFor(email, 2))).status).toBe(200);
    expect((await stranger.login(email, 'the password of a stranger')).status).toBe(403);
    expect((await owner.login(email)).status).toBe(200);
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
  test('is not told by the time a sign-in takes: each is compared with an account and a registration', async () => {
    const { email: known } = await app.signUp();
    const { email: again } = await app.signUp();
    const waiting = newEmail();
    for (const email of [again, waiting]) await register(email, { password: 'another password' });
    const verifications = vi.spyOn(app.passwords, 'findMatch');
    const hashed = expect.any(String);
    try {
      for (const [address, hashes] of [
        [known, [hashed, undefined]],
        [again, [hashed, hashed]],
        [waiting, [undefined, hashed]],
        [newEmail(), [undefined, undefined]],
      ] as const) {
        verifications.mockClear();
        await login(address, 'wrong password');
        expect(verifications.mock.calls).toEqual([['wrong password', hashes, expect.anything()]]);
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
