import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../../contract/endpoints';
import { readConfig } from '../../server/config';
import { guardRoutes } from '../../server/http/access';
import { loadSecrets } from '../../server/secrets';
import { buildWithdrawal } from '../builders';
import { fingerprint } from '../support/fingerprint';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
let admin: string;

beforeAll(async () => {
  app = await startTestApp();
  investor = await app.signUp();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const table: Endpoint[] = Object.values(endpoints);
const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, randomUUID());

describe.each(table.filter(({ access }) => access !== 'public'))('$method $path, for $access', (endpoint) => {
  test('asks a guest to sign in', async () => {
    const { status, errors } = await app.call(endpoint.method, pathOf(endpoint), { body: {} });
    expect(status).toBe(401);
    expect(errors[0]?.code).toBe('unauthorized');
  });

  test('lets in its own role and no other', async () => {
    const callers: [role: string, token: string][] = [
      ['investor', (await app.signUp()).token],
      ['admin', await app.signInAsAdmin()],
    ];
    for (const [role, token] of callers) {
      const { status, errors } = await app.call(endpoint.method, pathOf(endpoint), { token, body: {} });
      const welcome = endpoint.access === 'signedIn' || endpoint.access === role;
      if (welcome) expect([200, 404, 422], role).toContain(status);
      else expect([status, errors[0]?.code], role).toEqual([403, 'forbidden']);
    }
  });
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

test('a route of the API that does not say who may call it cannot be added', () => {
  const fastify = Fastify();
  guardRoutes(fastify, async () => undefined, { spend: async () => {}, forget: async () => {} });
  expect(() => fastify.get('/api/forgotten', async () => ({}))).toThrow(
    '/api/forgotten does not say who may call it',
  );
});
