// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../contract/account';
import { toasts } from '../../../contract/messages';
import { refusals } from '../../../contract/refusals';
import { storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { DashboardModals } from '../DashboardModals';
import { dropPending, keepPending } from '../submission/pending-submission';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';

const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const lost: Answer = { status: 503, body: '' };
const created: Answer = { status: 201, body: { data: { _id: 't-1' } } };
const refusal = (status: number, message: string, code: string): Answer => ({
  status,
  body: { errors: [{ error: message, message, code }] },
});

let host: StandInHost;
let answer: Answer;
/** What the account has; the host takes a withdrawal whose answer is lost from it. */
let account: Partial<Account>;

beforeEach(async () => {
  answer = lost;
  account = { balance: 330, held: 0 };
  host = await startInvestorHost({
    account,
    create: () => {
      if (answer === lost) Object.assign(account, { balance: 80, held: 250 });
      return answer;
    },
  });
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

const button = (name: string) => screen.getByRole('button', { name });

async function open() {
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'withdraw');
  await screen.findByRole('dialog', { name: 'Make Withdrawal' });
  return { user, store };
}

/** Sends a withdrawal of 250 of the 330 dollars, which the account then holds; its answer is lost. */
async function loseAnswer() {
  const opened = await open();
  const { user } = opened;
  await user.type(screen.getByLabelText('Amount'), '250');
  await user.click(screen.getByLabelText('Currency'));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Bitcoin' }));
  await user.click(screen.getByLabelText('Wallet address'));
  await user.paste(wallet);
  await waitFor(() => expect(button('Withdraw')).toBeEnabled());
  await user.click(button('Withdraw'));
  expect(await screen.findByText(/not known whether this arrived/)).toBeVisible();
  await waitFor(() => expect(host.received.filter(({ path }) => path === '/api/account')).toHaveLength(2));
  return opened;
}

function expectBothWays() {
  expect(button('Send again')).toBeEnabled();
  expect(button('Give up')).toBeEnabled();
  expect(screen.queryByText(refusals.balanceTooLow)).toBeNull();
  expect(screen.queryByText(/More than your balance/)).toBeNull();
  expect(screen.queryByLabelText('What this reserves')).toBeNull();
  expect(screen.getByLabelText('Amount')).toHaveValue('250');
}

/** Changes what is kept in the browser of what was sent. */
function changeKept(change: object): void {
  const name = Object.keys(localStorage).find((key) => key.includes(':pending-withdrawal')) ?? '';
  const kept = JSON.parse(localStorage.getItem(name) ?? '');
  localStorage.setItem(name, JSON.stringify({ ...kept, ...change }));
}

describe('a withdrawal whose answer was lost, of an account that holds it already', () => {
  it('can be sent again, by the same key, and works', async () => {
    const { user, store } = await loseAnswer();
    expectBothWays();
    answer = created;
    await user.click(button('Send again'));
    expect(await screen.findByText(toasts.withdrawal)).toBeVisible();
    expect(store.get(dashboardModalAtom)).toBeNull();
    const [first, second] = submissions(host);
    expect(second).toEqual(first);
  });

  it('can be sent again after a reload', async () => {
    await loseAnswer();
    cleanup();
    const { user, store } = await open();
    await waitFor(() => expect(host.received.filter(({ path }) => path === '/api/account')).toHaveLength(3));
    expectBothWays();
    answer = created;
    await user.click(button('Send again'));
    await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    const [first, second] = submissions(host);
    expect(second).toEqual(first);
  });

  it('can be sent again when the account was put on hold meanwhile', async () => {
    await loseAnswer();
    cleanup();
    Object.assign(account, { frozenAt: '2026-01-01T00:00:00.000Z' });
    await open();
    await waitFor(() => expect(host.received.filter(({ path }) => path === '/api/account')).toHaveLength(3));
    expectBothWays();
  });

  it('can be given up, which says that it may have arrived and where to see it', async () => {
    const { user } = await loseAnswer();
    await user.click(button('Give up'));
    const question = within(screen.getByRole('group', { name: 'Give up on it?' }));
    expect(question.getByText(/may have arrived all the same/)).toBeVisible();
    expect(question.getByRole('link', { name: 'your transactions' })).toHaveAttribute(
      'href',
      '/dashboard/transactions',
    );
    await user.click(question.getByRole('button', { name: 'Keep it' }));
    expectBothWays();
    await user.click(button('Give up'));
    await user.click(button('Yes, give up'));
    expect(screen.queryByText(/not known whether this arrived/)).toBeNull();
    // Now the balance decides again.
    expect(await screen.findByText(refusals.balanceTooLow)).toBeVisible();
    expect(screen.getByLabelText('Amount')).toHaveValue('');
  });

  it.each([
    ['too many requests', refusal(429, 'Too many requests', 'rate_limited')],
    ['a session that has ended', refusal(401, 'Please sign in', 'unauthorized')],
    ['an access that is refused', refusal(403, 'Not yours', 'forbidden')],
  ])('stays unanswered on %s, and keeps its key', async (_, refused) => {
    const { user } = await loseAnswer();
    answer = refused;
    await user.click(button('Send again'));
    await waitFor(() => expect(submissions(host)).toHaveLength(2));
    cleanup();
    storeToken(tokenOf('investor'));
    answer = created;
    const again = await open();
    await again.user.click(button('Send again'));
    await waitFor(() => expect(submissions(host)).toHaveLength(3));
    const keys = submissions(host).map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  it('is over with a refusal of what it asks for: the form is back as it was typed', async () => {
    const { user } = await loseAnswer();
    answer = refusal(422, refusals.insufficientBalance, 'insufficient_balance');
    Object.assign(account, { balance: 200, held: 0 });
    await user.click(button('Send again'));
    await waitFor(() => expect(screen.queryByText(/not known whether this arrived/)).toBeNull());
    expect(screen.getByLabelText('Amount')).toHaveValue('250');
    await waitFor(() => expect(screen.getByLabelText('Amount')).toBeEnabled());
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), '150');
    answer = created;
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    await user.click(button('Withdraw'));
    await waitFor(() => expect(submissions(host)).toHaveLength(3));
    const [first, second, third] = submissions(host);
    expect(second?.key).toBe(first?.key);
    expect(third?.key).not.toBe(first?.key);
  });

  it('can be sent again though another tab has sent one since, which was answered', async () => {
    await loseAnswer();
    const other = { amount: '300', crypto: 'bitcoin', wallet } as const;
    dropPending('withdrawal', keepPending('withdrawal', other).key, 'person-1');
    cleanup();
    await open();
    await waitFor(() => expect(host.received.filter(({ path }) => path === '/api/account')).toHaveLength(3));
    expectBothWays();
  });

  it.each([
    ['is older than the host remembers its key', { firstSent: Date.now() - 29 * 24 * 60 * 60_000 }],
    ['does not fit the form any more', { values: { amount: '250', crypto: 'sent-before', wallet } }],
  ])('that %s is said to be sent, and where to see it; it is not offered as new', async (_, change) => {
    await loseAnswer();
    changeKept(change);
    cleanup();
    const { user } = await open();
    expect(screen.getByText(/was sent on .* It cannot be sent again from here/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'your transactions' })).toHaveAttribute(
      'href',
      '/dashboard/transactions',
    );
    for (const name of ['Send again', 'Withdraw']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText(/Nothing was sent yet/)).toBeNull();
    await user.click(button('Give up'));
    await user.click(button('Yes, give up'));
    expect(screen.getByLabelText('Amount')).toHaveValue('');
    cleanup();
    await open();
    expect(screen.queryByText(/was sent/)).toBeNull();
  });
});
