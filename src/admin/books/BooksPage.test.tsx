// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { BookCheckResult, BooksState, Offender } from '../../../contract/books';
import { accountFieldNames } from '../../../contract/chart';
import { bookCheckNames } from '../../../contract/console-names';
import type { FigureDays } from '../../../contract/figures';
import { recordOf } from '../../../contract/record-of';
import { formatMoment } from '../../shared/format';
import { expectCountdown, tooOften } from '../../shared/testing/limit';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { buildBooks, buildCheck } from '../testing/build-books';
import { buildHistory } from '../testing/build-history';
import { paged, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

let host: StandInHost;

const offender: Offender = {
  _id: 'o-1',
  what: 'balance',
  found: 12.5,
  expected: 10,
  userId: 'u-1',
  trxId: null,
  entryId: 7,
};

const noFigures = recordOf(accountFieldNames, () => 0);
const figureDays: FigureDays = {
  from: '2026-01-01',
  to: '2026-03-31',
  opening: noFigures,
  days: [{ day: '2026-03-04', ...noFigures, balance: 4_200, bitcoin: 4_200 }],
  since: '2026-03-04',
};

async function open(
  checks: BookCheckResult[] | BooksState,
  history = buildHistory(),
  listDays = (): Answer => ({ body: { data: figureDays } }),
  others: Record<string, () => Answer> = {},
) {
  // A check that was begun runs on: it is looked at again every second.
  let books = 'check' in checks ? checks : buildBooks(checks);
  let sealed = history;
  host = await startConsoleHost({
    'GET /api/account/all/figures/days': listDays,
    'GET /api/account/all/figures': ({ path }) => ({
      body: { data: { at: new URLSearchParams(path.split('?')[1]).get('at'), ...noFigures, balance: 3_100 } },
    }),
    'GET /api/admin/history': () => ({ body: { data: sealed } }),
    'GET /api/admin/history/check': () => {
      const state = { running: true, done: 3, total: 12, checkedAt: null, size: null, wholeAt: null };
      sealed = buildHistory(state);
      return { body: { data: sealed } };
    },
    'GET /api/admin/books/state': () => ({ body: { data: books } }),
    'GET /api/admin/books/recheck': () => {
      books = buildBooks([buildCheck('entry-balance')], { running: { accounts: 1_200, percent: 25 } });
      return { body: { data: books } };
    },
    'GET /api/admin/books/account-replay': () => paged([offender]),
    ...others,
  });
  renderConsole(host, '/admin/books');
  return userEvent.setup();
}

it('books that balance say so, check by check', async () => {
  await open([buildCheck('entry-balance'), buildCheck('book-balance')]);
  expect(await screen.findByText(/^The books balance: all 2 checks hold\./)).toBeVisible();
  expect(screen.getAllByText('no exceptions')).toHaveLength(2);
});

it.each([0, 1, 3])(
  'says when all accounts were checked, and when what changed since, not that it was %i',
  async (accounts) => {
    await open(
      buildBooks([buildCheck('entry-balance')], { accounts, checkedAt: '2026-11-23T19:50:00.000Z' }),
    );
    expect(await screen.findByText(/^The books balance/)).toHaveTextContent(
      `All 12 accounts were checked on ${formatMoment('2026-11-23T19:20:00.000Z')}; what changed since was checked as well, last on ${formatMoment('2026-11-23T19:50:00.000Z')}.`,
    );
  },
);

it('a check that runs shows how far it is, above the answer of the last one', async () => {
  const user = await open([buildCheck('entry-balance')]);
  await user.click(await screen.findByRole('button', { name: 'Check all accounts' }));
  expect(await screen.findByText('Checking 1,200 accounts: 25 % done.')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Checking the books' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  expect(screen.getByText(/^The books balance/)).toBeVisible();
});

it.each([
  ['Check all accounts', 'books/recheck'],
  ['Check all rows', 'history/check'],
])('"%s" says why it was refused, and can be tried again', async (name, path) => {
  const user = await open([buildCheck('entry-balance')], undefined, undefined, {
    [`GET /api/admin/${path}`]: () => refusal(429, 'Too many requests. Try again soon.', 'rate_limited'),
  });
  const button = await screen.findByRole('button', { name });
  await user.click(button);
  expect(await screen.findByText('Too many requests. Try again soon.')).toBeVisible();
  expect(screen.getByText(/^The books balance/)).toBeVisible();
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  const asked = () => host.received.filter(({ path: each }) => each.startsWith(`/api/admin/${path}`));
  await waitFor(() => expect(asked()).toHaveLength(2));
});

it.each([
  ['Check all accounts', 'books/recheck'],
  ['Check all rows', 'history/check'],
])('"%s" counts down while a limit holds, and has the focus again after it', async (name, path) => {
  const user = await open([buildCheck('entry-balance')], undefined, undefined, {
    [`GET /api/admin/${path}`]: tooOften,
  });
  const button = await screen.findByRole('button', { name });
  await expectCountdown(name, () => user.click(button));
  expect(button).toHaveFocus();
});

it('the end of a check that nobody here began takes the focus from nowhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const histories = [buildHistory({ running: true, done: 3, total: 12 })];
  await open([buildCheck('entry-balance')], undefined, undefined, {
    'GET /api/admin/history': () => ({ body: { data: histories.pop() ?? buildHistory() } }),
  });
  const button = await screen.findByRole('button', { name: 'Check all rows' });
  expect(button).toBeDisabled();
  // As often as one that runs is looked at.
  act(() => vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(button).toBeEnabled());
  expect(button).not.toHaveFocus();
});

it('the first check says so, and one that failed says why', async () => {
  await open(
    buildBooks([], {
      ...{ running: { accounts: 12, percent: 0 }, checkedAt: null, accounts: null, wholeAt: null },
      ...{ wholeAccounts: null, problem: 'The log says why' },
    }),
  );
  expect(await screen.findByText('Checking 12 accounts: 0 % done.')).toBeVisible();
  expect(screen.getByText('The log says why')).toBeVisible();
  expect(screen.queryByText(/balance/)).not.toBeInTheDocument();
});

it('a broken check leads to the rows that break it, and those to where they are', async () => {
  const user = await open([
    buildCheck('entry-balance'),
    buildCheck('account-replay', { holds: false, offenders: 1 }),
  ]);
  expect(await screen.findByText(/^The books do not balance: 1 of 2 checks failed\./)).toBeVisible();
  expect(screen.getByText('1 exception')).toBeVisible();
  await user.click(
    screen.getByRole('button', { name: `Rows that break: ${bookCheckNames['account-replay']}` }),
  );
  expect(await screen.findByRole('cell', { name: '$12.50' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '$10.00' })).toBeVisible();
  expect(screen.getByRole('link', { name: /Investor/ })).toHaveAttribute('href', '/admin/users/u-1/show');
  expect(screen.getByText('Entry 7')).toBeVisible();
});

it('a check that did not finish is not called good', async () => {
  await open([buildCheck('entry-balance', { holds: null, offenders: null, problem: 'Too slow' })]);
  expect(await screen.findByText(/could not be finished/)).toBeVisible();
  expect(screen.getByText('Too slow')).toBeVisible();
  expect(screen.getByText('exceptions unknown')).toBeVisible();
});

it('the sealed history says how far it goes and that all rows are as sealed; a check shows its progress', async () => {
  const user = await open([buildCheck('entry-balance')]);
  expect(
    await screen.findByText(/^All 12 sealed rows were as sealed at the check of [^.]+\.$/),
  ).toBeVisible();
  expect(screen.getByText(/^12 rows, /)).toBeVisible();
  expect(screen.getByText('invest.example/history+00000000+AQ==')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check all rows' }));
  expect(await screen.findByText('Checking 12 sealed rows: 3 done.')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Checking the sealed history' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
});

it('says when all sealed rows were checked, and when those that came since', async () => {
  await open(
    [buildCheck('entry-balance')],
    buildHistory({ size: 15, checkedAt: '2026-11-23T09:50:00.000Z', wholeAt: '2026-11-22T08:05:00.000Z' }),
  );
  const verdict = await screen.findByText(/^All 12 sealed rows were as sealed at the check of /);
  expect(verdict).toHaveTextContent(/of Nov 22, 2026.* So were the 3 sealed since, at that of Nov 23, 2026/);
  expect(screen.queryByText(/All 15/)).not.toBeInTheDocument();
});

it('a row that was changed after it was sealed is named', async () => {
  const message = 'Ledger entry 17 was changed after it was sealed.';
  await open(
    [buildCheck('entry-balance')],
    buildHistory({ finding: { kind: 'entry', id: '17', index: 4, message } }),
  );
  expect(await screen.findByText(`Not as it was sealed: ${message}`)).toBeVisible();
});

it('the sums of all accounts are shown over time, as a chart and a table, and as of a day', async () => {
  const user = await open([buildCheck('entry-balance')]);
  const section = within(await screen.findByRole('region', { name: 'All accounts over time' }));
  expect(await section.findByRole('group', { name: 'Balance over time' })).toBeVisible();
  await user.click(section.getByRole('button', { name: 'Show as table' }));
  const table = within(section.getByRole('table', { name: 'Figures by day' }));
  expect(table.getByRole('row', { name: '2026-03-04 $4,200.00 $4,200.00' })).toBeVisible();
  await user.type(section.getByLabelText('As of the end of'), '2026-02-28');
  expect(await section.findByText('$3,100.00')).toBeVisible();
  const asked = host.received.filter(({ path }) => path.startsWith('/api/account/all/figures?'));
  expect(asked.at(-1)?.path).toBe('/api/account/all/figures?at=2026-02-28T23%3A59%3A59.999Z');
});

it('says so where no account has an entry, and when the sums could not be read', async () => {
  let failed = false;
  const user = await open([buildCheck('entry-balance')], buildHistory(), () => {
    if (failed) return { body: { data: { ...figureDays, days: [], since: null } } };
    failed = true;
    return refusal(422, 'Ask for fewer days', 'validation');
  });
  const section = within(await screen.findByRole('region', { name: 'All accounts over time' }));
  expect(await section.findByText('Ask for fewer days')).toBeVisible();
  await user.click(section.getByRole('button', { name: 'Try again' }));
  expect(await section.findByText('There is nothing to show yet: no account has an entry.')).toBeVisible();
});
