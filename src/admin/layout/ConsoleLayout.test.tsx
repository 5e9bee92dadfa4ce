// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { buildAccount, paged, startConsoleHost, twoTransactions } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf } from '../testing/table';

let host: StandInHost;

beforeEach(async () => {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
    'GET /api/account/all': () => paged([buildAccount()]),
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
  });
});

describe('the frame of the console', () => {
  it('leads to users, accounts and transactions, each with its title', async () => {
    const router = renderConsole(host, '/admin');
    const user = userEvent.setup();
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    await nav.findByRole('link', { name: 'Users' });
    const links = nav.getAllByRole('link');
    const places = links.slice(0, 3).map((link) => [link.textContent, link.getAttribute('href')]);
    expect(places).toEqual([
      ['Users', '/admin/users'],
      ['Accounts', '/admin/accounts'],
      ['Transactions', '/admin/transactions'],
    ]);
    for (const [name = '', path] of places) {
      await user.click(nav.getByRole('link', { name: name ?? '' }));
      expect(await screen.findByRole('heading', { name: name ?? '' })).toBeVisible();
      expect(router.state.location.pathname).toBe(path);
      await waitFor(() => expect(document.title).toBe(name));
    }
  });

  it('leads to the own second factors', async () => {
    renderConsole(host, '/admin');
    const link = await screen.findByRole('link', { name: 'Second factor' });
    expect(link).toHaveAttribute('href', '/account/second-factor');
  });

  it('has the theme toggle', async () => {
    renderConsole(host, '/admin/users');
    expect(await screen.findByRole('button', { name: /^Theme: / })).toBeEnabled();
  });
});

describe('on the way to another page', () => {
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

  it('the heading has the focus of what went with the page before', async () => {
    const user = userEvent.setup();
    renderConsole(host, '/admin/users');
    await cellsOf('Users', 1);
    expect(document.body).toHaveFocus();
    await user.click(await screen.findByRole('link', { name: /^ada ?@example\.com$/ }));
    const person = await heading('Ada Lovelace');
    await waitFor(() => expect(person).toHaveFocus());
    const lists = within(await screen.findByRole('navigation', { name: 'Lists of this person' }));
    await user.click(await lists.findByRole('link', { name: 'Transactions' }));
    const list = await heading('Transactions');
    await waitFor(() => expect(list).toHaveFocus());
  });

  it('no heading has a ring around it where the console is opened by its own address', async () => {
    const router = renderConsole(host, '/admin');
    await heading('Users');
    await cellsOf('Users', 1);
    expect(router.state.location.pathname).toBe('/admin/users');
    expect(document.body).toHaveFocus();
  });

  it('the focus stays in the menu, and where somebody has put it meanwhile', async () => {
    const user = userEvent.setup();
    renderConsole(host, '/admin/users');
    await cellsOf('Users', 1);
    const link = screen.getByRole('link', { name: 'Accounts' });
    await user.click(link);
    await heading('Accounts');
    await cellsOf('Accounts', 1);
    expect(link).toHaveFocus();
    await user.click(screen.getByRole('link', { name: /^ada ?@example\.com$/ }));
    act(() => screen.getByRole('button', { name: /^Theme: / }).focus());
    await heading('Ada Lovelace');
    await screen.findByText('Profile');
    expect(screen.getByRole('button', { name: /^Theme: / })).toHaveFocus();
  });
});

it('the options of an account are no column to sort by', async () => {
  renderConsole(host, '/admin/accounts');
  await cellsOf('Accounts', 1);
  const header = (name: string) => within(screen.getByRole('columnheader', { name }));
  expect(header('Balance').getByRole('button')).toBeEnabled();
  expect(header('Options').queryByRole('button')).toBeNull();
});

it('a deposit is green, a withdrawal amber', async () => {
  renderConsole(host, '/admin/transactions');
  await cellsOf('Transactions', 1);
  const chip = (text: string) => screen.getByText(text, { selector: 'td *' }).closest('.MuiChip-root');
  expect(chip('DEPOSIT')).toHaveClass('MuiChip-colorSuccess');
  expect(chip('WITHDRAWAL')).toHaveClass('MuiChip-colorWarning');
});

it.each([
  ['Accounts', '/admin/accounts'],
  ['Transactions', '/admin/transactions'],
])('a row of %s leads to the investor', async (label, address) => {
  renderConsole(host, address);
  await cellsOf(label, 1);
  const [link] = screen.getAllByRole('link', { name: /^ada ?@example\.com$/ });
  expect(link).toHaveAttribute('href', '/admin/users/u-1/show');
});
