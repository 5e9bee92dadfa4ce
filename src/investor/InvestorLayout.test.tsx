// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdings } from '../../contract/chart';
import type { Transaction } from '../../contract/transaction';
import { appConfig } from '../app.config';
import { accountAtom, errorsAtom } from '../shared/state';
import { pageAnswer } from '../shared/testing/entries';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { readToken } from '../shared/token';
import DashboardPage from './dashboard/DashboardPage';
import InvestorLayout from './InvestorLayout';
import { keep } from './submission/kept';
import { buildTransaction } from './testing/build-transaction';
import { startInvestorHost } from './testing/investor-host';
import { renderDashboard } from './testing/render-dashboard';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await host.close();
});

function open(server: StandInHost) {
  host = server;
  vi.stubEnv('VITE_API_URL', host.url);
  return { user: userEvent.setup(), ...renderDashboard(<InvestorLayout />, <DashboardPage />) };
}

const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the dashboard', () => {
  it('greets by name and shows the three figures in dollars', async () => {
    open(await startInvestorHost({ account: { balance: 5_000, held: 0 } }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada Lovelace' })).toBeVisible();
    expect(await section('Balance').findByText('$5,000.00')).toBeVisible();
    expect(section('Profit').getByText('$120.50')).toBeVisible();
    expect(section('Wallet Balance').getByText('$5,120.50')).toBeVisible();
    expect(screen.queryByText(/reserved/)).toBeNull();
  });

  it('keeps the account in the client state, which is empty until it is fetched', async () => {
    const { store } = open(await startInvestorHost({ account: { balance: 77 } }));
    expect(store.get(accountAtom)).toBeNull();
    await waitFor(() => expect(store.get(accountAtom)).toMatchObject({ balance: 77 }));
  });

  it('names what pending withdrawals hold as reserved', async () => {
    open(await startInvestorHost({ account: { held: 250 } }));
    expect(await section('Balance').findByText('$250.00 reserved for withdrawals')).toBeVisible();
  });

  it.each([0, 250])(
    'says of a frozen account that withdrawals are on hold, with $%d reserved',
    async (held) => {
      open(await startInvestorHost({ account: { held, frozenAt: '2026-01-01T00:00:00.000Z' } }));
      expect(await section('Balance').findByText('Withdrawals are on hold')).toBeVisible();
      expect(section('Balance').queryByText(/Withdrawals need/)).toBeNull();
      expect(section('Balance').queryAllByText(/reserved for withdrawals/)).toHaveLength(held === 0 ? 0 : 1);
    },
  );

  it.each([
    [5_000, 'Across all currencies'],
    [5_120.5, 'All currencies, and what belongs to none'],
  ])('says what a wallet balance of %d is made of beside currencies of 5000', async (walletBalance, note) => {
    open(await startInvestorHost({ account: { walletBalance, bitcoin: 5_000 } }));
    expect(await section('Wallet Balance').findByText(note)).toBeVisible();
  });

  it('lists the currencies of the account', async () => {
    open(await startInvestorHost({ account: { bitcoin: 5_000 } }));
    await screen.findByRole('cell', { name: /\$5,000\.00/ });
    const rows = within(screen.getByRole('table', { name: 'Account Overview' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'CryptoAmount',
      ...holdings.flatMap(({ label, field, overview }) => {
        if (field === 'bitcoin') return 'Bitcoin$5,000.00';
        return overview ? `${label}$0.00` : [];
      }),
    ]);
  });

  it('a plan card opens the deposit with that plan', async () => {
    const { user } = open(await startInvestorHost());
    await user.click(screen.getByRole('button', { name: 'Choose Platinum' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Deposit' }));
    expect(dialog.getByLabelText('Plan')).toHaveTextContent('Platinum');
  });

  it('tells an investor without transactions what to do first', async () => {
    open(await startInvestorHost());
    expect(await screen.findByRole('heading', { name: 'Make your first deposit' })).toBeVisible();
  });

  it('after the first deposit the focus is where it stands, as the button that opened the form has gone', async () => {
    const transactions: Transaction[] = [];
    const server = await startInvestorHost({
      transactions: (request) => pageAnswer(transactions, request),
      create: () => {
        transactions.push(buildTransaction());
        return { status: 201, body: { data: transactions[0] } };
      },
    });
    const { user } = open(server);
    const filled = {
      plan: 'basic',
      crypto: 'bitcoin',
      amount: '500',
      transactionId: 'tx-0001',
      imageUrl: '',
    };
    keep('deposit-draft', filled);
    await user.click(await screen.findByRole('button', { name: 'Make a deposit' }));
    const proceed = await screen.findByRole('button', { name: 'Proceed' });
    await waitFor(() => expect(proceed).toBeEnabled());
    await user.click(proceed);
    const send = screen.getByRole('button', { name: 'Deposit' });
    await waitFor(() => expect(send).toBeEnabled());
    await user.click(send);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'ACTIVITY' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Make a deposit' })).toBeNull();
  });
});

describe('the sidebar', () => {
  it('leads to pages, modals and the support address', async () => {
    const { user } = open(await startInvestorHost());
    const nav = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    expect(nav.getByRole('link', { name: 'Transactions' })).toHaveAttribute(
      'href',
      '/dashboard/transactions',
    );
    expect(nav.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      `mailto:${appConfig.supportMail}`,
    );
    await user.click(nav.getByRole('button', { name: 'Withdraw' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await user.click(nav.getByRole('button', { name: 'Invest' }));
    expect(await screen.findByRole('dialog', { name: 'Make Deposit' })).toBeVisible();
  });

  it('Logout removes the token and goes to the front page', async () => {
    const { user, router } = open(await startInvestorHost());
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readToken()).toBeNull();
  });
});

describe('what cannot be read', () => {
  const failure = (message: string): Answer => ({
    status: 403,
    body: { errors: [{ error: message, message, code: 'forbidden' }] },
  });

  it('a failed account is shown as Error, a failed wallet list is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { store } = open(
      await startStandInHost((request) =>
        request.path === '/api/wallets' ? failure('no wallets') : failure('no account'),
      ),
    );
    const toasts = within(await screen.findByRole('region', { name: 'Notifications (F8)' }));
    expect(await toasts.findByText('no account')).toBeVisible();
    expect(toasts.getByText('Error')).toBeVisible();
    expect(screen.queryByText('no wallets')).toBeNull();
    await waitFor(() => expect(log).toHaveBeenCalledWith('The wallets could not be read', expect.anything()));
    await waitFor(() => expect(store.get(errorsAtom)).toEqual([]));
  });
});
