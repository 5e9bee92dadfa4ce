import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import { endpointsOf } from '../../server/resources/endpoints';
import { walletResource } from '../../server/wallets/wallet-resource';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { announcementResource } from '../support/announcements';

/** The resources that are tried with the calls of the contract; one of them has every call there is. */
export const triedResources = [walletResource, announcementResource];

type ResourceCall = `${string}.${string}`;

/** Every call, by its name; those of a resource begin with its name. */
export const tried: Readonly<Record<string, Endpoint>> = {
  ...endpoints,
  ...Object.fromEntries(
    triedResources.flatMap((resource) =>
      Object.entries(endpointsOf(resource)).map(([call, endpoint]) => [`${resource.name}.${call}`, endpoint]),
    ),
  ),
};

/** Who sends a request. All but the first three have no token, or one that is no good. */
export type Sender =
  | 'investor'
  | 'admin'
  | 'auditor'
  | 'guest'
  | 'signedOut'
  | 'forged'
  | 'expired'
  | 'unsigned'
  | 'garbled'
  | 'basic';

/** A valid body of each endpoint that takes one: what the mutations start from. */
const validBodies: Partial<Record<EndpointName | ResourceCall, (where: number, id: string) => object>> = {
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
  previewStatus: () => ({ status: 'DECLINED' }),
  previewAccountEdit: () => ({ profit: 1, bitcoin: -1 }),
  previewStatuses: (where, id) =>
    where % 2 === 0
      ? { status: 'CONFIRMED', ids: [id] }
      : { status: 'DECLINED', filter: { status: 'PENDING' } },
  changeStatuses: (where, id) => ({ status: 'CONFIRMED', rows: [{ _id: id, version: (where % 3) + 1 }] }),
  startPasskeyStepUp: (where, id) => ({
    act: {
      method: where % 2 === 0 ? 'PUT' : 'GET',
      path: where % 3 === 0 ? `/api/transaction/${id}` : '/api/account/all?range=[0,9]',
      body: { status: 'CONFIRMED' },
    },
  }),
  reportTakeover: () => ({ token: `${randomUUID()}.new_sign_in.1.2.x` }),
  closeReport: (where, id) => ({ finding: 'theft', others: [id], allowWithdrawals: where % 2 === 0 }),
  freezeAccount: (where) => ({ frozen: where % 2 === 0 }),
  inviteUser: (where) => ({
    email: `${randomUUID()}@example.com`,
    type: where % 2 === 0 ? 'admin' : 'auditor',
  }),
  readInvitation: () => ({ token: 'x' }),
  acceptInvitation: () => ({
    token: 'x',
    firstName: 'Grace',
    lastName: 'Hopper',
    password: 'a new password',
  }),
  'wallets.create': () => ({ name: 'bitcoin', value: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }),
  'wallets.update': (where) => ({ enabled: where % 2 === 0 }),
  'announcements.create': () => ({ title: `News ${randomUUID()}`, body: 'We moved.' }),
  'announcements.update': () => ({ body: 'We stay.', publishedAt: '2026-03-01T10:00:00Z' }),
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

/** A request of the contract with something wrong about it, or now and then nothing. */
const mutation = fc.record({
  endpoint: fc.constantFrom(...(Object.keys(tried) as (EndpointName | ResourceCall)[])),
  sender: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Sender>('investor', 'admin', 'admin', 'admin', 'auditor') },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Sender>(
        'guest',
        'signedOut',
        'forged',
        'expired',
        'unsigned',
        'garbled',
        'basic',
      ),
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
        fc.constantFrom('sort', 'range', 'filter', 'page', '__proto__', 'expires', 'signature'),
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
            '{"field":"balance"}',
            '{"field":["held","custody:bitcoin"]}',
            '{"field":[]}',
            '{"published":true}',
            '{"published":"yes"}',
            '{"version_gte":1e300}',
            '{"subjectType":"user"}',
            '{"actorId":"x"}',
            '99999999999',
            '{',
          ),
          fc.string(),
        ),
        { maxKeys: 3 },
      ),
    },
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      'idempotency-key',
      'if-match',
      'x-reason',
      'x-act-proof',
      'content-type',
      'x-forwarded-for',
      'accept',
    ),
    fc.oneof(
      fc.constantFrom(
        '1',
        '"1"',
        'W/"1"',
        '*',
        '"x"',
        '%E0%A4%A',
        '%00',
        'because',
        'ü',
        'text/plain',
        'application/xml',
        'image/png',
        'image/webp',
        '',
      ),
      fc.stringMatching(/^[\x21-\x7e]{1,300}$/),
    ),
    { maxKeys: 2 },
  ),
  id: fc.nat(40),
});
export type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

/** Made at once: a long run holds no more of them. */
const batch = 1_000;

/** The first so many mutated requests of a seed; a longer run begins with those of a shorter one. */
export function* mutations(seed: number, count: number): Generator<Mutation> {
  for (let made = 0; made < count; made += batch) {
    yield* fc.sample(mutation, { seed: seed + made / batch, numRuns: Math.min(batch, count - made) });
  }
}

/** How many answers of each status there were, by the method and the path of the call. */
export type StatusCounts = Record<string, Record<string, number>>;

/** What a run with `FUZZ_REPORT` writes into that file. */
export interface FuzzReport {
  sent: number;
  statuses: StatusCounts;
}

/** The body of a mutated request as it goes over the wire; `id` is the one in its address. */
export function bodyOf({ endpoint, kind, where, value }: Mutation, id: string): string | undefined {
  const valid: Record<string, unknown> = { ...validBodies[endpoint]?.(where, id) };
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
