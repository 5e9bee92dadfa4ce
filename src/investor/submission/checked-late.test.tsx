// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../../contract/storage-keys';
import { storeToken } from '../../shared/session';
import { type DashboardModal, dashboardModalAtom } from '../../shared/state';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { AddressesSection } from '../addresses/AddressesSection';
import { DashboardModals } from '../DashboardModals';
import { startInvestorHost } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { keep } from './kept';
// What is fetched when it is first used is loaded before.
import '../transactions/fetch-all';
import '../withdraw/address-check';

/* What is sent waits for a check, whose code or list may be long on its way: what the person does meanwhile counts. */

const network = vi.hoisted(() => ({ arrives: Promise.resolve() }));

// Code is there at once in tests; here it comes when the test says so.
vi.mock('../../shared/loading/lazy-code', () => ({
  lazyCode: (load: () => Promise<unknown>) => async () => {
    await network.arrives;
    return load();
  },
}));

let host: StandInHost;
/** The code arrives. */
let arrive: () => void;

beforeEach(async () => {
  network.arrives = new Promise((resolve) => {
    arrive = resolve;
  });
  host = await startInvestorHost({
    more: ({ path, method }) => {
      if (path !== '/api/account/addresses') return undefined;
      return method === 'GET' ? { body: { data: [] } } : { status: 201, body: { data: { _id: 'k-1' } } };
    },
  });
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf('investor'));
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const button = (name: string) => screen.getByRole('button', { name });
const sent = () => host.received.filter(({ method }) => method === 'POST').map(({ body }) => body);

async function press(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await waitFor(() => expect(button(name)).toBeEnabled());
  await user.click(button(name));
}

async function openModal(modal: DashboardModal, name: string) {
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, modal);
  await screen.findByRole('dialog', { name });
  return store;
}

/** Opens each form with what it needs, and confirms it before its check is there. */
const forms = {
  withdrawal: async () => {
    keep('withdrawal-draft', { amount: '250', crypto: 'bitcoin', wallet });
    const store = await openModal('withdraw', 'Make Withdrawal');
    const user = userEvent.setup();
    await press(user, 'Withdraw');
    return { user, store };
  },
  deposit: async () => {
    const values = {
      plan: 'basic',
      crypto: 'bitcoin',
      amount: '500',
      transactionId: 'tx-0001',
      imageUrl: '',
    };
    keep('deposit-draft', values);
    const store = await openModal('deposit', 'Make Deposit');
    const user = userEvent.setup();
    await press(user, 'Proceed');
    await press(user, 'Deposit');
    return { user, store };
  },
  address: async () => {
    const { store } = renderDashboard(<AddressesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add an address' }));
    await user.type(screen.getByLabelText('Label'), 'Ledger');
    await user.click(screen.getByLabelText('Currency'));
    await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
    await user.click(screen.getByLabelText('Wallet address'));
    await user.paste(wallet);
    await press(user, 'Add address');
    return { user, store };
  },
};

/** The check is there, and whatever waited for it has gone on. */
async function letItCome(): Promise<void> {
  act(arrive);
  await letItArrive();
}

describe.each(['withdrawal', 'deposit', 'address'] as const)('what is sent of a form: %s', (name) => {
  it('waits for its check, covered, and is sent once', async () => {
    const { user } = await forms[name]();
    expect(screen.getByText(/^Sending/)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(sent()).toEqual([]);
    await letItCome();
    expect(sent()).toHaveLength(1);
  });

  it('is not sent any more once it was stopped, and the form stays', async () => {
    const { user } = await forms[name]();
    // The one of what covers the form comes last.
    const cancel = screen.getAllByRole('button', { name: /^(Cancel|Previous)$/ }).at(-1);
    if (cancel) await user.click(cancel);
    await letItCome();
    expect(sent()).toEqual([]);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.queryByText(/^Sending/)).toBeNull();
  });

  it('is not sent any more once the form is left', async () => {
    await forms[name]();
    cleanup();
    await letItCome();
    expect(sent()).toEqual([]);
  });

  it('is not sent for somebody else who has signed in meanwhile', async () => {
    await forms[name]();
    // In another tab, which this one has not heard of yet.
    localStorage.setItem(storageKeys.token, tokenOf('investor', 'person-2'));
    await letItCome();
    expect(sent()).toEqual([]);
  });
});

it('a withdrawal that was left while it was checked is sent once when it is asked for again', async () => {
  const { user, store } = await forms.withdrawal();
  act(() => store.set(dashboardModalAtom, null));
  act(() => store.set(dashboardModalAtom, 'withdraw'));
  await screen.findByText(/Nothing was sent yet/);
  await press(user, 'Withdraw');
  await letItCome();
  expect(sent()).toEqual([{ trxType: 'WITHDRAWAL', amount: 250, crypto: 'bitcoin', wallet }]);
});
