// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../contract/account';
import { refusals, toasts, validation } from '../../../contract/messages';
import { dashboardModalAtom } from '../../shared/state';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { DashboardModals } from '../DashboardModals';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { addressWarnings } from './address-check';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

const address = 'bc1qmyownaddress0000000000000000000000001';
const button = (name: string) => screen.getByRole('button', { name });

async function open(balance: number, create?: () => Answer, account: Partial<Account> = {}) {
  host = await startInvestorHost({ account: { balance, ...account }, ...(create ? { create } : {}) });
  vi.stubEnv('VITE_API_URL', host.url);
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  return { user, store };
}

type User = ReturnType<typeof userEvent.setup>;

async function fill(user: User, wallet = address) {
  await user.type(screen.getByLabelText('Amount'), '250.50');
  await user.click(screen.getByLabelText('Currency'));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
  await user.type(screen.getByLabelText('Wallet address'), wallet);
  await waitFor(() => expect(button('Withdraw')).toBeEnabled());
}

describe('the rules of the withdraw form', () => {
  it('amount of two characters: amount is too small', async () => {
    const { user } = await open(5_000);
    await user.type(screen.getByLabelText('Amount'), '50');
    await user.tab();
    expect(await screen.findByText(validation.amountSmall)).toBeVisible();
  });

  it('wallet of seven characters: invalid address', async () => {
    const { user } = await open(5_000);
    await user.type(screen.getByLabelText('Wallet address'), '1234567');
    await user.tab();
    expect(await screen.findByText(validation.address)).toBeVisible();
  });

  it('currency left without a choice: required', async () => {
    const { user } = await open(5_000);
    await user.click(screen.getByLabelText('Currency'));
    await user.keyboard('{Escape}');
    await user.tab();
    expect(await screen.findByText(validation.required)).toBeVisible();
    expect(button('Withdraw')).toBeDisabled();
  });

  it('an amount above the balance is pointed out', async () => {
    const { user } = await open(200);
    await user.type(screen.getByLabelText('Amount'), '500');
    expect(await screen.findByText('More than your balance of $200.00')).toBeVisible();
  });
});

describe('the 100 dollar rule', () => {
  it.each([0, 99.99, 100])('a balance of %d is too low: no Withdraw button', async (balance) => {
    await open(balance);
    expect(await screen.findByText(refusals.balanceTooLow)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(button('Cancel')).toBeEnabled();
  });

  it('a balance of 100.01 is enough', async () => {
    await open(100.01);
    expect(await screen.findByText('Available: $100.01')).toBeVisible();
    expect(screen.queryByText(refusals.balanceTooLow)).toBeNull();
    expect(button('Withdraw')).toBeVisible();
  });
});

describe('sending the withdrawal', () => {
  it('says that it worked with title and description, and closes', async () => {
    const { user, store } = await open(5_000);
    await fill(user);
    await user.click(button('Withdraw'));
    expect(await screen.findByText(toasts.withdrawalTitle)).toBeVisible();
    expect(screen.getByText(toasts.withdrawal)).toBeVisible();
    expect(store.get(dashboardModalAtom)).toBeNull();
    expect(submissions(host)[0]?.body).toEqual({
      trxType: 'WITHDRAWAL',
      amount: 250.5,
      crypto: 'bitcoin',
      wallet: address,
    });
  });

  it('a retry without an answer keeps its key, a refusal gives it up', async () => {
    const message = refusals.insufficientBalance;
    const answers: Answer[] = [
      { status: 503, body: '' },
      { status: 422, body: { errors: [{ error: message, message, code: 'insufficient_balance' }] } },
      { status: 201, body: { data: { _id: 't-1' } } },
    ];
    const { user, store } = await open(5_000, () => answers.shift() ?? { status: 500, body: '' });
    await fill(user);
    await user.click(button('Withdraw'));
    await screen.findByText(/no answer came/);
    await user.click(button('Withdraw'));
    await waitFor(() => expect(submissions(host)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/no answer came/)).toBeNull());
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    expect(screen.getByLabelText('Amount')).toHaveValue('250.50');
    await user.click(button('Withdraw'));
    await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    const [first, second, third] = submissions(host);
    expect(second?.key).toBe(first?.key);
    expect(third?.key).not.toBe(first?.key);
  });
});

describe('beside the form', () => {
  it('what is reserved at once and what remains, and where it goes, in full', async () => {
    const { user } = await open(5_000, undefined, { held: 40 });
    await fill(user);
    const summary = screen.getByLabelText('What this reserves');
    expect(summary).toHaveTextContent('Reserved by this request$250.50');
    expect(summary).toHaveTextContent('Remains available$4,749.50');
    expect(summary).toHaveTextContent('Already reserved by earlier requests$40.00');
    expect(screen.getByText(address)).toBeVisible();
  });

  it('says nothing of what remains while the amount is more than the balance', async () => {
    const { user } = await open(200);
    await user.type(screen.getByLabelText('Amount'), '500');
    expect(screen.queryByLabelText('What this reserves')).toBeNull();
  });

  it('an address whose checksum does not fit is pointed out and can be sent', async () => {
    const { user } = await open(5_000);
    await fill(user);
    expect(await screen.findByText(addressWarnings.bitcoin)).toBeVisible();
    expect(screen.getByLabelText('Wallet address')).toHaveAccessibleDescription(addressWarnings.bitcoin);
    await user.click(button('Withdraw'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
  });

  it('a genuine address is left alone', async () => {
    const { user } = await open(5_000);
    await fill(user, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(screen.queryByText(addressWarnings.bitcoin)).toBeNull();
  });
});

it('an account on hold is told so: no Withdraw button', async () => {
  await open(5_000, undefined, { frozenAt: '2026-01-01T00:00:00.000Z' });
  expect(await screen.findByText(/on hold/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

it('a balance that could not be read says so and leaves the form open', async () => {
  host = await startInvestorHost();
  vi.stubEnv('VITE_API_URL', 'http://127.0.0.1:1');
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  expect(await screen.findByText(/cannot be reached/)).toBeVisible();
  expect(button('Try again')).toBeVisible();
  expect(screen.getByLabelText('Amount')).toBeEnabled();
});
