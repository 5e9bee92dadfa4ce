// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FigureEntry } from '../../../contract/ledger';
import { buildEntries, pageAnswer } from '../../shared/testing/entries';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import DashboardPage from '../dashboard/DashboardPage';
import InvestorLayout from '../InvestorLayout';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';

let host: StandInHost;
let entries: FigureEntry[];
let failure: Answer | null;
const account = { balance: 362.59, held: 0 };

beforeEach(async () => {
  entries = buildEntries([500.25, -150, 12.34]);
  failure = null;
  Object.assign(account, { balance: 362.59, held: 0 });
  host = await startInvestorHost({
    account,
    entries: (request) => failure ?? pageAnswer(entries, request),
  });
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

function enter(address?: string) {
  return { user: userEvent.setup(), ...renderDashboard(<InvestorLayout />, <DashboardPage />, address) };
}

const figure = (name: string) => screen.findByRole('button', { name: `${name}: show its entries` });
const drawer = async (name = 'Balance') =>
  within(await screen.findByRole('dialog', { name: `${name}, entry by entry` }));
const shown = async () => (await drawer()).getAllByRole('listitem');
const asked = () =>
  host.received
    .filter(({ path }) => path.startsWith('/api/account/entries'))
    .map(({ path }) => Object.fromEntries(new URL(path, host.url).searchParams));

it('a tapped figure shows its entries, the newest first, and their sum is the figure', async () => {
  const { user } = enter();
  await user.click(await figure('Balance $362.59'));
  const dialog = await drawer();
  expect(await dialog.findByText('Equal to the figure')).toBeVisible();
  expect(dialog.getByText('Sum of 3 entries')).toBeVisible();
  const texts = (await shown()).map((item) => item.textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^Deposit confirmed\+\$12\.34Jan 3, 2026, .*by the operator.*\$362\.59/),
    expect.stringMatching(/^Withdrawal reserved-\$150\.00Jan 2, 2026, .*by you.*\$350\.25/),
    expect.stringMatching(/^Deposit confirmed\+\$500\.25Jan 1, 2026, .*by the operator.*\$500\.25/),
  ]);
  expect(dialog.getAllByRole('link', { name: /^Transaction/ })[0]).toHaveAttribute(
    'href',
    `/dashboard/transactions?transaction=${entries[0]?.trxId}`,
  );
  expect(asked()).toEqual([{ filter: '{"field":"balance"}', range: '[0,19]' }]);
});

it('an adjustment is plainly the operator’s, with its reason or without one', async () => {
  const adjustment = { kind: 'adjustment', trxId: null } as const;
  entries = [
    ...buildEntries([362.59], { ...adjustment, reason: 'Result of the Starter plan' }),
    ...buildEntries([0], { ...adjustment, _id: 'other' }),
  ];
  const { user } = enter();
  await user.click(await figure('Balance $362.59'));
  await (await drawer()).findByText('Reason: Result of the Starter plan');
  const [first, second] = await shown();
  expect(first).toHaveTextContent('Adjustment posted by the operator');
  expect(second).toHaveTextContent('Adjustment posted by the operator');
  expect(second).toHaveTextContent('No reason was given');
  expect((await drawer()).queryByRole('link')).toBeNull();
});

it('every figure and what is reserved can be tapped', async () => {
  Object.assign(account, { held: 250 });
  enter();
  for (const name of [
    'Balance $362.59',
    '$250.00 reserved for withdrawals',
    'Profit $120.50',
    'Wallet Balance $5,120.50',
    'Bitcoin $5,000.00',
    'Litecoin $0.00',
    'Usdt $0.00',
    'Ethereum $0.00',
  ]) {
    expect(await figure(name)).toBeVisible();
  }
});

it('a long list is shown page by page; the sum is that of all from the start', async () => {
  entries = buildEntries(Array.from({ length: 45 }, () => 1));
  account.balance = 45;
  const { user } = enter();
  await user.click(await figure('Balance $45.00'));
  const dialog = await drawer();
  expect(await dialog.findByText('20 of 45 shown')).toBeVisible();
  expect(dialog.getByText('Equal to the figure')).toBeVisible();
  expect(dialog.getByText('Before these').nextSibling).toHaveTextContent('$25.00');
  await user.click(dialog.getByRole('button', { name: 'Show more' }));
  expect(await dialog.findByText('40 of 45 shown')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await shown()).toHaveLength(45));
  expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
  const focused = (await shown())[40];
  await waitFor(() => expect(focused).toHaveFocus());
  expect(dialog.getByText('Equal to the figure')).toBeVisible();
  expect(asked().map(({ range }) => range)).toEqual(['[0,19]', '[20,39]', '[40,59]']);
});

it('a figure that has moved since is read again with its entries', async () => {
  const { user } = enter();
  const button = await figure('Balance $362.59');
  entries = buildEntries([500.25, -150, 12.34, 37.41]);
  account.balance = 400;
  await user.click(button);
  const dialog = await drawer();
  expect(await dialog.findByText('Equal to the figure')).toBeVisible();
  expect(dialog.getAllByText('$400.00')).not.toHaveLength(0);
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('entries that do not add up are not passed over', async () => {
  entries = buildEntries([100]);
  const { user } = enter();
  await user.click(await figure('Balance $362.59'));
  const dialog = await drawer();
  expect(await dialog.findByText(/do not add up to the figure/)).toBeVisible();
  expect(dialog.queryByText('Equal to the figure')).toBeNull();
  expect(asked()).toHaveLength(2);
});

it('what cannot be read says so and can be tried again', async () => {
  failure = { status: 409, body: { errors: [{ message: 'no entries for you' }] } };
  const { user } = enter();
  await user.click(await figure('Balance $362.59'));
  const dialog = await drawer();
  expect(await dialog.findByText('no entries for you')).toBeVisible();
  failure = null;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Equal to the figure')).toBeVisible();
});

it('a host that keeps no entries is said to keep none, which trying again would not change', async () => {
  failure = { status: 404, body: { errors: [{ message: 'Not found' }] } };
  const { user } = enter();
  await user.click(await figure('Balance $362.59'));
  const dialog = await drawer();
  expect(await dialog.findByText('The entries behind this figure are not kept here.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('a figure that nothing has moved yet has no entries', async () => {
  entries = [];
  account.balance = 0;
  const { user } = enter();
  await user.click(await figure('Balance $0.00'));
  expect(await (await drawer()).findByText('No entries yet: nothing has moved this figure.')).toBeVisible();
});

it('the keyboard opens and closes it, and the focus returns to the figure', async () => {
  const { user, router } = enter();
  (await figure('Profit $120.50')).focus();
  await user.keyboard('{Enter}');
  await drawer('Profit');
  expect(router.state.location.search).toBe('?entries=profit');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('');
  const focused = await figure('Profit $120.50');
  await waitFor(() => expect(focused).toHaveFocus());
});

it('a link opens the entries; Close leads to the dashboard, and to the figure', async () => {
  const { user, router } = enter('/dashboard?entries=balance');
  const dialog = await drawer();
  await dialog.findByText('Equal to the figure');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '' });
  const focused = await figure('Balance $362.59');
  await waitFor(() => expect(focused).toHaveFocus());
});

it('Back closes them; an unknown figure in the address opens nothing', async () => {
  const { user, router } = enter('/dashboard?entries=toString');
  await user.click(await figure('Balance $362.59'));
  await drawer();
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('?entries=toString');
});
