// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { KeptAddress } from '../../../contract/address-book';
import { limits } from '../../../contract/limits';
import { validation } from '../../../contract/messages';
import { refusals } from '../../../contract/refusals';
import { notBeforeText } from '../../shared/hold';
import { answeredLate } from '../../shared/testing/answered-late';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { addressWarnings } from '../withdraw/address-check';
import { AddressesSection } from './AddressesSection';

let host: StandInHost;
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

const path = '/api/account/addresses';
const genuine = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const savings: KeptAddress = {
  _id: 'k-1',
  label: 'Savings',
  crypto: 'bitcoin',
  address: genuine,
  createdAt: '2026-03-01T12:00:00.000Z',
};

async function open(
  start: KeptAddress[],
  refuse: (request: Received) => Answer | undefined = () => undefined,
) {
  let book = start;
  host = await startInvestorHost({
    more: (request) => {
      if (!request.path.startsWith(path)) return undefined;
      const refused = refuse(request);
      if (refused) return refused;
      if (request.method === 'GET') return { body: { data: book } };
      if (request.method === 'DELETE') {
        book = book.filter(({ _id }) => !request.path.endsWith(_id));
        return { body: { data: { message: 'Removed' } } };
      }
      const added = { ...savings, ...Object(request.body), _id: 'k-9' };
      book = [...book, added];
      return { status: 201, body: { data: added } };
    },
  });
  vi.stubEnv('VITE_API_URL', host.url);
  renderDashboard(<AddressesSection />);
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name });
const writes = () => host.received.filter(({ method }) => method !== 'GET').map(({ body }) => body);

async function fill(user: ReturnType<typeof userEvent.setup>, address: string, currency = 'Bitcoin') {
  await user.type(screen.getByLabelText('Label'), 'Ledger');
  await user.click(screen.getByLabelText('Currency'));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: currency }));
  await user.click(screen.getByLabelText('Wallet address'));
  await user.paste(address);
}

it('without an address says so; one is added by keyboard and listed, with the focus back at the button', async () => {
  const user = await open([]);
  expect(screen.getByRole('status', { name: 'Loading your addresses' })).toBeVisible();
  expect(await screen.findByText('You keep no address yet.')).toBeVisible();
  button('Add an address').focus();
  await user.keyboard('{Enter}');
  const focused = await screen.findByLabelText('Label');
  await waitFor(() => expect(focused).toHaveFocus());
  await fill(user, genuine);
  await waitFor(() => expect(button('Add address')).toBeEnabled());
  await user.click(button('Add address'));
  const list = await screen.findByRole('list', { name: 'Withdrawal addresses' });
  expect(list).toHaveTextContent(`LedgerBitcoin, Bitcoin network${genuine}`);
  expect(screen.getByText('Address added')).toBeVisible();
  expect(writes()).toEqual([{ label: 'Ledger', crypto: 'bitcoin', address: genuine }]);
  await waitFor(() => expect(button('Add an address')).toHaveFocus());
});

it('one whose checksum does not fit is refused before it is sent, and so is a form that is not filled', async () => {
  const user = await open([]);
  await user.click(await screen.findByRole('button', { name: 'Add an address' }));
  await user.click(screen.getByLabelText('Label'));
  await user.tab();
  expect(await screen.findByText(validation.required)).toBeVisible();
  await fill(user, `${genuine.slice(0, -1)}U`);
  expect(await screen.findByText(addressWarnings.bitcoin)).toBeVisible();
  expect(button('Add address')).toBeDisabled();
  await letItArrive();
  expect(writes()).toEqual([]);
});

it('what the host refuses stands beside its field, and what was typed stays', async () => {
  const message = refusals.addressKept;
  const user = await open([savings], ({ method }) =>
    method === 'POST'
      ? { status: 409, body: { errors: [{ error: message, message, code: 'conflict', field: 'address' }] } }
      : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Add an address' }));
  await fill(user, genuine);
  await waitFor(() => expect(button('Add address')).toBeEnabled());
  await user.click(button('Add address'));
  await waitFor(() =>
    expect(screen.getByLabelText('Wallet address')).toHaveAccessibleDescription(
      expect.stringContaining(message),
    ),
  );
  expect(screen.getByLabelText('Wallet address')).toHaveValue(genuine);
});

it('one that was kept though the answer was lost is said to be added, once', async () => {
  let book: KeptAddress[] = [];
  const user = await open([], ({ method }) => {
    if (method === 'GET') return { body: { data: book } };
    book = [savings];
    return { status: 502, body: '<h1>Bad Gateway</h1>' };
  });
  await user.click(await screen.findByRole('button', { name: 'Add an address' }));
  await fill(user, genuine);
  await waitFor(() => expect(button('Add address')).toBeEnabled());
  await user.click(button('Add address'));
  expect(await screen.findByText('Address added')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Savings')).toBeVisible();
  expect(writes()).toHaveLength(1);
});

it('one that waits for an answer in vain can be stopped, and what was typed stays', async () => {
  const user = await open([], ({ method }) =>
    method === 'POST' ? { body: '', after: new Promise(() => {}) } : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Add an address' }));
  await fill(user, genuine);
  await waitFor(() => expect(button('Add address')).toBeEnabled());
  await user.click(button('Add address'));
  const overlay = (await screen.findByText('Sending the address')).parentElement;
  await user.click(within(overlay ?? document.body).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Sending was stopped')).toBeVisible();
  expect(screen.getByLabelText('Label')).toHaveValue('Ledger');
});

it('one that was removed though the answer was lost has left the list', async () => {
  let book = [savings];
  const user = await open([], ({ method }) => {
    if (method === 'GET') return { body: { data: book } };
    book = [];
    return { status: 502, body: '' };
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Savings' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove Savings', hidden: true })).toBeNull(),
  );
});

it('a removal that waits for an answer in vain can be stopped, and the list is read anew', async () => {
  let book = [savings];
  const user = await open([], ({ method }) => {
    if (method === 'GET') return { body: { data: book } };
    book = [];
    return { body: '', after: new Promise(() => {}) };
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Savings' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const overlay = (await screen.findByText('Removing the address')).parentElement;
  await user.click(within(overlay ?? document.body).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Sending was stopped')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove Savings', hidden: true })).toBeNull(),
  );
  await user.click(button('Keep it'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says until when withdrawals to a new one wait', async () => {
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  await open([
    { ...savings, notBefore },
    { ...savings, _id: 'k-2', label: 'Old', notBefore: '2026-01-01T00:00:00.000Z' },
  ]);
  expect(
    await screen.findByText(`New: withdrawals to it wait until ${notBeforeText(notBefore)}.`),
  ).toBeVisible();
  expect(screen.getAllByText(/wait until/)).toHaveLength(1);
});

it('no longer says it once the wait is over, by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await open([{ ...savings, notBefore: new Date(Date.now() + 50_000).toISOString() }]);
  expect(await screen.findByText(/wait until/)).toBeVisible();
  act(() => vi.advanceTimersByTime(50_000));
  expect(screen.queryByText(/wait until/)).toBeNull();
  expect(screen.getByText('Savings')).toBeVisible();
});

it('one is removed after a question, and the focus goes to the heading', async () => {
  const user = await open([savings, { ...savings, _id: 'k-2', label: 'Old' }]);
  await user.click(await screen.findByRole('button', { name: 'Remove Savings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Savings?' });
  expect(dialog).toHaveTextContent(genuine);
  await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Remove Savings'));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Savings')).toBeNull());
  expect(screen.getByText('Old')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Withdrawal addresses' })).toHaveFocus());
});

it.each([
  ['is nothing', { status: 201, body: { data: savings } }],
  [
    'is no refusal',
    { status: 409, body: { errors: [{ error: 'x', message: 'Not now', code: 'conflict' }] } },
  ],
])('what is answered once somebody else has signed in %s of theirs', async (_, late) => {
  let { after, letNextIn } = answeredLate();
  const user = await open([savings], ({ method }) => (method === 'GET' ? undefined : { ...late, after }));
  await user.click(await screen.findByRole('button', { name: 'Remove Savings' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  await letNextIn();
  expect(screen.queryByText(/Address removed|Not now/)).toBeNull();
  cleanup();
  ({ after, letNextIn } = answeredLate());
  renderDashboard(<AddressesSection />);
  await user.click(await screen.findByRole('button', { name: 'Add an address' }));
  await fill(user, genuine);
  await waitFor(() => expect(button('Add address')).toBeEnabled());
  await user.click(button('Add address'));
  await waitFor(() => expect(writes()).toHaveLength(2));
  await letNextIn();
  expect(screen.queryByText(/Address added|Not now/)).toBeNull();
});

it('as many as are kept leave no button to add one', async () => {
  await open(
    Array.from({ length: limits.addresses }, (_, at) => ({ ...savings, _id: `k-${at}`, label: `No ${at}` })),
  );
  expect(await screen.findByText(/These are 20 addresses/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add an address' })).toBeNull();
});

it('a list that cannot be read says so; a host without an address book has no section', async () => {
  const message = 'not today';
  await open([], () => ({ status: 409, body: { errors: [{ error: message, message, code: 'conflict' }] } }));
  expect(await screen.findByText(message)).toBeVisible();
  cleanup();
  await host.close();
  await open([], () => ({ status: 404, body: { errors: [] } }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Withdrawal addresses' })).toBeNull());
});
