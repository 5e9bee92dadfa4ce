// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StatusStep } from '../../../../contract/ledger';
import { refusals } from '../../../../contract/refusals';
import type { Transaction } from '../../../../contract/transaction';
import { notBeforeText } from '../../../shared/hold';
import { answeredLate } from '../../../shared/testing/answered-late';
import { letItArrive } from '../../../shared/testing/let-it-arrive';
import { expectCountdown, tooOften } from '../../../shared/testing/limit';
import type { Answer, StandInHost } from '../../../shared/testing/stand-in-host';
import { buildTransaction } from '../../testing/build-transaction';
import { startInvestorHost } from '../../testing/investor-host';
import { renderDashboard } from '../../testing/render-dashboard';
import DetailsDrawer from './DetailsDrawer';
import { stepText } from './StatusTimeline';

let host: StandInHost;
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host?.close();
});

const wallet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const pendingWithdrawal = buildTransaction({
  trxType: 'WITHDRAWAL',
  plan: null,
  transactionId: null,
  wallet,
});
const requested: StatusStep = {
  at: '2026-03-01T12:00:00.000Z',
  from: null,
  to: 'PENDING',
  by: 'investor',
  reason: null,
};

async function open(
  transaction: Transaction | null,
  steps: StatusStep[] = [requested],
  onCancel?: () => Answer,
) {
  host = await startInvestorHost({
    transactions: () => ({ body: { data: transaction ? [transaction] : [] } }),
    more: ({ path }) => {
      if (path.endsWith('/history')) return { body: { data: steps } };
      return path.endsWith('/cancel') ? onCancel?.() : undefined;
    },
  });
  vi.stubEnv('VITE_API_URL', host.url);
  renderDashboard(<DetailsDrawer id={transaction?._id ?? 't-none'} onClose={() => {}} />);
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name });
const cancels = () => host.received.filter(({ path }) => path.endsWith('/cancel'));

it('say until when a pending withdrawal waits, and why; not of one that is decided, or whose time is over', async () => {
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const held = { ...pendingWithdrawal, notBefore, holdCause: 'new_address' } as const;
  await open(held);
  expect(await screen.findByText(`Not before ${notBeforeText(notBefore)}`)).toBeVisible();
  expect(screen.getByText(/The address is new/)).toBeVisible();
  expect(button('Cancel this withdrawal')).toBeVisible();
  for (const other of [
    { ...held, status: 'CONFIRMED' as const },
    { ...held, notBefore: '2026-03-02T12:00:00.000Z' },
  ]) {
    cleanup();
    await host.close();
    await open(other);
    expect(await screen.findByText('Our reference')).toBeVisible();
    expect(screen.queryByText(/Not before/)).toBeNull();
  }
});

describe('the details of a transaction', () => {
  it('name the site of a proof image that is elsewhere', async () => {
    await open(buildTransaction({ imageUrl: 'https://averin@img.example/p.png' }));
    const link = await screen.findByRole('link', { name: 'View on img.example' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('show the transaction id in full, to copy, and a link to the proof image', async () => {
    const transactionId = 'f4184fc596403b9d638783cf57adfe4cf4184fc596403b9d638783cf57adfe4c';
    await open(buildTransaction({ transactionId, imageUrl: '/api/proofs/p-1?signature=x' }));
    expect(await screen.findByText(transactionId)).toBeVisible();
    expect(button('Copy transaction id')).toBeVisible();
    const link = screen.getByRole('link', { name: 'View the image' });
    expect(link).toHaveAttribute('href', `${location.origin}/api/proofs/p-1?signature=x`);
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByText('Starter')).toBeVisible();
  });

  it('show the whole address of a withdrawal, and NaN for its plan', async () => {
    await open(pendingWithdrawal);
    expect(await screen.findByText(wallet)).toBeVisible();
    expect(button('Copy address')).toBeVisible();
    expect(screen.getByText('NaN')).toBeVisible();
  });

  it.each([
    ['PENDING', 'To be paid to'],
    ['CONFIRMED', 'Paid to your address'],
    ['DECLINED', 'Was to be paid to'],
  ] as const)('say of a %s withdrawal what its address is: %s', async (status, label) => {
    await open({ ...pendingWithdrawal, status });
    expect(await screen.findByText(wallet)).toBeVisible();
    expect(screen.getByText(label)).toBeVisible();
    expect(screen.getAllByText(/paid to/i)).toHaveLength(1);
  });

  it('tell how the status came about, with reasons', async () => {
    const declined: StatusStep = {
      ...requested,
      from: 'PENDING',
      to: 'DECLINED',
      by: 'operator',
      reason: 'The payment never arrived',
    };
    await open(buildTransaction({ status: 'DECLINED' }), [requested, declined]);
    expect(await screen.findByText('Reported by you')).toBeVisible();
    expect(screen.getByText('Declined by the operator')).toBeVisible();
    expect(screen.getByText('The payment never arrived')).toBeVisible();
  });

  it('say so when there is no such transaction of theirs', async () => {
    await open(null);
    expect(await screen.findByText(/no transaction of yours/)).toBeVisible();
  });
});

describe('cancelling a withdrawal', () => {
  it('too often counts down where it stands', async () => {
    const user = await open(pendingWithdrawal, [requested], tooOften);
    await user.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
    await expectCountdown('Yes, cancel it', () => user.click(button('Yes, cancel it')));
  });

  it('asks first, and Keep it changes nothing', async () => {
    const user = await open(pendingWithdrawal);
    await user.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
    await waitFor(() => expect(screen.getByRole('group', { name: 'Cancel this withdrawal?' })).toHaveFocus());
    await user.click(button('Keep it'));
    expect(button('Cancel this withdrawal')).toBeVisible();
    await letItArrive();
    expect(cancels()).toHaveLength(0);
  });

  it('says that the amount is back', async () => {
    const user = await open(pendingWithdrawal, [requested], () => ({ body: { data: pendingWithdrawal } }));
    await user.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
    await user.click(button('Yes, cancel it'));
    expect(await screen.findByText('$500.00 is back in your balance.')).toBeVisible();
    expect(cancels()[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it.each([
    ['is nothing', { body: { data: pendingWithdrawal } }],
    ['is no refusal', { status: 503, body: '' }],
  ])('answered once somebody else has signed in %s of theirs', async (_, late) => {
    const { after, letNextIn } = answeredLate();
    const user = await open(pendingWithdrawal, [requested], () => ({ ...late, after }));
    await user.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
    await user.click(button('Yes, cancel it'));
    await waitFor(() => expect(cancels()).toHaveLength(1));
    await letNextIn();
    expect(screen.queryByText('Withdrawal cancelled')).toBeNull();
    expect(screen.queryByText(refusals.unavailable)).toBeNull();
  });

  it('two clicks at once send one request', async () => {
    const user = await open(pendingWithdrawal, [requested], () => ({ body: { data: pendingWithdrawal } }));
    await user.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
    const yes = button('Yes, cancel it');
    yes.click();
    yes.click();
    await screen.findByText('$500.00 is back in your balance.');
    await waitFor(() => expect(button('Yes, cancel it')).toBeEnabled());
    expect(cancels()).toHaveLength(1);
  });

  it('a retry after a lost answer carries the same key', async () => {
    const answers: Answer[] = [{ status: 503, body: '' }];
    const user = await open(
      pendingWithdrawal,
      [requested],
      () => answers.shift() ?? { body: { data: pendingWithdrawal } },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
    await user.click(button('Yes, cancel it'));
    await screen.findByText(refusals.unavailable);
    await waitFor(() => expect(button('Yes, cancel it')).toBeEnabled());
    await user.click(button('Yes, cancel it'));
    await waitFor(() => expect(cancels()).toHaveLength(2));
    const [first, second] = cancels().map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
  });

  it.each([
    ['a deposit', buildTransaction()],
    ['a withdrawal that was paid', { ...pendingWithdrawal, status: 'CONFIRMED' as const }],
  ])('is not offered for %s', async (_, transaction) => {
    await open(transaction);
    await screen.findByText(/by you/);
    expect(screen.queryByRole('button', { name: 'Cancel this withdrawal' })).toBeNull();
  });
});

it.each([
  [{ from: 'PENDING', to: 'DECLINED', by: 'investor' }, 'Cancelled by you'],
  [{ from: 'CONFIRMED', to: 'PENDING', by: 'operator' }, 'Reopened by the operator'],
  [{ from: 'PENDING', to: 'CONFIRMED', by: 'operator' }, 'Confirmed by the operator'],
  [{ from: null, to: 'PENDING', by: 'investor' }, 'Requested by you'],
] as const)('the step %o reads "%s"', (step, text) => {
  expect(stepText({ ...requested, ...step }, 'WITHDRAWAL')).toBe(text);
});
