// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { addressFormats } from '../../../contract/address-formats';
import { refusals } from '../../../contract/refusals';
import type { AdminWallet } from '../../../contract/wallet';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { paged, refusal, startConsoleHost } from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';

let host: StandInHost;

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const wallet: AdminWallet = {
  _id: 'w-1',
  name: 'ethereum',
  value: address,
  enabled: true,
  demo: false,
  version: 4,
  createdAt: '2026-03-04T10:00:00.000Z',
  updatedAt: '2026-03-04T10:00:00.000Z',
};

async function open(
  path: string,
  write: (request: Received) => Answer = () => ({ body: { data: wallet } }),
  options: RenderOptions = {},
) {
  let stored = wallet;
  host = await startConsoleHost({
    'GET /api/admin/wallets': () => paged([stored]),
    'GET /api/admin/wallets/w-1': () => ({ body: { data: stored } }),
    'PUT /api/admin/wallets/w-1': (request) => {
      const answer = write(request);
      if (answer.status === 412) stored = { ...wallet, enabled: false, version: 5 };
      return answer;
    },
    'POST /api/admin/wallets': write,
  });
  return { user: userEvent.setup(), router: renderConsole(host, path, options) };
}

const sent = () => host.received.find(({ method }) => method !== 'GET');
const fill = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  const input = await screen.findByRole('textbox', { name: label });
  await user.clear(input);
  await user.type(input, text);
};

it('the list shows each address in full, and leads to its form', async () => {
  const { user } = await open('/admin/wallets');
  expect(await screen.findByRole('cell', { name: address })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Ethereum' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Edit Ethereum' }));
  expect(await screen.findByRole('heading', { name: 'Wallet: Ethereum' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue(address);
});

it('a wallet is disabled with a reason, against the version that was seen', async () => {
  const { user, router } = await open('/admin/wallets/w-1');
  await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('textbox', { name: 'Reason' })).toBeInvalid();
  expect(sent()).toBeUndefined();
  await fill(user, 'Reason', 'Keys are being replaced');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Wallet saved')).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/wallets');
  expect(sent()).toMatchObject({
    path: '/api/admin/wallets/w-1',
    body: { enabled: false },
    headers: { 'if-match': '"4"', 'x-reason': encodeURIComponent('Keys are being replaced') },
  });
  expect(sent()?.headers['idempotency-key']).toBeTruthy();
});

it('an address with a wrong checksum is refused at its field, and what was typed stays', async () => {
  const { user } = await open('/admin/wallets/w-1', () =>
    refusal(422, refusals.wrongChecksum(addressFormats.ethereum.anAddress), 'validation', 'value'),
  );
  await fill(user, 'Address', other);
  await fill(user, 'Reason', 'New custody');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
      refusals.wrongChecksum(addressFormats.ethereum.anAddress),
    ),
  );
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue(other);
});

it('what was typed stays when the window comes to the front again', async () => {
  const { user } = await open('/admin/wallets/w-1');
  await fill(user, 'Address', other);
  const reads = host.received.length;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(host.received.length).toBeGreaterThan(reads));
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue(other);
});

it('someone else was first: nothing is saved, what was typed stays, and the rest is what it is now', async () => {
  const { user } = await open('/admin/wallets/w-1', () =>
    refusal(412, refusals.staleVersion, 'stale_version'),
  );
  await fill(user, 'Address', other);
  await fill(user, 'Reason', 'New custody');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Someone else has changed this meanwhile/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue(other);
  expect(screen.getByRole('switch', { name: 'Enabled' })).not.toBeChecked();
});

it('a wallet is added, and the browser complains of nothing', async () => {
  const complained = vi.spyOn(console, 'error');
  const { user } = await open('/admin/wallets');
  await user.click(await screen.findByRole('link', { name: 'Add wallet' }));
  expect(await screen.findByRole('heading', { name: 'Add wallet' })).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Currency' }));
  await user.click(await screen.findByRole('option', { name: 'Ethereum' }));
  await fill(user, 'Address', address);
  expect(screen.getByRole('switch', { name: 'Enabled' })).toBeChecked();
  await fill(user, 'Reason', 'The first one');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Wallet saved')).toBeVisible();
  expect(sent()?.body).toEqual({ name: 'ethereum', value: address, enabled: true });
  const said = complained.mock.calls.map(([text]) => String(text));
  expect(said.filter((text) => !text.includes('HttpError') && !text.startsWith('Error'))).toEqual([]);
  complained.mockRestore();
});

it('what is left empty when a wallet is added is left to the host', async () => {
  const { user } = await open('/admin/wallets/create');
  await fill(user, 'Address', address);
  await fill(user, 'Reason', 'The first one');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Wallet saved')).toBeVisible();
  expect(sent()?.body).toEqual({ value: address, enabled: true });
});

it('a wallet that was added switched off is sent as disabled', async () => {
  const { user } = await open('/admin/wallets/create');
  await fill(user, 'Address', address);
  await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
  await fill(user, 'Reason', 'The first one');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Wallet saved')).toBeVisible();
  expect(sent()?.body).toEqual({ value: address, enabled: false });
});

it('an auditor sees all of it and can change nothing', async () => {
  const { user } = await open('/admin/wallets', undefined, { type: 'auditor' });
  await user.click(await screen.findByRole('link', { name: 'Open Ethereum' }));
  expect(await screen.findByRole('textbox', { name: 'Address' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add wallet' })).toBeNull();
});
