// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { KeptAddress } from '../../../contract/address-book';
import { toasts } from '../../../contract/messages';
import { screens } from '../../../contract/paths';
import { notBeforeText } from '../../shared/hold';
import { forgetPerson } from '../../shared/personal-data';
import { storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { keepOfferAtom } from '../addresses/own-addresses';
import { DashboardModals } from '../DashboardModals';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';

let host: StandInHost;
// What is not offered is not just late.
beforeAll(() => import('../addresses/KeepAddressBar'));
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  getDefaultStore().set(keepOfferAtom, null);
  await host.close();
});

const genuine = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const book: KeptAddress[] = [
  { _id: 'k-1', label: 'Ledger', crypto: 'bitcoin', address: genuine, createdAt: '2026-01-01T00:00:00.000Z' },
  {
    _id: 'k-2',
    label: 'Exchange',
    crypto: 'usdt-erc-20',
    address: ethereum,
    createdAt: '2026-01-01T00:00:00.000Z',
    notBefore: inAnHour,
  },
];

async function open(kept: KeptAddress[], made: object = {}, after = Promise.resolve()) {
  host = await startInvestorHost({
    create: () => ({ status: 201, body: { data: { _id: 't-1', ...made } }, after }),
    more: ({ path, method, body }) => {
      if (path !== '/api/account/addresses') return undefined;
      return method === 'GET'
        ? { body: { data: kept } }
        : { status: 201, body: { data: { ...book[0], ...Object(body) } } };
    },
  });
  vi.stubEnv('VITE_API_URL', host.url);
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />, null, screens.dashboard, getDefaultStore());
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  return user;
}

/** Somebody else signs in where the page stays, after a session that has ended by itself. */
function changePerson(): void {
  act(() => {
    storeToken(tokenOf('investor', 'person-2'));
    forgetPerson();
  });
}

type User = ReturnType<typeof userEvent.setup>;
const button = (name: string) => screen.getByRole('button', { name });
const option = (name: RegExp) => within(screen.getByRole('listbox')).getByRole('option', { name });

async function send(user: User) {
  await waitFor(() => expect(button('Withdraw')).toBeEnabled());
  await user.click(button('Withdraw'));
  await screen.findByText(toasts.withdrawalTitle);
}

async function expectNoOffer() {
  await letItArrive();
  expect(screen.queryByRole('region', { name: 'Keep the address' })).toBeNull();
}

async function type(user: User, address: string, currency: RegExp = /^Bitcoin/) {
  await user.type(screen.getByLabelText('Amount'), '250');
  await user.click(screen.getByLabelText('Currency'));
  await user.click(option(currency));
  await user.click(screen.getByLabelText('Wallet address'));
  await user.paste(address);
}

it('an address of the book fills in currency and address, and says until when it waits', async () => {
  const user = await open(book);
  await user.type(screen.getByLabelText('Amount'), '250');
  await user.click(await screen.findByLabelText('From your addresses'));
  await user.click(option(/^Exchange/));
  expect(screen.getByLabelText('Wallet address')).toHaveValue(ethereum);
  expect(screen.getByLabelText('From your addresses')).toHaveTextContent('Exchange, USDT ERC 20');
  expect(screen.getByText(`New: a withdrawal to it waits until ${notBeforeText(inAnHour)}.`)).toBeVisible();
  await send(user);
  expect(submissions(host)[0]?.body).toEqual({
    trxType: 'WITHDRAWAL',
    amount: 250,
    crypto: 'usdt-erc-20',
    wallet: ethereum,
  });
  await expectNoOffer();
});

it('another address empties what was chosen; one that is typed again is found in the book', async () => {
  const user = await open(book);
  await user.click(await screen.findByLabelText('From your addresses'));
  await user.click(option(/^Ledger/));
  await user.click(screen.getByLabelText('From your addresses'));
  await user.click(option(/^Another address/));
  expect(screen.getByLabelText('Wallet address')).toHaveValue('');
  await type(user, genuine);
  expect(screen.getByLabelText('From your addresses')).toHaveTextContent('Ledger, Bitcoin');
});

it('a new address that was sent to is offered to be kept: a label is all that is asked for', async () => {
  const user = await open([]);
  await type(user, genuine);
  await send(user);
  const offer = await screen.findByRole('region', { name: 'Keep the address' });
  await user.click(within(offer).getByRole('button', { name: 'Keep it' }));
  expect(await screen.findByRole('dialog', { name: 'Keep this address' })).toBeVisible();
  expect(screen.getByLabelText('Wallet address')).toHaveValue(genuine);
  await user.type(screen.getByLabelText('Label'), 'Ledger');
  await waitFor(() => expect(button('Keep it')).toBeEnabled());
  await user.click(button('Keep it'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const added = host.received.find(({ path, method }) => path.endsWith('/addresses') && method === 'POST');
  expect(added?.body).toEqual({ label: 'Ledger', crypto: 'bitcoin', address: genuine });
});

it('the offer is declined for good', async () => {
  const user = await open([]);
  await type(user, genuine);
  await send(user);
  await user.click(await screen.findByRole('button', { name: 'Do not keep it' }));
  expect(screen.queryByRole('region', { name: 'Keep the address' })).toBeNull();
});

it('the offer is not made to whoever signs in next', async () => {
  const user = await open([]);
  await type(user, genuine);
  await send(user);
  await screen.findByRole('region', { name: 'Keep the address' });
  changePerson();
  expect(screen.queryByRole('region', { name: 'Keep the address' })).toBeNull();
});

it('whoever has signed in before the answer hears nothing of it, and keeps the form that they have open', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const user = await open([], {}, after);
  await type(user, genuine);
  await waitFor(() => expect(button('Withdraw')).toBeEnabled());
  await user.click(button('Withdraw'));
  await waitFor(() => expect(submissions(host)).toHaveLength(1));
  changePerson();
  act(() => getDefaultStore().set(dashboardModalAtom, 'withdraw'));
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  await act(async () => {
    answer();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(screen.queryByText(toasts.withdrawalTitle)).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Make Withdrawal' })).toBeVisible();
  expect(getDefaultStore().get(keepOfferAtom)).toBeNull();
});

it('an address without a checksum is not offered', async () => {
  const user = await open([]);
  await type(user, ethereum.toLowerCase(), /^Ethereum/);
  await send(user);
  await expectNoOffer();
  expect(getDefaultStore().get(keepOfferAtom)).toBeNull();
});

it('the toast of one that waits says until when', async () => {
  const user = await open(book, { status: 'PENDING', notBefore: inAnHour, holdCause: 'new_address' });
  await type(user, genuine);
  await send(user);
  expect(
    screen.getByText(`${toasts.withdrawal} It is not paid before ${notBeforeText(inAnHour)}.`),
  ).toBeVisible();
});

it('a host without an address book leaves all of it out', async () => {
  host = await startInvestorHost();
  vi.stubEnv('VITE_API_URL', host.url);
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  await type(user, genuine);
  expect(screen.queryByLabelText('From your addresses')).toBeNull();
  await send(user);
  await expectNoOffer();
});
