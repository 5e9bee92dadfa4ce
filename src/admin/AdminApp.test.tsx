// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../shared/testing/build-user';
import type { Answer, Received, StandInHost } from '../shared/testing/stand-in-host';
import { readToken } from '../shared/token';
import { buildAccount, paged, queryOf, refusal, startConsoleHost } from './testing/console-host';
import { renderConsole } from './testing/render-console';
import { cellsOf, headersOf } from './testing/table';

let host: StandInHost;

async function open(address: string, routes: Record<string, (request: Received) => Answer> = {}) {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ firstName: 'Grace', type: 'admin' }) } }),
    'GET /api/user/users': () =>
      paged([buildUser(), buildUser({ _id: 'u-2', phoneNumber: '', country: null })], 45),
    'GET /api/account/all': () => paged([buildAccount()]),
    ...routes,
  });
  const router = renderConsole(host, address);
  return { user: userEvent.setup(), router };
}

describe('the console', () => {
  it('begins with the users, in their columns', async () => {
    const { router } = await open('/admin');
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/users');
    expect(document.title).toBe('Users');
    expect(await headersOf('Users')).toEqual([
      'S/N',
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'Country',
    ]);
    expect(await cellsOf('Users', 1)).toEqual([
      '1',
      'Ada',
      'Lovelace',
      'ada@example.com',
      '+44 20 7946 0000',
      'United Kingdom',
    ]);
    expect((await cellsOf('Users', 2)).slice(4)).toEqual(['NaN', 'NaN']);
    expect(await screen.findByText('Grace Lovelace')).toBeVisible();
  });

  it('leads from the sidebar to the accounts, in dollars', async () => {
    const { user, router } = await open('/admin/users');
    await user.click(await screen.findByRole('link', { name: 'Accounts' }));
    expect(await screen.findByRole('heading', { name: 'Accounts' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/accounts');
    expect(document.title).toBe('Accounts');
    expect(await headersOf('Accounts')).toEqual([
      'S/N',
      'First Name',
      'Last Name',
      'Email',
      'Balance',
      'Wallet Balance',
      'Profit',
      'Investment',
      'Bitcoin',
      'Ethereum',
      'USDT',
      'Options',
    ]);
    expect((await cellsOf('Accounts', 1)).slice(4, 7)).toEqual(['$1,500.00', '$2,000.00', '$20.00']);
  });

  it('logs out to the front page, without the token', async () => {
    const { user, router } = await open('/admin/users', {
      'POST /api/auth/logout': () => ({ body: { data: { message: 'ok' } } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
    expect(readToken()).toBeNull();
    await waitFor(() => expect(host.received.map(({ path }) => path)).toContain('/api/auth/logout'));
  });

  it('leaves the way to the sign-in page to the app when the token is refused', async () => {
    const { router } = await open('/admin/users', {
      'GET /api/user/users': () => refusal(401, 'Please sign in', 'unauthorized'),
    });
    await waitFor(() => expect(readToken()).toBeNull());
    expect(router.state.location.pathname).toBe('/admin/users');
  });

  it('says so at an address it does not have', async () => {
    await open('/admin/nothing');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

describe('a list', () => {
  const lastQuery = () =>
    queryOf(host.received.filter(({ path }) => path.startsWith('/api/user/users')).at(-1));

  it('shows a loader, then 20 rows a page, and asks for the next', async () => {
    const { user, router } = await open('/admin/users');
    expect(await screen.findByRole('status', { name: 'Loading users' })).toBeInTheDocument();
    await cellsOf('Users', 1);
    expect(lastQuery()).toEqual({ sort: ['createdAt', 'DESC'], range: [0, 19], filter: {} });
    await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
    expect(await screen.findByRole('cell', { name: '21' })).toBeVisible();
    expect(lastQuery().range).toEqual([20, 39]);
    expect(router.state.location.search).toContain('page=2');
  });

  it('is sorted by a click on a header, and says so to screen readers', async () => {
    const { user } = await open('/admin/users');
    await cellsOf('Users', 1);
    await user.click(screen.getByRole('button', { name: 'Country' }));
    await waitFor(() => expect(lastQuery().sort).toEqual(['country', 'ASC']));
    const header = await screen.findByRole('columnheader', { name: 'Country' });
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Country' }));
    await waitFor(() => expect(lastQuery().sort).toEqual(['country', 'DESC']));
  });

  it('is searched and filtered, keeps both in the address, and is reset', async () => {
    const { user, router } = await open('/admin/users');
    await cellsOf('Users', 1);
    await user.type(screen.getByRole('textbox', { name: 'Search name or email' }), 'ada');
    await waitFor(() => expect(lastQuery().filter).toEqual({ q: 'ada' }));
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Administrator' }));
    await waitFor(() => expect(lastQuery().filter).toEqual({ q: 'ada', type: 'admin' }));
    const address = new URLSearchParams(router.state.location.search);
    expect(JSON.parse(address.get('filter') ?? '')).toEqual({ q: 'ada', type: 'admin' });
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(lastQuery().filter).toEqual({}));
    expect(screen.getByRole('textbox', { name: 'Search name or email' })).toHaveValue('');
  });

  it('opens with the filter of its address', async () => {
    const filter = JSON.stringify({ q: 'turing' });
    await open(`/admin/users?${new URLSearchParams({ filter })}`);
    await cellsOf('Users', 1);
    expect(lastQuery().filter).toEqual({ q: 'turing' });
    expect(screen.getByRole('textbox', { name: 'Search name or email' })).toHaveValue('turing');
  });

  it.each(['7', '100000', '0', '-20', 'many'])(
    'has pages of 20 rows whatever its address says: %s',
    async (perPage) => {
      const { router } = await open(
        `/admin/users?${new URLSearchParams({ perPage, page: '2', sort: 'email', order: 'ASC' })}`,
      );
      await cellsOf('Users', 1);
      const sizes = host.received.filter(({ path }) => path.startsWith('/api/user/users')).map(queryOf);
      expect(sizes.map(({ range }) => range)).toEqual([[0, 19]]);
      expect(lastQuery().sort).toEqual(['email', 'ASC']);
      expect(router.state.location.search).not.toContain(`perPage=${perPage}&`);
    },
  );

  it.each(['-1', '0'])(
    'begins with the first page where its address asks for one before: %s',
    async (page) => {
      const { router } = await open(
        `/admin/users?${new URLSearchParams({ page, sort: 'email', order: 'ASC' })}`,
      );
      await waitFor(() => expect(router.state.location.search).toContain('page=1'));
      expect(await cellsOf('Users', 1)).toContain('1');
      const asked = host.received.filter(({ path }) => path.startsWith('/api/user/users')).map(queryOf);
      for (const { range } of asked) expect(range).toEqual([0, 19]);
    },
  );

  it('is not what stands at an address below its own', async () => {
    await open('/admin/accounts/nonsense');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('tells an empty list from one where nothing matches', async () => {
    const { user } = await open('/admin/users', { 'GET /api/user/users': () => paged([]) });
    expect(await screen.findByText('There are no users yet.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Search name or email' }), 'zz');
    expect(await screen.findByText('No users match')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByText('There are no users yet.')).toBeVisible();
  });

  it('says why it could not be read, as a toast too, and tries again', async () => {
    let closed = true;
    const { user } = await open('/admin/users', {
      'GET /api/user/users': () =>
        closed ? refusal(403, 'The office is closed', 'forbidden') : paged([buildUser()]),
    });
    expect(await screen.findByText('The users could not be read')).toBeVisible();
    // In its place, and as a toast.
    await waitFor(() => expect(screen.getAllByText('The office is closed')).toHaveLength(2));
    closed = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await cellsOf('Users', 1))[1]).toBe('Ada');
  });
});
