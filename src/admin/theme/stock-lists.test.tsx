// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  BooleanInput,
  DataTable,
  DateInput,
  List,
  NullableBooleanInput,
  NumberInput,
  SearchInput,
  SelectInput,
  TextInput,
} from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* A list that an operator makes of react-admin's own parts as they come. */

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <TextInput key="title" source="title" alwaysOn />,
  <SelectInput key="kind" source="kind" alwaysOn choices={[{ id: 'news', name: 'News' }]} />,
  <DateInput key="since" source="since" alwaysOn />,
  <NumberInput key="stars" source="stars" alwaysOn />,
  <NullableBooleanInput key="open" source="open" alwaysOn />,
  <BooleanInput key="mine" source="mine" />,
];

function Notes() {
  return (
    <List filters={filters}>
      <DataTable aria-label="Notes">
        <DataTable.Col source="title" />
        <DataTable.NumberCol source="stars" />
      </DataTable>
    </List>
  );
}

let host: StandInHost;

async function open(count = 25) {
  const notes = Array.from({ length: count }, (_, n) => ({
    _id: `n-${n + 1}`,
    title: n === 0 ? '=1+1' : `Note ${n + 1}`,
    stars: n + 1,
  }));
  host = await startConsoleHost({
    'GET /api/admin/notes': (request) => {
      const { range } = queryOf(request) as { range: [number, number] };
      return paged(notes.slice(range[0], range[1] + 1), notes.length);
    },
  });
  const resources = [async () => ({ default: { name: 'notes', list: Notes, options: { label: 'Notes' } } })];
  renderConsole(host, '/admin/notes', { props: { resources } });
  return userEvent.setup();
}

const lists = () => host.received.filter(({ path }) => path.startsWith('/api/admin/notes')).map(queryOf);

it('has its title as the heading of the page and of the document, and pages of 20 rows with their numbers', async () => {
  const user = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  expect(await screen.findByText('1-20 of 25')).toBeVisible();
  expect(document.title).toBe('Notes');
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText('21-25 of 25')).toBeVisible();
  await waitFor(() =>
    expect(lists().map(({ range }) => range)).toEqual([
      [0, 19],
      [20, 39],
    ]),
  );
});

it('says in the words of the console that there is nothing, and that nothing matches', async () => {
  const user = await open(0);
  expect(await screen.findByText('There are no notes yet.')).toBeVisible();
  await user.type(screen.getByPlaceholderText('Search'), 'zz');
  expect(await screen.findByText('No notes match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('There are no notes yet.')).toBeVisible();
});

it('exports no formula that a spreadsheet would run', async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:file';
  };
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const user = await open();
  await screen.findByText('1-20 of 25');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(files).toHaveLength(1));
  click.mockRestore();
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(files[0] ?? new Blob());
  });
  expect(text).toContain("'=1+1");
});

it('is drawn and worked with, its filters and boxes too, without a complaint of the browser', async () => {
  const complained = vi.spyOn(console, 'error');
  const user = await open();
  expect(await screen.findByText('1-20 of 25')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(await screen.findByText('20 items selected')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'News' }));
  await waitFor(() => expect(lists().at(-1)?.filter).toEqual({ kind: 'news' }));
  const said = complained.mock.calls.map((call) => String(call[0]));
  expect(said.filter((text) => !text.includes('HttpError') && !text.startsWith('Error'))).toEqual([]);
  complained.mockRestore();
});
