// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import {
  BulkDeleteButton,
  BulkUpdateButton,
  Create,
  Datagrid,
  DeleteButton,
  Edit,
  EditButton,
  List,
  NumberInput,
  SimpleForm,
  TextField,
  TextInput,
  UpdateButton,
  useDelete,
  useGetOne,
  useUpdateController,
} from 'react-admin';
import { expect, it } from 'vitest';
import { refusals } from '../../contract/refusals';
import { letItArrive } from '../shared/testing/let-it-arrive';
import type { Answer, Received, StandInHost } from '../shared/testing/stand-in-host';
import type { ConsoleResource } from './console-resource';
import { useConsoleProvider } from './provider/console-calls';
import { buildAccount, paged, refusal, startConsoleHost } from './testing/console-host';
import { type RenderOptions, renderConsole } from './testing/render-console';

/*
 * Pages that an operator makes of react-admin's own components, mounted in the console as they come: none of them says
 * that something is done before the host has answered, and nothing is deleted at one click.
 */

let host: StandInHost;

const note = (id: string, title: string, version: number) => ({ _id: id, title, version });

function notes({
  list = (
    <List>
      <Datagrid>
        <TextField source="title" />
      </Datagrid>
    </List>
  ),
  edit = (
    <Edit>
      <SimpleForm>
        <TextInput source="title" />
      </SimpleForm>
    </Edit>
  ),
}: {
  list?: ReactNode;
  edit?: ReactNode;
} = {}): ConsoleResource {
  return {
    name: 'notes',
    list: () => list,
    edit: () => edit,
    create: () => (
      <Create>
        <SimpleForm>
          <TextInput source="title" />
        </SimpleForm>
      </Create>
    ),
    recordRepresentation: 'title',
    options: { label: 'Notes' },
  };
}

interface World extends RenderOptions {
  path?: string;
  pages?: ConsoleResource;
  /** What the host answers to a write. */
  write?: (request: Received) => Answer;
}

async function open({ path = '/admin/notes', pages = notes(), write, ...options }: World = {}) {
  const stored = new Map(
    [note('n-1', 'First', 4), note('n-2', 'Second', 7), note('n-3', 'Third', 9)].map((each) => [
      each._id,
      each,
    ]),
  );
  const one = (request: Received): Answer => {
    const id = request.path.split('/').at(-1) ?? '';
    const record = stored.get(id);
    if (request.method === 'GET') return { body: { data: record } };
    const answer = write?.(request) ?? { body: { data: record } };
    if (request.method === 'DELETE' && !answer.status) stored.delete(id);
    return answer;
  };
  const routes = ['n-1', 'n-2', 'n-3'].flatMap((id) =>
    ['GET', 'PUT', 'DELETE'].map((method) => [`${method} /api/admin/notes/${id}`, one] as const),
  );
  host = await startConsoleHost({
    ...Object.fromEntries(routes),
    'GET /api/admin/notes': () => paged([...stored.values()]),
    'POST /api/admin/notes': (request) => write?.(request) ?? { body: { data: note('n-4', 'Fourth', 1) } },
  });
  const props = { resources: [async () => ({ default: pages })] };
  const router = renderConsole(host, path, { ...options, props });
  return { user: userEvent.setup(), router };
}

const writes = () => host.received.filter(({ method }) => method !== 'GET');
const stale = () => refusal(412, refusals.staleVersion, 'stale_version');
const dialog = () => screen.findByRole('dialog');

/** Chooses rows of the list by what they are called. */
async function choose(user: ReturnType<typeof userEvent.setup>, ...titles: string[]) {
  for (const title of titles) {
    const row = (await screen.findByText(title)).closest('tr');
    if (!row) throw new Error(`No row of ${title}`);
    await user.click(within(row).getByRole('checkbox'));
  }
}

async function giveReason(user: ReturnType<typeof userEvent.setup>, button: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Outdated');
  await user.click(within(await dialog()).getByRole('button', { name: button }));
}

async function save(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Outdated');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
}

it('an edit is said to be done when the host has taken it, with the version that was seen', async () => {
  const { user, router } = await open({ path: '/admin/notes/n-1' });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' of all');
  await save(user);
  const told = within(
    (await screen.findByText('Saved')).closest<HTMLElement>('[role=status]') ?? document.body,
  );
  // As the pages of the console tell of a success.
  expect(told.getByText('Notes')).toBeVisible();
  expect(told.getByTestId('CheckCircleOutlinedIcon')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/notes'));
  expect(writes()).toMatchObject([
    {
      method: 'PUT',
      body: { title: 'First of all' },
      headers: { 'if-match': '"4"', 'x-reason': 'Outdated' },
    },
  ]);
});

it('a form is not sent without a reason, and what is typed as one is no field of the record', async () => {
  const edit = (
    <Edit transform={({ title }: { title: string }) => ({ title: title.toUpperCase() })}>
      <SimpleForm>
        <TextInput source="title" />
      </SimpleForm>
    </Edit>
  );
  const { user } = await open({ path: '/admin/notes/n-1', pages: notes({ edit }) });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), ' ');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Reason' })).toBeInvalid());
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
  await letItArrive();
  expect(writes()).toEqual([]);
  await save(user);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]).toMatchObject({ headers: { 'x-reason': 'Outdated' } });
  expect(writes()[0]?.body).toEqual({ title: 'FIRST!' });
});

it('a form has the buttons of our own forms, in their order, and one that makes a record has none to delete it', async () => {
  const { router } = await open({ path: '/admin/notes/n-1' });
  const buttons = await screen.findByRole('toolbar');
  // Whether somebody may delete it is asked first.
  await within(buttons).findByRole('button', { name: 'Delete' });
  expect([...buttons.children].map((each) => each.textContent)).toEqual(['Delete', 'Cancel', 'Save']);
  expect(within(buttons).getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/admin/notes');
  await act(() => router.navigate('/admin/notes/create'));
  await waitFor(() =>
    expect([...screen.getByRole('toolbar').children].map((each) => each.textContent)).toEqual([
      'Cancel',
      'Save',
    ]),
  );
});

it.each([
  ['', undefined],
  [' that says undoable', 'undoable'],
  [' that says optimistic', 'optimistic'],
] as const)('an edit%s that the host refuses is never said to be done', async (_, mode) => {
  const edit = (
    <Edit {...(mode ? { mutationMode: mode } : {})}>
      <SimpleForm>
        <TextInput source="title" />
      </SimpleForm>
    </Edit>
  );
  const said: string[] = [];
  const { user, router } = await open({ path: '/admin/notes/n-1', pages: notes({ edit }), write: stale });
  const watch = new MutationObserver(() => said.push(document.body.textContent ?? ''));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' of all');
  await save(user);
  // A form that is still there tells of a conflict itself.
  const told = mode ? refusals.staleVersion : /^Someone else has changed this meanwhile/;
  expect(await screen.findByText(told)).toBeVisible();
  watch.disconnect();
  expect(said.filter((text) => text.includes('Saved'))).toEqual([]);
  // What was typed stays, where the page can be told to wait.
  if (!mode) {
    expect(router.state.location.pathname).toBe('/admin/notes/n-1');
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('First of all');
  }
});

it('a record that is made is said to be made when it is', async () => {
  const { user } = await open({
    path: '/admin/notes/create',
    write: () => refusal(409, 'There is one like it', 'conflict'),
  });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Fourth');
  await save(user);
  expect(await screen.findByText('There is one like it')).toBeVisible();
  expect(screen.queryByText('Added')).toBeNull();
});

it('a record is deleted after a question, for a reason, in the version that was seen', async () => {
  const { user, router } = await open({ path: '/admin/notes/n-1' });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete from Notes?' })).toBeVisible();
  expect(within(await dialog()).getByText('First')).toBeVisible();
  await letItArrive();
  expect(writes()).toEqual([]);
  await giveReason(user, 'Delete');
  expect(await screen.findByText('Deleted')).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/notes');
  expect(writes()).toMatchObject([
    {
      method: 'DELETE',
      path: '/api/admin/notes/n-1',
      headers: { 'if-match': '"4"', 'x-reason': 'Outdated' },
    },
  ]);
});

it('a deletion that is thought better of sends nothing, and leads back to its button without a word', async () => {
  const { user, router } = await open({ path: '/admin/notes/n-1' });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus());
  expect(document.querySelectorAll('.averin-toast')).toHaveLength(0);
  expect(screen.queryByText('Nothing was sent')).toBeNull();
  expect(router.state.location.pathname).toBe('/admin/notes/n-1');
  await letItArrive();
  expect(writes()).toEqual([]);
});

it('a deletion that the host refuses is not said to be done', async () => {
  const { user } = await open({ path: '/admin/notes/n-1', write: stale });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await giveReason(user, 'Delete');
  expect(await screen.findByText(refusals.staleVersion)).toBeVisible();
  expect(screen.queryByText('Deleted')).toBeNull();
});

it('several are deleted for a reason, each in the version that was seen, after the question names each', async () => {
  const { user } = await open();
  await choose(user, 'First', 'Third');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const asked = await screen.findByRole('dialog', { name: 'Delete 2 from Notes?' });
  // One question, not react-admin's own before it.
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(
    within(asked)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['First', 'Third']);
  await letItArrive();
  expect(writes()).toEqual([]);
  await giveReason(user, 'Delete');
  await waitFor(() => expect(screen.queryByText('First')).toBeNull());
  const headers = (version: number) => ({ 'if-match': `"${version}"`, 'x-reason': 'Outdated' });
  expect(writes()).toMatchObject([
    { method: 'DELETE', path: '/api/admin/notes/n-1', headers: headers(4) },
    { method: 'DELETE', path: '/api/admin/notes/n-3', headers: headers(9) },
  ]);
  expect(new Set(writes().map(({ headers: { 'idempotency-key': key } }) => key)).size).toBe(2);
});

it('of several that are deleted some are refused: it says which way each went, and the rest stays chosen', async () => {
  const { user } = await open({
    write: ({ path }) => (path.endsWith('n-3') ? stale() : { body: { data: note('n-1', 'First', 4) } }),
  });
  await choose(user, 'First', 'Third');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await giveReason(user, 'Delete');
  expect(await screen.findByText(`1 of 2 deleted. 1 not: ${refusals.staleVersion}`)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('First')).toBeNull());
  expect(await screen.findByText('1 selected')).toBeVisible();
});

it.each(['undoable', 'optimistic'] as const)(
  'a list whose buttons say %s deletes for a reason and by version as well',
  async (mode) => {
    const list = (
      <List>
        <Datagrid bulkActionButtons={<BulkDeleteButton mutationMode={mode} />}>
          <TextField source="title" />
        </Datagrid>
      </List>
    );
    const { user } = await open({ pages: notes({ list }), write: stale });
    await choose(user, 'Second');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    if (mode === 'optimistic') {
      await user.click(within(await dialog()).getByRole('button', { name: 'Confirm' }));
    }
    await giveReason(user, 'Delete');
    expect(await screen.findByText(refusals.staleVersion)).toBeVisible();
    expect(screen.queryByText('Deleted')).toBeNull();
    expect(await screen.findByText('Second')).toBeVisible();
    expect(writes()).toMatchObject([{ headers: { 'if-match': '"7"', 'x-reason': 'Outdated' } }]);
  },
);

it('several are changed for a reason, each in the version that was seen', async () => {
  const list = (
    <List>
      <Datagrid bulkActionButtons={<BulkUpdateButton data={{ title: 'Same' }} />}>
        <TextField source="title" />
      </Datagrid>
    </List>
  );
  const { user } = await open({ pages: notes({ list }) });
  await choose(user, 'First', 'Second');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findAllByRole('dialog', { name: 'Change 2 in Notes?' })).toHaveLength(1);
  await giveReason(user, 'Change');
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()).toMatchObject([
    { method: 'PUT', body: { title: 'Same' }, headers: { 'if-match': '"4"', 'x-reason': 'Outdated' } },
    { method: 'PUT', body: { title: 'Same' }, headers: { 'if-match': '"7"' } },
  ]);
});

function OwnDelete() {
  const [remove] = useDelete();
  return (
    <button type="button" onClick={() => remove('notes', { id: 'n-2' }, { mutationMode: 'optimistic' })}>
      Own delete
    </button>
  );
}

it('a button of an own making that deletes a row asks as well', async () => {
  const list = (
    <List>
      <OwnDelete />
      <Datagrid>
        <TextField source="title" />
        <DeleteButton />
      </Datagrid>
    </List>
  );
  const { user } = await open({ pages: notes({ list }) });
  await screen.findByText('Second');
  await user.click(screen.getByRole('button', { name: 'Own delete' }));
  await giveReason(user, 'Delete');
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()).toMatchObject([{ headers: { 'if-match': '"7"', 'x-reason': 'Outdated' } }]);
});

function OwnCalls() {
  const provider = useConsoleProvider();
  const { data } = useGetOne('accounts', { id: 'u-1' });
  return (
    <>
      <p>{data && 'Account is here'}</p>
      <button type="button" onClick={() => provider.freezeAccount({ userId: 'u-1', frozen: true })}>
        Own freeze
      </button>
      <button type="button" onClick={() => provider.endSessions({ userId: 'u-1' })}>
        Own sign-out
      </button>
    </>
  );
}

it('what a page of an own making does beside records is asked about as well, and names what was seen', async () => {
  host = await startConsoleHost({
    'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }),
    'PUT /api/account/u-1/frozen': () => ({ body: { data: buildAccount({ version: 8 }) } }),
    'DELETE /api/user/u-1/sessions': () => ({ body: { data: { message: 'ok' } } }),
  });
  const resources = [async () => ({ default: { name: 'own', list: () => <OwnCalls /> } })];
  renderConsole(host, '/admin/own', { props: { resources } });
  const user = userEvent.setup();
  await screen.findByText('Account is here');
  await user.click(screen.getByRole('button', { name: 'Own freeze' }));
  await letItArrive();
  expect(writes()).toEqual([]);
  expect(await screen.findByRole('dialog', { name: 'Change in Accounts?' })).toBeVisible();
  await giveReason(user, 'Change');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Own sign-out' }));
  expect(await screen.findByRole('dialog', { name: 'Sign out in Users?' })).toBeVisible();
  await giveReason(user, 'Sign out');
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()).toMatchObject([
    {
      path: '/api/account/u-1/frozen',
      body: { frozen: true },
      headers: { 'if-match': '"7"', 'x-reason': 'Outdated' },
    },
    { path: '/api/user/u-1/sessions', headers: { 'x-reason': 'Outdated' } },
  ]);
});

it('another filter empties the choice of the list', async () => {
  const { user, router } = await open();
  await choose(user, 'First', 'Third');
  expect(await screen.findByText('2 selected')).toBeVisible();
  await act(() =>
    router.navigate(
      `/admin/notes?${new URLSearchParams({ filter: '{"title":"Second"}', page: '1', perPage: '10', sort: 'id', order: 'ASC' })}`,
    ),
  );
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

it('a record is added for a reason, on a page that is called after what it adds to', async () => {
  const { user } = await open({ path: '/admin/notes/create' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Add to Notes' })).toBeVisible();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Fourth');
  await save(user);
  expect(await screen.findByText('Added')).toBeVisible();
  expect(writes()).toMatchObject([{ method: 'POST', headers: { 'x-reason': 'Outdated' } }]);
});

it('titles and questions name one record where its part says what one is called', async () => {
  const pages = { ...notes(), options: { label: 'Notes', singular: 'Note' } };
  const { user, router } = await open({ path: '/admin/notes/create', pages });
  expect(await screen.findByRole('heading', { level: 1, name: 'Add note' })).toBeVisible();
  await act(() => router.navigate('/admin/notes/n-1'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Note: First' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = await screen.findByRole('dialog', { name: 'Delete note?' });
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await act(() => router.navigate('/admin/notes'));
  await choose(user, 'First', 'Third');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete 2 notes?' })).toBeVisible();
  await giveReason(user, 'Delete');
  await waitFor(() => expect(screen.queryByText('Third')).toBeNull());
});

it('a part may leave adding and changing unasked', async () => {
  const pages = { ...notes(), options: { label: 'Notes', asksWhy: false } };
  const { user } = await open({ path: '/admin/notes/n-1', pages });
  expect(await screen.findByRole('heading', { level: 1, name: 'Notes: First' })).toBeVisible();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' of all');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(writes()).toMatchObject([{ method: 'PUT', headers: { 'if-match': '"4"' } }]);
});

it('a button that changes a record asks once, for the reason', async () => {
  const list = (
    <List>
      <Datagrid rowClick={false}>
        <TextField source="title" />
        <UpdateButton label="Archive" data={{ title: 'Archived' }} />
      </Datagrid>
    </List>
  );
  const { user } = await open({ pages: notes({ list }) });
  const [archive] = await screen.findAllByRole('button', { name: 'Archive First' });
  if (!archive) throw new Error('There is no such button');
  await user.click(archive);
  expect(within(await dialog()).getByText('First')).toBeVisible();
  await giveReason(user, 'Change');
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()).toMatchObject([
    { body: { title: 'Archived' }, headers: { 'if-match': '"4"', 'x-reason': 'Outdated' } },
  ]);
});

function AccountEdit() {
  return (
    <Edit redirect={false}>
      <SimpleForm>
        <NumberInput source="profit" />
      </SimpleForm>
    </Edit>
  );
}

it('an edit of an account by stock parts asks why, and sends what was changed in the version that was seen', async () => {
  host = await startConsoleHost({
    'GET /api/account/u-1': () => ({ body: { data: buildAccount() } }),
    'POST /api/account/u-1': () => ({ body: { data: buildAccount({ profit: 25, version: 8 }) } }),
    'PUT /api/account/u-1': () => ({ body: { data: buildAccount({ profit: 25, version: 8 }) } }),
    'PATCH /api/account/u-1': () => ({ body: { data: buildAccount({ profit: 25, version: 8 }) } }),
  });
  renderConsole(host, '/admin/accounts/u-1', {
    props: { extend: { accounts: async () => ({ default: { edit: AccountEdit } }) } },
  });
  const user = userEvent.setup();
  const profit = await screen.findByRole('spinbutton', { name: 'Profit' });
  await user.clear(profit);
  await user.type(profit, '25');
  await save(user);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()).toMatchObject([
    { body: { profit: 25 }, headers: { 'if-match': '"7"', 'x-reason': 'Outdated' } },
  ]);
});

it('an auditor reads stock pages, and is offered no way to add, change or delete', async () => {
  const { router } = await open({
    type: 'auditor',
    pages: {
      ...notes({
        list: (
          <List>
            <Datagrid rowClick={false}>
              <TextField source="title" />
              <EditButton />
              <DeleteButton />
            </Datagrid>
          </List>
        ),
      }),
    },
  });
  expect(await screen.findByText('First')).toBeVisible();
  for (const name of [/create/i, /edit/i]) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: /delete/i })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  for (const path of ['/admin/notes/n-1', '/admin/notes/create']) {
    await act(() => router.navigate(path));
    expect(await screen.findByRole('heading', { name: 'No access' })).toBeVisible();
  }
});

function OwnUpdate() {
  const { handleUpdate } = useUpdateController({ mutationMode: 'pessimistic' });
  return (
    <button type="button" onClick={() => handleUpdate({ title: 'Archived' })}>
      Archive
    </button>
  );
}

it('an auditor is refused at once what a page offers to everybody, and asked for no reason', async () => {
  const { user } = await open({
    type: 'auditor',
    pages: notes({
      list: (
        <List>
          <Datagrid rowClick={false}>
            <TextField source="title" />
            <OwnUpdate />
          </Datagrid>
        </List>
      ),
    }),
  });
  const [archive] = await screen.findAllByRole('button', { name: 'Archive' });
  if (!archive) throw new Error('There is no such button');
  await user.click(archive);
  expect(await screen.findByText('Your account does not have access to this')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  await letItArrive();
  expect(writes()).toEqual([]);
});
