// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { headers } from '../../../contract/headers';
import { reportedMailNames } from '../../../contract/report-names';
import type { ReportDetails } from '../../../contract/takeover';
import type { Transaction } from '../../../contract/transaction';
import { buildUser } from '../../shared/testing/build-user';
import type { Answer } from '../../shared/testing/stand-in-host';
import {
  buildAccount,
  buildReport,
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startConsoleHost,
} from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';
import { cellsOf, headersOf } from '../testing/table';

const closed = buildReport({
  _id: 'r-2',
  about: 'new_sign_in',
  closedAt: '2026-03-05T10:00:00.000Z',
  closedBy: { _id: 'u-9', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', type: 'admin' },
  finding: 'mistake',
  reason: 'It was their phone',
});

interface World extends RenderOptions {
  /** What the host knows of deposits; null when it does not answer. */
  deposits?: Transaction[] | null;
}

async function open(address: string, report = buildReport(), { deposits = [], ...options }: World = {}) {
  let now: ReportDetails = report;
  let refused: Answer | undefined;
  let unread: Answer | undefined;
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/admin/reports': (request) => {
      const { filter } = queryOf(request);
      const all = [now, closed];
      const wanted = Object(filter).state === 'open' ? all.filter(({ closedAt }) => closedAt === null) : all;
      return paged(wanted);
    },
    'GET /api/transaction/transactions': () =>
      deposits
        ? paged(deposits.slice(0, 50), deposits.length)
        : // For longer than a page waits to ask again by itself.
          { ...refusal(503, 'Busy', 'busy'), headers: { 'retry-after': '60' } },
    'GET /api/admin/reports/r-1': () => unread ?? { body: { data: now } },
    'PUT /api/admin/reports/r-1': () => {
      if (refused) return refused;
      now = {
        ...now,
        closedAt: closed.closedAt,
        closedBy: closed.closedBy,
        finding: 'theft',
        frozenAt: null,
      };
      return { body: { data: now } };
    },
  });
  renderConsole(host, address, options);
  return {
    user: userEvent.setup(),
    host,
    refuse: (answer: Answer, then: ReportDetails) => {
      refused = answer;
      now = then;
    },
    limit: () => {
      unread = refusal(429, 'Too many requests', 'rate_limited');
    },
  };
}

it('are a list: when, who, about what and from where, and what was found; the menu counts the open ones', async () => {
  const { user, host } = await open('/admin/reports');
  expect(await headersOf('Reports')).toEqual(['S/N', 'When', 'Who', 'About', 'From', 'State']);
  // Of what the button did, only the freeze lasts.
  expect(screen.getByText(/^Owners who pressed/)).toHaveTextContent(
    /a new password may have been set by a code since\. Withdrawals of an investor stay frozen at least until the report is closed\.$/,
  );
  const [, , who, about, from, state] = await cellsOf('Reports', 1);
  expect([who, about, from, state]).toEqual([
    'Ada Lovelace',
    reportedMailNames.withdrawal_received,
    'Firefox on Windows192.0.2.7',
    'Open',
  ]);
  expect((await cellsOf('Reports', 2))[5]).toBe('ClosedIt was the owner, or nothing happened');
  expect(await screen.findByRole('link', { name: 'Reports 1 open' })).toBeVisible();
  const [row] = screen.getAllByRole('link', { name: 'Ada Lovelace' });
  expect(row).toHaveAttribute('href', '/admin/reports/r-1/show');
  const [person] = screen.getAllByRole('link', { name: 'Page of Ada Lovelace' });
  expect(person).toHaveAttribute('href', '/admin/users/u-1/show');
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Open' }));
  await waitFor(() =>
    expect(
      queryOf(host.received.filter(({ path }) => path.includes('range=%5B0%2C19%5D')).at(-1)).filter,
    ).toEqual({ state: 'open' }),
  );
});

it('say so where there is none', async () => {
  const host = await startConsoleHost({});
  renderConsole(host, '/admin/reports');
  expect(await screen.findByText('There are no reports yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reports' })).toBeVisible();
});

it('show what the account did, each withdrawal with the way to its review', async () => {
  await open('/admin/reports/r-1/show', buildReport({ others: [{ ...closed, _id: 'r-3' }] }));
  const withdrawals = await screen.findByRole('region', { name: 'Withdrawals' });
  expect(within(withdrawals).getByRole('link', { name: '$75.00 in Bitcoin' })).toHaveAttribute(
    'href',
    '/admin/review/t-2',
  );
  expect(screen.getByRole('region', { name: 'Addresses added' })).toHaveTextContent('bc1-loot');
  expect(screen.getByRole('region', { name: 'Sign-ins' })).toHaveTextContent('Chrome on Android');
  expect(screen.getByRole('region', { name: 'Other open reports' })).toHaveTextContent(
    reportedMailNames.new_sign_in,
  );
  const reported = screen.getByRole('region', { name: 'Reported' });
  expect(within(reported).getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute(
    'href',
    '/admin/users/u-1/show',
  );
});

it('show the deposits of that time, each with the way to its review, and lead back to the list', async () => {
  const { host } = await open('/admin/reports/r-1/show', buildReport({ about: 'deposit_received' }), {
    deposits: [buildTransaction()],
  });
  const deposits = within(await screen.findByRole('region', { name: 'Deposits' }));
  const link = deposits.getByRole('link', { name: '$500.00 in Bitcoin' });
  expect(link).toHaveAttribute('href', '/admin/review/t-1');
  expect(deposits.getByText(/, 0xabc$/)).toBeVisible();
  const asked = host.received.find(({ path }) => path.startsWith('/api/transaction/transactions'));
  expect(queryOf(asked).filter).toEqual({
    userId: 'u-1',
    trxType: 'DEPOSIT',
    createdAt_gte: buildReport().since,
  });
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/admin/reports');
});

it('say of what there is too much of which part it is, with the way to all of it', async () => {
  const report = buildReport();
  const deposits = Array.from({ length: 60 }, (_, at) => buildTransaction({ _id: `t-${at}` }));
  await open(
    '/admin/reports/r-1/show',
    { ...report, counts: { sessions: 60, withdrawals: 1_200 } },
    { deposits },
  );
  const all = async (region: string) => {
    const part = await screen.findByRole('region', { name: region });
    const link = new URL(within(part).getByRole<HTMLAnchorElement>('link', { name: 'See all' }).href);
    return [part, link.pathname, JSON.parse(link.searchParams.get('filter') ?? '')];
  };
  const [signIns, ...toSignIns] = await all('Sign-ins');
  expect(signIns).toHaveTextContent('These are 1 of 60: those nearest to the mail, and the newest.');
  expect(toSignIns).toEqual([
    '/admin/security',
    { userId: 'u-1', kind: 'sign_in', at_gte: report.since.slice(0, 10) },
  ]);
  const [withdrawals, ...toWithdrawals] = await all('Withdrawals');
  expect(withdrawals).toHaveTextContent('These are 1 of 1,200: those that are pending, and the newest.');
  expect(toWithdrawals).toEqual(['/admin/transactions', { userId: 'u-1', trxType: 'WITHDRAWAL' }]);
  const [newest, ...toDeposits] = await all('Deposits');
  expect(newest).toHaveTextContent('These are the newest 50 of 60.');
  expect(toDeposits).toEqual([
    '/admin/transactions',
    { userId: 'u-1', trxType: 'DEPOSIT', createdAt_gte: report.since.slice(0, 10) },
  ]);
});

it('say nothing of that where all of it is shown, or nobody has counted', async () => {
  await open('/admin/reports/r-1/show', buildReport({ counts: { sessions: 1, withdrawals: 1 } }));
  expect(await screen.findByRole('region', { name: 'Deposits' })).toBeVisible();
  expect(screen.queryByText(/^These are/)).toBeNull();
});

it('say of deposits that there was none', async () => {
  await open('/admin/reports/r-1/show');
  expect(await screen.findByRole('region', { name: 'Deposits' })).toHaveTextContent('None was made.');
});

it('say that deposits could not be read', async () => {
  await open('/admin/reports/r-1/show', buildReport(), { deposits: null });
  expect(await screen.findByText('The deposits could not be read')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Deposits' })).toBeNull();
});

it('are closed with what was found and why; the count goes', async () => {
  const { user, host } = await open(
    '/admin/reports/r-1/show',
    buildReport({ others: [{ ...closed, _id: 'r-3' }] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Close…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Close this report?' });
  const send = within(dialog).getByRole('button', { name: 'Close the report' });
  expect(dialog).toHaveTextContent('The other open report about this person is closed with it.');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Seen on the phone');
  expect(send).toBeDisabled();
  await user.click(within(dialog).getByRole('radio', { name: 'Somebody else was in the account' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Allow withdrawals again' }));
  await user.click(send);
  expect(await screen.findByText('Not frozen')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close…' })).toBeNull();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  await waitFor(() => expect(menu.getByRole('link', { name: 'Reports' })).toBeVisible());
  const put = host.received.find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({
    finding: 'theft',
    others: ['r-3'],
    allowWithdrawals: true,
  });
  expect(put?.headers[headers.reason]).toBe(encodeURIComponent('Seen on the phone'));
});

it('that were closed meanwhile say so, and are shown as they are', async () => {
  const { user, refuse } = await open('/admin/reports/r-1/show');
  await user.click(await screen.findByRole('button', { name: 'Close…' }));
  refuse(refusal(409, 'This report is closed already', 'conflict'), { ...closed, _id: 'r-1' });
  await user.click(await screen.findByRole('radio', { name: /^Somebody else/ }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Seen');
  await user.click(screen.getByRole('button', { name: 'Close the report' }));
  expect(within(await screen.findByRole('dialog')).getByRole('alert')).toHaveTextContent('closed already');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('It was their phone')).toBeVisible();
});

it('stay when they cannot be read again, with what is half filled in over them', async () => {
  const { user, limit } = await open('/admin/reports/r-1/show');
  await user.click(await screen.findByRole('button', { name: 'Close…' }));
  const field = await screen.findByRole('textbox', { name: 'Reason' });
  await user.type(field, 'Seen');
  limit();
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/The report could not be read again/)).toBeInTheDocument();
  expect(field).toBeVisible();
  expect(field).toHaveValue('Seen');
});

it('are read by auditors, and not closed', async () => {
  await open('/admin/reports/r-1/show', buildReport(), { type: 'auditor' });
  expect(await screen.findByRole('region', { name: 'Reported' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close…' })).toBeNull();
});

it('that are not there, or cannot be read, say so', async () => {
  await open('/admin/reports/nothing/show');
  expect(await screen.findByText('There is no such report')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the reports' })).toHaveAttribute('href', '/admin/reports');
});

it('stand on the page of the person as long as they are open, in place of the way to unfreeze', async () => {
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
    'GET /api/account/u-1': () => ({ body: { data: buildAccount({ frozenAt: closed.closedAt }) } }),
    'GET /api/admin/reports': () => paged([buildReport()]),
  });
  renderConsole(host, '/admin/users/u-1/show');
  expect(await screen.findByRole('link', { name: 'See the report' })).toHaveAttribute(
    'href',
    '/admin/reports/r-1/show',
  );
  expect(await screen.findByText(/^Withdrawals are frozen since/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unfreeze' })).toBeNull();
});
