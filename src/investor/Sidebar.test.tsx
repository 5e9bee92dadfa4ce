// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StandInHost } from '../shared/testing/stand-in-host';
import { Sidebar } from './Sidebar';
import { startInvestorHost } from './testing/investor-host';
import { renderDashboard } from './testing/render-dashboard';

let host: StandInHost;
beforeEach(async () => {
  host = await startInvestorHost();
  vi.stubEnv('VITE_API_URL', host.url);
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

it('the sidebar has its entries, in their order', () => {
  renderDashboard(<Sidebar onNavigate={() => {}} />);
  expect(screen.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
    'Dashboard',
    'Transactions',
    'Invest',
    'Withdraw',
    'Profile',
    'Contact us',
    'Logout',
  ]);
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/dashboard/profile');
});
