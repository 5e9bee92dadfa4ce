// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calls } from '../../contract/calls';
import { isFetched } from '../admin/console-resources';
import transactions from '../admin/transactions';
import wallets from '../admin/wallets';
import { queryClient } from '../shared/query-client';
import { storeToken } from '../shared/session';
import { stubView } from '../shared/testing/browser-stubs';
import { letItArrive } from '../shared/testing/let-it-arrive';
import { renderRoutes } from '../shared/testing/render-routes';
import { type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { readyScreen, routes } from './routes';

let host: StandInHost;

beforeEach(async () => {
  stubView();
  // jsdom has no layout: it does not scroll.
  vi.stubGlobal('scrollTo', vi.fn());
  host = await startStandInHost(() => ({ body: { data: [] } }));
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  queryClient.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

const asked = () => new Set(host.received.map(({ path }) => path.split('?')[0]));
const ofInvestors = [calls.readAccount.path, calls.listWallets.path];

it('a stored token of an investor has the person, the account and the wallets read', async () => {
  storeToken(tokenOf('investor'));
  renderRoutes(routes, '/dashboard/profile');
  const paths = [...ofInvestors, calls.readUser.path];
  await waitFor(() => expect([...asked()]).toEqual(expect.arrayContaining(paths)));
});

it('a stored token of an administrator has the person read, and neither account nor wallets', async () => {
  storeToken(tokenOf('admin'));
  renderRoutes(routes, '/admin/users');
  await waitFor(() => expect(asked()).toContain(calls.readUser.path));
  expect(await screen.findByText('There are no users yet.')).toBeVisible();
  expect(ofInvestors.filter((path) => asked().has(path))).toEqual([]);
});

it('without a token nothing is read', async () => {
  renderRoutes(routes, '/auth/login');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  await letItArrive();
  expect(host.received).toEqual([]);
});

it('what an investor has to agree to is asked for with the code of the first page, and nothing else', async () => {
  storeToken(tokenOf('investor'));
  await readyScreen('/dashboard');
  await waitFor(() => expect(asked().size).toBeGreaterThan(0));
  await letItArrive();
  expect([...asked()]).toEqual([calls.readOwnDocuments.path]);
});

it('the list of a declared resource can be fetched before it is shown', () => {
  expect(isFetched(wallets.list)).toBe(true);
});

it.each([
  ['an administrator', 'admin', '/admin/transactions', 1],
  ['an administrator elsewhere', 'admin', '/admin/users', 0],
  ['an investor, whom the guard sends away', 'investor', '/admin/transactions', 0],
] as const)('the page of a console is fetched with it for %s', async (_, type, path, times) => {
  const ready = vi.spyOn(transactions.list, 'ready');
  storeToken(tokenOf(type));
  await readyScreen(path);
  expect(ready).toHaveBeenCalledTimes(times);
  ready.mockRestore();
});
