// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../../../contract/messages';
import { storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { DashboardModals } from '../DashboardModals';
import { keep } from '../submission/kept';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';

let host: StandInHost;

beforeEach(async () => {
  host = await startInvestorHost();
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf('investor'));
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

/** From now on the host is never heard of again. */
function silenceHost(): void {
  vi.stubGlobal(
    'fetch',
    (_: unknown, { signal }: RequestInit = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
}

const button = (name: string) => screen.getByRole('button', { name });

it('Cancel while a deposit is being sent stops the waiting: the form stays open, as it was typed', async () => {
  const user = userEvent.setup();
  keep('deposit-draft', {
    plan: 'basic',
    crypto: 'bitcoin',
    amount: '500',
    transactionId: 'tx-0001',
    imageUrl: '',
  });
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'deposit');
  await screen.findByRole('dialog', { name: 'Make Deposit' });
  await waitFor(() => expect(button('Proceed')).toBeEnabled());
  await user.click(button('Proceed'));
  await waitFor(() => expect(button('Deposit')).toBeEnabled());
  silenceHost();
  await user.click(button('Deposit'));
  expect(await screen.findByText('Sending your deposit')).toBeVisible();
  await user.click(button('Cancel'));
  expect(await screen.findByText('Sending was stopped')).toBeVisible();
  expect(screen.queryByText('Sending your deposit')).toBeNull();
  expect(store.get(dashboardModalAtom)).toBe('deposit');
  expect(screen.getByLabelText('Transaction Id')).toHaveValue('tx-0001');
  vi.unstubAllGlobals();
  await user.click(button('Send again'));
  // At once, in place of what is over.
  expect(await screen.findByText(toasts.deposit)).toBeVisible();
  expect(screen.queryByText('Sending was stopped')).toBeNull();
});
