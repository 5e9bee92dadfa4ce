// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { toasts } from '../../../contract/messages';
import { refusals } from '../../../contract/refusals';
import type { Review } from '../../../contract/review';
import { reviewFlagNames } from '../../../contract/review-flag-names';
import type { Transaction } from '../../../contract/transaction';
import { formatMoment } from '../../shared/format';
import { notBeforeText } from '../../shared/hold';
import { clearToken } from '../../shared/session';
import { heldBack } from '../../shared/testing/held-back';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildProposal,
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startConsoleHost,
  twoTransactions,
} from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';

let host: StandInHost;
let router: ReturnType<typeof renderConsole>;

const [deposit = buildTransaction(), withdrawal = buildTransaction()] = twoTransactions();

function reviewOf(transaction: Review['transaction'], overrides: Partial<Review> = {}): Review {
  return {
    transaction,
    duplicates: [],
    duplicateCount: 0,
    investor: {
      _id: transaction.user._id,
      memberSince: '2026-01-01T10:00:00.000Z',
      frozenAt: null,
      balance: 400,
      held: 75,
      history: [{ trxType: 'DEPOSIT', status: 'CONFIRMED', count: 3, sum: 900 }],
    },
    ...overrides,
  };
}

interface World extends RenderOptions {
  path?: string;
  first?: Review;
  /** What the host answers for the first one instead. */
  instead?: () => Answer | undefined;
  write?: (request: Received) => Answer;
  /** The deposit that has confirmed the same transaction id. */
  duplicateOf?: string;
  /** Until when the withdrawal waits. */
  notBefore?: string;
  /** Whether the account is frozen by now. */
  isFrozen?: () => boolean;
}

async function open({
  path = '/admin/review',
  first = reviewOf(deposit),
  instead = () => undefined,
  write,
  duplicateOf,
  notBefore,
  isFrozen = () => false,
  ...options
}: World = {}) {
  let now = first;
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged([deposit, withdrawal]),
    'GET /api/transaction/t-1/review': () => instead() ?? { body: { data: now } },
    'GET /api/transaction/t-2/review': () => ({ body: { data: reviewOf(withdrawal) } }),
    'POST /api/transaction/t-1/preview': () => ({
      body: {
        data: {
          changes: [{ field: 'balance', before: 400, after: 900 }],
          overdraws: false,
          frozen: isFrozen(),
          ...(isFrozen() && { blocked: true }),
          duplicateOf: duplicateOf ?? null,
          ...(notBefore && { notBefore, holdCause: 'new_address' }),
          version: 3,
        },
      },
    }),
    'PUT /api/transaction/t-1': (request) => {
      const answer = write?.(request) ?? { body: { data: { ...deposit, status: 'CONFIRMED', version: 4 } } };
      if (!answer.status) now = reviewOf({ ...deposit, ...Object(request.body), version: 4 });
      if (answer.status === 412) now = reviewOf({ ...deposit, status: 'DECLINED', version: 4 });
      // The gateway gave up on what the host has done.
      if (answer.status === 502) now = reviewOf({ ...deposit, status: 'CONFIRMED', version: 4 });
      return answer;
    },
  });
  router = renderConsole(host, path, options);
  return userEvent.setup();
}

/** Decides on the first item, by its key, with a reason that is typed. */
async function decide(user: UserEvent, key: 'c' | 'd', reason: string): Promise<void> {
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard(key);
  await screen.findByText('$400.00 to $900.00');
  await user.keyboard(`${reason}{Enter}`);
}
const writes = () => host.received.filter(({ method }) => method === 'PUT');

it('shows the oldest pending one with its claim, its investor and their history', async () => {
  await open({
    first: reviewOf(deposit, {
      duplicateCount: 1,
      duplicates: [{ ...withdrawal, _id: 't-7', status: 'CONFIRMED', amount: 500 }],
    }),
  });
  expect(await screen.findByRole('heading', { name: '$500.00 in Bitcoin' })).toBeVisible();
  expect(screen.getByText('2 pending, the oldest first')).toBeVisible();
  const list = host.received.find(({ path }) => path.startsWith('/api/transaction/transactions'));
  expect(queryOf(list)).toMatchObject({ sort: ['createdAt', 'ASC'], filter: { status: 'PENDING' } });
  expect(screen.getByText('0xabc')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Another deposit names the same transaction id');
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/admin/users/u-1/show');
  const history = within(screen.getByRole('table', { name: 'Transactions of the investor so far' }));
  expect(history.getByRole('cell', { name: '$900.00' })).toBeVisible();
});

it('one that is not what was reported says so, and those after it can still be decided on', async () => {
  const message = refusals.notAsReported('address');
  const user = await open({ instead: () => refusal(409, message, 'conflict') });
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  expect(await screen.findByRole('button', { name: /^Confirm/ })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a withdrawal that waits says until when, and what to look at first', async () => {
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const held = { ...withdrawal, _id: 't-1', notBefore, holdCause: 'new_address' } as const;
  const flags = [
    { flag: 'address_of_another', trxId: 't-7' },
    { flag: 'most_of_balance', trxId: null },
  ] as const;
  await open({ first: reviewOf(held, { flags: [...flags] }) });
  expect(await screen.findByText(`${notBeforeText(notBefore)} (the address is new)`)).toBeVisible();
  const group = within(screen.getByRole('group', { name: 'Look at this first' }));
  expect(group.getByText(reviewFlagNames.most_of_balance)).toBeVisible();
  expect(group.getByText(new RegExp(reviewFlagNames.address_of_another))).toBeVisible();
  expect(group.getByRole('link', { name: 'see it' })).toHaveAttribute('href', expect.stringContaining('t-7'));
});

it('a withdrawal that waits is confirmed only after an explicit yes with a reason', async () => {
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const user = await open({ notBefore });
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('c');
  expect(await screen.findByText(new RegExp(`Not before ${notBeforeText(notBefore)}`))).toBeVisible();
  await user.keyboard('They called us{Enter}');
  await letItArrive();
  expect(writes()).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /Confirm it before its time/ }));
  await user.click(screen.getByRole('button', { name: /Confirm now/ }));
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
  expect(writes()[0]?.body).toEqual({ status: 'CONFIRMED', overrideHold: true });
  expect(writes()[0]?.headers['x-reason']).toBe(encodeURIComponent('They called us'));
});

it('is confirmed by keyboard alone: the effect first, then the reason, and the next item at once', async () => {
  const user = await open();
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('c');
  expect(await screen.findByText('$400.00 to $900.00')).toBeVisible();
  await letItArrive();
  expect(writes()).toEqual([]);
  await user.keyboard('Seen on the chain{Enter}');
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
  expect(screen.getByText('0x52908400098527886E0F7030069857D2E4169EE7')).toBeVisible();
  expect(screen.getByText('1 pending, the oldest first')).toBeVisible();
  expect(writes()).toHaveLength(1);
  expect(writes()[0]).toMatchObject({
    body: { status: 'CONFIRMED' },
    headers: { 'if-match': '"3"', 'x-reason': encodeURIComponent('Seen on the chain') },
  });
});

it('the focus goes on with the next item, to its decision, and does not go back to the top of the page', async () => {
  const user = await open();
  const decision = () => screen.getByRole('region', { name: 'Decision' });
  (await screen.findByRole('button', { name: /^Confirm/ })).focus();
  expect(decision()).not.toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('$400.00 to $900.00')).toBeVisible();
  await user.keyboard('Seen on the chain{Enter}');
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
  expect(decision()).toHaveFocus();
});

it('one whose person is gone, as other hosts may have it, is shown and can be decided', async () => {
  const review = reviewOf(deposit);
  const first = { ...review, transaction: { ...review.transaction, user: null } } as unknown as Review;
  const user = await open({ first, path: '/admin/review/t-1' });
  const investor = await screen.findByRole('region', { name: 'Investor' });
  expect(within(investor).getByText('NaN')).toBeVisible();
  await user.keyboard('d');
  expect(await screen.findByRole('textbox', { name: 'Reason to decline' })).toBeVisible();
});

it('nothing is sent without a reason, and Escape takes the choice back', async () => {
  const user = await open();
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('d');
  await screen.findByRole('textbox', { name: 'Reason to decline' });
  await screen.findByText('$400.00 to $900.00');
  await user.keyboard('{Enter}');
  await letItArrive();
  expect(writes()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Reason to decline' })).toBeNull();
});

it('a reason is there again when the choice that was taken back is chosen anew, and is not that of the other', async () => {
  const user = await open();
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('d');
  await user.click(await screen.findByRole('textbox', { name: 'Reason to decline' }));
  await user.paste('No payment');
  await user.click(screen.getByRole('button', { name: /^Back/ }));
  await user.keyboard('c');
  expect(await screen.findByRole('textbox', { name: 'Reason to confirm' })).toHaveValue('');
  await user.keyboard('{Escape}d');
  expect(await screen.findByRole('textbox', { name: 'Reason to decline' })).toHaveValue('No payment');
});

const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

it('who leaves with a typed reason is asked, and stays or goes as they say', async () => {
  const user = await open();
  const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('d');
  const reason = await screen.findByRole('textbox', { name: 'Reason to decline' });
  expect(reload()).toBe(false);
  await user.click(reason);
  await user.paste('No payment');
  expect(reload()).toBe(true);
  await act(() => router.navigate('/admin/users'));
  expect(await screen.findByRole('button', { name: 'Stay' })).toHaveFocus();
  // Neither these letters nor this Escape are for the page beneath.
  await user.keyboard('cs{Escape}');
  await waitFor(() => expect(question()).toBeNull());
  expect(reason).toHaveValue('No payment');
  await act(() => router.navigate('/admin/users'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));
});

it('one item that was decided leads on to the queue without a question', async () => {
  const user = await open({ path: '/admin/review/t-1' });
  await decide(user, 'c', 'Seen on the chain');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/review'));
  expect(question()).toBeNull();
});

it('one item that waits for a second administrator leads on to the queue without a question', async () => {
  const user = await open({ path: '/admin/review/t-1', write: () => waits });
  await decide(user, 'c', 'Seen on the chain');
  expect(await screen.findByText('Sent for approval')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/review'));
  expect(question()).toBeNull();
});

const confirmed: Answer = { body: { data: { ...deposit, status: 'CONFIRMED', version: 4 } } };
const waits: Answer = {
  status: 202,
  body: { data: { proposal: { ...buildProposal(), status: 'PENDING' } } },
};

/** Sends a confirmation that the host answers so once it is told to. */
async function openSlow(held: Answer, world: World = {}) {
  const { after, release: answer } = heldBack();
  const user = await open({ ...world, write: () => ({ ...held, after }) });
  await decide(user, 'c', 'Seen on the chain');
  await waitFor(() => expect(writes()).toHaveLength(1));
  return { user, answer };
}

it('while a decision is sent nothing else is chosen, taken back or skipped, by no button and no key', async () => {
  const { user, answer } = await openSlow(confirmed);
  const buttons = () =>
    ['Confirm (C)', 'Decline (D)', 'Skip (S)'].map((name) => screen.getByRole('button', { name }));
  for (const button of buttons()) expect(button).toBeDisabled();
  await user.keyboard('{Escape}');
  const reason = screen.getByRole('textbox', { name: 'Reason to confirm' });
  expect(reason).toHaveFocus();
  act(() => reason.blur());
  await user.keyboard('d');
  expect(reason).toBeVisible();
  await user.keyboard('s');
  expect(screen.getByRole('heading', { name: '$500.00 in Bitcoin' })).toBeVisible();
  answer();
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
  for (const button of buttons()) expect(button).toBeEnabled();
});

/** Leaves the review although a reason is typed there. */
async function leaveTo(user: UserEvent, path: string): Promise<void> {
  await act(() => router.navigate(path));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
}

it('who has left before a decision is refused as one of a former version is told by a toast', async () => {
  const { user, answer } = await openSlow(refusal(412, refusals.staleVersion, 'stale_version'));
  await leaveTo(user, '/admin/mails');
  answer();
  expect(await screen.findByText(refusals.staleVersion)).toBeVisible();
});

it.each([
  ['decided', confirmed, toasts.transactionUpdated],
  ['sent for approval', waits, 'Sent for approval'],
])(
  'who has left one item before it is %s is told so, and not taken away from where they are',
  async (_, held, told) => {
    const { user, answer } = await openSlow(held, { path: '/admin/review/t-1' });
    await leaveTo(user, '/admin/mails');
    answer();
    expect(await screen.findByText(told)).toBeVisible();
    await letItArrive();
    expect(router.state.location.pathname).toBe('/admin/mails');
  },
);

const sentAt = formatMoment(buildProposal().createdAt);

it.each([
  ['u-9', `Already waits for approval: Grace Hopper sent it on ${sentAt}.`, 'Approve or decline it there'],
  ['person-1', `You sent this for approval on ${sentAt}. It waits for another administrator.`, 'See it'],
])(
  'what %s has sent for approval already is not sent again, and the reason stays',
  async (_id, said, link) => {
    const proposal = buildProposal();
    const alreadyFrom = { ...proposal.proposer, _id };
    const user = await open({ write: () => ({ status: 202, body: { data: { proposal, alreadyFrom } } }) });
    await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
    await user.keyboard('c');
    await screen.findByText('$400.00 to $900.00');
    await user.keyboard('Seen on the chain{Enter}');
    const form = within(screen.getByRole('region', { name: 'Decision' }));
    expect(await form.findByRole('alert')).toHaveTextContent(`Nothing was sent. ${said} ${link}`);
    expect(form.getByRole('link', { name: link })).toHaveAttribute('href', '/admin/proposals/p-1/show');
    expect(form.getByRole('textbox', { name: 'Reason to confirm' })).toHaveValue('Seen on the chain');
    expect(screen.queryByText('Sent for approval')).toBeNull();
    await act(() => router.navigate('/admin/users'));
    expect(await screen.findByRole('button', { name: 'Stay' })).toHaveFocus();
  },
);

it.each([
  ['admin', 'Approve or decline it there'],
  ['auditor', 'See it'],
] as const)(
  'a payment that waits for a second person says so to an %s, with the way to it',
  async (type, link) => {
    const { _id, proposer, createdAt } = buildProposal();
    const waiting = { _id, proposer, createdAt };
    await open({ type, first: reviewOf({ ...withdrawal, _id: 't-1' }, { waiting }) });
    expect(await screen.findByText(/^Already waits for approval: Grace Hopper sent it on/)).toBeVisible();
    expect(await screen.findByRole('link', { name: link })).toHaveAttribute(
      'href',
      '/admin/proposals/p-1/show',
    );
  },
);

it('after Escape the focus is on the button that was chosen, unless somebody has put it elsewhere', async () => {
  const user = await open();
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('d');
  await screen.findByRole('textbox', { name: 'Reason to decline' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Decline (D)' })).toHaveFocus());
  await user.keyboard('c');
  await screen.findByRole('textbox', { name: 'Reason to confirm' });
  screen.getByRole('button', { name: 'Skip (S)' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(screen.getByRole('button', { name: 'Skip (S)' })).toHaveFocus();
});

it('people without names are called by their addresses', async () => {
  const unnamed = { ...deposit.user, firstName: '', lastName: '' };
  await open({
    first: reviewOf(
      { ...deposit, user: unnamed },
      {
        duplicateCount: 1,
        duplicates: [{ ...withdrawal, _id: 't-7', user: { ...unnamed, email: 'alan@example.com' } }],
      },
    ),
  });
  const link = await screen.findByRole('link', { name: 'ada@example.com' });
  expect(link).toHaveAttribute('href', '/admin/users/u-1/show');
  expect(screen.getByRole('link', { name: /by alan@example\.com$/ })).toBeVisible();
});

it('a payment that another deposit has confirmed is confirmed only after an explicit yes, by keyboard alone', async () => {
  const user = await open({ duplicateOf: 't-7' });
  await decide(user, 'c', 'Seen on the chain');
  await letItArrive();
  expect(writes()).toEqual([]);
  expect(screen.getByRole('link', { name: 'Another deposit of the same transaction id' })).toBeVisible();
  await user.tab({ shift: true });
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: /^Both are real/ })).toBeChecked();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
  expect(writes()[0]).toMatchObject({ body: { status: 'CONFIRMED', acceptDuplicate: true } });
});

it('somebody else was first: it says so, and leads on', async () => {
  const user = await open({ write: () => refusal(412, refusals.staleVersion, 'stale_version') });
  await decide(user, 'c', 'Seen');
  expect(await screen.findByText(/Someone else has decided this meanwhile: it is DECLINED/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Decision' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: /Confirm/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next (S)' }));
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
});

it('one that was decided before it is opened is said to be, and not by somebody else meanwhile', async () => {
  await open({ path: '/admin/review/t-1', first: reviewOf({ ...deposit, status: 'CONFIRMED', version: 4 }) });
  expect(await screen.findByText('This is decided already: CONFIRMED.')).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

it('one that was decided here is not offered to be decided again to whoever comes back to it', async () => {
  const user = await open({ path: '/admin/review/t-1' });
  await decide(user, 'd', 'Seen');
  await screen.findByText(/pending, the oldest first$/);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/review/t-1'));
  await screen.findByRole('region', { name: 'Decision' });
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  expect(screen.getByText('This is decided already: DECLINED.')).toBeVisible();
});

it('one that was decided here, and cannot be read again, is not shown as it was before', async () => {
  let unread: Answer | undefined;
  const user = await open({
    path: '/admin/review/t-1',
    instead: () => unread,
    write: () => {
      unread = refusal(400, 'Not now', 'bad_request');
      return { body: { data: { ...deposit, status: 'DECLINED', version: 4 } } };
    },
  });
  await decide(user, 'd', 'Seen');
  await screen.findByText(/pending, the oldest first$/);
  expect(await screen.findByText('The transaction could not be read')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull();
});

it('one that cannot be read again after a decision without an answer stays, with what was typed', async () => {
  let unread: Answer | undefined;
  const user = await open({
    instead: () => unread,
    write: () => {
      unread = refusal(400, 'Not now', 'bad_request');
      return refusal(503, 'Busy', 'unavailable');
    },
  });
  await decide(user, 'd', 'Seen');
  expect(await screen.findByText(/The transaction could not be read again/)).toBeVisible();
  const reason = screen.getByRole('textbox', { name: 'Reason to decline' });
  expect(reason).toHaveValue('Seen');
  unread = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/The transaction could not be read again/)).toBeNull());
  expect(reason).toBeVisible();
});

it('a decision of a former version is said to be refused, also where what it is by now cannot be read', async () => {
  let unread: Answer | undefined;
  const user = await open({
    instead: () => unread,
    write: () => {
      unread = refusal(400, 'Not now', 'bad_request');
      return refusal(412, refusals.staleVersion, 'stale_version');
    },
  });
  await decide(user, 'd', 'Seen');
  expect(await screen.findByText(/The transaction could not be read again/)).toBeVisible();
  expect(screen.getByText(refusals.staleVersion)).toBeVisible();
});

it('on a host without versions what somebody else has decided meanwhile is not to be decided any more', async () => {
  const unversioned = (status: Transaction['status']) =>
    reviewOf({ ...deposit, status, version: undefined } as unknown as Transaction);
  let status: Transaction['status'] = 'PENDING';
  const user = await open({
    instead: () => ({ body: { data: unversioned(status) } }),
    write: () => {
      status = 'DECLINED';
      return refusal(409, 'It is decided', 'conflict');
    },
  });
  await decide(user, 'c', 'Seen');
  expect(await screen.findByText(/Someone else has decided this meanwhile: it is DECLINED/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('a decision without an answer, of a review that was left, is not said to be of somebody else', async () => {
  const answers = [refusal(503, 'Busy', 'unavailable')];
  const user = await open({
    path: '/admin/review/t-1',
    write: () => answers.shift() ?? refusal(412, refusals.staleVersion, 'stale_version'),
  });
  await decide(user, 'd', 'Seen');
  expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
  await user.keyboard('{Escape}');
  await act(() => router.navigate('/admin/mails'));
  await act(() => router.navigate('/admin/review/t-1'));
  await decide(user, 'd', 'Seen by two');
  expect(
    await screen.findByText('Your decision had no answer. The transaction is DECLINED now.'),
  ).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

it('a decision without an answer that was done all the same is not said to be of somebody else', async () => {
  const user = await open({ write: () => refusal(502, 'Bad gateway', 'internal') });
  await decide(user, 'c', 'Seen');
  expect(
    await screen.findByText('Your decision had no answer. The transaction is CONFIRMED now.'),
  ).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
  expect(screen.getByRole('region', { name: 'Decision' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Next (S)' }));
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
});

it('a decision without an answer that the next attempt finds done is not said to be of somebody else', async () => {
  const answers = [refusal(503, 'Busy', 'unavailable')];
  const user = await open({
    write: () => answers.shift() ?? refusal(412, refusals.staleVersion, 'stale_version'),
  });
  await decide(user, 'd', 'Seen');
  expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Reason to decline' }), ' by two{Enter}');
  expect(
    await screen.findByText('Your decision had no answer. The transaction is DECLINED now.'),
  ).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

it('a decision without an answer that was not done is made in the form that stands there still', async () => {
  const answers = [refusal(503, 'Busy', 'unavailable')];
  const user = await open({
    write: () => answers.shift() ?? { body: { data: { ...deposit, status: 'CONFIRMED', version: 4 } } },
  });
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  const reads = () => host.received.filter(({ path }) => path.endsWith('/t-1/review')).length;
  await user.keyboard('c');
  await screen.findByText('$400.00 to $900.00');
  await user.keyboard('Seen{Enter}');
  expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
  await waitFor(() => expect(reads()).toBe(2));
  expect(screen.queryByText(/had no answer/)).toBeNull();
  const reason = screen.getByRole('textbox', { name: 'Reason to confirm' });
  await waitFor(() => expect(reason).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
});

it('what is skipped is pending still, and counted', async () => {
  const user = await open();
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('s');
  await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' });
  expect(screen.getByText('2 pending, the oldest first')).toBeVisible();
  await user.keyboard('s');
  expect(await screen.findByText('You are through')).toBeVisible();
  expect(screen.getByText('2 pending, the oldest first')).toBeVisible();
  expect(
    screen.getByText('What is still pending, and what has come since, is there when you begin again.'),
  ).toBeVisible();
});

it('where nothing is pending it does not say that something was left', async () => {
  host = await startConsoleHost({ 'GET /api/transaction/transactions': () => paged([]) });
  renderConsole(host, '/admin/review');
  expect(await screen.findByText('Nothing is pending')).toBeVisible();
  expect(screen.getByText('What has come since is there when you begin again.')).toBeVisible();
});

it('an id that is none is asked for once, and it says so', async () => {
  const user = await open({ path: '/admin/review/nonsense' });
  expect(await screen.findByText('There is no such transaction')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Confirm/ })).toBeNull();
  expect(host.received.filter(({ path }) => path.includes('nonsense'))).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'Go to the queue' }));
  expect(await screen.findByRole('heading', { name: '$500.00 in Bitcoin' })).toBeVisible();
});

it('one item can be opened by its address', async () => {
  const user = await open({ path: '/admin/review/t-2' });
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
  await user.keyboard('s');
  expect(await screen.findByRole('heading', { name: '$500.00 in Bitcoin' })).toBeVisible();
});

it('says that no proof was sent of a deposit, and nothing of it of a withdrawal', async () => {
  const user = await open({ first: reviewOf({ ...deposit, imageUrl: null }) });
  expect(await screen.findByText('No proof image was sent.')).toBeVisible();
  await user.keyboard('s');
  await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' });
  expect(screen.queryByText('No proof image was sent.')).toBeNull();
});

it('a proof image elsewhere is a link that names its site, and is not fetched', async () => {
  await open({ first: reviewOf({ ...deposit, imageUrl: 'https://img.example/p.png' }) });
  const link = await screen.findByRole('link', { name: 'View the proof on img.example, another site' });
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.queryByRole('img', { name: /Proof/ })).toBeNull();
});

it('an auditor reads the queue and decides nothing', async () => {
  const user = await open({ type: 'auditor' });
  await screen.findByRole('heading', { name: '$500.00 in Bitcoin' });
  await user.keyboard('c');
  expect(screen.queryByRole('button', { name: /Confirm/ })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.keyboard('s');
  expect(await screen.findByRole('heading', { name: '$75.00 in USDT ERC 20' })).toBeVisible();
});

it('has the reason that was typed when the session ended by itself, once the same is chosen again', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^Decline/ }));
  await user.click(await screen.findByRole('textbox', { name: 'Reason to decline' }));
  await user.paste('No payment came');
  act(() => clearToken('refused'));
  cleanup();
  const again = await open();
  await again.click(await screen.findByRole('button', { name: /^Decline/ }));
  expect(await screen.findByRole('textbox', { name: 'Reason to decline' })).toHaveValue('No payment came');
});

it('is the same decision where it had no answer when the session ended by itself, and another one in a form that is opened anew', async () => {
  const keys: unknown[] = [];
  const write = ({ headers }: Received) => {
    keys.push(headers['idempotency-key']);
    return refusal(503, 'Busy', 'unavailable');
  };
  const lost = async () =>
    expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
  await decide(await open({ write }), 'd', 'Seen');
  await lost();
  act(() => clearToken('refused'));
  cleanup();
  const user = await open({ write });
  await decide(user, 'd', '');
  await waitFor(() => expect(keys).toHaveLength(2));
  await lost();
  await user.click(screen.getByRole('button', { name: /^Back/ }));
  await decide(user, 'd', '');
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('an account that was frozen meanwhile: what it would do is read anew, and nothing more can be sent', async () => {
  let frozen = false;
  const user = await open({
    first: reviewOf({ ...withdrawal, _id: 't-1' }),
    isFrozen: () => frozen,
    write: () => refusal(409, refusals.withdrawalFrozen, 'withdrawal_frozen'),
  });
  await user.click(await screen.findByRole('button', { name: /^Confirm/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason to confirm' }), 'Seen');
  const send = screen.getByRole('button', { name: /^Confirm now/ });
  await waitFor(() => expect(send).toBeEnabled());
  frozen = true;
  await user.click(send);
  expect(
    await screen.findByText(/^Withdrawals of this investor are frozen: this one cannot be confirmed/),
  ).toBeVisible();
  expect(send).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Reason to confirm' })).toHaveValue('Seen');
});
