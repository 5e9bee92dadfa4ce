import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints';
import { buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import { resources } from '../../server/declared-resources';
import { guardRoutes } from '../../server/http/access';
import { createRateLimits } from '../../server/limits/rate-limits';
import { endpointsOf } from '../../server/resources/endpoints';
import { loadSecrets } from '../../server/secrets';
import { buildWithdrawal } from '../builders';
import { fingerprint } from '../support/fingerprint';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
let admin: string;

beforeAll(async () => {
  app = await startTestApp(withAuditor);
  investor = await app.signUp();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

/** What whoever may call is answered to an empty body, and to an id of nothing. */
const answers: Record<EndpointName, 200 | 400 | 404 | 409 | 415 | 422> = {
  listDocuments: 200,
  readOwnDocuments: 200,
  acceptDocuments: 422,
  readUserDocuments: 404,
  readAccount: 200,
  listOwnEntries: 200,
  readOwnFigures: 200,
  listOwnFigureDays: 400,
  listOwnStatements: 200,
  readOwnStatement: 404,
  printOwnStatement: 404,
  setStatementMail: 422,
  listAddresses: 200,
  addAddress: 422,
  removeAddress: 404,
  readUser: 200,
  readOwnData: 200,
  readErasure: 404,
  erasePerson: 422,
  updateUser: 422,
  changePassword: 422,
  register: 422,
  login: 422,
  logout: 200,
  finishSignIn: 422,
  startPasskeySignIn: 422,
  stepUp: 422,
  startPasskeyStepUp: 422,
  signAct: 422,
  listFactors: 200,
  startTotp: 422,
  startPasskey: 422,
  addFactor: 422,
  removeFactor: 404,
  makeRecoveryCodes: 409,
  listSessions: 200,
  endOtherSessions: 200,
  endSession: 404,
  verifyEmail: 422,
  resendOtp: 422,
  verifyPasswordOtp: 422,
  resetPassword: 422,
  readInvitation: 422,
  acceptInvitation: 422,
  reportTakeover: 422,
  createTransaction: 422,
  listOwnTransactions: 200,
  cancelWithdrawal: 404,
  readTransactionHistory: 404,
  uploadProof: 415,
  viewProof: 400,
  listWallets: 200,
  listUsers: 200,
  readUserById: 404,
  disableUser: 422,
  enableUser: 422,
  offboardUser: 422,
  listInvitations: 200,
  inviteUser: 422,
  sendInvitation: 422,
  revokeInvitation: 422,
  listTransactions: 200,
  readTransaction: 404,
  changeStatus: 422,
  listAccounts: 200,
  readAccountById: 404,
  readAllFigures: 200,
  listAllFigureDays: 400,
  readFigures: 404,
  listFigureDays: 400,
  listStatements: 404,
  readStatement: 404,
  printStatement: 404,
  listEntries: 404,
  editAccount: 422,
  listUserSessions: 404,
  endUserSessions: 404,
  endUserSession: 404,
  freezeAccount: 422,
  readReview: 404,
  previewStatus: 422,
  previewStatuses: 422,
  previewAccountEdit: 422,
  changeStatuses: 422,
  resetUserFactors: 404,
  listProposals: 200,
  readProposal: 404,
  approveProposal: 422,
  declineProposal: 422,
  withdrawProposal: 404,
  listAudit: 200,
  readActProof: 404,
  listOffered: 200,
  listSecurityEvents: 200,
  readSecurityPolicy: 200,
  listMail: 200,
  listReports: 200,
  readReport: 404,
  closeReport: 422,
  readHome: 200,
  checkBooks: 200,
  readBooks: 200,
  recheckBooks: 200,
  readHistory: 200,
  checkHistory: 200,
  readHistoryProof: 409,
  listOffenders: 404,
};
/** The same of the calls that a declared resource has. */
const answersOfResources = { list: 200, get: 404, create: 422, update: 422, delete: 404 };

const ofContract = (Object.keys(endpoints) as EndpointName[]).map((name): Endpoint & { answer: number } => ({
  ...endpoints[name],
  answer: answers[name],
}));
const ofResources = resources.flatMap((resource) =>
  Object.entries(endpointsOf(resource)).map(([operation, endpoint]) => ({
    ...endpoint,
    answer: answersOfResources[operation as keyof typeof answersOfResources],
  })),
);
const table = [...ofContract, ...ofResources];

const roles = ['investor', 'admin', 'auditor'] as const;
/** Who may call, written down a second time. */
const allowed: Record<Endpoint['access'], readonly (typeof roles)[number][]> = {
  public: roles,
  signedIn: roles,
  investor: ['investor'],
  console: ['admin', 'auditor'],
  admin: ['admin'],
};
const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, randomUUID());

describe.each(table)('$method $path, for $access', (endpoint) => {
  const { access, answer, method } = endpoint;
  const guests = access === 'public' ? answer : 401;

  test(`answers a guest ${guests}`, async () => {
    const { status, errors, data } = await app.call(method, pathOf(endpoint), { body: {} });
    expect(status).toBe(guests);
    if (status === 401) expect([errors[0]?.code, data]).toEqual(['unauthorized', undefined]);
  });

  test.each(roles)('answers %ss as their role may', async (role) => {
    // A session of its own: one of the calls ends it.
    const signIn = {
      investor: async () => (await app.signUp()).token,
      admin: app.signInAsAdmin,
      auditor: app.signInAsAuditor,
    };
    const token = await signIn[role]();
    const { status, errors, data } = await app.call(method, pathOf(endpoint), { token, body: {} });
    if (allowed[access].includes(role)) expect(status).toBe(answer);
    else expect([status, errors[0]?.code, data]).toEqual([403, 'forbidden', undefined]);
    // Another one of them ends all others of the same person.
    if (role === 'admin') admin = await app.signInAsAdmin();
  });
});

test.each(table.filter(({ access, method }) => access !== 'public' && method === 'GET'))(
  '$path is as closed when only its headers are asked for',
  async (endpoint) => {
    const head = (token?: string) => app.call('HEAD', pathOf(endpoint), { token });
    expect((await head()).status).toBe(401);
    const stranger = endpoint.access === 'investor' ? admin : investor.token;
    expect((await head(stranger)).status).toBe(endpoint.access === 'signedIn' ? endpoint.answer : 403);
  },
);

test('an auditor changes nothing but their own profile, password, second factors and sessions', () => {
  const writes = table.filter(
    ({ method, access }) => method !== 'GET' && allowed[access].includes('auditor'),
  );
  const factors = ['', '/:factorId', '/passkey', '/totp', '/recovery-codes'].map(
    (path) => `/api/user/factors${path}`,
  );
  const stepUp = ['', '/passkey', '/passkey/:actId'].map((path) => `/api/auth/step-up${path}`);
  const own = ['/api/user', '/api/user/password', '/api/auth/logout', ...factors, ...stepUp];
  const sessions = ['/api/auth/sessions', '/api/auth/sessions/:sessionId'];
  const mine = writes.filter(({ access }) => access === 'signedIn').map(({ path }) => path);
  expect(mine.sort()).toEqual([...own, ...sessions].sort());
  const previews = writes.filter(({ access }) => access === 'console').map(({ path }) => path);
  expect(previews.filter((path) => !path.endsWith('/preview'))).toEqual([]);
});

test('a stranger cannot make the server read a body', async () => {
  const malformed = { body: '{"status":' };
  const path = `/api/transaction/${randomUUID()}`;
  expect((await app.call('PUT', path, malformed)).status).toBe(401);
  expect((await app.call('PUT', path, { ...malformed, token: investor.token })).status).toBe(403);
  expect((await app.call('PUT', path, { ...malformed, token: admin })).status).toBe(400);
});

describe('a token', () => {
  const claims = () => ({ user: { _id: investor.userId, type: 'investor' }, sid: randomUUID() });
  const key = () => loadSecrets(readConfig({ DATA_DIR: app.dataDir })).tokenKey;
  const complete = (alg = 'HS256') =>
    new SignJWT(claims())
      .setProtectedHeader({ alg })
      .setSubject(investor.userId)
      .setJti(randomUUID())
      .setIssuedAt()
      .setIssuer('averin-invest')
      .setAudience('averin-invest-api');
  const lasting = (alg?: string) => complete(alg).setExpirationTime('1h');

  test.each([
    ['signed with another key', () => lasting().sign(Buffer.alloc(32, 1))],
    ['of a session that does not exist', () => lasting().sign(key())],
    ['that has expired', () => complete().setExpirationTime('-1s').sign(key())],
    ['for another audience', () => lasting().setAudience('other').sign(key())],
    ['of another issuer', () => lasting().setIssuer('other').sign(key())],
    ['with another algorithm', () => lasting('HS512').sign(key())],
    ['that never expires', () => complete().sign(key())],
    [
      'without a signature',
      async () => {
        const [, payload = ''] = investor.token.split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      },
    ],
    [
      'whose payload was changed',
      async () => {
        const [head, payload = '', signature] = investor.token.split('.');
        const changed = Buffer.from(payload, 'base64url').toString().replace('investor', 'admin');
        return `${head}.${Buffer.from(changed).toString('base64url')}.${signature}`;
      },
    ],
  ])('%s is refused', async (_, make) => {
    expect((await app.call('GET', '/api/user', { token: await make() })).status).toBe(401);
  });

  test('that is good works, and stops working once its session has expired', async () => {
    const { token, userId } = await app.signUp();
    expect((await app.call('GET', '/api/user', { token })).status).toBe(200);
    await app.database.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [userId],
    );
    expect((await app.call('GET', '/api/user', { token })).status).toBe(401);
  });

  test('gives the role that the database has, not the one inside', async () => {
    const { token, userId } = await app.signUp();
    await app.database.pool.query(`update users set type = 'admin' where id = $1`, [userId]);
    expect((await app.call('GET', '/api/user/users', { token })).status).toBe(200);
    expect((await app.call('GET', '/api/account', { token })).status).toBe(403);
  });
});

describe("another investor's", () => {
  test('pending withdrawal cannot be cancelled, and looks as if it did not exist', async () => {
    await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { balance: 1_000 } });
    const { token } = investor;
    const made = await app.call('POST', '/api/transaction/create', { token, body: buildWithdrawal() });
    const id = (made.data as { _id: string })._id;
    const before = await fingerprint(app.database.pool);
    const other = await app.signUp();
    const withOther = await fingerprint(app.database.pool);
    const refused = await app.call('POST', `/api/transaction/${id}/cancel`, { token: other.token, body: {} });
    expect(refused.status).toBe(404);
    expect(await fingerprint(app.database.pool)).toBe(withOther);
    expect(withOther).not.toBe(before);
  });

  test('transactions never show in the own list, whatever the filter', async () => {
    const other = await app.signUp();
    for (const filter of [{}, { status: ['PENDING', 'CONFIRMED', 'DECLINED'] }, { amount_gte: 0 }]) {
      const url = `/api/transaction/all?filter=${encodeURIComponent(JSON.stringify(filter))}`;
      expect((await app.call('GET', url, { token: other.token })).data).toEqual([]);
    }
    const byUser = `/api/transaction/all?filter=${encodeURIComponent(JSON.stringify({ userId: investor.userId }))}`;
    expect((await app.call('GET', byUser, { token: other.token })).status).toBe(400);
  });
});

test.each(['/api/forgotten', '/api/docs-of-mine', '/api/user/:id/notes'])(
  'the route %s, which does not say who may call it, cannot be added',
  (path) => {
    const fastify = Fastify();
    guardRoutes(fastify, {
      authenticate: async () => undefined,
      requiresFactor: () => false,
      limits: createRateLimits(
        app.database,
        false,
        (text) => text,
        async () => {},
      ),
      recordRefused: async () => {},
      spendAct: async () => {},
    });
    expect(() => fastify.get(path, async () => ({}))).toThrow(`${path} does not say who may call it`);
  },
);

test('a changing route that goes around write cannot be added to the server', async () => {
  const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' });
  const unstarted = await buildApp({ config, database: app.database });
  const around = () => unstarted.put('/api/books', { config: { access: 'admin' } }, async () => ({}));
  expect(around).toThrow('PUT /api/books goes around write');
  await unstarted.close();
});

test.each(['bearer', 'BEARER'])(
  'a token is known by the scheme "%s" too, as that has no case',
  async (scheme) => {
    const { token } = await app.signUp();
    const { statusCode } = await app.app.inject({
      url: '/api/user',
      headers: { authorization: `${scheme} ${token}` },
    });
    expect(statusCode).toBe(200);
  },
);
