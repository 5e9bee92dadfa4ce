// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  BulkDeleteWithConfirmButton,
  BulkDeleteWithUndoButton,
  BulkExportButton,
  BulkUpdateButton,
  BulkUpdateWithConfirmButton,
  CloneButton,
  Create,
  DataTable,
  DeleteWithConfirmButton,
  DeleteWithUndoButton,
  List,
  ShowButton,
  SimpleForm,
  TextInput,
  UpdateButton,
  UpdateWithConfirmButton,
  useCreate,
} from 'react-admin';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { UserType } from '../../../contract/enums';
import { paged, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Buttons of react-admin's own that write, and who has them. */

const data = { open: true };

const many = (
  <>
    <BulkUpdateButton label="Open" data={data} />
    <BulkUpdateWithConfirmButton label="Open, asked" data={data} />
    <BulkDeleteWithUndoButton label="Remove" />
    <BulkDeleteWithConfirmButton label="Remove, asked" />
    <BulkExportButton />
  </>
);

const Notes = () => (
  <List exporter={() => {}}>
    <DataTable bulkActionButtons={many} rowClick={false}>
      <DataTable.Col source="title" />
      <DataTable.Col label="Options">
        <UpdateButton label="Open" data={data} />
        <UpdateWithConfirmButton label="Open, asked" data={data} />
        <DeleteWithUndoButton label="Remove" />
        <DeleteWithConfirmButton label="Remove, asked" />
        <CloneButton />
        <ShowButton />
      </DataTable.Col>
    </DataTable>
  </List>
);

const Page = () => <CloneButton resource="notes" label="Another note" />;

async function open(type: UserType, address = '/admin/notes') {
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => complaints.mockRestore());
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged([{ _id: 'n-1', title: 'First', open: true, version: 1 }]),
  });
  const page = () => <p>A page</p>;
  const part = { name: 'notes', list: Notes, create: page, show: page, recordRepresentation: 'title' };
  renderConsole(host, address, {
    type,
    props: {
      resources: [async () => ({ default: part })],
      customRoutes: [{ path: '/own', title: 'Own', page: Page }],
    },
  });
  return {
    host,
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    said: () =>
      complaints.mock.calls.map(([text]) => String(text)).filter((text) => !text.startsWith('HttpError')),
  };
}

const namesIn = (place: HTMLElement | null | undefined) =>
  [...(place?.querySelectorAll<HTMLElement>('a, button') ?? [])].map(({ textContent }) => textContent);

async function rowOf(title: string) {
  const row = (await screen.findByText(title)).closest('tr');
  if (!row) throw new Error(`No row of ${title}`);
  await within(row).findByRole('link', { name: `Show ${title}` });
  return row;
}

it('auditors have none of them, in a row or for several', async () => {
  const { user, said } = await open('auditor');
  const row = await rowOf('First');
  expect(namesIn(row)).toEqual(['Show']);
  await user.click(within(row).getByRole('checkbox'));
  const chosen = (await screen.findByText('1 selected')).closest<HTMLElement>('.MuiToolbar-root');
  expect(namesIn(chosen)).toEqual(expect.arrayContaining(['Export']));
  expect(chosen).not.toHaveTextContent(/Open|Remove/);
  expect(said()).toEqual([]);
});

it('administrators have all of them, each named after its row', async () => {
  const { user, said } = await open('admin');
  const row = await rowOf('First');
  const names = ['Open', 'Open, asked', 'Remove', 'Remove, asked', 'Clone', 'Show'];
  await waitFor(() => expect(namesIn(row)).toEqual(names));
  for (const name of names) expect(within(row).getByLabelText(`${name} First`)).toBeVisible();
  await user.click(within(row).getByRole('checkbox'));
  const chosen = (await screen.findByText('1 selected')).closest<HTMLElement>('.MuiToolbar-root');
  await waitFor(() =>
    expect(namesIn(chosen)).toEqual(
      expect.arrayContaining(['Open', 'Open, asked', 'Remove', 'Remove, asked', 'Export']),
    ),
  );
  expect(said()).toEqual([]);
});

it('one on a page of no resource is there for administrators alone as well', async () => {
  const { host } = await open('admin', '/admin/own');
  expect(await screen.findByRole('link', { name: 'Another note' })).toHaveAttribute(
    'href',
    '/admin/notes/create',
  );
  cleanup();
  await host.close();
  await open('auditor', '/admin/own');
  await screen.findByRole('heading', { level: 1, name: 'Own' });
  expect(screen.queryByRole('link', { name: 'Another note' })).toBeNull();
});

it('what is set already is a success, of which nothing is sent', async () => {
  const { host, user } = await open('admin');
  const row = await rowOf('First');
  await user.click(await within(row).findByRole('button', { name: 'Open First' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Asked for');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(host.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('a copy of a record is sent without what the host fills in itself', async () => {
  const first = {
    title: 'First',
    version: 4,
    createdAt: '2026-03-04T10:00:00.000Z',
    updatedAt: '2026-03-05T10:00:00.000Z',
  };
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged([{ _id: 'n-1', ...first }]),
    'POST /api/admin/notes': () => ({ status: 201, body: { data: { _id: 'n-2', ...first } } }),
  });
  const create = () => (
    <Create redirect="list">
      <SimpleForm>
        <TextInput source="title" />
      </SimpleForm>
    </Create>
  );
  const part = { name: 'notes', list: Notes, create, recordRepresentation: 'title' };
  renderConsole(host, '/admin/notes', { props: { resources: [async () => ({ default: part })] } });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.click(await screen.findByRole('link', { name: 'Clone First' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'As the first');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    const made = host.received.filter(({ method }) => method === 'POST');
    expect(made.map(({ body }) => body)).toEqual([{ title: 'First' }]);
  });
});

function Add() {
  const [create] = useCreate('notes', { data: { title: 'Second' } });
  return (
    <button type="button" onClick={() => create()}>
      Add a note
    </button>
  );
}

it('the question before a write of which no answer came stands, and asked again there it is the same write', async () => {
  const answers = [refusal(502, 'Bad gateway', 'internal')];
  const host = await startConsoleHost({
    'POST /api/admin/notes': () => answers.shift() ?? { status: 201, body: { data: { _id: 'n-2' } } },
  });
  renderConsole(host, '/admin/own', { props: { customRoutes: [{ path: '/own', title: 'Own', page: Add }] } });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.click(await screen.findByRole('button', { name: 'Add a note' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Asked for{Enter}');
  expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = host.received
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
});
