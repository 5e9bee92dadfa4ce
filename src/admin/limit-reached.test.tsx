// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Datagrid, List, TextField } from 'react-admin';
import { expect, it } from 'vitest';
import { accountFieldNames } from '../../contract/chart';
import type { FigureDays } from '../../contract/figures';
import { recordOf } from '../../contract/record-of';
import { buildUser } from '../shared/testing/build-user';
import { expectCountdown, tooOften } from '../shared/testing/limit';
import type { Answer, Received, StandInHost } from '../shared/testing/stand-in-host';
import { buildBooks, buildCheck } from './testing/build-books';
import {
  buildAccount,
  buildBulkPreview,
  buildEvent,
  buildTransaction,
  paged,
  startConsoleHost,
} from './testing/console-host';
import { type RenderOptions, renderConsole } from './testing/render-console';
import { cellsOf } from './testing/table';

/*
 * A limit that is reached counts down where it stands, in each dialog and form of the console; what was typed stays,
 * and the next try is taken.
 */

let host: StandInHost;

const effect = { changes: [], overdraws: false, frozen: false, duplicateOf: null, version: 3 };
const bulk = buildBulkPreview();
const review = {
  transaction: buildTransaction(),
  duplicates: [],
  duplicateCount: 0,
  investor: {
    _id: 'u-1',
    memberSince: '2026-01-01T10:00:00.000Z',
    frozenAt: null,
    balance: 0,
    held: 0,
    history: [],
  },
};
const wallet = { _id: 'w-1', name: 'bitcoin', value: 'bc1q', enabled: true, demo: false, version: 4 };

const noDays: FigureDays = {
  from: '2026-01-01',
  to: '2026-03-31',
  opening: recordOf(accountFieldNames, () => 0),
  days: [],
  since: null,
};

/** A host that refuses the first request to `limited`, 'METHOD /path', for coming too often. */
async function open(address: string, limited: string, options: RenderOptions = {}) {
  let refused = false;
  const routes: Record<string, (request: Received) => Answer> = {
    'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
    'GET /api/account/all': () => paged([buildAccount()]),
    'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }),
    'PUT /api/account/u-1': () => ({ body: { data: buildAccount({ version: 8 }) } }),
    'PUT /api/account/u-1/frozen': () => ({ body: { data: buildAccount({ version: 8 }) } }),
    'GET /api/transaction/transactions': () => paged([buildTransaction()]),
    'GET /api/transaction/t-1/review': () => ({ body: { data: review } }),
    'POST /api/transaction/t-1/preview': () => ({ body: { data: effect } }),
    'PUT /api/transaction/t-1': () => ({ body: { data: buildTransaction({ status: 'CONFIRMED' }) } }),
    'POST /api/transaction/bulk/preview': () => ({ body: { data: bulk } }),
    'POST /api/transaction/bulk': () => ({
      body: { data: [{ _id: 't-1', result: 'changed', status: 'CONFIRMED', version: 4, message: null }] },
    }),
    'GET /api/user/u-1/sessions': () => ({ body: { data: [] } }),
    'GET /api/admin/audit': () => paged([buildEvent()]),
    'GET /api/admin/books/state': () => ({ body: { data: buildBooks([buildCheck('entry-balance')]) } }),
    'GET /api/account/all/figures/days': () => ({ body: { data: noDays } }),
    'GET /api/admin/wallets/w-1': () => ({ body: { data: wallet } }),
    'GET /api/admin/wallets': () => paged([wallet]),
    'PUT /api/admin/wallets/w-1': () => ({ body: { data: wallet } }),
    'DELETE /api/admin/wallets/w-1': () => ({ body: { data: wallet } }),
  };
  const answer = routes[limited];
  if (!answer) throw new Error(`Nothing answers ${limited}`);
  routes[limited] = (request) => {
    if (refused) return answer(request);
    refused = true;
    return tooOften();
  };
  host = await startConsoleHost(routes);
  renderConsole(host, address, options);
  return userEvent.setup({ pointerEventsCheck: 0 });
}

type User = ReturnType<typeof userEvent.setup>;

const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
const reason = () => screen.findByRole('textbox', { name: /^Reason/ });
async function giveReason(user: User): Promise<void> {
  await user.click(await reason());
  await user.paste('Month end');
}

/** Presses the button, waits for the limit to pass with the reason still there, and presses it again. */
async function pressTwice(user: User, name: string): Promise<void> {
  await expectCountdown(name, () => press(user, name));
  expect(await reason()).toHaveValue('Month end');
  await press(user, name);
}

it('the edit of an account', async () => {
  const user = await open('/admin/accounts', 'PUT /api/account/u-1');
  await press(user, 'Options of Ada Lovelace');
  const profit = await screen.findByRole('textbox', { name: 'Profit' });
  await user.clear(profit);
  await user.type(profit, '25');
  await giveReason(user);
  await expectCountdown('Save', () => press(user, 'Save'));
  expect(profit).toHaveValue('25');
  await press(user, 'Save');
  expect(await screen.findByText('Account Updated')).toBeVisible();
});

it('a status', async () => {
  const user = await open('/admin/transactions', 'PUT /api/transaction/t-1');
  await user.click(await screen.findByRole('combobox', { name: /^Status of transaction t-1/ }));
  await user.click(await screen.findByRole('option', { name: 'CONFIRMED' }));
  await giveReason(user);
  await screen.findByText('No figure of the account changes.');
  await pressTwice(user, 'Set to CONFIRMED');
  expect(await screen.findByRole('region', { name: 'Last change' })).toBeVisible();
});

it('a freeze', async () => {
  const user = await open('/admin/users/u-1/show', 'PUT /api/account/u-1/frozen');
  await press(user, 'Freeze');
  await giveReason(user);
  await pressTwice(user, 'Freeze');
  expect(await screen.findByText('Withdrawals are frozen')).toBeVisible();
});

it('a decision of the review', async () => {
  const user = await open('/admin/review/t-1', 'PUT /api/transaction/t-1');
  await press(user, 'Confirm (C)');
  await giveReason(user);
  await screen.findByText('No figure of the account changes.');
  await pressTwice(user, 'Confirm now (Enter)');
  expect(await screen.findByText('transaction updated')).toBeVisible();
});

it('a change of many', async () => {
  const user = await open('/admin/transactions', 'POST /api/transaction/bulk');
  await cellsOf('Transactions', 1);
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await press(user, 'Change status');
  await giveReason(user);
  await expectCountdown('Continue', () => press(user, 'Set 1 to CONFIRMED'));
  await press(user, 'Continue');
  expect(await screen.findByText('1 changed')).toBeVisible();
});

it('the form of a declared resource', async () => {
  const user = await open('/admin/wallets/w-1', 'PUT /api/admin/wallets/w-1');
  await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
  await giveReason(user);
  await pressTwice(user, 'Save');
  expect(await screen.findByText('Wallet saved')).toBeVisible();
});

it('the question that a stock page is asked before it deletes', async () => {
  const list = (
    <List>
      <Datagrid>
        <TextField source="value" />
      </Datagrid>
    </List>
  );
  const resources = [async () => ({ default: { name: 'wallets', list: () => list } })];
  const user = await open('/admin/wallets', 'DELETE /api/admin/wallets/w-1', { props: { resources } });
  const row = (await screen.findByText('bc1q')).closest('tr');
  if (!row) throw new Error('No row');
  await user.click(within(row).getByRole('checkbox'));
  await press(user, 'Delete');
  await giveReason(user);
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' });
  await expectCountdown('Delete', () => user.click(confirm));
  expect(await reason()).toHaveValue('Month end');
  await user.click(confirm);
  expect(await screen.findByText('Deleted')).toBeVisible();
});

it('a page that could not be read', async () => {
  const user = await open('/admin/books', 'GET /api/admin/books/state');
  await expectCountdown('Try again', () => screen.findByText('The books could not be read'));
  await press(user, 'Try again');
  expect(await screen.findByText(/^The books balance/)).toBeVisible();
});
