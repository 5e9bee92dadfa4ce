import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../contract/calls';
import { limits } from '../../contract/limits';
import { buildDeposit, buildRegistration } from '../builders';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
let investor: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  ({ token: investor } = await app.signUp());
});
afterAll(() => app.close());

const preview = calls.previewStatuses.path;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

function expectRefused(answer: Answer, named: string | RegExp): void {
  expect(answer.status).toBe(400);
  expect(answer.errors).toHaveLength(1);
  expect(answer.errors[0]?.message).toMatch(named);
}

describe('a filter on a name that objects have anyway', () => {
  test.each([
    '/api/transaction/transactions',
    '/api/transaction/all',
    '/api/user/users',
    '/api/account/all',
    '/api/account/entries',
    '/api/admin/audit',
    '/api/admin/books/held-amounts',
    '/api/admin/wallets',
  ])('is a 400 that names it: %s', async (path) => {
    const token = ['/api/transaction/all', '/api/account/entries'].includes(path) ? investor : admin;
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto___gte']) {
      for (const value of ['"x"', '["x"]', '{"q":"x"}', 'null']) {
        const filter = encodeURIComponent(`{"${name}":${value}}`);
        expectRefused(await app.call('GET', `${path}?filter=${filter}`, { token }), name);
      }
    }
    expect((await app.call('GET', `${path}?sort=["__proto__","ASC"]`, { token })).status).toBe(400);
    expect((await app.call('GET', `${path}?__proto__=x`, { token })).status).toBe(400);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'is one for a change of many as well: %s',
    async (name) => {
      const body = `{"status":"CONFIRMED","filter":{"${name}":"x"}}`;
      expectRefused(await app.call('POST', preview, { token: admin, body }), name);
    },
  );
});

describe('JSON that is nested without end', () => {
  test.each([40, 5_000, 9_000])('in the filter of a change of many is a 400: %d levels', async (levels) => {
    const body = `{"status":"CONFIRMED","filter":{"q":${nested(levels)}}}`;
    expectRefused(await app.call('POST', preview, { token: admin, body }), /nested/);
  });

  test('in the filter of a list is a 400', async () => {
    const filter = encodeURIComponent(nested(1_500));
    expectRefused(
      await app.call('GET', `/api/transaction/transactions?filter=${filter}`, { token: admin }),
      /nested/,
    );
  });

  test('in any body is a 400', async () => {
    const levels = Math.floor(limits.bodyBytes / 2) - 10;
    const list = '['.repeat(levels) + ']'.repeat(levels);
    const deposit = JSON.stringify({ ...buildDeposit(), extra: 0 }).replace(
      '"extra":0',
      `"extra":${nested(5_000)}`,
    );
    const bodies = [
      ['POST', '/api/user/login', list],
      ['POST', '/api/user/create', nested(5_000)],
      ['POST', '/api/transaction/create', deposit],
      ['POST', '/api/admin/wallets', nested(5_000)],
    ] as const;
    for (const [method, path, body] of bodies) {
      const token = path.startsWith('/api/admin') ? admin : investor;
      const headers = { 'idempotency-key': 'deep' };
      expectRefused(await app.call(method, path, { token, body, headers }), /nested/);
    }
  });

  test('is not mistaken for text that holds brackets', async () => {
    const body = { email: `${'['.repeat(200)}"\\{{{@example.com`, password: '{'.repeat(200) };
    expect((await app.call('POST', '/api/user/login', { body })).status).toBe(422);
  });
});

test.each(['login', 'register'] as const)('JSON that is not UTF-8 is a 400: %s', async (call) => {
  // As who writes ISO 8859-1: its bytes would be read as one sign, and all such passwords be the same.
  const sent = JSON.stringify(buildRegistration({ password: 'p\u00e4ssword, long enough' }));
  const answer = await app.call('POST', calls[call].path, { body: Buffer.from(sent, 'latin1') });
  expectRefused(answer, 'not valid JSON');
});

test('a mark of the order of bytes is no part of the JSON', async () => {
  const body = `\ufeff${JSON.stringify({ firstName: 'Grace' })}`;
  const { status, data } = await app.call('PUT', calls.updateUser.path, { token: investor, body });
  expect([status, data]).toEqual([200, expect.objectContaining({ firstName: 'Grace' })]);
});
