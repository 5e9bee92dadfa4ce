// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SecurityEventView } from '../../../contract/security';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';

let host: StandInHost;

const refused: SecurityEventView = {
  _id: '9',
  at: '2026-03-04T11:00:00.000Z',
  kind: 'sign_in_failed',
  user: { _id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', type: 'investor' },
  email: 'ada@example.com',
  ip: '2001:db8:1:2:3:4:5:6',
  network: '2001:db8:1:2::/64',
  device: 'Firefox on Linux',
  detail: null,
  requestId: 'req-00112233',
  times: 31,
};
const unknown: SecurityEventView = {
  ...refused,
  _id: '8',
  kind: 'limit_hit',
  user: null,
  email: 'https://evil.example/<b>x</b>@evil.example',
  ip: '203.0.113.7',
  network: '203.0.113.7',
  detail: 'login',
  times: 1,
};

async function open(events: SecurityEventView[] = [refused, unknown]) {
  host = await startConsoleHost({
    'GET /api/admin/security': () => paged(events),
    'GET /api/admin/security/policy': () => ({
      body: { data: { days: 30, minutes: 15, ofAccount: 10, ofNetwork: 30 } },
    }),
  });
  renderConsole(host, '/admin/security');
  return userEvent.setup();
}

const asked = () =>
  queryOf(host.received.filter(({ path }) => path.startsWith('/api/admin/security?')).at(-1));

it('says what happened, to whom, from where, with what, and how long that is kept', async () => {
  await open();
  expect(await headersOf('Security')).toEqual(['S/N', 'When', 'What', 'Who', 'Network', 'Device', 'Request']);
  const [, , what, who, network, device, request] = await cellsOf('Security', 1);
  expect(what).toBe('Sign-in failedand 30 or more like it from this network');
  expect(who).toBe('Ada Lovelaceada@example.com');
  expect(network).toBe('2001:db8:1:2:3:4:5:62001:db8:1:2::/64');
  expect(device).toBe('Firefox on Linux');
  expect(request).toBe('…00112233');
  expect(asked().sort).toEqual(['at', 'DESC']);
  expect(
    await screen.findByText(/^Kept for 30 days\. .* refused 10 times, .* 30 times, within 15 minutes\.$/),
  ).toBeVisible();
});

it('shows the address a stranger tried as text and never as a link', async () => {
  await open();
  const [, , what, who, network] = await cellsOf('Security', 2);
  expect(what).toBe('Limit reachedsign-ins to an address from a network');
  expect(who).toBe('https://evil.example/<b>x</b>@evil.exampleno account');
  expect(network).toBe('203.0.113.7');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.includes('evil'))).toEqual([]);
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/admin/users/u-1/show');
});

it('is filtered by kind and by network', async () => {
  const user = await open();
  await cellsOf('Security', 1);
  await user.click(screen.getByRole('combobox', { name: 'What' }));
  await user.click(await screen.findByRole('option', { name: 'Code refused' }));
  await waitFor(() => expect(asked().filter).toEqual({ kind: 'code_refused' }));
  await user.type(screen.getByRole('textbox', { name: 'Network' }), '203.0.113.7');
  await waitFor(() => expect(asked().filter).toEqual({ kind: 'code_refused', network: '203.0.113.7' }));
});

it('says so where nothing happened', async () => {
  await open([]);
  expect(await screen.findByText('There are no security events yet.')).toBeVisible();
});
