// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DataTable, DateTimeInput, Edit, List, SimpleForm, TextInput } from 'react-admin';
import { expect, it } from 'vitest';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Moments in the inputs of pages that an operator makes of react-admin's own parts. */

const Notes = () => (
  <List filters={[<DateTimeInput key="at_gte" source="at_gte" alwaysOn />]}>
    <DataTable>
      <DataTable.Col source="title" />
    </DataTable>
  </List>
);

const NoteForm = () => (
  <Edit redirect={false}>
    <SimpleForm>
      <TextInput source="title" />
      <DateTimeInput source="at" />
      <DateTimeInput source="until" />
    </SimpleForm>
  </Edit>
);

/** Where the reader is. */
const local = { at: '2026-03-04T14:05', typed: '2026-12-24T08:31' };
const at = new Date(`${local.at}:17.250`).toISOString();

async function open(address: string) {
  const data = { _id: 'n-1', title: 'First', at, until: at, version: 1 };
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged([data]),
    'GET /api/admin/notes/n-1': () => ({ body: { data } }),
    'PUT /api/admin/notes/n-1': () => ({ body: { data } }),
  });
  const part = { name: 'notes', list: Notes, edit: NoteForm };
  renderConsole(host, `/admin/notes${address}`, { props: { resources: [async () => ({ default: part })] } });
  return host;
}

const written = (host: StandInHost) =>
  host.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);

it('a moment is shown as the reader’s time and sent as one of the world; what nobody touched stays to the second', async () => {
  const host = await open('/n-1');
  const user = userEvent.setup();
  const until = await screen.findByLabelText('Until');
  const input = screen.getByLabelText('At');
  expect([input, until].map((each) => (each as HTMLInputElement).value)).toEqual([local.at, local.at]);
  await user.click(until);
  await user.click(input);
  fireEvent.change(input, { target: { value: local.typed } });
  await user.tab();
  expect(input).toHaveValue(local.typed);
  await user.type(await screen.findByLabelText('Reason'), 'Moved');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(host)).toEqual([{ at: new Date(local.typed).toISOString() }]));
});

it('a moment that is taken away is sent as none', async () => {
  const host = await open('/n-1');
  const user = userEvent.setup();
  const input = await screen.findByLabelText('At');
  await user.click(input);
  fireEvent.change(input, { target: { value: '' } });
  await user.tab();
  await user.type(await screen.findByLabelText('Reason'), 'Moved');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(host)).toEqual([{ at: null }]));
});

it('a list is filtered by a moment', async () => {
  const host = await open('');
  const input = await screen.findByLabelText(/At/);
  fireEvent.change(input, { target: { value: local.typed } });
  const filters = () => host.received.map((request) => queryOf(request).filter);
  await waitFor(() => expect(filters()).toContainEqual({ at_gte: new Date(local.typed).toISOString() }));
  expect(screen.getByLabelText(/At/)).toHaveValue(local.typed);
});
