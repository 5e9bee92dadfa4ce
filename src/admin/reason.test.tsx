// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Edit, List, SimpleForm, SimpleList, TextInput } from 'react-admin';
import { expect, it } from 'vitest';
import { clearToken } from '../shared/session';
import { buildUser } from '../shared/testing/build-user';
import {
  buildAccount,
  buildBulkPreview,
  buildTransaction,
  paged,
  startConsoleHost,
  twoTransactions,
} from './testing/console-host';
import { renderConsole } from './testing/render-console';

/* Why an administrator does something: a reason that must be given says something, and is not lost by a slip. */

const hold = { notBefore: '2099-03-04T10:00:00.000Z', holdCause: 'new_address' } as const;
const note = { _id: 'n-1', title: 'First', version: 4 };
const notes = async () => ({
  default: {
    name: 'notes',
    list: () => (
      <List>
        <SimpleList primaryText="%{title}" />
      </List>
    ),
    edit: () => (
      <Edit>
        <SimpleForm>
          <TextInput source="title" />
        </SimpleForm>
      </Edit>
    ),
  },
});

async function open(address: string) {
  const host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ _id: 'u-9', type: 'admin' }) } }),
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/user/u-1': () => ({
      body: { data: { ...buildUser(), standing: 'enabled', version: 1, secondFactor: true } },
    }),
    'GET /api/user/u-1/erasure': () => ({
      body: { data: { _id: 'u-1', allowedFrom: null, obstacles: [], erasedAt: null } },
    }),
    'GET /api/account/all': () => paged([buildAccount()]),
    'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }),
    'GET /api/transaction/transactions': () => paged(twoTransactions()),
    'GET /api/transaction/t-1/review': () => ({
      body: {
        data: {
          transaction: buildTransaction(),
          duplicates: [],
          duplicateCount: 0,
          investor: { _id: 'u-1', history: [] },
        },
      },
    }),
    'POST /api/transaction/t-1/preview': () => ({
      body: { data: { changes: [], overdraws: false, frozen: false, version: 3, ...hold } },
    }),
    'POST /api/transaction/bulk/preview': () => ({
      body: {
        data: buildBulkPreview(),
      },
    }),
    'GET /api/admin/invitations': () => paged([]),
    'GET /api/admin/notes': () => paged([note]),
    'GET /api/admin/notes/n-1': () => ({ body: { data: note } }),
  });
  renderConsole(host, address, { props: { resources: [notes] as never } });
  return { host, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

type User = ReturnType<typeof userEvent.setup>;

type Prepare = (user: User) => Promise<unknown>;

async function press(user: User, name: string | RegExp) {
  await user.click(await screen.findByRole('button', { name }));
}
async function tick(user: User, name: RegExp | string) {
  await user.click(await screen.findByRole('checkbox', { name }));
}
async function write(user: User, name: RegExp | string, text: string) {
  const input = await screen.findByRole('textbox', { name });
  await user.clear(input);
  await user.type(input, text);
}
async function chooseConfirmed(user: User) {
  await user.click(await screen.findByRole('combobox', { name: /^Status of transaction t-1/ }));
  await user.click(await screen.findByRole('option', { name: 'CONFIRMED' }));
}

const person = '/admin/users/u-1/show';

/** Where a reason must be given: the page, all that is done there before it, and the button that waits for it. */
const asked: [string, string, (user: User) => Promise<unknown>, string | RegExp][] = [
  ['freezing an account', person, (user) => press(user, 'Freeze'), 'Freeze'],
  [
    'an erasure',
    person,
    async (user) => {
      await press(user, 'Erase personal data');
      await write(user, /^Email address/, 'ada@example.com');
    },
    'Erase for good',
  ],
  [
    'the edit of an account',
    '/admin/accounts',
    async (user) => {
      await press(user, 'Options of Ada Lovelace');
      await write(user, 'Balance', '1600');
    },
    'Save',
  ],
  [
    'a status that comes early',
    '/admin/transactions',
    async (user) => {
      await chooseConfirmed(user);
      await tick(user, /^Confirm it before its time/);
    },
    'Set to CONFIRMED',
  ],
  [
    'the status of many',
    '/admin/transactions',
    async (user) => {
      await tick(user, 'Select row 1');
      await press(user, 'Change status');
    },
    'Set 1 to CONFIRMED',
  ],
  [
    'a review',
    '/admin/review/t-1',
    async (user) => {
      await press(user, /^Confirm/);
      await tick(user, /^Confirm it before its time/);
    },
    /^Confirm now/,
  ],
  [
    'an invitation',
    '/admin/users',
    async (user) => {
      await press(user, 'Invite');
      await write(user, 'Email', 'grace@example.com');
    },
    'Invite',
  ],
];

it.each(asked)('a reason of nothing that is seen is none: %s', async (_, address, prepare, name) => {
  const { user } = await open(address);
  await prepare(user);
  const reason = await screen.findByRole('textbox', { name: /^Reason/ });
  const button = () => screen.getByRole('button', { name });
  await user.click(reason);
  await user.paste('Seen');
  await waitFor(() => expect(button()).toBeEnabled());
  await user.clear(reason);
  await user.paste('\u200b\u2060 \u200b');
  await waitFor(() => expect(button()).toBeDisabled());
  await user.paste('Seen');
  await waitFor(() => expect(button()).toBeEnabled());
});

it('a reason of nothing that is seen is none: the form of a record', async () => {
  const { host, user } = await open('/admin/notes/n-1');
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await write(user, 'Title', 'Second');
  await user.click(reason);
  await user.paste('\u200b');
  await press(user, 'Save');
  await waitFor(() => expect(reason).toBeInvalid());
  expect(host.received.filter(({ method }) => method === 'PUT')).toEqual([]);
});

/** Questions that begin with the reason that was typed in a session that ended by itself, and another of each of them. */
const keeping: [string, string, Prepare, Prepare][] = [
  [
    'freezing an account',
    person,
    (user) => press(user, 'Freeze'),
    (user) => press(user, 'Remove second factors'),
  ],
  ['an erasure', person, (user) => press(user, 'Erase personal data'), (user) => press(user, 'Freeze')],
  ['disabling somebody', person, (user) => press(user, 'Disable'), (user) => press(user, 'Offboard')],
  [
    'the status of many',
    '/admin/transactions',
    async (user) => {
      for (const row of ['Select row 1', 'Select row 2']) await tick(user, row);
      await press(user, 'Change status');
    },
    async (user) => {
      await tick(user, 'Select row 1');
      await press(user, 'Change status');
    },
  ],
];

it.each(keeping)(
  'a reason is there again after the end of a session, for the same alone: %s',
  async (_, address, ask, askOther) => {
    const field = () => screen.findByRole('textbox', { name: /^Reason/ });
    const first = await open(address);
    await ask(first.user);
    await first.user.type(await field(), 'Stolen phone');
    act(() => clearToken('refused'));
    cleanup();
    const second = await open(address);
    await askOther(second.user);
    expect(await field()).toHaveValue('');
    cleanup();
    const third = await open(address);
    await ask(third.user);
    expect(await field()).toHaveValue('Stolen phone');
  },
);

it('a change of many is there again with the status that was chosen, in whatever order the rows are chosen', async () => {
  const choose = async (user: User, rows: number[]) => {
    for (const row of rows) await tick(user, `Select row ${row}`);
    await press(user, 'Change status');
    return screen.findByRole('combobox', { name: 'New status' });
  };
  const first = await open('/admin/transactions');
  await first.user.click(await choose(first.user, [1, 2]));
  await first.user.click(await screen.findByRole('option', { name: 'DECLINED' }));
  await write(first.user, /^Reason/, 'No payments came');
  act(() => clearToken('refused'));
  cleanup();
  const { user } = await open('/admin/transactions');
  expect(await choose(user, [2, 1])).toHaveTextContent('DECLINED');
  expect(await screen.findByRole('textbox', { name: /^Reason/ })).toHaveValue('No payments came');
});

it('an invitation that was begun is there again after the end of a session', async () => {
  const first = await open('/admin/users');
  await press(first.user, 'Invite');
  await write(first.user, 'Email', 'grace@example.com');
  await first.user.click(screen.getByRole('combobox', { name: 'Role' }));
  await first.user.click(await screen.findByRole('option', { name: 'Administrator' }));
  await write(first.user, /^Reason/, 'The second one');
  act(() => clearToken('refused'));
  cleanup();
  const { user } = await open('/admin/users');
  await press(user, 'Invite');
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('grace@example.com');
  expect(screen.getByRole('combobox', { name: 'Role' })).toHaveTextContent('Administrator');
  expect(screen.getByRole('textbox', { name: /^Reason/ })).toHaveValue('The second one');
});

it.each([
  ['reason', person, (user: User) => press(user, 'Freeze')],
  ['status', '/admin/transactions', chooseConfirmed],
] as const)('a click beside the dialog of a %s does not lose a typed reason', async (_, address, ask) => {
  const { user } = await open(address);
  const beside = (dialog: HTMLElement) => dialog.closest('.MuiDialog-container') ?? document.body;
  await ask(user);
  await user.click(beside(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await ask(user);
  const dialog = await screen.findByRole('dialog');
  const reason = await within(dialog).findByRole('textbox', { name: /^Reason/ });
  await user.click(reason);
  await user.paste('Stolen phone');
  await user.click(beside(dialog));
  // Deliberately left, it is.
  expect(reason).toHaveValue('Stolen phone');
  expect(dialog).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
