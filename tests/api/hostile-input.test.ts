import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import { envelope, errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { startTestApp, type TestApp } from '../support/test-app';

const requests = 5_000;
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

let app: TestApp;
/** Authorization headers by who sends them; some are no good. */
const senders: Record<string, string | undefined> = {};
/** Ids that exist, and some that do not. */
let ids: string[] = [];
let investor: Awaited<ReturnType<TestApp['signUp']>>;
/** An investor who sends nothing. */
let bystander: Awaited<ReturnType<TestApp['signUp']>>;

const idSchema = z.object({ _id: z.string() });

beforeAll(async () => {
  console.log(`hostile input: FUZZ_SEED=${seed}`);
  app = await startTestApp();
  investor = await app.signUp();
  bystander = await app.signUp();
  const admin = await signIn();
  const signedOut = await app.signUp();
  await app.call('POST', '/api/auth/logout', { token: signedOut.token, body: {} });
  const made = await Promise.all(
    [investor, bystander].map(({ token }) =>
      app.call('POST', '/api/transaction/create', { token, body: buildDeposit() }),
    ),
  );
  ids = [
    investor.userId,
    bystander.userId,
    ...made.map(({ data }) => idSchema.parse(data)._id),
    randomUUID(),
    'not-an-id',
    '0',
    '-'.repeat(36),
    'a'.repeat(500),
    '../user',
    'a\u0000b',
    '☂',
  ];
  const claims = () =>
    new SignJWT({ user: { _id: investor.userId, type: 'admin' }, sid: randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(investor.userId)
      .setJti(randomUUID())
      .setIssuedAt()
      .setIssuer('averin-invest')
      .setAudience('averin-invest-api');
  const { tokenKey } = loadSecrets(readConfig({ DATA_DIR: app.dataDir }));
  const forged = await claims().setExpirationTime('1h').sign(Buffer.alloc(32, 1));
  const expired = await claims().setExpirationTime('-1s').sign(tokenKey);
  const [head = '', body = ''] = admin.split('.');
  Object.assign(senders, {
    guest: undefined,
    signedOut: `Bearer ${signedOut.token}`,
    forged: `Bearer ${forged}`,
    expired: `Bearer ${expired}`,
    unsigned: `Bearer ${head}.${body}.`,
    garbled: 'Bearer ☂',
    basic: 'Basic YWRtaW46YWRtaW4=',
  });
});
afterAll(() => app.close());

/** Signs the good senders in; again after one of their requests was a logout. Answers the administrator's token. */
async function signIn(): Promise<string> {
  const admin = await app.signInAsAdmin();
  const body = { email: investor.email, password: buildRegistration().password };
  const { data } = await app.call('POST', '/api/user/login', { body });
  Object.assign(senders, { investor: `Bearer ${data}`, admin: `Bearer ${admin}` });
  return admin;
}

/** A valid body of each endpoint that takes one: what the mutations start from. */
const validBodies: Partial<Record<EndpointName, (where: number) => object>> = {
  register: () => buildRegistration({ email: `${randomUUID()}@example.com` }),
  login: () => ({ email: 'ada@example.com', password: 'correct horse' }),
  verifyEmail: () => ({ email: 'ada@example.com', otp: '123456' }),
  resendOtp: () => ({ email: `${randomUUID()}@example.com`, activity: 'verify_email' }),
  verifyPasswordOtp: () => ({ email: 'ada@example.com', otp: '123456' }),
  resetPassword: () => ({ password: 'a new password', token: 'x' }),
  changePassword: () => ({ oldPassword: 'not the old one', newPassword: 'something else' }),
  updateUser: () => ({ firstName: 'Grace', dob: '1990-01-31' }),
  createTransaction: (where) => (where % 2 === 0 ? buildDeposit() : buildWithdrawal()),
  changeStatus: () => ({ status: 'CONFIRMED' }),
  editAccount: () => ({ profit: 12.5, balance: 100 }),
};

const nasty: unknown[] = [
  null,
  true,
  -1,
  0,
  0.001,
  1e308,
  -1e308,
  5e-323,
  1e-20,
  2 ** 53,
  '',
  ' ',
  'NaN',
  'Infinity',
  '1e3',
  'a\u0000b',
  '\ud800',
  '‮override',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'x'.repeat(5_000),
  [],
  {},
  { $gt: '' },
  { valueOf: 1, toString: 2 },
  [[[[[[]]]]]],
];

const mutation = fc.record({
  endpoint: fc.constantFrom(...(Object.keys(endpoints) as EndpointName[])),
  sender: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('investor', 'admin', 'admin') },
    {
      weight: 4,
      arbitrary: fc.constantFrom('guest', 'signedOut', 'forged', 'expired', 'unsigned', 'garbled', 'basic'),
    },
  ),
  /** Most requests stay close to what the endpoint takes, or nothing but its first check would be tried. */
  kind: fc.constantFrom(
    'field',
    'field',
    'field',
    'missing',
    'extra',
    'prototype',
    'whole',
    'text',
    'number',
    'deep',
    'huge',
    'valid',
  ),
  where: fc.nat(20),
  value: fc.oneof(fc.constantFrom(...nasty), fc.jsonValue()),
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS') },
  ),
  query: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 2,
      arbitrary: fc.dictionary(
        fc.constantFrom('sort', 'range', 'filter', 'page', '__proto__'),
        fc.oneof(
          fc.constantFrom(
            '["createdAt","DESC"]',
            '["password_hash","ASC"]',
            '["createdAt","sideways"]',
            '[0,19]',
            '[19,0]',
            '[0,1e9]',
            '[-1,5]',
            '{"q":"%"}',
            '{"q":"a\\u0000"}',
            '{"id":["x"]}',
            '{"status":{"$ne":1}}',
            '{"amount_gte":"1; drop table users"}',
            '{"createdAt_lte":"2026-02-31"}',
            '{"createdAt_gte":"+275760-09-13T00:00:00Z"}',
            '{"__proto__":{"q":1}}',
            '{"constructor":"x"}',
            '{',
          ),
          fc.string(),
        ),
        { maxKeys: 3 },
      ),
    },
  ),
  headers: fc.dictionary(
    fc.constantFrom('idempotency-key', 'if-match', 'x-reason', 'content-type', 'x-forwarded-for', 'accept'),
    fc.oneof(
      fc.constantFrom(
        '1',
        '"1"',
        'W/"1"',
        '*',
        '"x"',
        '%E0%A4%A',
        '%00',
        'ü',
        'text/plain',
        'application/xml',
        '',
      ),
      fc.stringMatching(/^[\x21-\x7e]{1,300}$/),
    ),
    { maxKeys: 2 },
  ),
  id: fc.nat(20),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

/** The body as it goes over the wire. */
function bodyOf({ endpoint, kind, where, value }: Mutation): string | undefined {
  const valid: Record<string, unknown> = { ...validBodies[endpoint]?.(where) };
  const keys = Object.keys(valid);
  const key = keys[where % Math.max(1, keys.length)] ?? 'field';
  switch (kind) {
    case 'valid':
      return validBodies[endpoint] ? JSON.stringify(valid) : undefined;
    case 'field':
      return JSON.stringify({ ...valid, [key]: value });
    case 'missing':
      delete valid[key];
      return JSON.stringify(valid);
    case 'extra':
      return JSON.stringify({ ...valid, isAdmin: value, type: 'admin', version: 1 });
    case 'prototype':
      return `{"__proto__":{"type":"admin"},${JSON.stringify(valid).slice(1)}`;
    case 'whole':
      return JSON.stringify(value);
    case 'text':
      return ['{', '{"a":', '[', 'null', '"', '\u0000', '{"a":1}}', "{'a':1}", ''][where % 9];
    case 'number':
      // Numbers that JSON.stringify cannot write; the first one parses as Infinity.
      return JSON.stringify({ ...valid, [key]: 0 }).replace(
        `"${key}":0`,
        `"${key}":${['1e999', '-1e999', 'NaN', 'Infinity', '-0', '00', '1e-999', '0x10'][where % 8]}`,
      );
    case 'deep':
      return JSON.stringify({ ...valid, [key]: 0 }).replace(
        `"${key}":0`,
        `"${key}":${'['.repeat(9_000)}${']'.repeat(9_000)}`,
      );
    case 'huge':
      return JSON.stringify({ ...valid, [key]: 'x'.repeat(limits.bodyBytes + where) });
    default:
      return undefined;
  }
}

async function send(mutated: Mutation) {
  const endpoint: Endpoint = endpoints[mutated.endpoint];
  const id = ids[mutated.id % ids.length] ?? '';
  const authorization = senders[mutated.sender];
  const payload = bodyOf(mutated);
  const method = mutated.method ?? endpoint.method;
  const response = await app.app.inject({
    method: method as 'GET',
    url: endpoint.path.replaceAll(/:\w+/g, encodeURIComponent(id)),
    query: mutated.query,
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...mutated.headers,
    },
    ...(payload !== undefined && method !== 'GET' && method !== 'HEAD' && { payload }),
  });
  return { endpoint, method, response };
}

/** What an answer must never hold: traces, statements, hashes, names of files. */
const inside = /\$argon2|password_?hash|\bat \S+ \(|node_modules|insert into|select "|violates|ECONN/i;

/** The money of the investor who sends nothing. */
async function bystanderMoney(): Promise<string> {
  const { rows } = await app.database.pool.query(
    `select a::text as account, (select string_agg(t::text, '|' order by id) from transactions t
     where t.user_id = a.user_id) as transactions from accounts a where a.user_id = $1`,
    [bystander.userId],
  );
  return JSON.stringify(rows);
}

test(`${requests} mutated requests over all routes and roles: a clear answer, and nothing changed by a refused one`, async () => {
  const statuses = new Map<number, number>();
  let before = await fingerprint(app.database.pool);
  let untouched = await bystanderMoney();
  for (const mutated of fc.sample(mutation, { seed, numRuns: requests })) {
    const { endpoint, method, response } = await send(mutated);
    const { statusCode, body } = response;
    const shown = `${JSON.stringify(mutated)}\n-> ${statusCode} ${body.slice(0, 500)}`;
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    if (statusCode >= 500) throw new Error(`An error of the server:\n${shown}`);
    const after = await fingerprint(app.database.pool);
    if (method !== 'HEAD') {
      const wanted = statusCode < 300 ? envelope(endpoint.reply) : errorBodySchema;
      const parsed = wanted.safeParse(JSON.parse(body));
      if (!parsed.success) throw new Error(`An answer of another shape:\n${shown}\n${parsed.error}`);
    }
    if (inside.test(body)) throw new Error(`An answer tells what is inside:\n${shown}`);
    if (response.headers['x-request-id'] === undefined) throw new Error(`An answer without an id:\n${shown}`);
    if (after !== before) {
      const now = await bystanderMoney();
      if (now !== untouched && mutated.sender !== 'admin')
        throw new Error(`Moved another investor's money:\n${shown}`);
      untouched = now;
    }
    if (statusCode >= 400 && after !== before)
      throw new Error(`A refused request changed something:\n${shown}`);
    const mayBe = mutated.sender === 'investor' || mutated.sender === 'admin';
    if (statusCode < 300 && endpoint.access !== 'public' && !mayBe && method === endpoint.method) {
      throw new Error(`Let in by a bad token:\n${shown}`);
    }
    before = after;
    if (mutated.endpoint === 'logout' && statusCode === 200) await signIn();
  }
  console.log('statuses', Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
  // The mutations reach deep: some requests are still good, and each kind of refusal is met.
  for (const status of [200, 201, 400, 401, 403, 404, 405, 413, 415, 422]) {
    expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  }
  expect(await bookProblems(app.database.pool)).toEqual([]);
});
