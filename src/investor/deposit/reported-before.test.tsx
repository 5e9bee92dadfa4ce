// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Transaction } from '../../../contract/transaction';
import { patience } from '../../shared/query-client';
import { storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import { pageAnswer } from '../../shared/testing/entries';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { DashboardModals } from '../DashboardModals';
import { keep } from '../submission/kept';
import { buildTransaction } from '../testing/build-transaction';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';

const hash = '0x5C504ED432CB51138BCF09AA5E8A410DD4A1E204EF84BFED1BE16DFBA1B22060';

let host: StandInHost;
let deposits: Transaction[];
let create: () => Answer;
let list: (request: Received) => Answer;

beforeEach(async () => {
  deposits = [];
  list = (request) => pageAnswer(deposits, request);
  create = () => ({ status: 201, body: { data: { _id: 't-1' } } });
  host = await startInvestorHost({
    transactions: (request) => list(request),
    create: () => create(),
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

const button = (name: string) => screen.getByRole('button', { name });
const consent = () => screen.getByLabelText('It is another payment. Report it all the same.');

/** The second step of a deposit that is filled in up to its transaction id. */
async function openSecondStep() {
  const user = userEvent.setup();
  keep('deposit-draft', {
    plan: 'basic',
    crypto: 'bitcoin',
    amount: '500',
    transactionId: '',
    imageUrl: '',
  });
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'deposit');
  await screen.findByRole('dialog', { name: 'Make Deposit' });
  await waitFor(() => expect(button('Proceed')).toBeEnabled());
  await user.click(button('Proceed'));
  return user;
}

it.each([
  ['the same', hash.toLowerCase(), ` ${hash.slice(2)} `],
  ['in the address of a page', hash, `https://etherscan.io/tx/${hash.toLowerCase()}`],
  ['with what nobody sees', 'receipt 7', 'receipt\u200b  7'],
  ['of one that was kept as an address', `https://etherscan.io/tx/${hash}`, hash],
])(
  'a transaction id of an earlier deposit is said and sent once that is confirmed: %s',
  async (_, id, typed) => {
    deposits = [buildTransaction({ transactionId: id, status: 'CONFIRMED' })];
    const user = await openSecondStep();
    await user.click(screen.getByLabelText('Transaction Id'));
    await user.paste(typed);
    expect(
      await screen.findByText(/reported this transaction id before: \$500\.00 on Mar 1, 2026, CONFIRMED/),
    ).toBeVisible();
    expect(button('Deposit')).toBeDisabled();
    await user.click(consent());
    await waitFor(() => expect(button('Deposit')).toBeEnabled());
    await user.click(button('Deposit'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
  },
);

it('one that is found only once it is being sent is said, and not sent', async () => {
  deposits = [buildTransaction({ transactionId: hash })];
  let arrive = () => {};
  const after = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  list = (request) => ({ ...pageAnswer(deposits, request), after });
  const user = await openSecondStep();
  await user.click(screen.getByLabelText('Transaction Id'));
  await user.paste(`https://etherscan.io/tx/${hash}`);
  await waitFor(() => expect(button('Deposit')).toBeEnabled());
  await user.click(button('Deposit'));
  arrive();
  expect(await screen.findByText(/reported this transaction id before/)).toBeVisible();
  expect(submissions(host)).toEqual([]);
});

it('a deposit without an answer is not named as one before itself, though the list has it', async () => {
  create = () => {
    deposits = [buildTransaction({ transactionId: 'tx-0003' })];
    return { status: 502, body: '' };
  };
  const user = await openSecondStep();
  await user.type(screen.getByLabelText('Transaction Id'), 'tx-0003');
  await waitFor(() => expect(button('Deposit')).toBeEnabled());
  const reads = () => host.received.filter(({ path }) => path.startsWith('/api/transaction/all')).length;
  const before = reads();
  await user.click(button('Deposit'));
  expect(await screen.findByText(/not known whether this arrived/)).toBeVisible();
  // By then it has been read anew, if it is.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(reads()).toBeGreaterThanOrEqual(before);
  expect(screen.queryByText(/reported this transaction id before/)).toBeNull();
});

it('a list that does not come keeps nobody from reporting a deposit', async () => {
  list = (request) => ({ ...pageAnswer(deposits, request), after: new Promise(() => {}) });
  const user = await openSecondStep();
  await user.type(screen.getByLabelText('Transaction Id'), 'tx-0004');
  await waitFor(() => expect(button('Deposit')).toBeEnabled());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(button('Deposit'));
  await letItArrive();
  expect(submissions(host)).toHaveLength(0);
  act(() => vi.advanceTimersByTime(patience));
  await waitFor(() => expect(submissions(host)).toHaveLength(1));
});

it('it is found among many deposits', async () => {
  deposits = Array.from({ length: 1_100 }, (_, n) =>
    buildTransaction({ _id: `t-${n}`, transactionId: `tx-${n}` }),
  );
  const user = await openSecondStep();
  await user.type(screen.getByLabelText('Transaction Id'), 'tx-1099');
  expect(await screen.findByText(/reported this transaction id before/)).toBeVisible();
});

it('a new transaction id is sent without a question', async () => {
  deposits = [buildTransaction()];
  const user = await openSecondStep();
  await user.type(screen.getByLabelText('Transaction Id'), 'tx-0002');
  await waitFor(() => expect(button('Deposit')).toBeEnabled());
  await user.click(button('Deposit'));
  await waitFor(() => expect(submissions(host)).toHaveLength(1));
});
