// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { BookCheckResult, Offender } from '../../../contract/books';
import { bookCheckNames } from '../../../contract/console-names';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

let host: StandInHost;

function check(_id: BookCheckResult['_id'], overrides: Partial<BookCheckResult> = {}): BookCheckResult {
  return { _id, name: bookCheckNames[_id], holds: true, offenders: 0, problem: null, ...overrides };
}

const offender: Offender = {
  _id: 'o-1',
  what: 'balance',
  found: 12.5,
  expected: 10,
  userId: 'u-1',
  trxId: null,
  entryId: 7,
};

async function open(checks: BookCheckResult[]) {
  host = await startConsoleHost({
    'GET /api/admin/books': () => ({ body: { data: checks } }),
    'GET /api/admin/books/account-replay': () => paged([offender]),
  });
  renderConsole(host, '/admin/books');
  return userEvent.setup();
}

it('books that balance say so, check by check', async () => {
  await open([check('entry-balance'), check('book-balance')]);
  expect(await screen.findByText('The books balance: all 2 checks hold.')).toBeVisible();
  expect(screen.getAllByText('0 rows')).toHaveLength(2);
});

it('a broken check leads to the rows that break it, and those to where they are', async () => {
  const user = await open([check('entry-balance'), check('account-replay', { holds: false, offenders: 1 })]);
  expect(await screen.findByText('The books do not balance: 1 of 2 checks failed.')).toBeVisible();
  await user.click(
    screen.getByRole('button', { name: `Rows that break: ${bookCheckNames['account-replay']}` }),
  );
  expect(await screen.findByRole('cell', { name: '$12.50' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '$10.00' })).toBeVisible();
  expect(screen.getByRole('link', { name: /Investor/ })).toHaveAttribute('href', '/admin/users/u-1/show');
  expect(screen.getByText('Entry 7')).toBeVisible();
});

it('a check that did not finish is not called good', async () => {
  await open([check('entry-balance', { holds: null, offenders: null, problem: 'Too slow' })]);
  expect(await screen.findByText(/could not be finished/)).toBeVisible();
  expect(screen.getByText('Too slow')).toBeVisible();
});
