// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ProposalView } from '../../../contract/proposals';
import { refusals } from '../../../contract/refusals';
import { buildUser } from '../../shared/testing/build-user';
import { heldBack } from '../../shared/testing/held-back';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildAccount,
  buildEvent,
  buildProposal,
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startConsoleHost,
} from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';
import { differenceOf } from './address-difference';

let host: StandInHost;
let router: ReturnType<typeof renderConsole>;

function viewOf(overrides: Partial<ProposalView> = {}): ProposalView {
  const { _id, at, action, subjectType, subjectId, reason } = buildEvent();
  const proposal = buildProposal();
  return {
    ...proposal,
    now: proposal.effect,
    changed: false,
    refusal: null,
    preview: null,
    recent: [{ _id, at, action, subjectType, subjectId, reason }],
    ...overrides,
  };
}

interface World extends RenderOptions {
  view?: ProposalView;
  /** Who is signed in; the proposer is u-9. */
  me?: string;
  decide?: (request: Received) => Answer;
  /** What it is found to be once a decision was refused. */
  refused?: Partial<ProposalView>;
}

async function open({ view = viewOf(), me = 'u-8', decide, refused, ...options }: World = {}) {
  let now = view;
  const answer = (status: ProposalView['status']) => (request: Received) => {
    if (decide) {
      now = { ...now, ...refused };
      return decide(request);
    }
    now = { ...now, status, decidedAt: '2026-03-04T12:00:00.000Z' };
    return { body: { data: now } };
  };
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ _id: me, type: 'admin' }) } }),
    'GET /api/admin/proposals': () => paged([buildProposal()]),
    'GET /api/admin/proposals/p-1': () => ({ body: { data: now } }),
    'POST /api/admin/proposals/p-1/approve': answer('APPROVED'),
    'POST /api/admin/proposals/p-1/decline': answer('DECLINED'),
    'POST /api/admin/proposals/p-1/withdraw': answer('WITHDRAWN'),
  });
  router = renderConsole(host, '/admin/proposals/p-1/show', options);
  await screen.findByRole('heading', { level: 1, name: 'Adjustment of an account' });
  return userEvent.setup();
}

const decisions = () => host.received.filter(({ method }) => method === 'POST');
const decision = () => screen.findByRole('region', { name: 'Decision' });

it('says what exactly it does, why, by whom and what they did last', async () => {
  await open();
  const effect = await screen.findByRole('region', { name: 'What was proposed' });
  expect(effect).toHaveTextContent('Profit$20.00becomes $2,020.00');
  const proposer = screen.getByRole('region', { name: 'Proposed by' });
  expect(within(proposer).getByText('Return of March')).toBeVisible();
  expect(within(proposer).getByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
    'href',
    '/admin/users/u-9/show',
  );
  expect(within(proposer).getByRole('listitem')).toHaveTextContent('Transaction: status changed');
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/admin/users/u-1/show');
});

it('is approved by keyboard alone, by the hash of what is shown', async () => {
  const user = await open();
  await within(await decision()).findByRole('button', { name: 'Approve (A)' });
  await user.keyboard('a');
  await user.keyboard('Seen the statement{Enter}');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  const [sent] = decisions();
  expect(sent?.body).toEqual({ effectHash: 'a'.repeat(64) });
  expect(decodeURIComponent(String(sent?.headers['x-reason']))).toBe('Seen the statement');
  expect(await screen.findByText('Approved, and done')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Approve|Decline/ })).toBeNull());
});

it('is declined for a reason alone', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Decline (D)' }));
  const now = screen.getByRole('button', { name: /^Decline now/ });
  expect(now).toBeDisabled();
  await user.click(screen.getByRole('textbox', { name: 'Reason to decline' }));
  await user.paste('Not agreed');
  await user.click(now);
  await waitFor(() =>
    expect(decisions().map(({ path }) => path)).toEqual(['/api/admin/proposals/p-1/decline']),
  );
});

it('a reason is kept while its choice is taken back, is not that of the other, and is asked about', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Decline (D)' }));
  await user.click(screen.getByRole('textbox', { name: 'Reason to decline' }));
  await user.paste('Not agreed');
  await user.click(screen.getByRole('button', { name: 'Approve (A)' }));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await user.keyboard('{Escape}d');
  expect(screen.getByRole('textbox', { name: 'Reason to decline' })).toHaveValue('Not agreed');
  await act(() => router.navigate('/admin/users'));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Decline now/ }));
  expect(await screen.findByText('Declined', { selector: 'p' })).toBeVisible();
  await act(() => router.navigate('/admin/users'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.pathname).toBe('/admin/users');
});

it('the focus goes back to the button that was chosen, and on to the decision once it is taken', async () => {
  const user = await open();
  await screen.findByRole('button', { name: 'Decline (D)' });
  expect(document.body).toHaveFocus();
  await user.keyboard('d{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Decline (D)' })).toHaveFocus());
  await user.keyboard('dNot agreed{Enter}');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Decision' })).toHaveFocus());
});

it('while a decision is sent nothing else is chosen, and it is not taken back', async () => {
  const { after, release: answer } = heldBack();
  const user = await open({ decide: () => ({ ...refusal(503, 'Busy', 'unavailable'), after }) });
  await screen.findByRole('button', { name: 'Approve (A)' });
  await user.keyboard('aSeen{Enter}');
  await waitFor(() => expect(decisions()).toHaveLength(1));
  const others = () => ['Approve (A)', 'Decline (D)'].map((name) => screen.getByRole('button', { name }));
  for (const button of others()) expect(button).toBeDisabled();
  const note = screen.getByRole('textbox', { name: 'Note' });
  await user.keyboard('{Escape}');
  expect(note).toHaveFocus();
  act(() => note.blur());
  await user.keyboard('d');
  expect(note).toBeVisible();
  answer();
  await waitFor(() => {
    for (const button of others()) expect(button).toBeEnabled();
  });
  await user.keyboard('d');
  expect(screen.getByRole('textbox', { name: 'Reason to decline' })).toBeVisible();
});

it('is withdrawn by its proposer, who is offered no approval', async () => {
  const user = await open({ me: 'u-9' });
  expect(await screen.findByText(/^You proposed this yourself/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await user.keyboard('a');
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await user.keyboard('w');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(decisions().map(({ path }) => path)).toEqual(['/api/admin/proposals/p-1/withdraw']),
  );
});

it('that has changed shows both effects, and can be declined alone', async () => {
  const now = { changes: [{ name: 'profit', before: 500, after: 2_020 }], facts: [], versions: {} };
  await open({ view: viewOf({ changed: true, now }) });
  expect(await screen.findByText(/has changed since it was proposed/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'What it would do by now' })).toHaveTextContent('$500.00');
  expect(await screen.findByRole('button', { name: 'Decline (D)' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

it('refused because it has changed is read anew, and what was typed is kept', async () => {
  const user = await open({ decide: () => refusal(409, refusals.effectChanged, 'effect_changed') });
  await user.click(await screen.findByRole('button', { name: 'Approve (A)' }));
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Fine');
  await user.click(screen.getByRole('button', { name: /^Approve and do it/ }));
  const region = await decision();
  expect(await within(region).findByRole('alert')).toHaveTextContent(refusals.effectChanged);
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Fine');
  const reads = host.received.filter(({ path }) => path === '/api/admin/proposals/p-1');
  await waitFor(() => expect(reads.length).toBeGreaterThan(0));
});

it('refused because it has changed offers no approval any more, and says why; the focus is on what can be done', async () => {
  const user = await open({
    decide: () => refusal(409, refusals.effectChanged, 'effect_changed'),
    refused: { changed: true },
  });
  await screen.findByRole('button', { name: 'Approve (A)' });
  await user.keyboard('aFine{Enter}');
  expect(await screen.findByText(/It cannot be approved any more/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Decline (D)' })).toHaveFocus());
});

it('refused for what the page cannot know of is not sent again as it is', async () => {
  const user = await open({ decide: () => refusal(409, refusals.proposerGone, 'conflict') });
  await user.click(await screen.findByRole('button', { name: 'Approve (A)' }));
  await user.click(screen.getByRole('button', { name: /^Approve and do it/ }));
  const region = await decision();
  expect(await within(region).findByRole('alert')).toHaveTextContent(refusals.proposerGone);
  expect(screen.getByRole('button', { name: /^Approve and do it/ })).toBeDisabled();
  await waitFor(() => expect(screen.getByRole('button', { name: /^Back/ })).toHaveFocus());
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Again{Enter}');
  expect(decisions()).toHaveLength(1);
});

it('offers an auditor nothing', async () => {
  await open({ type: 'auditor' });
  expect(await screen.findByText('It waits for a second administrator.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Approve|Decline|Withdraw/ })).toBeNull();
});

it('shows addresses in full, with the part that differs', async () => {
  const [before, after] = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2XXPTfTL5SLmv7DivfNa'];
  const effect = {
    changes: [{ name: 'value', before, after }],
    facts: [{ name: 'name', value: 'bitcoin' }],
    versions: { record: 3 },
  };
  host = await startConsoleHost({
    'GET /api/admin/proposals/p-1': () => ({
      body: {
        data: viewOf({ kind: 'address', subjectType: 'wallets', effect, now: effect, person: null }),
      },
    }),
  });
  renderConsole(host, '/admin/proposals/p-1/show');
  const region = await screen.findByRole('region', { name: 'What was proposed' });
  expect(region).toHaveTextContent(`CurrencyBitcoinAddressNow${before}Then${after}`);
  expect(screen.getByRole('link', { name: 'Wallet …u-1' })).toHaveAttribute('href', '/admin/wallets/u-1');
  expect([...region.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['DM', 'XX']);
});

it('of an address that is yet to be made says what it will be, and nothing of before', async () => {
  const value = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const effect = {
    changes: [
      { name: 'name', before: null, after: 'bitcoin' },
      { name: 'value', before: null, after: value },
    ],
    ...{ facts: [], versions: {} },
  };
  const subject = { subjectType: 'wallets', subjectId: 'new' };
  host = await startConsoleHost({
    'GET /api/admin/proposals/p-1': () => ({
      body: { data: viewOf({ kind: 'address', ...subject, effect, now: effect, person: null }) },
    }),
  });
  renderConsole(host, '/admin/proposals/p-1/show');
  const region = await screen.findByRole('region', { name: 'What was proposed' });
  expect(region).toHaveTextContent(new RegExp(`^CurrencyBitcoinAddress${value}$`));
});

it('of an invitation is called so', async () => {
  const effect = {
    changes: [{ name: 'role', before: null, after: 'auditor' }],
    ...{ facts: [{ name: 'email', value: 'alan@example.com' }], versions: {} },
  };
  const subject = { subjectType: 'invitation', subjectId: 'new' };
  const view = viewOf({ kind: 'people', ...subject, effect, now: effect, person: null });
  host = await startConsoleHost({
    'GET /api/admin/proposals': () => paged([view]),
    'GET /api/admin/proposals/p-1': () => ({ body: { data: view } }),
  });
  router = renderConsole(host, '/admin/proposals/p-1/show');
  expect(await screen.findByRole('heading', { level: 1, name: 'Invite an auditor' })).toBeVisible();
  await act(() => router.navigate('/admin/proposals'));
  expect(await screen.findByRole('link', { name: 'Invite an auditor' })).toBeVisible();
});

it.each([
  ['abc', 'abc', ['abc', '', '']],
  ['abXc', 'abc', ['ab', 'X', 'c']],
  ['aab', 'ab', ['a', 'a', 'b']],
  ['', 'abc', ['', '', '']],
  ['xyz', 'abc', ['', 'xyz', '']],
])('of %j beside %j stands out what differs', (text, other, parts) => {
  const { start, differs, end } = differenceOf(text, other);
  expect([start, differs, end]).toEqual(parts);
});

it('the list has what waits, and the menu says how many', async () => {
  host = await startConsoleHost({ 'GET /api/admin/proposals': () => paged([buildProposal()], 3) });
  renderConsole(host, '/admin/proposals');
  expect(await headersOf('Approvals')).toEqual([
    'S/N',
    'What',
    'About',
    'What it does',
    'Proposed by',
    'Proposed',
    'Status',
    'Decided',
  ]);
  const [, what, about, does, by, , status] = await cellsOf('Approvals', 1);
  expect([what, about, does, by, status]).toEqual([
    'Adjustment of an account',
    'Ada Lovelace',
    'Profit $20.00 to $2,020.00',
    'Grace Hopper',
    'Waiting',
  ]);
  expect(await screen.findByRole('link', { name: 'Approvals 3 waiting' })).toBeVisible();
  const asked = host.received.map(queryOf).find(({ range }) => JSON.stringify(range) === '[0,19]');
  expect(asked?.sort).toEqual(['decidedAt', 'DESC']);
});

it('says so where nothing waits', async () => {
  host = await startConsoleHost({ 'GET /api/admin/proposals': () => paged([]) });
  renderConsole(host, '/admin/proposals');
  expect(await screen.findByText('There are no approvals yet.')).toBeVisible();
});

const waits: Answer = { status: 202, body: { data: { proposal: buildProposal() } } };

it('an edit of an account that waits is announced with the way to it, and changes no row', async () => {
  host = await startConsoleHost({
    'GET /api/account/all': () => paged([buildAccount()]),
    'GET /api/admin/proposals': () => paged([]),
    'GET /api/admin/proposals/p-1': () => ({ body: { data: viewOf() } }),
    'PUT /api/account/u-1': () => waits,
  });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  renderConsole(host, '/admin/accounts');
  await user.click(await screen.findByRole('button', { name: 'Options of Ada Lovelace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Make Deposit' });
  await user.clear(within(dialog).getByLabelText('Profit'));
  await user.type(within(dialog).getByLabelText('Profit'), '2020');
  await user.click(within(dialog).getByLabelText('Reason'));
  await user.paste('Return of March');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Sent for approval')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('$2,020.00')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'See it' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Adjustment of an account' })).toBeVisible();
});

it('in the review a payment that waits leads on, and is pending still', async () => {
  const transaction = buildTransaction({ trxType: 'WITHDRAWAL' });
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged([transaction]),
    'GET /api/transaction/t-1/review': () => ({
      body: {
        data: {
          transaction,
          duplicates: [],
          duplicateCount: 0,
          investor: {
            ...{ _id: 'u-1', memberSince: transaction.createdAt, frozenAt: null, balance: 0, held: 0 },
            history: [],
          },
        },
      },
    }),
    'POST /api/transaction/t-1/preview': () => ({
      body: { data: { changes: [], overdraws: false, frozen: false, duplicateOf: null, version: 3 } },
    }),
    'PUT /api/transaction/t-1': () => waits,
  });
  const user = userEvent.setup();
  renderConsole(host, '/admin/review');
  await user.click(await screen.findByRole('button', { name: 'Confirm (C)' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason to confirm' }), 'Checked{Enter}');
  expect(await screen.findByText('Sent for approval')).toBeVisible();
  expect(await screen.findByText('You are through')).toBeVisible();
  expect(screen.getByText('1 pending, the oldest first')).toBeVisible();
});
