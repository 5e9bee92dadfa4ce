// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { calls, offeredAs } from '../../contract/calls';
import { accountFieldNames } from '../../contract/chart';
import { recordOf } from '../../contract/record-of';
import { buildUser } from '../shared/testing/build-user';
import { letItArrive } from '../shared/testing/let-it-arrive';
import type { StandInHost } from '../shared/testing/stand-in-host';
import { consoleAuth } from './console-auth';
import { dataProvider } from './data-provider';
import { type ConsoleDataProvider, consoleCalls } from './provider/console-calls';
import { declareResource } from './resource/declare-resource';
import { buildBooks, buildCheck } from './testing/build-books';
import { buildHistory } from './testing/build-history';
import {
  buildAccount,
  buildBulkPreview,
  buildEvent,
  buildHome,
  buildInvitation,
  buildProposal,
  buildReport,
  buildTransaction,
  paged,
  startConsoleHost,
} from './testing/console-host';
import { renderConsole } from './testing/render-console';

let host: StandInHost;

const menu = async () => {
  const links = await screen.findAllByRole('link');
  return links.filter((link) => link.closest('nav')).map((link) => link.textContent);
};

it('the console has its own parts and those of src/app.config.ts', async () => {
  host = await startConsoleHost({
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/admin/wallets': () => paged([]),
  });
  renderConsole(host, '/admin/users');
  expect(await screen.findByRole('link', { name: 'Wallets' })).toBeVisible();
  expect(await menu()).toEqual([
    'Users',
    'Accounts',
    'Transactions',
    'Review',
    'Reports',
    'Approvals',
    'Wallets',
    'Invitations',
    'Audit',
    'Security',
    'Mail',
    'Books',
    'Second factor',
  ]);
});

it('a part for administrators alone is not there for an auditor', async () => {
  host = await startConsoleHost({
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/admin/secrets': () => paged([]),
  });
  const secrets = declareResource({
    name: 'secrets',
    label: 'Secrets',
    singular: 'Secret',
    icon: LockOutlined,
    fields: [{ name: 'title', label: 'Title', kind: 'text' }],
    adminsOnly: true,
  });
  const props = { resources: [async () => ({ default: secrets })] };
  renderConsole(host, '/admin/users', { props });
  expect(await screen.findByRole('link', { name: 'Secrets' })).toBeVisible();
  cleanup();
  renderConsole(host, '/admin/users', { props, type: 'auditor' });
  expect(await screen.findByRole('link', { name: 'Books' })).toBeVisible();
  expect(await menu()).not.toContain('Secrets');
  cleanup();
  renderConsole(host, '/admin/secrets', { props, type: 'auditor' });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeVisible();
});

it('a declared part that the host does not have has no entry in the menu', async () => {
  host = await startConsoleHost({
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/admin/tickets': () => paged([]),
  });
  const [tickets, orders] = (['Tickets', 'Orders'] as const).map((label) =>
    declareResource({
      name: label.toLowerCase(),
      label,
      singular: label.slice(0, -1),
      icon: LockOutlined,
      fields: [{ name: 'title', label: 'Title', kind: 'text' }],
    }),
  );
  renderConsole(host, '/admin/users', {
    props: { resources: [tickets, orders].flatMap((one) => one ?? []) },
  });
  expect(await screen.findByRole('link', { name: 'Tickets' })).toBeVisible();
  expect(await menu()).not.toContain('Orders');
});

it('resources, data provider, auth provider and branding can all be replaced', async () => {
  host = await startConsoleHost({});
  const asked: string[] = [];
  renderConsole(host, '/admin/notices', {
    props: {
      resources: [
        async () => ({
          default: { name: 'notices', list: () => <h1>Our notices</h1>, options: { label: 'Notices' } },
        }),
      ],
      dataProvider: {
        ...dataProvider,
        readOffered: async () => Object.values(calls).map(offeredAs),
        getList: async (name) => {
          asked.push(name);
          return { data: [], total: 0 };
        },
      },
      authProvider: {
        ...consoleAuth,
        canAccess: async ({ resource }) => resource === 'notices' || resource === 'users',
        getIdentity: async () => ({ id: 'x', fullName: 'Somebody Else' }),
        getPermissions: async () => 'admin',
      },
      branding: 'Our own console',
    },
  });
  expect(await screen.findByRole('heading', { name: 'Our notices' })).toBeVisible();
  expect(await screen.findByText('Somebody Else')).toBeVisible();
  for (const place of ['banner', 'navigation'])
    expect(within(screen.getByRole(place)).getByText('Our own console')).toBeVisible();
  await waitFor(async () => expect(await menu()).toEqual(['Users', 'Notices', 'Second factor']));
  await userEvent.setup().click(screen.getByRole('link', { name: 'Users' }));
  expect(await screen.findByText('There are no users yet.')).toBeVisible();
  expect(asked).toEqual(['users']);
  await letItArrive();
  expect(host.received).toEqual([]);
});

/** A data provider without a host: what it is asked for stands in `asked`, each with its parameters. */
function fakeProvider() {
  const asked: [name: string, request: unknown][] = [];
  const noFigures = recordOf(accountFieldNames, () => 0);
  const figureDays = {
    from: '2026-01-01',
    to: '2026-01-31',
    opening: noFigures,
    days: [],
    since: '2026-01-01',
  };
  const session = {
    _id: 's-1',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: at,
    device: 'Firefox',
    network: null,
  };
  const statement = {
    _id: '2026-01',
    from: '2026-01-01',
    to: '2026-01-31',
    entries: 0,
    lines: [],
    stored: null,
  };
  const answers: Record<string, unknown> = {
    users: { ...buildUser(), id: 'u-1', standing: 'enabled', version: 1, secondFactor: true },
    invitations: { ...buildInvitation(), id: 'i-1' },
    accounts: { ...buildAccount(), id: 'u-1' },
    transactions: { ...buildTransaction(), id: 't-1' },
    audit: { ...buildEvent({ signed: { proofId: 'a-1', factor: 'Laptop' } }), id: 'e-1' },
    readActProof: { id: 'a-1' },
    readDocuments: { accepted: [], open: [] },
    listSessions: [{ ...session, current: false }],
    readErasure: { _id: 'u-1', allowedFrom: null, obstacles: [], erasedAt: null },
    erasePerson: { _id: 'u-1', allowedFrom: null, obstacles: [], erasedAt: at },
    listEntries: { data: [], total: 0 },
    listFigureDays: figureDays,
    readFigures: { at, ...noFigures, balance: 12.5 },
    listAllFigureDays: figureDays,
    readAllFigures: { at, ...noFigures, balance: 98.75 },
    listStatements: { statements: [statement], mailed: false },
    readStatement: { ...statement, userId: 'u-1', items: [], months: [], intact: null },
    printStatement: new Blob(),
    previewStatus: { changes: [], overdraws: false, frozen: false, duplicateOf: null, version: 3 },
    previewStatuses: buildBulkPreview(),
    changeStatuses: [{ _id: 't-1', result: 'changed', status: 'CONFIRMED', version: 4, message: null }],
    readReview: {
      transaction: buildTransaction(),
      duplicates: [],
      duplicateCount: 0,
      investor: { _id: 'u-1', memberSince: at, frozenAt: null, balance: 0, held: 0, history: [] },
    },
    readHome: buildHome(),
    readBooks: buildBooks([buildCheck('entry-balance', { holds: false, offenders: 1 })]),
    recheckBooks: buildBooks([buildCheck('entry-balance', { holds: false, offenders: 1 })]),
    readHistory: buildHistory(),
    checkHistory: buildHistory(),
    listOffenders: { data: [], total: 0 },
    readReport: buildReport(),
    closeReport: buildReport(),
    resetFactors: { proposal: buildProposal() },
    readProposal: {
      ...buildProposal({ proposer: { ...buildProposal().proposer, _id: 'u-8' } }),
      now: null,
      changed: false,
      refusal: null,
      preview: null,
      recent: [],
    },
    decideProposal: buildProposal({ status: 'APPROVED' }),
    readSecurityPolicy: { days: 30, minutes: 15, ofAccount: 10, ofNetwork: 30 },
  };
  const records = new Map(Object.entries(answers));
  const provider = Object.fromEntries(
    Object.keys(dataProvider).map((name) => [
      name,
      async (first: unknown, request: unknown) => {
        asked.push([name, request ?? first]);
        const record = records.get(String(first));
        if (name === 'getList') return record ? { data: [record], total: 1 } : { data: [], total: 0 };
        if (name === 'getOne' || name === 'update') return { data: record };
        return records.get(name);
      },
    ]),
  );
  // Built from the names of the own one, which has them all.
  return { asked, provider: provider as unknown as ConsoleDataProvider };
}

const at = '2026-03-04T10:00:00.000Z';

it("an operator's data provider gets all that the console asks, and nothing passes it by", async () => {
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ _id: 'u-9', type: 'admin' }) } }),
  });
  const { asked, provider } = fakeProvider();
  // The document is not one of a browser that keeps files.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: () => {} }));
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const router = renderConsole(host, '/admin/users/u-1/show', { props: { dataProvider: provider } });
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  const confirm = async (name: string) => {
    await user.click(await screen.findByRole('textbox', { name: /^Reason/ }));
    await user.paste('Month end');
    await press(name);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  await press(/^Sign out Firefox/);
  await confirm('Sign out');
  await press('Freeze');
  await confirm('Freeze');
  await press('Disable');
  await confirm('Disable');
  await press('Remove second factors');
  await confirm('Send for approval');
  await press('Balance $1,500.00');
  await screen.findByText('Nothing has moved this figure.');
  await press('Close');
  await user.type(await screen.findByLabelText('As of the end of'), '2024-12-31');
  await screen.findByText('$12.50');
  await user.click(await screen.findByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: 'January 2026, preliminary' }));
  await press('Save as PDF');
  await press('Erase personal data');
  await user.click(await screen.findByRole('textbox', { name: /^Email address/ }));
  await user.paste('ada@example.com');
  await confirm('Erase for good');

  await act(() => router.navigate('/admin/transactions'));
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await press('Change status');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Month end');
  await press('Set 1 to CONFIRMED');
  await screen.findByText('1 changed');
  await press('Close');

  await act(() => router.navigate('/admin/review/t-1'));
  await press('Confirm (C)');
  await screen.findByText('No figure of the account changes.');

  await act(() => router.navigate('/admin/reports/r-1/show'));
  await press('Close…');
  await user.click(await screen.findByRole('radio', { name: /^Somebody else/ }));
  await confirm('Close the report');
  await act(() => router.navigate('/admin/proposals/p-1/show'));
  await press('Approve (A)');
  await press('Approve and do it (Enter)');

  await act(() => router.navigate('/admin/audit'));
  await press('Download the proof');

  await act(() => router.navigate('/admin/home'));
  await screen.findByRole('heading', { name: 'Home' });
  await act(() => router.navigate('/admin/books'));
  await press(/^Rows that break/);
  await screen.findByRole('table', { name: 'Rows that break it' });
  await press('Check all accounts');
  await press('Check all rows');
  await user.type(await screen.findByLabelText('As of the end of'), '2024-12-31');
  await screen.findByText('$98.75');

  await act(() => router.navigate('/admin/invitations'));
  await press('Send again: grace@example.com');
  await confirm('Send again');
  await press('Revoke: grace@example.com');
  await confirm('Revoke');
  await press('Invite');
  await user.click(await screen.findByLabelText('Email'));
  await user.paste('alan@example.com');
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'Month end');
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await act(() => router.navigate('/admin/security'));
  await screen.findByText(/^Kept for 30 days/);

  const names = new Set(asked.map(([name]) => name));
  expect([...names].sort()).toEqual(
    expect.arrayContaining(Object.keys(consoleCalls).sort().concat(['getList', 'getOne'])),
  );
  expect(asked).toContainEqual(['endSessions', { userId: 'u-1', sessionId: 's-1', reason: 'Month end' }]);
  expect(asked).toContainEqual([
    'freezeAccount',
    { userId: 'u-1', frozen: true, version: 7, reason: 'Month end' },
  ]);
  expect(asked).toContainEqual([
    'changeStanding',
    { userId: 'u-1', act: 'disable', version: 1, reason: 'Month end' },
  ]);
  expect(asked).toContainEqual([
    'invite',
    { email: 'alan@example.com', type: 'auditor', reason: 'Month end' },
  ]);
  expect(asked).toContainEqual([
    'readFigures',
    expect.objectContaining({ userId: 'u-1', at: '2024-12-31T23:59:59.999Z' }),
  ]);
  expect(asked).toContainEqual(['printStatement', { userId: 'u-1', period: '2026-01' }]);
  // Who is signed in is the auth provider's to ask.
  expect(host.received.filter(({ path }) => path !== '/api/user')).toEqual([]);
});
