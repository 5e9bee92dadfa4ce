// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../shared/api';
import { queryClient } from '../shared/query-client';
import { afterLogin } from '../shared/return-path';
import { clearToken, storeToken } from '../shared/session';
import { endInOtherTab, signInInOtherTab } from '../shared/testing/other-tab';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { connectViewport, toast } from '../shared/toasts';
import { readToken } from '../shared/token';
import { startSessionEffects } from './session-effects';

let host: StandInHost;
let answer: Answer;
const navigate = vi.fn();

beforeAll(async () => {
  host = await startStandInHost(() => answer);
  vi.stubEnv('VITE_API_URL', host.url);
  startSessionEffects(navigate);
});
beforeEach(() => {
  navigate.mockClear();
  queryClient.clear();
  history.replaceState(null, '', '/dashboard/transactions?page=2');
});
afterEach(() => clearToken());
afterAll(async () => {
  vi.unstubAllEnvs();
  await host.close();
});

const unauthorized: Answer = {
  status: 401,
  body: { errors: [{ error: 'Please sign in', message: 'Please sign in', code: 'unauthorized' }] },
};

it('a 401 removes the token and leads to the login, which leads back, for the same person to the search as well', async () => {
  storeToken(tokenOf('investor'));
  answer = unauthorized;
  await expect(call('readUser')).rejects.toThrow();
  expect(readToken()).toBeNull();
  // What they searched for is not in the address that whoever comes next sees.
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/auth/login?return=%2Fdashboard%2Ftransactions');
  const back = '/dashboard/transactions';
  expect(afterLogin({ userId: 'person-1', type: 'investor' }, back)).toBe(`${back}?page=2`);
  expect(afterLogin({ userId: 'person-2', type: 'investor' }, back)).toBe(back);
});

it('a page that another tab has brought from one person to another leaves the search of the first', () => {
  storeToken(tokenOf('investor'));
  signInInOtherTab(tokenOf('investor', 'person-2'));
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/auth/login?return=%2Fdashboard%2Ftransactions');
});

it('a 401 after the storage of the browser was cleared leads to the login as well', async () => {
  storeToken(tokenOf('investor'));
  queryClient.setQueryData(['own', 'user'], 'Ada');
  localStorage.clear();
  answer = unauthorized;
  await expect(call('updateUser', { body: { firstName: 'Augusta' } })).rejects.toThrow();
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/auth/login?return=%2Fdashboard%2Ftransactions');
  expect(queryClient.getQueryData(['own', 'user'])).toBeUndefined();
});

it('a failed sign-in is no session that ended: it leads nowhere', async () => {
  answer = unauthorized;
  await expect(call('login', { body: { email: 'a@example.com', password: 'secret1' } })).rejects.toThrow();
  expect(navigate).not.toHaveBeenCalled();
});

it('what was read for one person is gone once they have signed out, here or in another tab', () => {
  const kept = () => queryClient.getQueryData(['own', 'user']);
  storeToken(tokenOf('investor'));
  queryClient.setQueryData(['own', 'user'], 'Ada');
  clearToken();
  expect(kept()).toBeUndefined();

  storeToken(tokenOf('investor'));
  queryClient.setQueryData(['own', 'user'], 'Ada');
  endInOtherTab('signed-out');
  expect(kept()).toBeUndefined();
});

it('a new token of the same person keeps what was read', () => {
  storeToken(tokenOf('investor'));
  queryClient.setQueryData(['own', 'user'], 'Ada');
  storeToken(tokenOf('investor'));
  expect(queryClient.getQueryData(['own', 'user'])).toBe('Ada');
});

it('a sign-in clears the errors of the session before', () => {
  const shown: string[] = [];
  const disconnect = connectViewport(({ description }) => {
    shown.push(description);
    return () => shown.pop();
  });
  toast({ description: 'Your session has ended', variant: 'destructive' });
  toast({ description: 'And something else', variant: 'destructive' });
  expect(shown).toEqual(['Your session has ended']);
  storeToken(tokenOf('investor'));
  expect(shown).toEqual([]);
  toast({ description: 'Welcome' });
  expect(shown).toEqual(['Welcome']);
  disconnect();
});

it('who must set up a second factor first is led there, once, and from there to where they were going', async () => {
  storeToken(tokenOf('admin'));
  const message = 'Set up a second factor first';
  answer = { status: 403, body: { errors: [{ error: message, message, code: 'factor_setup_required' }] } };
  await expect(call('readAccount')).rejects.toThrow();
  const there = '/account/second-factor?return=%2Fdashboard%2Ftransactions%3Fpage%3D2';
  expect(navigate).toHaveBeenCalledExactlyOnceWith(there);
  history.replaceState(null, '', there);
  await expect(call('readAccount')).rejects.toThrow();
  expect(navigate).toHaveBeenCalledOnce();
  expect(readToken()).not.toBeNull();
});
