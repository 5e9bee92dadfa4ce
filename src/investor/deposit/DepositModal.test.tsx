// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts, validation } from '../../../contract/messages';
import { depositFormSchema } from '../../../contract/transaction';
import { appConfig } from '../../app.config';
import { dashboardModalAtom, errorsAtom } from '../../shared/state';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { readToken } from '../../shared/token';
import { DashboardModals } from '../DashboardModals';
import { chosenPlanAtom } from '../dashboard-modal';
import { keep } from '../submission/kept';
import { keepPending, readPending } from '../submission/pending-submission';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { readDraft } from './deposit-draft';
import { keepProof, readProof } from './kept-proof';

const created: Answer = { status: 201, body: { data: { _id: 't-1' } } };
const refused = (status: number, message: string, code: string, field?: string): Answer => ({
  status,
  body: { errors: [{ error: message, message, code, field }] },
});

let host: StandInHost;
let answer: Answer;
let answers: NonNullable<Parameters<typeof startInvestorHost>[0]>;

beforeEach(async () => {
  answer = created;
  answers = { create: () => answer };
  host = await startInvestorHost(answers);
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

const button = (name: string) => screen.getByRole('button', { name });
/** What is kept in the browser for the person who is signed in. */
const keptNames = () => Object.keys(localStorage).filter((key) => key.startsWith('own:'));
const amount = () => screen.getByLabelText('Amount');
const transactionId = () => screen.getByLabelText('Transaction Id');

async function open(plan: 'gold' | null = null) {
  const user = userEvent.setup();
  const { store } = renderDashboard(<DashboardModals />);
  store.set(chosenPlanAtom, plan);
  store.set(dashboardModalAtom, 'deposit');
  await screen.findByRole('dialog', { name: 'Make Deposit' });
  return { user, store };
}

type User = ReturnType<typeof userEvent.setup>;

async function choose(user: User, label: string, option: RegExp) {
  await user.click(screen.getByLabelText(label));
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: option }));
}

async function fillFirstTab(user: User, dollars = '500') {
  await choose(user, 'Plan', /Starter/);
  await choose(user, 'Currency', /Bitcoin/);
  await user.type(amount(), dollars);
  await waitFor(() => expect(button('Proceed')).toBeEnabled());
}

async function fill(user: User) {
  await fillFirstTab(user);
  await user.click(button('Proceed'));
  await user.type(transactionId(), 'tx-0001');
  await waitFor(() => expect(button('Deposit')).toBeEnabled());
}

it('an address that was replaced while it was shown is the new one, and that is said', async () => {
  const { user } = await open();
  await choose(user, 'Currency', /Bitcoin/);
  expect(await screen.findByText('bc1qsampleaddressinfull00000000000000000042')).toBeVisible();
  expect(screen.queryByText(/has just been replaced/)).toBeNull();
  answers.bitcoin = 'bc1qtheaddressofanotherwallet000000000000042';
  // Whoever comes back to the page.
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  expect(await screen.findByText(answers.bitcoin)).toBeVisible();
  expect(screen.getByText(/The address has just been replaced/)).toBeVisible();
  act(() => focusManager.setFocused(undefined));
});

it('an address is asked for again when the deposit is opened', async () => {
  const asked = () => host.received.filter(({ path }) => path === '/api/wallets').length;
  const { store } = await open();
  await waitFor(() => expect(asked()).toBeGreaterThan(0));
  const before = asked();
  act(() => store.set(dashboardModalAtom, null));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => store.set(dashboardModalAtom, 'deposit'));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
});

describe('the rules of the deposit form', () => {
  it('amount of two characters: amount is too small', async () => {
    const { user } = await open();
    await user.type(amount(), '50');
    await user.tab();
    expect(await screen.findByText(validation.amountSmall)).toBeVisible();
    await user.type(amount(), '0');
    await waitFor(() => expect(screen.queryByText(validation.amountSmall)).toBeNull());
  });

  it('amount that is no number: amount must be a number with at most two decimals', async () => {
    const { user } = await open();
    await user.type(amount(), '1e5');
    await user.tab();
    expect(await screen.findByText(validation.amountInvalid)).toBeVisible();
  });

  it('amount with a comma before the cents: which to write is said', async () => {
    const { user } = await open();
    await user.type(amount(), '150,50');
    await user.tab();
    expect(await screen.findByText(validation.amountComma)).toBeVisible();
  });

  it.each(['Plan', 'Currency'])('%s left without a choice: required', async (label) => {
    const { user } = await open();
    await user.click(screen.getByLabelText(label));
    await user.keyboard('{Escape}');
    await user.tab();
    await waitFor(() =>
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(validation.required),
    );
    expect(button('Proceed')).toBeDisabled();
  });

  it('transaction id of two characters: required', async () => {
    const { user } = await open();
    await fillFirstTab(user);
    await user.click(button('Proceed'));
    await user.type(transactionId(), 'tx');
    await user.tab();
    expect(await screen.findByText(validation.required)).toBeVisible();
    expect(button('Deposit')).toBeDisabled();
  });

  it('two transaction ids at once: that of the payment is asked for alone', async () => {
    const { user } = await open();
    await fillFirstTab(user);
    await user.click(button('Proceed'));
    await user.click(transactionId());
    await user.paste(`https://mempool.space/tx/${'1'.repeat(64)}#vin=${'a'.repeat(64)}`);
    await user.tab();
    expect(await screen.findByText(validation.severalPayments)).toBeVisible();
    expect(button('Deposit')).toBeDisabled();
  });

  it('says nothing while an untouched field is being typed in', async () => {
    const { user } = await open();
    await user.type(amount(), '5');
    expect(screen.queryByText(validation.amountSmall)).toBeNull();
  });

  it('an amount outside the range of the plan is asked about, and can be meant', async () => {
    const { user } = await open();
    await choose(user, 'Plan', /Starter/);
    await choose(user, 'Currency', /Bitcoin/);
    await user.type(amount(), '9000');
    expect(await screen.findByText('Starter is meant for $150 - $5,000.')).toBeVisible();
    const meant = screen.getByLabelText('Invest this amount in it all the same.');
    expect(button('Proceed')).toBeDisabled();
    await user.click(meant);
    await waitFor(() => expect(button('Proceed')).toBeEnabled());
    await user.type(amount(), '0');
    expect(meant).not.toBeChecked();
    expect(button('Proceed')).toBeDisabled();
    await user.click(meant);
    await user.click(button('Proceed'));
    await user.type(transactionId(), 'tx-0001');
    await waitFor(() => expect(button('Deposit')).toBeEnabled());
    await user.click(button('Deposit'));
    await waitFor(() => expect(submissions(host)[0]?.body).toMatchObject({ amount: 90_000 }));
  });
});

describe('the way through the deposit', () => {
  it('Proceed leads to the second tab and Previous back', async () => {
    const { user } = await open();
    expect(button('Proceed')).toBeDisabled();
    expect(document.getElementById('tab-1')).toHaveAttribute('aria-selected', 'true');
    await fillFirstTab(user);
    await user.click(button('Proceed'));
    expect(document.getElementById('tab-2')).toHaveAttribute('aria-selected', 'true');
    expect(transactionId()).toHaveAttribute('placeholder', 'the ref id provided after the transaction');
    await user.click(button('Previous'));
    expect(amount()).toHaveValue('500');
  });

  it('Cancel on the first tab closes', async () => {
    const { user, store } = await open();
    await user.click(button('Cancel'));
    expect(store.get(dashboardModalAtom)).toBeNull();
  });

  it('opened from a plan card, that plan is chosen', async () => {
    await open('gold');
    expect(screen.getByLabelText('Plan')).toHaveTextContent('Gold');
  });

  it('shows the address in full, its network and the demo mark, and copies it', async () => {
    const { user } = await open();
    await choose(user, 'Currency', /Bitcoin/);
    expect(await screen.findByText('bc1qsampleaddressinfull00000000000000000042')).toBeVisible();
    expect(screen.getByText('Bitcoin network')).toBeVisible();
    expect(screen.getByText('Demo: do not send funds')).toBeVisible();
    await user.click(button('Copy address'));
    // Beside each other: the button says it for 1.5 s only.
    const said = [screen.findByText(toasts.addressCopied), screen.findByRole('button', { name: 'Copied' })];
    for (const words of await Promise.all(said)) expect(words).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('bc1qsampleaddressinfull00000000000000000042');
    await waitFor(() => expect(button('Copy address')).toBeVisible());
  });

  it('says so when there is no address for the currency, and does not proceed', async () => {
    const { user } = await open();
    await fillFirstTab(user);
    await choose(user, 'Currency', /Ethereum/);
    expect(await screen.findByText(/There is no address for Ethereum/)).toBeVisible();
    expect(screen.getByRole('link', { name: appConfig.supportMail })).toBeVisible();
    expect(button('Proceed')).toBeDisabled();
  });

  it('the focus starts in the first field and moves with the steps', async () => {
    const { user } = await open();
    await waitFor(() => expect(screen.getByLabelText('Plan')).toHaveFocus());
    await fillFirstTab(user);
    await user.click(button('Proceed'));
    await waitFor(() => expect(transactionId()).toHaveFocus());
    await user.click(button('Previous'));
    await waitFor(() => expect(screen.getByLabelText('Plan')).toHaveFocus());
  });
});

describe('sending the deposit', () => {
  it('sends dollars as a number, says that it worked and closes', async () => {
    const { user, store } = await open();
    store.set(errorsAtom, ['an error of before']);
    await fill(user);
    await user.click(button('Deposit'));
    expect(await screen.findByText(toasts.deposit)).toBeVisible();
    expect(store.get(dashboardModalAtom)).toBeNull();
    expect(store.get(errorsAtom)).toEqual([]);
    expect(submissions(host)[0]?.body).toMatchObject({
      trxType: 'DEPOSIT',
      plan: 'basic',
      crypto: 'bitcoin',
      amount: 500,
      transactionId: 'tx-0001',
    });
  });

  it('says and sends exactly the dollars that were pasted', async () => {
    const { user } = await open();
    await fillFirstTab(user, '$ 1,000.50');
    await user.click(button('Proceed'));
    expect(screen.getByText('$1,000.50 in Bitcoin')).toBeVisible();
    await user.type(transactionId(), 'tx-0001');
    await waitFor(() => expect(button('Deposit')).toBeEnabled());
    await user.click(button('Deposit'));
    await screen.findByText(toasts.deposit);
    expect(submissions(host)[0]?.body).toMatchObject({ amount: 1_000.5 });
  });

  it('a refusal keeps the form as typed, titled Error and beside its field', async () => {
    answer = refused(422, 'this amount was refused', 'validation', 'amount');
    const { user, store } = await open();
    await fill(user);
    await user.click(button('Deposit'));
    expect(await screen.findByText(toasts.errorTitle)).toBeVisible();
    expect(store.get(dashboardModalAtom)).toBe('deposit');
    expect(document.getElementById('tab-1')).toHaveAttribute('aria-selected', 'true');
    expect(amount()).toHaveValue('500');
    expect(amount()).toHaveAccessibleDescription('this amount was refused');
  });

  it('a retry after a lost connection carries the same key', async () => {
    const { user } = await open();
    await fill(user);
    // Nothing listens on port 1.
    vi.stubEnv('VITE_API_URL', 'http://127.0.0.1:1');
    await user.click(button('Deposit'));
    expect(await screen.findByText(/not known whether this arrived/)).toBeVisible();
    const stored = Object.values({ ...localStorage }).join();
    vi.stubEnv('VITE_API_URL', host.url);
    await user.click(button('Send again'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(stored).toContain(String(submissions(host)[0]?.key));
  });

  it('a retry after a reload carries the same key and what was typed', async () => {
    answer = refused(503, 'The service is busy', 'unavailable');
    const first = await open();
    await fill(first.user);
    await first.user.click(button('Deposit'));
    await screen.findByText(/not known whether this arrived/);
    cleanup();

    answer = created;
    const second = await open();
    expect(transactionId()).toHaveValue('tx-0001');
    await second.user.click(button('Send again'));
    await waitFor(() => expect(second.store.get(dashboardModalAtom)).toBeNull());
    const [before, after] = submissions(host);
    expect(after).toEqual(before);
    expect(keptNames()).toEqual([]);
  });

  it('the next deposit after an answer has a key of its own', async () => {
    const { user, store } = await open();
    for (const count of [1, 2]) {
      store.set(dashboardModalAtom, 'deposit');
      await screen.findByRole('dialog', { name: 'Make Deposit' });
      await fill(user);
      await user.click(button('Deposit'));
      await waitFor(() => expect(submissions(host)).toHaveLength(count));
      await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    }
    const [one, two] = submissions(host);
    expect(one?.key).not.toBe(two?.key);
  });

  it('refused because the session has ended is what was filled in before once the person is back', async () => {
    answer = refused(401, 'Please sign in', 'unauthorized');
    const { user } = await open();
    await fill(user);
    await user.click(button('Deposit'));
    await waitFor(() => expect(readToken()).toBeNull());
    await screen.findByText('Please sign in');
    cleanup();

    answer = created;
    const again = await open();
    expect(screen.getByText(/what you had filled in before/)).toBeVisible();
    expect(screen.queryByText(/not known whether this arrived/)).toBeNull();
    // Once the addresses are here.
    await waitFor(() => expect(button('Proceed')).toBeEnabled());
    await again.user.click(button('Proceed'));
    expect(transactionId()).toHaveValue('tx-0001');
    await again.user.click(button('Deposit'));
    await waitFor(() => expect(again.store.get(dashboardModalAtom)).toBeNull());
    const [before, after] = submissions(host);
    expect(after?.key).not.toBe(before?.key);
    expect(keptNames()).toEqual([]);
  });

  describe('while another tab has a deposit of its own', () => {
    const other = {
      plan: 'gold',
      crypto: 'bitcoin',
      amount: '30000',
      transactionId: 'tx-0002',
      imageUrl: 'proof:2',
    } as const;
    const proof = { imageUrl: other.imageUrl, fileName: 'b.png', preview: 'data:,' };

    it('drops its own once it was sent, and not the draft of the other', async () => {
      const { user, store } = await open();
      await fill(user);
      keep('deposit-draft', other);
      keepProof(proof);
      await user.click(button('Deposit'));
      await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
      expect(readDraft()).toEqual(other);
      expect(readProof(other.imageUrl)).toEqual(proof);
    });

    it('drops its own once it is empty again, and not the draft of the other', async () => {
      const { user } = await open();
      await user.type(amount(), '5');
      expect(readDraft()).toMatchObject({ amount: '5' });
      keep('deposit-draft', other);
      await user.clear(amount());
      expect(readDraft()).toEqual(other);
    });

    it('keeps the key of what the other has sent since, without an answer', async () => {
      let release = () => {};
      const after = new Promise<void>((resolve) => {
        release = resolve;
      });
      answer = { ...created, after };
      const { user, store } = await open();
      await fill(user);
      await user.click(button('Deposit'));
      await waitFor(() => expect(submissions(host)).toHaveLength(1));
      const sent = keepPending('deposit', other);
      release();
      await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
      expect(readPending('deposit', depositFormSchema)?.key).toBe(sent.key);
    });
  });

  it('Give up says that it may have arrived, then forgets it and its key', async () => {
    answer = refused(500, 'Something went wrong', 'internal');
    const { user } = await open();
    await fill(user);
    await user.click(button('Deposit'));
    await user.click(await screen.findByRole('button', { name: 'Give up' }));
    expect(screen.getByText(/may have arrived all the same/)).toBeVisible();
    await user.click(button('Yes, give up'));
    expect(amount()).toHaveValue('');
    expect(keptNames()).toEqual([]);
  });
});
