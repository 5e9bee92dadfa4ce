import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { buildWithdrawal } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';
import { password } from './auth-calls';

/*
 * A thief has the token of a session; the owner has another session, or the same one. Nothing that the thief sends may
 * keep the owner from ending that.
 */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on' });
});
afterAll(() => app.close());
// Ten an hour are fewer than sign up here.
beforeEach(() => app.database.pool.query("delete from rate_limits where key like 'registration:%'"));

async function signIn(email: string, secret = password): Promise<string> {
  const answer = await app.call('POST', '/api/user/login', { body: { email, password: secret } });
  return z.string().parse(answer.data);
}

const statusOf = async (...request: Parameters<TestApp['call']>) => (await app.call(...request)).status;
const emptyUpdate = (token: string) => statusOf('PUT', '/api/user', { token, body: {} });

/** Uses up what a session may write. */
async function exhaust(token: string): Promise<void> {
  for (let sent = 1; sent <= 30; sent += 1) expect(await emptyUpdate(token)).toBe(422);
  expect(await emptyUpdate(token)).toBe(429);
}

const sessionsSchema = z.array(z.object({ _id: z.string(), current: z.boolean() }));

describe('after thirty empty updates with a stolen token', () => {
  test('the owner signs out, with that very token', async () => {
    const { token } = await app.signUp();
    await exhaust(token);
    expect(await statusOf('POST', '/api/auth/logout', { token, body: {} })).toBe(200);
    expect(await emptyUpdate(token)).toBe(401);
  });

  test('the owner ends one session, and all others', async () => {
    const { email, token } = await app.signUp();
    const [stolen, another] = [await signIn(email), await signIn(email)];
    await exhaust(stolen);
    await exhaust(token);
    const { data } = await app.call('GET', '/api/auth/sessions', { token });
    const other = sessionsSchema.parse(data).find(({ current }) => !current);
    expect(await statusOf('DELETE', `/api/auth/sessions/${other?._id}`, { token })).toBe(200);
    expect(await statusOf('DELETE', '/api/auth/sessions', { token })).toBe(200);
    expect(await emptyUpdate(stolen)).toBe(401);
    expect(await emptyUpdate(another)).toBe(401);
  });

  test('the owner changes the password', async () => {
    const { email, token } = await app.signUp();
    const stolen = await signIn(email);
    await exhaust(stolen);
    await exhaust(token);
    const body = { oldPassword: password, newPassword: 'a new password' };
    expect(await statusOf('PUT', '/api/user/password', { token, body })).toBe(200);
    expect(await emptyUpdate(stolen)).toBe(401);
  });

  test('the owner cancels the withdrawal that the thief has asked for', async () => {
    const { token, userId } = await app.signUp();
    const admin = await app.signInAsAdmin();
    const credit = { token: admin, body: { balance: 500 }, headers: { 'x-reason': 'test' } };
    expect(await statusOf('PUT', `/api/account/${userId}`, credit)).toBe(200);
    const asked = await app.call('POST', '/api/transaction/create', { token, body: buildWithdrawal() });
    const { _id } = z.object({ _id: z.string() }).parse(asked.data);
    for (let sent = 1; sent <= 29; sent += 1) await emptyUpdate(token);
    expect(await emptyUpdate(token)).toBe(429);
    expect(await statusOf('POST', `/api/transaction/${_id}/cancel`, { token, body: {} })).toBe(200);
  });

  test('an administrator freezes an account, and ends the sessions of its owner', async () => {
    const { userId } = await app.signUp();
    const token = await app.signInAsAdmin();
    await exhaust(token);
    const freeze = { token, body: { frozen: true }, headers: { 'x-reason': 'seen at the door' } };
    expect(await statusOf('PUT', `/api/account/${userId}/frozen`, freeze)).toBe(200);
    expect(await statusOf('DELETE', `/api/user/${userId}/sessions`, freeze)).toBe(200);
  });

  test('the owner’s other session writes as ever', async () => {
    const { email, token } = await app.signUp();
    await exhaust(await signIn(email));
    expect(await emptyUpdate(token)).toBe(422);
  });
});

test('what a stolen token uses up of what protects is not missing in the owner’s session', async () => {
  const { email, token } = await app.signUp();
  const stolen = await signIn(email);
  const end = () => statusOf('DELETE', `/api/auth/sessions/${crypto.randomUUID()}`, { token: stolen });
  for (let sent = 1; sent <= 20; sent += 1) expect(await end()).toBe(404);
  expect(await end()).toBe(429);
  expect(await statusOf('DELETE', '/api/auth/sessions', { token })).toBe(200);
});

test('what a stolen token reads is not missing in the owner’s session', async () => {
  const { email, token } = await app.signUp();
  const stolen = await signIn(email);
  const read = (as: string) => statusOf('GET', '/api/user', { token: as });
  for (let batch = 0; batch < 65; batch += 1)
    await Promise.all(Array.from({ length: 10 }, () => read(stolen)));
  expect(await read(stolen)).toBe(429);
  expect(await read(token)).toBe(200);
});

test('ninety writes a minute for all the sessions of a person; refused ones take nothing from the others', async () => {
  const { email, token } = await app.signUp();
  const sessions = [await signIn(email), await signIn(email)];
  for (const session of sessions) await exhaust(session);
  for (let sent = 1; sent <= 40; sent += 1) expect(await emptyUpdate(sessions[0] ?? '')).toBe(429);
  await exhaust(token);
  expect(await emptyUpdate(await signIn(email))).toBe(429);
});

test('old passwords are guessed five times with a stolen token, and the owner changes the password all the same', async () => {
  const { email, token } = await app.signUp();
  const stolen = await signIn(email);
  const change = (as: string, oldPassword: string) =>
    statusOf('PUT', '/api/user/password', {
      token: as,
      body: { oldPassword, newPassword: 'a new password' },
    });
  for (let guess = 1; guess <= 5; guess += 1) expect(await change(stolen, 'a wrong guess')).toBe(422);
  expect(await change(stolen, 'a wrong guess')).toBe(429);
  expect(await change(stolen, password)).toBe(429);
  expect(await change(token, password)).toBe(200);
  expect(await change(stolen, 'a new password')).toBe(401);
});

test('the right password starts the count of wrong ones anew', async () => {
  const { token } = await app.signUp();
  const change = (oldPassword: string, newPassword: string) =>
    statusOf('PUT', '/api/user/password', { token, body: { oldPassword, newPassword } });
  for (let guess = 1; guess <= 4; guess += 1)
    expect(await change('a wrong guess', 'a new password')).toBe(422);
  expect(await change(password, 'a new password')).toBe(200);
  for (let guess = 1; guess <= 4; guess += 1) expect(await change('a wrong guess', password)).toBe(422);
  expect(await change('a new password', password)).toBe(200);
});
