// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { PayTo } from './PayTo';

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

it('the address is text to read, not a field to type in, and can be scanned', async () => {
  renderDashboard(<PayTo crypto="bitcoin" />);
  expect(await screen.findByText('bc1qsampleaddressinfull00000000000000000042')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByTitle('QR code of the wallet address').closest('svg')).toBeVisible();
});
