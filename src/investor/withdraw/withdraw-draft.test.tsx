// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusals } from '../../../contract/refusals';
import { forgetPerson } from '../../shared/personal-data';
import { clearToken, storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { readToken } from '../../shared/token';
import { DashboardModals } from '../DashboardModals';
import { keep } from '../submission/kept';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { readDraft } from './withdraw-draft';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host?.close();
});

const filled = { amount: '250.50', crypto: 'bitcoin', wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
const told = /what you had filled in before/;
const button = (name: string) => screen.getByRole('button', { name });

async function open(create?: () => Answer, balance = 5_000) {
  host = await startInvestorHost({ account: { balance }, ...(create ? { create } : {}) });
  vi.stubEnv('VITE_API_URL', host.url);
  return { user: userEvent.setup(), ...(await show()) };
}

async function show() {
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  return { store };
}

/** Opens the form with what was filled in before. */
function openFilled(create?: () => Answer, balance?: number) {
  storeToken(tokenOf('investor'));
  keep('withdrawal-draft', filled);
  return open(create, balance);
}

describe('the draft of a withdrawal', () => {
  it('survives an accidental close and a reload, and can be sent as it is', async () => {
    const { user, store } = await open();
    expect(screen.queryByText(told)).toBeNull();
    await user.type(screen.getByLabelText('Amount'), filled.amount);
    await user.click(screen.getByLabelText('Currency'));
    await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
    await user.click(screen.getByLabelText('Wallet address'));
    await user.paste(filled.wallet);
    await user.keyboard('{Escape}');
    expect(store.get(dashboardModalAtom)).toBeNull();
    cleanup();

    await show();
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.getByLabelText('Wallet address')).toHaveValue(filled.wallet);
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    await user.click(button('Withdraw'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(submissions(host)[0]?.body).toMatchObject({
      amount: 250.5,
      crypto: 'bitcoin',
      wallet: filled.wallet,
    });
  });

  it('is gone after a success', async () => {
    const { user, store } = await openFilled();
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    await user.click(button('Withdraw'));
    await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('own:'))).toEqual([]);
  });

  it('is kept after a refusal', async () => {
    const errors = [{ error: 'x', message: refusals.rateLimited, code: 'rate_limited' }];
    const { user } = await openFilled(() => ({ status: 429, body: { errors } }));
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    await user.click(button('Withdraw'));
    expect(await screen.findByText(refusals.rateLimited)).toBeVisible();
    expect(readDraft()).toEqual(filled);
  });

  it('is back once the person is, after the session has ended with the first try', async () => {
    const errors = [{ error: 'x', message: 'Please sign in', code: 'unauthorized' }];
    const { user } = await openFilled(() => ({ status: 401, body: { errors } }));
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    await user.click(button('Withdraw'));
    await screen.findByText('Please sign in');
    expect(readToken()).toBeNull();
    cleanup();

    await show();
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.queryByText(/not known whether this arrived/)).toBeNull();
    expect(screen.getByLabelText('Amount')).toHaveValue(filled.amount);
    expect(readDraft()).toEqual(filled);
  });

  it('is kept when another one was sent, from another tab', async () => {
    const { user, store } = await openFilled();
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    const other = { ...filled, amount: '77' };
    keep('withdrawal-draft', other);
    await user.click(button('Withdraw'));
    await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    expect(readDraft()).toEqual(other);
  });

  it('is cleared by hand, and the focus goes to the first field', async () => {
    const { user } = await openFilled();
    await user.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('');
    expect(screen.getByLabelText('Amount')).toHaveFocus();
    await waitFor(() => expect(readDraft()).toBeNull());
    expect(screen.queryByText(told)).toBeNull();
  });

  it('is not spoken of where the balance is too low to send it', async () => {
    await openFilled(undefined, 50);
    expect(await screen.findByText(refusals.balanceTooLow)).toBeVisible();
    expect(screen.queryByText(told)).toBeNull();
    expect(readDraft()).toEqual(filled);
  });

  it('is gone after a sign-out, and nobody else sees it', () => {
    storeToken(tokenOf('investor'));
    keep('withdrawal-draft', filled);
    storeToken(tokenOf('investor', 'somebody-else'));
    expect(readDraft()).toBeNull();
    storeToken(tokenOf('investor'));
    expect(readDraft()).toEqual(filled);
    clearToken();
    forgetPerson();
    storeToken(tokenOf('investor'));
    expect(readDraft()).toBeNull();
  });
});
