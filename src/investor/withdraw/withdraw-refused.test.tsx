// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { dashboardModalAtom } from '../../shared/state';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { DashboardModals } from '../DashboardModals';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';

let host: StandInHost;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

it('a refused withdrawal is said in a toast titled Error and at its field; the form stays as typed', async () => {
  const errors = [
    { error: 'no such wallet', message: 'no such wallet', code: 'validation', field: 'wallet' },
    { error: 'closed today', message: 'closed today', code: 'validation' },
  ];
  host = await startInvestorHost({
    account: { balance: 5_000 },
    create: () => ({ status: 422, body: { errors } }),
  });
  vi.stubEnv('VITE_API_URL', host.url);
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  await user.type(screen.getByLabelText('Amount'), '250');
  await user.click(screen.getByLabelText('Currency'));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
  await user.click(screen.getByLabelText('Wallet address'));
  await user.paste('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  const send = screen.getByRole('button', { name: 'Withdraw' });
  await waitFor(() => expect(send).toBeEnabled());
  await user.click(send);

  expect(await screen.findByText('Error')).toBeVisible();
  expect(screen.getByLabelText('Wallet address')).toHaveAccessibleDescription(
    /^no such wallet Your own address/,
  );
  await user.click(screen.getByLabelText('Dismiss'));
  expect(await screen.findByText('closed today')).toBeVisible();
  expect(screen.getByText('Error')).toBeVisible();
  expect(store.get(dashboardModalAtom)).toBe('withdraw');
  expect(screen.getByLabelText('Amount')).toHaveValue('250');
});
