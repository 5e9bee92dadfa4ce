import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
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
  expect(await authProvider.getPermissions()).toBe('admin');
  expect(await authProvider.canAccess({ action: 'edit' })).toBe(true);
});

it.each([
  ['admin', { list: true, show: true, edit: true, create: true, delete: true }],
  ['auditor', { list: true, show: true, edit: false, create: false, delete: false }],
  ['investor', { list: false, show: false, edit: false, create: false, delete: false }],
])('what the console offers to %s', async (type, offered) => {
  storeToken(tokenOf(type));
  for (const [action, may] of Object.entries(offered)) {
    expect(await authProvider.canAccess({ action })).toBe(may);
  }
});

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
  expect(await authProvider.canAccess({ action: 'list' })).toBe(false);
});

it('only a 401 counts as signed out: a refusal keeps the session', async () => {
  await expect(authProvider.checkError(new ApiError(401, []))).rejects.toThrow();
  await expect(authProvider.checkError(new ApiError(403, []))).resolves.toBeUndefined();
  await expect(authProvider.checkError({ status: 401 })).rejects.toBeDefined();
  await expect(authProvider.checkError(null)).resolves.toBeUndefined();
});

it('the identity is the full name', async () => {
  answer = () => ({ body: { data: { _id: 'id-1', firstName: 'Ada', lastName: 'Lovelace' } } });
  expect(await authProvider.getIdentity()).toEqual({ id: 'id-1', fullName: 'Ada Lovelace' });
});
