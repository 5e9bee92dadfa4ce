import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { createCounterKey } from '../../server/counter-key';
import { rules } from '../../server/limits/limits';
import { createRateLimits } from '../../server/limits/rate-limits';
import { loadSecrets } from '../../server/secrets';
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

test('sign-ins are counted per address and machine: neither stands in the way of another', async () => {
  const { email } = await app.signUp();
  const from = async (remoteAddress: string, forwardedFor: string) =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/api/user/login',
        remoteAddress,
        headers: { 'x-forwarded-for': forwardedFor },
        payload: { email, password: 'wrong password' },
      })
    ).statusCode;
  // Nobody is believed about where a request comes from unless the operator names the proxy.
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await from('192.0.2.1', `198.51.100.${attempt}`)).toBe(401);
  }
  expect(await from('192.0.2.1', '198.51.100.6')).toBe(429);
  expect(await from('192.0.2.2', '198.51.100.6')).toBe(401);
});

test('thirty codes entered in ten minutes from one machine, for whatever addresses', async () => {
  const enter = async () =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/api/auth/verify-email',
        remoteAddress: '192.0.2.3',
        payload: { email: `${randomUUID()}@example.com`, otp: '123456' },
      })
    ).statusCode;
  for (let entered = 1; entered <= 30; entered += 1) expect(await enter()).toBe(422);
  expect(await enter()).toBe(429);
});

test('six hundred reads a minute in a session', async () => {
  const { token } = await app.signUp();
  const read = async () => (await app.call('GET', '/api/account', { token })).status;
  const answers: number[] = [];
  // In batches: reads that wait for a connection of the pool would be counted late.
  for (let batch = 0; batch < 60; batch += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, read))));
  }
  // Signing up has read once.
  expect(answers.filter((status) => status === 200)).toHaveLength(599);
  expect(await read()).toBe(429);
});

test('a sign-in that works starts the count anew', async () => {
  const { email } = await app.signUp();
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    const password = attempt % 4 === 0 ? right : 'wrong password';
    expect((await login(email, password)).status).toBe(attempt % 4 === 0 ? 200 : 401);
  }
});

test('thirty money writes a minute in a session, and no less for another person', async () => {
  const create = (token: string) =>
    app.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
  for (let written = 1; written <= 30; written += 1) expect((await create(investor.token)).status).toBe(201);
  expect((await create(investor.token)).status).toBe(429);
  expect((await create((await app.signUp()).token)).status).toBe(201);
});

test('a clock that was ahead and was set right refuses nobody until the time it had said', async () => {
  const { token } = await app.signUp();
  const write = (n: number) =>
    app.call('PUT', '/api/user', { token, body: { phoneNumber: `+1 555 0100 ${n}` } });
  for (let written = 1; written <= 30; written += 1) expect((await write(written)).status).toBe(200);
  await app.superuser.pool.query('update rate_limits set expire = expire + 86400000');
  for (let written = 1; written <= 30; written += 1) expect((await write(written)).status).toBe(200);
  const refused = await write(31);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('twenty images in ten minutes for a person, good or not', async () => {
  const { token } = await app.signUp();
  const send = async (authorization: string) =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/api/proofs',
        headers: { 'content-type': 'image/png', authorization },
        payload: Buffer.from('no image'),
      })
    ).statusCode;
  for (let sent = 1; sent <= 20; sent += 1) expect(await send(`Bearer ${token}`)).toBe(422);
  expect(await send(`Bearer ${token}`)).toBe(429);
  expect(await send(`Bearer ${(await app.signUp()).token}`)).toBe(422);
});

test('ninety acts to sign and factors to set up a minute, begun in all sessions of a person', async () => {
  const { token, email } = await app.signUp();
  const tokens: unknown[] = [token];
  for (let nth = 2; nth <= 4; nth += 1) {
    tokens.push((await login(email, right)).data);
  }
  const act = { method: 'GET', path: '/api/user/data' };
  const begin = async (by: unknown, url = '/api/auth/step-up/passkey', body: object = { act }) =>
    (await app.call('POST', url, { token: String(by), body })).status;
  const statuses = new Set<number>();
  for (const each of tokens.slice(0, 3))
    for (let nth = 0; nth < 30; nth += 1) statuses.add(await begin(each));
  expect([...statuses]).toEqual([409]);
  for (const url of [undefined, '/api/user/factors/totp', '/api/user/factors/passkey']) {
    expect(await begin(tokens[3], url, url === undefined ? undefined : {})).toBe(429);
  }
  // It is the person's own, and what protects the account is still to be had.
  expect(await begin(investor.token)).toBe(409);
  expect((await app.call('POST', '/api/auth/logout', { token: String(tokens[3]) })).status).toBe(200);
});

test('second factors that are shown and set up use up nothing of what protects', async () => {
  const token = await app.signInAsAdmin();
  const send = async (url: string, body: object = {}) =>
    (await app.call('POST', url, { token, body })).status;
  const act = { method: 'GET', path: '/api/user/data' };
  const proof = { kind: 'totp', code: '000000' };
  for (const [url, body, points] of [
    ['/api/auth/step-up/passkey', { act }, 30],
    ['/api/auth/step-up', { proof }, 30],
    ['/api/user/factors/recovery-codes', {}, 20],
  ] as const) {
    for (let sent = 1; sent <= points; sent += 1) expect(await send(url, body), url).not.toBe(429);
    expect(await send(url, body), url).toBe(429);
  }
  const freeze = { token, body: { frozen: true }, headers: { 'x-reason': 'Asked for' } };
  expect((await app.call('PUT', `/api/account/${investor.userId}/frozen`, freeze)).status).toBe(200);
  const thaw = { ...freeze, body: { frozen: false } };
  expect((await app.call('PUT', `/api/account/${investor.userId}/frozen`, thaw)).status).toBe(200);
  expect(await send('/api/auth/logout')).toBe(200);
});

test('twenty checks of the books a minute for a person, and none of the figures of all accounts is missing for them', async () => {
  const token = await app.signInAsAdmin();
  const check = async () => (await app.call('GET', '/api/admin/books/held-amounts', { token })).status;
  for (let checked = 1; checked <= 20; checked += 1) expect(await check()).toBe(200);
  expect(await check()).toBe(429);
  expect((await app.call('GET', '/api/admin/audit', { token })).status).toBe(200);
  const sum = async () => (await app.call('GET', '/api/account/all/figures', { token })).status;
  for (let day = 1; day <= 30; day += 1) expect(await sum()).toBe(200);
});

test('the operator may ask for a longer password', async () => {
  const { token } = await app.signUp();
  const body = { oldPassword: right, newPassword: 'nine char' };
  expect(await app.call('PUT', '/api/user/password', { token, body })).toMatchObject({
    status: 422,
    errors: [{ field: 'newPassword', message: 'the password must have 10 characters or more' }],
  });
  const registration = buildRegistration({ email: 'short@example.com', password: 'nine char' });
  expect(await app.call('POST', '/api/user/create', { body: registration })).toMatchObject({
    status: 422,
    errors: [{ field: 'password' }],
  });
  const reset = { token: 'any', password: 'nine char' };
  expect(await app.call('PUT', '/api/auth/password', { body: reset })).toMatchObject({
    status: 422,
    errors: [{ code: 'validation', field: 'password' }],
  });
});

test('five passwords sent with the token of a reset, so that it tells no more about the one of before', async () => {
  const { email } = await app.signUp();
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await app.app.inject({ method, url, remoteAddress: '192.0.2.9', payload })).json();
  await call('POST', '/api/auth/resendOTP', { email, activity: 'reset_password' });
  const otp = await app.codeFor(email, 2);
  const { data: token } = await call('POST', '/api/auth/password/verify', { email, otp });
  const reset = (password: string) => call('PUT', '/api/auth/password', { token, password });
  for (let sent = 1; sent <= 5; sent += 1)
    expect(await reset(right)).toMatchObject({ errors: [{ field: 'password' }] });
  expect(await reset('another password')).toMatchObject({ errors: [{ code: 'rate_limited' }] });
  expect((await login(email, right)).status).toBe(200);
});

test('three servers let nobody pass a limit, and refuse little before it', async () => {
  const servers = Array.from({ length: 3 }, () =>
    createRateLimits(
      app.database,
      true,
      (text) => text,
      async () => {},
    ),
  );
  const key = randomUUID();
  const answers: boolean[] = [];
  for (let asked = 0; asked < 60; asked += 1) {
    answers.push((await servers[asked % 3]?.count('writes', key)) === undefined);
  }
  expect(answers.filter(Boolean)).toHaveLength(30);
  // Two of them are asked once and never again.
  const other = randomUUID();
  for (const server of servers.slice(1)) expect(await server.count('writes', other)).toBeUndefined();
  let had = 2;
  while ((await servers[0]?.count('writes', other)) === undefined) had += 1;
  expect(had).toBe(26);
});

test.each(['protects', 'writes'] as const)(
  'who passes a limit is written down once in its time, however often it is passed: %s',
  async (name) => {
    const told: string[] = [];
    const limits = createRateLimits(
      app.database,
      true,
      (text) => text,
      async (limit) => {
        told.push(limit);
      },
    );
    const key = randomUUID();
    const spender = { visitor: { ip: '192.0.2.1', userAgent: undefined, requestId: 'one' } };
    const statuses: string[] = [];
    for (let nth = 0; nth < rules[name].points + 5; nth += 1) {
      statuses.push(
        await limits.spend(name, key, spender).then(
          () => 'spent',
          () => 'refused',
        ),
      );
    }
    expect(statuses.filter((status) => status === 'spent')).toHaveLength(rules[name].points);
    expect(told).toEqual([name]);
  },
);

test('counters hold no address of a person, nor what is found out of one by guesses', async () => {
  const { rows } = await app.database.pool.query<{ key: string }>('select key from rate_limits');
  const names = rows.map(({ key }) => key.slice(key.indexOf(':') + 1));
  for (const known of [investor.userId, '127.0.0.1', investor.email]) {
    expect(names).not.toContain(known);
    expect(names).not.toContain(createHash('sha256').update(known).digest('base64url'));
  }
  // Whoever has the server's secret as well finds the network again.
  const { counterKey } = loadSecrets(readConfig({ DATA_DIR: app.dataDir }));
  expect(names).toContain(createCounterKey(counterKey)('127.0.0.1'));
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
