// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits';
import type { BulkPreview } from '../../../contract/preview';
import type { Transaction } from '../../../contract/transaction';
import type { Answer, Received, StandInHost } from '../../shared/testing/stand-in-host';
import { proposalPath, transactionPath } from '../record-paths';
import { paged, refusal, startConsoleHost, twoTransactions } from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';
import { cellsOf } from '../testing/table';

let host: StandInHost;

function previewOf(count: number): BulkPreview {
  return {
    count,
    sum: 575,
    byType: { DEPOSIT: { count: 1, sum: 500 }, WITHDRAWAL: { count: 1, sum: 75 } },
    unchanged: 0,
    overdraws: 1,
    frozen: 0,
    duplicates: 0,
    rows: Array.from({ length: count }, (_, n) => ({ _id: `t-${n + 1}`, version: 3 })),
  };
}

interface Sent {
  rows: { _id: string; version: number }[];
}

const done = ({ body }: Received): Answer => ({
  body: {
    data: (body as Sent).rows.map(({ _id }) => ({
      _id,
      result: _id === 't-2' ? 'stale' : 'changed',
      status: 'CONFIRMED',
      version: 4,
      message: _id === 't-2' ? 'Seen by another' : null,
    })),
  },
});

async function open(address: string, count = 2, change = done, options: RenderOptions = {}) {
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'POST /api/transaction/bulk/preview': () => ({ body: { data: previewOf(count) } }),
    'POST /api/transaction/bulk': change,
  });
  renderConsole(host, address, options);
  const user = userEvent.setup();
  await cellsOf('Transactions', 1);
  return user;
}

const sent = (path: string) => host.received.filter((request) => request.path === path);
const reason = async (user: ReturnType<typeof userEvent.setup>) =>
  user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Month end');

it('the chosen rows: what it would do first, then why, then what became of each', async () => {
  const user = await open('/admin/transactions');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  expect(await screen.findByText('2 transactions of $575.00 in all would become CONFIRMED')).toBeVisible();
  expect(screen.getByText('1 transaction would overdraw the account of the investor.')).toBeVisible();
  expect(sent('/api/transaction/bulk/preview')[0]?.body).toEqual({
    status: 'CONFIRMED',
    ids: ['t-1', 't-2'],
  });
  expect(screen.getByRole('button', { name: 'Set 2 to CONFIRMED' })).toBeDisabled();
  await reason(user);
  await user.click(screen.getByRole('button', { name: 'Set 2 to CONFIRMED' }));
  expect(await screen.findByText('1 changed by someone else meanwhile, 1 changed')).toBeVisible();
  const lines = within(screen.getByRole('list', { name: 'Result of each' })).getAllByRole('listitem');
  await waitFor(() =>
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Withdrawal of $75.00 in USDT ERC 20 by Alan Turing: changed by someone else meanwhile, CONFIRMED: Seen by another',
      'Deposit of $500.00 in Bitcoin by Ada Lovelace: changed, CONFIRMED',
    ]),
  );
  expect(screen.getByRole('link', { name: /^Withdrawal of \$75\.00/ })).toHaveAttribute(
    'href',
    transactionPath('t-2'),
  );
  const [request] = sent('/api/transaction/bulk');
  expect(request).toMatchObject({
    body: { status: 'CONFIRMED', rows: previewOf(2).rows },
    headers: { 'x-reason': 'Month%20end' },
  });
  expect(request?.headers['idempotency-key']).toBeTruthy();
});

it('all that the filter finds: the host is asked with exactly that filter', async () => {
  const filter = { status: 'PENDING' };
  const user = await open(`/admin/transactions?${new URLSearchParams({ filter: JSON.stringify(filter) })}`);
  await user.click(await screen.findByRole('button', { name: 'Change status of all 2 found' }));
  await screen.findByText('2 transactions of $575.00 in all would become CONFIRMED');
  expect(sent('/api/transaction/bulk/preview')[0]?.body).toEqual({ status: 'CONFIRMED', filter });
});

it.each([
  [1, '1 transaction is decided already: this changes the decision.'],
  [2, '2 transactions are decided already: this changes the decision.'],
])('rows that somebody has decided since they were chosen are said: %i', async (decided, said) => {
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'POST /api/transaction/bulk/preview': () => ({ body: { data: { ...previewOf(2), decided } } }),
  });
  renderConsole(host, '/admin/transactions');
  const user = userEvent.setup();
  await cellsOf('Transactions', 1);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  expect(await screen.findByText(said)).toBeVisible();
});

it('more than can be changed at once: it says to narrow the filter, and how many there are at least', async () => {
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => {
      const { headers, body } = paged(twoTransactions(), 10_001);
      return { headers: { ...headers, 'x-total-relation': 'gte' }, body };
    },
  });
  const filter = JSON.stringify({ amount_gte: 1 });
  renderConsole(host, `/admin/transactions?${new URLSearchParams({ filter })}`);
  expect(await screen.findByText('1-20 of more than 10,000')).toBeVisible();
  expect(screen.getByText(/^More than 5000 transactions match/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Change status of all/ })).toBeNull();
});

it('duplicates are left out, said, and sent only when they are asked for, by keyboard too', async () => {
  const wanted = (body: unknown) => JSON.stringify(body).includes('"acceptDuplicates":true');
  const rows = previewOf(2).rows;
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'POST /api/transaction/bulk/preview': ({ body }) => ({
      body: {
        data: wanted(body)
          ? { ...previewOf(2), duplicates: 1, rows: rows.map((row) => ({ ...row, acceptDuplicate: true })) }
          : { ...previewOf(1), duplicates: 1 },
      },
    }),
    'POST /api/transaction/bulk': done,
  });
  renderConsole(host, '/admin/transactions');
  const user = userEvent.setup();
  await cellsOf('Transactions', 1);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  expect(await screen.findByText('1 transaction of $575.00 in all would become CONFIRMED')).toBeVisible();
  const accept = screen.getByRole('checkbox', { name: 'Confirm it too' });
  expect(screen.getByText(/leave it out/)).toBeVisible();
  await reason(user);
  accept.focus();
  await user.keyboard(' ');
  await user.click(await screen.findByRole('button', { name: 'Set 2 to CONFIRMED' }));
  await screen.findByText('1 changed by someone else meanwhile, 1 changed');
  expect(sent('/api/transaction/bulk')[0]?.body).toEqual({
    status: 'CONFIRMED',
    rows: rows.map((row) => ({ ...row, acceptDuplicate: true })),
  });
  expect(screen.queryByRole('checkbox', { name: 'Confirm it too' })).toBeNull();
});

it('withdrawals that wait are left out, said, and sent only when they are asked for', async () => {
  const wanted = (body: unknown) => JSON.stringify(body).includes('"overrideHolds":true');
  const rows = previewOf(2).rows.map((row) => ({ ...row, overrideHold: true }));
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'POST /api/transaction/bulk/preview': ({ body }) => ({
      body: { data: { ...(wanted(body) ? { ...previewOf(2), rows } : previewOf(1)), onHold: 1 } },
    }),
    'POST /api/transaction/bulk': ({ body }) => ({
      body: {
        data: (body as Sent).rows.map(({ _id }) => ({
          _id,
          result: _id === 't-2' ? 'on_hold' : 'changed',
          status: 'PENDING',
          version: 3,
          message: null,
        })),
      },
    }),
  });
  renderConsole(host, '/admin/transactions');
  const user = userEvent.setup();
  await cellsOf('Transactions', 1);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  expect(await screen.findByText(/^1 withdrawal still waits/)).toHaveTextContent('leave it out');
  await reason(user);
  await user.click(screen.getByRole('checkbox', { name: /^Confirm it before the time/ }));
  await user.click(await screen.findByRole('button', { name: 'Set 2 to CONFIRMED' }));
  expect(await screen.findByText('1 left as it is: it still waits, 1 changed')).toBeVisible();
  expect(sent('/api/transaction/bulk')[0]?.body).toEqual({ status: 'CONFIRMED', rows });
});

it('a broken connection loses nothing: it goes on where it was, the unanswered batch under its former key', async () => {
  const count = limits.bulkBatch + 5;
  let calls = 0;
  const user = await open('/admin/transactions', count, (request) => {
    calls += 1;
    return calls === 2 ? refusal(503, 'The service is busy', 'unavailable') : done(request);
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  await reason(user);
  await user.click(screen.getByRole('button', { name: `Set ${count} to CONFIRMED` }));
  expect(await screen.findByText(`${limits.bulkBatch} of ${count} answered`)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Effect' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  const outcome = `1 changed by someone else meanwhile, ${count - 1} changed`;
  expect(await screen.findByText(outcome)).toBeVisible();
  const [, second, third] = sent('/api/transaction/bulk');
  expect(third?.body).toEqual(second?.body);
  expect(third?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
});

it('of which nobody knows whether it was done is not called unchanged, and the list is read again', async () => {
  const user = await open('/admin/transactions', 2, () => ({ status: 502, body: 'Bad Gateway' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  await reason(user);
  await user.click(screen.getByRole('button', { name: 'Set 2 to CONFIRMED' }));
  expect(await screen.findByText(/It may have been done all the same\. Continue whenever/)).toBeVisible();
  expect(screen.queryByText(/is unchanged/)).toBeNull();
  // What was previewed stays as it was, and is what is sent again.
  expect(sent('/api/transaction/bulk/preview')).toHaveLength(1);
  const read = () =>
    host.received.filter(({ path }) => path.startsWith('/api/transaction/transactions')).length;
  const before = read();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(read()).toBeGreaterThan(before));
  expect(screen.queryByText('1 selected')).toBeNull();
});

it('stays when the list has no rows any more, and says what became of each', async () => {
  let found = twoTransactions();
  let calls = 0;
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(found),
    'POST /api/transaction/bulk/preview': () => ({ body: { data: previewOf(2) } }),
    'POST /api/transaction/bulk': (request) => {
      found = [];
      calls += 1;
      return calls === 1 ? { status: 502, body: 'Bad Gateway' } : done(request);
    },
  });
  const filter = JSON.stringify({ status: 'PENDING' });
  renderConsole(host, `/admin/transactions?${new URLSearchParams({ filter })}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change status of all 2 found' }));
  await reason(user);
  await user.click(screen.getByRole('button', { name: 'Set 2 to CONFIRMED' }));
  expect(await screen.findByText('No transactions match')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('1 changed by someone else meanwhile, 1 changed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('when it is over the outcome alone is there, is announced, and has the focus', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const results = ['stale', 'sent', 'sent', 'changed'];
  const user = await open('/admin/transactions', 4, ({ body }) => ({
    body: {
      data: (body as Sent).rows.map(({ _id }, n) => ({
        _id,
        result: results[n],
        status: 'PENDING',
        version: 4,
        message: null,
        ...(results[n] === 'sent' && { proposalId: `p-${n}` }),
      })),
    },
    after,
  }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  await reason(user);
  await user.keyboard('{Enter}');
  const status = await screen.findByText('0 of 4 answered');
  const dialog = within(screen.getByRole('dialog'));
  const told = status.closest('[role="status"]');
  expect(told).toHaveFocus();
  answer();
  await waitFor(() =>
    expect(told).toHaveTextContent(/^1 changed by someone else meanwhile, 2 sent for approval, 1 changed$/),
  );
  expect(told).toHaveFocus();
  expect(dialog.queryByRole('progressbar')).toBeNull();
  expect(dialog.queryByText(/would become|done/)).toBeNull();
  expect(dialog.getAllByRole('link', { name: 'sent for approval' })[0]).toHaveAttribute(
    'href',
    proposalPath('p-1'),
  );
});

it('who pressed Stop is told how far it came, and has the focus there, not on the button that closes', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const count = limits.bulkBatch + 5;
  const user = await open('/admin/transactions', count, (request) => ({ ...done(request), after }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  await reason(user);
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'Stop' })).focus();
  await user.keyboard('{Enter}');
  answer();
  const status = await screen.findByText(`${limits.bulkBatch} of ${count} answered`);
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
  expect(status.closest('[role="status"]')).toHaveFocus();
});

it('an auditor can choose nothing, and sees the status as text', async () => {
  await open('/admin/transactions', 2, done, { type: 'auditor' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('combobox', { name: /^Status of/ })).toBeNull();
  expect((await cellsOf('Transactions', 1))[7]).toBe('PENDING');
});

it('says how many withdrawals are left out whatever is agreed to, and which were refused', async () => {
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'POST /api/transaction/bulk/preview': () => ({ body: { data: { ...previewOf(1), blocked: 2 } } }),
    'POST /api/transaction/bulk': ({ body }) => ({
      body: {
        data: (body as Sent).rows.map(({ _id }) => ({
          _id,
          result: 'frozen',
          status: 'PENDING',
          version: 3,
          message: 'This account is frozen',
        })),
      },
    }),
  });
  renderConsole(host, '/admin/transactions');
  const user = userEvent.setup();
  await cellsOf('Transactions', 1);
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(await screen.findByRole('button', { name: 'Change status' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText(/^2 withdrawals are left out: of frozen accounts, or not pending/),
  ).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Month end');
  await user.click(within(dialog).getByRole('button', { name: 'Set 1 to CONFIRMED' }));
  expect(await within(dialog).findByText('1 left as it is: the account is frozen')).toBeVisible();
});

it('before it is known how many there are it names no number', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  host = await startConsoleHost({
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'POST /api/transaction/bulk/preview': () => ({ body: { data: previewOf(2) }, after }),
  });
  renderConsole(host, '/admin/transactions');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(screen.getByRole('button', { name: 'Change status' }));
  expect(await screen.findByRole('button', { name: 'Set to CONFIRMED' })).toBeDisabled();
  answer();
  expect(await screen.findByRole('button', { name: 'Set 2 to CONFIRMED' })).toBeVisible();
});

describe('the focus, once something was changed', () => {
  /** Sets the status of the chosen rows of a list, and leaves the dialog by `leave`. */
  async function change(rows: () => Transaction[], leave: string, chosen = ['Select row 2']) {
    host = await startConsoleHost({
      'GET /api/transaction/transactions': () => paged(rows()),
      'POST /api/transaction/bulk/preview': () => ({ body: { data: previewOf(2) } }),
      'POST /api/transaction/bulk': done,
    });
    const filter = JSON.stringify({ status: 'PENDING' });
    renderConsole(host, `/admin/transactions?${new URLSearchParams({ filter })}`);
    const user = userEvent.setup();
    await cellsOf('Transactions', 1);
    for (const name of chosen) await user.click(await screen.findByRole('checkbox', { name }));
    await user.click(await screen.findByRole('button', { name: /^Change status/ }));
    await reason(user);
    await user.keyboard('{Enter}');
    await screen.findByText('1 changed by someone else meanwhile, 1 changed');
    if (leave === 'Close') await user.click(screen.getByRole('button', { name: 'Close' }));
    else await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const box = (name: string) => screen.getByRole('checkbox', { name });

  it.each(['Close', 'Escape'])('%s: to the row that was chosen last', async (leave) => {
    await change(twoTransactions, leave);
    await waitFor(() => expect(box('Select row 2')).toHaveFocus());
    expect(box('Select row 2')).not.toBeChecked();
  });

  it('to all rows where that one has gone', async () => {
    await change(
      () => (sent('/api/transaction/bulk').length > 0 ? twoTransactions().slice(0, 1) : twoTransactions()),
      'Close',
    );
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select row 2' })).toBeNull());
    expect(box('Select all rows of this page')).toHaveFocus();
  });

  it.each([[['Select row 2']], [[]]])('to the page where no rows are left: %j', async (chosen) => {
    await change(() => (sent('/api/transaction/bulk').length > 0 ? [] : twoTransactions()), 'Close', chosen);
    expect(await screen.findByText('No transactions match')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});
