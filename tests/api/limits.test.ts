import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDeposit, buildRegistration } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', PASSWORD_MIN: '10' });
  investor = await app.signUp();
});
afterAll(() => app.close());

const login = (email: string, password: string) =>
  app.call('POST', '/api/user/login', { body: { email, password } });
const right = buildRegistration().password;

test('five sign-ins in a quarter of an hour for an address, then it says when to come back', async () => {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await login(investor.email, 'wrong password')).status).toBe(401);
  }
  const refused = await login(investor.email, right);
  expect(refused).toMatchObject({ status: 429, errors: [{ code: 'rate_limited' }] });
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(800);
  expect(wait).toBeLessThanOrEqual(900);
});

test('a sign-in that works starts the count anew', async () => {
  const { email } = await app.signUp();
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    const password = attempt % 4 === 0 ? right : 'wrong password';
    expect((await login(email, password)).status).toBe(attempt % 4 === 0 ? 200 : 401);
  }
});

test('thirty money writes a minute for a person, and no less for another', async () => {
  const create = (token: string) =>
    app.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
  for (let written = 1; written <= 30; written += 1) expect((await create(investor.token)).status).toBe(201);
  expect((await create(investor.token)).status).toBe(429);
  expect((await create((await app.signUp()).token)).status).toBe(201);
});

test('the operator may ask for a longer password', async () => {
  const { token } = await app.signUp();
  const body = { oldPassword: right, newPassword: 'nine char' };
  expect(await app.call('PUT', '/api/user/password', { token, body })).toMatchObject({
    status: 422,
    errors: [{ field: 'newPassword', message: 'the password must have 10 characters or more' }],
  });
});

test('counters hold no address of a person', async () => {
  const { rows } = await app.database.pool.query<{ key: string }>('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).not.toContain('@');
});

test('ten registrations an hour from one address', async () => {
  const register = () =>
    app.call('POST', '/api/user/create', {
      body: buildRegistration({ email: `${randomUUID()}@example.com` }),
    });
  const answers: number[] = [];
  for (let sent = 1; sent <= 11; sent += 1) answers.push((await register()).status);
  expect(answers.at(-1)).toBe(429);
  expect(answers.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
});
