import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ForAnother } from './api-error';
import { authProvider } from './auth-provider';
import { clearToken, storeToken } from './session';
import { type Answer, type Received, type StandInHost, startStandInHost } from './testing/stand-in-host';
import { tokenOf } from './testing/tokens';
import { readToken } from './token';

let host: StandInHost;
let answer: (request: Received) => Answer;

beforeEach(async () => {
  host = await startStandInHost((request) => answer(request));
  vi.stubEnv('VITE_API_URL', host.url);
  clearToken();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await host.close();
});

it('signing in stores the token', async () => {
  answer = () => ({ body: { data: tokenOf('admin') } });
  await authProvider.login({ email: 'ada@example.com', password: 'secret1' });
  await expect(authProvider.checkAuth()).resolves.toBeUndefined();
});

it.each([
  ['', () => authProvider.login({ email: 'ada@example.com', password: 'secret1' })],
  [' by a second factor', () => authProvider.finishLogin('t-1', { kind: 'totp', code: '123456' })],
] as const)(
  'signing in%s does not take the session of somebody else who has signed in meanwhile',
  async (_, signIn) => {
    const [next, dropped] = [tokenOf('investor', 'person-2'), tokenOf('admin')];
    answer = ({ path }) => {
      if (path === '/api/auth/logout') return { body: { data: { message: 'ok' } } };
      storeToken(next);
      return { body: { data: dropped } };
    };
    await expect(signIn()).rejects.toThrow(ForAnother);
    expect(readToken()).toBe(next);
    // Nobody holds the session that it has begun.
    await expect.poll(() => host.received).toHaveLength(2);
    expect(host.received[1]).toMatchObject({
      path: '/api/auth/logout',
      headers: { authorization: `Bearer ${dropped}` },
    });
  },
);

it('signing out tells the server, and works whatever it answers', async () => {
  answer = () => ({ status: 500, body: {} });
  storeToken('abc');
  expect(await authProvider.logout()).toBe('/');
  expect(readToken()).toBeNull();
  await expect.poll(() => host.received).toHaveLength(1);
  expect(host.received[0]).toMatchObject({
    path: '/api/auth/logout',
    headers: { authorization: 'Bearer abc' },
  });
});

it('signing out again tells nobody', async () => {
  answer = () => ({ body: { data: { message: 'ok' } } });
  storeToken('abc');
  await Promise.all([authProvider.logout(), authProvider.logout(), authProvider.logout()]);
  await expect.poll(() => host.received).toHaveLength(1);
});

it('an expired session does not pass for a sign-in', async () => {
  storeToken('not-a-token');
  await expect(authProvider.checkAuth()).rejects.toThrow();
});

it('the identity is the full name', async () => {
  answer = () => ({ body: { data: { _id: 'id-1', firstName: 'Ada', lastName: 'Lovelace' } } });
  expect(await authProvider.getIdentity()).toEqual({ id: 'id-1', fullName: 'Ada Lovelace' });
});
