// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../contract/account';
import { toasts, validation } from '../../../contract/messages';
import { refusals } from '../../../contract/refusals';
import { dashboardModalAtom } from '../../shared/state';
import { letItArrive } from '../../shared/testing/let-it-arrive';
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

const genuine = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
/** Its checksum does not fit. */
const mistyped = '1BoatSLRHtKNngkdXEeobR76b53LETtpyU';
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

async function fill(user: User, wallet = genuine, amount = '250.50') {
  await user.type(screen.getByLabelText('Amount'), amount);
  await user.click(screen.getByLabelText('Currency'));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
  await user.click(screen.getByLabelText('Wallet address'));
  await user.paste(wallet);
}

async function send(user: User) {
  await waitFor(() => expect(button('Withdraw')).toBeEnabled());
  await user.click(button('Withdraw'));
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

  it('an amount above the balance cannot be sent, and the field says why', async () => {
    const { user } = await open(200);
    await fill(user, genuine, '200.01');
    const amount = screen.getByLabelText('Amount');
    expect(amount).toHaveAccessibleDescription('More than your balance of $200.00 Available: $200.00');
    expect(amount).toHaveAttribute('aria-invalid', 'true');
    expect(button('Withdraw')).toBeDisabled();
    await user.type(amount, '{Backspace}');
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    expect(amount).toHaveAttribute('aria-invalid', 'false');
    expect(amount).toHaveAccessibleDescription('Available: $200.00');
  });

  it('All takes the whole balance, to the cent', async () => {
    const { user } = await open(1_234.5);
    await user.click(await screen.findByRole('button', { name: 'All: the whole balance' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('1234.50');
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveFocus());
    expect(await screen.findByText('Remains available')).toBeVisible();
    expect(screen.getByLabelText('What this reserves')).toHaveTextContent('Remains available$0.00');
  });

  it.each([
    [1_234.565, '1234.56', '$1,234.56'],
    [1_005.999, '1005.99', '$1,005.99'],
    [1_005.29, '1005.29', '$1,005.29'],
    [4_503_599.62, '4503599.62', '$4,503,599.62'],
  ])('All of %d takes no more than there is: %s', async (balance, taken, said) => {
    const { user } = await open(balance);
    expect(await screen.findByText(`Available: ${said}`)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'All: the whole balance' }));
    expect(screen.getByLabelText('Amount')).toHaveValue(taken);
    await waitFor(() => expect(screen.getByLabelText('What this reserves')).toBeVisible());
  });

  it('the first field has the focus', async () => {
    await open(5_000);
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveFocus());
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
    await send(user);
    expect(await screen.findByText(toasts.withdrawalTitle)).toBeVisible();
    expect(screen.getByText(toasts.withdrawal)).toBeVisible();
    expect(store.get(dashboardModalAtom)).toBeNull();
    expect(submissions(host)[0]?.body).toEqual({
      trxType: 'WITHDRAWAL',
      amount: 250.5,
      crypto: 'bitcoin',
      wallet: genuine,
    });
  });

  it('two clicks at once send one withdrawal', async () => {
    const { user } = await open(5_000);
    await fill(user);
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    const withdraw = button('Withdraw');
    withdraw.click();
    withdraw.click();
    await screen.findByText(toasts.withdrawal);
    expect(submissions(host)).toHaveLength(1);
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
    expect(screen.getByText(genuine)).toBeVisible();
  });

  it('an amount is read as it is pasted, also for what remains', async () => {
    const { user } = await open(5_000);
    await fill(user);
    await user.clear(screen.getByLabelText('Amount'));
    await user.paste('$1,250.50');
    expect(screen.getByLabelText('What this reserves')).toHaveTextContent('Remains available$3,749.50');
    await send(user);
    await screen.findByText(toasts.withdrawalTitle);
    expect(submissions(host)[0]?.body).toMatchObject({ amount: 1_250.5 });
  });

  it('says nothing of what remains while the amount is more than the balance', async () => {
    const { user } = await open(200);
    await user.type(screen.getByLabelText('Amount'), '500');
    expect(screen.queryByLabelText('What this reserves')).toBeNull();
  });
});

describe('a doubtful address', () => {
  const consent = () => screen.getByLabelText('I have compared it. Send to this address all the same.');

  it('whose checksum does not fit is sent once that is confirmed', async () => {
    const { user } = await open(5_000);
    await fill(user, mistyped);
    expect(await screen.findByText(addressWarnings.bitcoin)).toBeVisible();
    expect(button('Withdraw')).toBeDisabled();
    await user.click(consent());
    await send(user);
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(submissions(host)[0]?.body).toMatchObject({ wallet: mistyped });
  });

  it('is not sent by whoever is quicker than the check', async () => {
    const { user } = await open(5_000);
    await fill(user);
    const field = screen.getByLabelText('Wallet address');
    const withdraw = button('Withdraw');
    await waitFor(() => expect(withdraw).toBeEnabled());
    // In one go: the check comes by itself soon after the last key.
    fireEvent.change(field, { target: { value: mistyped } });
    fireEvent.click(withdraw);
    expect(await screen.findByText(addressWarnings.bitcoin)).toBeVisible();
    await letItArrive();
    expect(submissions(host)).toEqual([]);
  });

  it('of another network names both; another address is asked about anew', async () => {
    const { user } = await open(5_000);
    await fill(user, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect(await screen.findByText(addressWarnings.otherNetwork('Ethereum', 'bitcoin'))).toBeVisible();
    await user.click(consent());
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    await user.clear(screen.getByLabelText('Wallet address'));
    await user.type(screen.getByLabelText('Wallet address'), mistyped);
    expect(await screen.findByText(addressWarnings.bitcoin)).toBeVisible();
    expect(consent()).not.toBeChecked();
    expect(button('Withdraw')).toBeDisabled();
  });

  it('is none for what nobody sees in it, which is not sent either', async () => {
    const { user } = await open(5_000);
    await fill(user, ' ');
    const pasted = `\u200b${genuine.slice(0, 9)}\u2060${genuine.slice(9)}\u200b`;
    fireEvent.change(screen.getByLabelText('Wallet address'), { target: { value: pasted } });
    expect(screen.getByText(genuine)).toBeVisible();
    await send(user);
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(submissions(host)[0]?.body).toMatchObject({ wallet: genuine });
    expect(screen.queryByText(addressWarnings.bitcoin)).toBeNull();
  });

  it('there is none: a genuine one is sent without a question', async () => {
    const { user } = await open(5_000);
    await fill(user);
    await send(user);
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
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

it('a balance that the host has none of refuses nothing, and is not said to be zero', async () => {
  await open(5_000, undefined, { balance: '' as never });
  await letItArrive();
  expect(screen.getByLabelText('Amount')).toBeEnabled();
  expect(screen.queryByText(/Available/)).toBeNull();
});
