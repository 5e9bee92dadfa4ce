// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import { expectCountdown, tooOften } from '../../shared/testing/limit';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { DashboardModals } from '../DashboardModals';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { buildFile, stubImages } from '../testing/stub-images';
import { keep } from './kept';

/* A limit that is reached counts down where it stands, in each form that moves money; what was typed stays. */

const lost: Answer = { status: 503, body: '' };
const created: Answer = { status: 201, body: { data: { _id: 't-1' } } };

let host: StandInHost;
/** What the host answers to one submission after the other, then to every one. */
let answers: Answer[];
let uploads: Answer[];

beforeEach(async () => {
  stubImages();
  answers = [];
  uploads = [];
  host = await startInvestorHost({
    create: () => answers.shift() ?? created,
    more: ({ path }) => (path === '/api/proofs' ? uploads.shift() : undefined),
  });
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf('investor'));
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await host.close();
});

const button = (name: string) => screen.getByRole('button', { name });

async function press(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await waitFor(() => expect(button(name)).toBeEnabled());
  await user.click(button(name));
}

async function openWithdrawal() {
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  await user.type(screen.getByLabelText('Amount'), '250');
  await user.click(screen.getByLabelText('Currency'));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
  await user.click(screen.getByLabelText('Wallet address'));
  await user.paste('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  return { user, store };
}

async function openDeposit() {
  keep('deposit-draft', {
    plan: 'basic',
    crypto: 'bitcoin',
    amount: '500',
    transactionId: 'tx-0001',
    imageUrl: '',
  });
  const user = userEvent.setup({ applyAccept: false });
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'deposit');
  await screen.findByRole('dialog', { name: 'Make Deposit' });
  await press(user, 'Proceed');
  return { user, store };
}

it('a withdrawal', async () => {
  answers = [tooOften()];
  const { user, store } = await openWithdrawal();
  await expectCountdown('Withdraw', () => press(user, 'Withdraw'));
  expect(submissions(host)).toHaveLength(1);
  expect(screen.getByLabelText('Amount')).toHaveValue('250');
  await press(user, 'Withdraw');
  await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
});

it('one that had no answer and is sent again', async () => {
  answers = [lost, tooOften()];
  const { user, store } = await openWithdrawal();
  await press(user, 'Withdraw');
  await screen.findByText(/not known whether this arrived/);
  await expectCountdown('Send again', () => press(user, 'Send again'));
  await press(user, 'Send again');
  await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
  const keys = submissions(host).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it('a deposit', async () => {
  answers = [tooOften()];
  const { user, store } = await openDeposit();
  await expectCountdown('Deposit', () => press(user, 'Deposit'));
  expect(screen.getByLabelText('Transaction Id')).toHaveValue('tx-0001');
  await press(user, 'Deposit');
  await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
});

it('the image of a deposit', async () => {
  const imageUrl = 'proof:01890000-0000-7000-8000-000000000001';
  uploads = [tooOften(), { status: 201, body: { data: { _id: 'p-1', imageUrl, url: '/x' } } }];
  const { user } = await openDeposit();
  const choose = () => user.upload(screen.getByLabelText('Proof image'), buildFile());
  await expectCountdown('Try again', choose);
  await press(user, 'Try again');
  expect(await screen.findByText('Uploaded')).toBeVisible();
});
