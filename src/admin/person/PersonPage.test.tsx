// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Session } from '../../../contract/auth';
import type { FigureEntry } from '../../../contract/ledger';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildAccount,
  buildEvent,
  buildTransaction,
  buildUser,
  paged,
  queryOf,
  startConsoleHost,
} from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';

let host: StandInHost;

const session: Session = {
  _id: 's-1',
  createdAt: '2026-03-04T10:00:00.000Z',
  lastSeenAt: '2026-03-04T11:00:00.000Z',
  expiresAt: '2026-03-05T10:00:00.000Z',
  device: 'Firefox on Windows',
  ip: '192.0.2.7',
  current: false,
};
const entry: FigureEntry = {
  _id: 'e-1',
  field: 'balance',
  createdAt: '2026-03-04T10:00:00.000Z',
  kind: 'deposit_confirmed',
  amount: 1_500,
  figureAfter: 1_500,
  postedBy: 'operator',
  reason: 'Seen on the chain',
  trxId: 't-1',
};

async function open(address = '/admin/users/u-1/show', options: RenderOptions = {}) {
  let frozenAt: string | null = null;
  let sessions = [session, { ...session, _id: 's-2', device: 'Safari on iPhone' }];
  host = await startConsoleHost({
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
    'GET /api/account/u-1': () => ({ body: { data: buildAccount({ frozenAt }) } }),
    'GET /api/account/u-1/entries': () => paged([entry]),
    'PUT /api/account/u-1/frozen': ({ body }) => {
      frozenAt = (body as { frozen: boolean }).frozen ? '2026-03-06T10:00:00.000Z' : null;
      return { body: { data: buildAccount({ frozenAt }) } };
    },
    'GET /api/transaction/transactions': () => paged([buildTransaction()], 12),
    'GET /api/user/u-1/sessions': () => ({ body: { data: sessions } }),
    'DELETE /api/user/u-1/sessions/s-1': () => {
      sessions = sessions.filter(({ _id }) => _id !== 's-1');
      return { body: { data: { message: 'ok' } } };
    },
    'GET /api/admin/audit': () =>
      paged([
        buildEvent({
          action: 'account.edited',
          subjectType: 'account',
          before: { balance: 100 },
          after: { balance: 1_500 },
        }),
      ]),
  });
  renderConsole(host, address, options);
  return userEvent.setup();
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = (method: string) => host.received.find((request) => request.method === method);

it('is reached from the list of users', async () => {
  const user = await open('/admin/users');
  await user.click(await screen.findByRole('link', { name: 'ada@example.com' }));
  expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
});

it('shows profile, figures, transactions, sessions and audit trail', async () => {
  await open();
  expect(await (await region('Profile')).findByText('+44 20 7946 0000')).toBeVisible();
  expect(await (await region('Account')).findByRole('button', { name: 'Balance $1,500.00' })).toBeVisible();
  const transactions = await region('Transactions');
  expect(await transactions.findByRole('cell', { name: '$500.00' })).toBeVisible();
  expect(transactions.getByRole('link', { name: 'All 12' })).toBeVisible();
  expect(await (await region('Sessions')).findByText('Firefox on Windows')).toBeVisible();
  expect(await (await region('Audit trail')).findByText('Account: edited')).toBeVisible();
  const audit = host.received.find(({ path }) => path.startsWith('/api/admin/audit'));
  expect(queryOf(audit).filter).toEqual({ subjectType: ['user', 'account'], subjectId: 'u-1' });
});

it('a figure opens the entries that compose it', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Balance $1,500.00' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Balance: $1,500.00' }));
  expect(await dialog.findByRole('cell', { name: '+$1,500.00' })).toBeVisible();
  expect(dialog.getByText('Seen on the chain')).toBeVisible();
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('an account is frozen for a reason, and says since when', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Freeze' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Freeze this account?' }));
  expect(dialog.getByRole('button', { name: 'Freeze' })).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Stolen phone');
  await user.click(dialog.getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText(/Withdrawals are frozen since/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Unfreeze' })).toBeVisible();
  expect(sent('PUT')).toMatchObject({ body: { frozen: true }, headers: { 'x-reason': 'Stolen%20phone' } });
});

it('one session is ended for a reason', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^Sign out Firefox on Windows/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Stolen phone');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull());
  expect(screen.getByText('Safari on iPhone')).toBeVisible();
  expect(sent('DELETE')?.headers['x-reason']).toBe('Stolen%20phone');
});

it('an auditor sees all of it and can change nothing', async () => {
  await open(undefined, { type: 'auditor' });
  expect(await screen.findByRole('button', { name: 'Balance $1,500.00' })).toBeVisible();
  expect(await screen.findByText('Firefox on Windows')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
});
