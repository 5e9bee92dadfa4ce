// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  Datagrid,
  DataTable,
  DateField,
  DateInput,
  Edit,
  List,
  NullableBooleanInput,
  NumberInput,
  RadioButtonGroupInput,
  ReferenceField,
  ReferenceInput,
  SearchInput,
  SelectInput,
  Show,
  SimpleShowLayout,
  TabbedForm,
  TextField,
  TextInput,
} from 'react-admin';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stubNarrowScreen } from '../../shared/testing/browser-stubs';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { savedBy } from '../testing/saved-file';

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
        <DataTable.Col source="day" field={DateField} />
        <DataTable.Col label="Moment">
          <DateField source="at" showTime />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}

let host: StandInHost;

async function open(count = 25, after?: Promise<void>, list = Notes) {
  const notes = Array.from({ length: count }, (_, n) => ({
    _id: `n-${n + 1}`,
    title: n === 0 ? '=1+1' : `Note ${n + 1}`,
    stars: n + 1,
    day: '2026-03-04',
    at: new Date(2026, 2, 4, 14, 5).toISOString(),
  }));
  host = await startConsoleHost({
    'GET /api/admin/notes': (request) => {
      const { range } = queryOf(request) as { range: [number, number] };
      return { ...paged(notes.slice(range[0], range[1] + 1), notes.length), ...(after && { after }) };
    },
  });
  const notesPart = {
    name: 'notes',
    list,
    edit: () => <p>The page of a note</p>,
    recordRepresentation: 'title',
    options: { label: 'Notes' },
  };
  const resources = [async () => ({ default: notesPart })];
  const router = renderConsole(host, '/admin/notes', { props: { resources } });
  return Object.assign(userEvent.setup(), { router });
}

/** What React, MUI and react-admin complain of from now on; failed requests are told elsewhere. */
function listenForComplaints(): () => string[] {
  const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () =>
    spies
      .flatMap(({ mock }) => mock.calls.map((call) => String(call[0])))
      .filter((text) => !text.includes('HttpError') && !text.startsWith('Error'));
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

it('numbers the rows of a Datagrid too, from the first of the whole list on', async () => {
  const list = () => (
    <List>
      <Datagrid rowClick={false}>
        <TextField source="title" />
      </Datagrid>
    </List>
  );
  const user = await open(25, undefined, list);
  await user.click(await screen.findByRole('button', { name: 'Go to page 2' }));
  const row = await screen.findByRole('row', { name: /Note 21/ });
  expect(within(row).getByRole('cell', { name: '21' })).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'S/N' })).toBeVisible();
});

it('says in the words of the console that there is nothing, and that nothing matches', async () => {
  const user = await open(0);
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(screen.getByText('There are no notes yet.')).toBeVisible();
  await user.type(screen.getByPlaceholderText('Search'), 'zz');
  expect(await screen.findByText('No notes match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('No Data')).toBeVisible();
});

it.each([
  ['a table', false],
  ['cards', true],
])('has its header while its first rows are read, and they cannot be chosen: %s', async (_, narrow) => {
  if (narrow) stubNarrowScreen();
  let answer = () => {};
  await open(
    2,
    new Promise<void>((resolve) => {
      answer = resolve;
    }),
  );
  const [role, name] = narrow ? ['combobox', 'Order'] : ['button', 'Stars'];
  // On a phone the box stands before what a record is called, and is react-admin's.
  const ofRow = narrow ? 'Select this row' : /^Select row \d+$/;
  const ofPage = narrow ? 'Select all' : 'Select all rows of this page';
  expect(await screen.findByRole(role, { name })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: ofRow })).toBeNull();
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(narrow ? 2 : 12));
  await userEvent.click(screen.getByRole('checkbox', { name: ofPage }));
  expect(screen.queryByText('1 selected')).toBeNull();
  await waitFor(() => expect(lists()).toHaveLength(1));
  answer();
  expect(await screen.findByText('1-2 of 2')).toBeVisible();
  expect(await screen.findAllByRole('checkbox', { name: ofRow })).toHaveLength(2);
  vi.unstubAllGlobals();
});

const askedOf: unknown[] = [];
const Chosen = () => (
  <List>
    <DataTable isRowSelectable={(note) => askedOf.push(note.title) > 0}>
      <DataTable.Col source="title" />
    </DataTable>
  </List>
);

it('which of its rows can be chosen is asked of its rows alone', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await open(2, held, Chosen);
  await waitFor(() => expect(lists()).toHaveLength(1));
  answer();
  expect(await screen.findByText('Note 2')).toBeVisible();
  expect(askedOf).toContain('Note 2');
  expect(askedOf).not.toContain(undefined);
});

it('begins anew with its own order when its filters are reset', async () => {
  const user = await open();
  await screen.findByText('1-20 of 25');
  await user.click(screen.getByRole('button', { name: 'Stars' }));
  await waitFor(() => expect(lists().at(-1)?.sort).toEqual(['stars', 'ASC']));
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'No');
  await waitFor(() => expect(lists().at(-1)?.filter).toEqual({ title: 'No' }));
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(lists().at(-1)).toEqual({ filter: {}, range: [0, 19], sort: ['id', 'ASC'] }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('');
});

it('exports no formula that a spreadsheet would run', async () => {
  const user = await open();
  await screen.findByText('1-20 of 25');
  const text = await savedBy(() => user.click(screen.getByRole('button', { name: 'Export' })));
  expect(text).toContain("'=1+1");
});

it('exports all rows, also beyond those that its button asks for', async () => {
  const user = await open(2_345);
  await screen.findByText('1-20 of 2,345');
  const text = await savedBy(() => user.click(screen.getByRole('button', { name: 'Export' })));
  expect(text.trim().split('\n')).toHaveLength(2_346);
  expect(text).toContain('Note 2345');
  expect(
    lists()
      .map(({ range }) => range)
      .slice(1),
  ).toEqual([
    [0, 999],
    [950, 1_899],
    [1_852, 2_777],
  ]);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

it('says beside its title how many rows there are, by what they are ordered, and days and moments as the console does', async () => {
  const user = await open();
  await screen.findByText('1-20 of 25');
  expect(await screen.findByText('25')).toBeVisible();
  const header = screen.getByRole('columnheader', { name: 'Title' });
  expect(header).not.toHaveAttribute('aria-sort');
  await user.click(screen.getByRole('button', { name: 'Title' }));
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending'),
  );
  expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1);
  expect(await screen.findAllByText('Mar 4, 2026')).toHaveLength(20);
  expect(screen.getAllByText('Mar 4, 2026, 2:05 PM')).toHaveLength(20);
});

it('tells each row line by line on a phone, under what it is called, which leads to its page', async () => {
  stubNarrowScreen();
  const user = await open();
  const name = await screen.findByRole('link', { name: 'Note 2' });
  expect(name.parentElement).toHaveTextContent('2Note 2');
  const group = name.closest('tbody');
  if (!group) throw new Error('It is in no group');
  const lines = within(group).getAllByRole('row').slice(1);
  expect(lines.map((line) => line.textContent)).toEqual([
    'Stars2',
    'DayMar 4, 2026',
    'MomentMar 4, 2026, 2:05 PM',
  ]);
  expect(within(group).getByRole('rowheader', { name: 'Stars' })).toBeVisible();
  await user.click(within(group).getByRole('checkbox'));
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Order' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Title, ascending',
    'Title, descending',
    'Stars, ascending',
    'Stars, descending',
    'Day, ascending',
    'Day, descending',
  ]);
  await user.click(screen.getByRole('option', { name: 'Stars, descending' }));
  await waitFor(() => expect(lists().at(-1)?.sort).toEqual(['stars', 'DESC']));
  await user.click(await screen.findByRole('link', { name: 'Note 2' }));
  expect(await screen.findByText('The page of a note')).toBeVisible();
  vi.unstubAllGlobals();
});

const Own = () => <DataTable.Col source="owner" />;
const WithOwn = () => (
  <List>
    <DataTable>
      <DataTable.Col source="title" />
      <Own />
    </DataTable>
  </List>
);

it('is ordered by its headers on a phone where it has columns that nobody else knows', async () => {
  stubNarrowScreen();
  await open(2, Promise.resolve(), WithOwn);
  expect(await screen.findByText('1-2 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Owner' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull();
  vi.unstubAllGlobals();
});

it('is drawn and worked with, its filters and boxes too, without a complaint of the browser', async () => {
  const said = listenForComplaints();
  const user = await open();
  expect(await screen.findByText('1-20 of 25')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(await screen.findByText('20 selected')).toBeVisible();
  expect(screen.getByTestId('DeleteOutlinedIcon')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  expect(await screen.findByRole('option', { name: 'Clear value' })).toHaveTextContent('All');
  await user.click(screen.getByRole('option', { name: 'News' }));
  await waitFor(() => expect(lists().at(-1)?.filter).toEqual({ kind: 'news' }));
  expect(said()).toEqual([]);
});

const kinds = [
  { id: 'news', name: 'News' },
  { id: 'plan', name: 'Plan' },
];

function NoteForm() {
  return (
    <Edit>
      <TabbedForm>
        <TabbedForm.Tab label="What">
          <TextInput source="title" />
          <RadioButtonGroupInput source="kind" choices={kinds} />
          <CheckboxGroupInput source="kinds" choices={kinds} />
          <SelectInput source="mood" choices={kinds} />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Whose">
          <ReferenceInput source="userId" reference="users">
            <AutocompleteInput label="Investor" />
          </ReferenceInput>
        </TabbedForm.Tab>
      </TabbedForm>
    </Edit>
  );
}

function NotePage() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="title" />
        <DateField source="day" />
        <ReferenceField source="userId" reference="users" label="Investor" link="show" />
      </SimpleShowLayout>
    </Show>
  );
}

it('a form in tabs and a page that shows a record are drawn and worked with without a complaint either', async () => {
  const said = listenForComplaints();
  const note = {
    _id: 'n-1',
    title: 'First',
    kind: 'news',
    kinds: ['plan'],
    userId: 'u-1',
    day: '2026-03-04',
  };
  host = await startConsoleHost({
    'GET /api/admin/notes/n-1': () => ({ body: { data: note } }),
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/user/u-1': () => ({ body: { data: buildUser() } }),
  });
  const part = { name: 'notes', list: Notes, edit: NoteForm, show: NotePage, options: { label: 'Notes' } };
  const resources = [async () => ({ default: part })];
  const user = userEvent.setup();
  renderConsole(host, '/admin/notes/n-1', { props: { resources } });
  await user.click(await screen.findByRole('radio', { name: 'Plan' }));
  await user.click(screen.getByRole('checkbox', { name: 'News' }));
  expect(screen.getByRole('checkbox', { name: 'News' })).toBeChecked();
  await user.click(screen.getByRole('combobox', { name: 'Mood' }));
  expect(await screen.findByRole('option', { name: 'Clear value' })).toHaveTextContent('None');
  await user.click(screen.getByRole('option', { name: 'Plan' }));
  await user.click(screen.getByRole('tab', { name: 'Whose' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Investor' })).toHaveValue('Ada Lovelace'));
  expect(said()).toEqual([]);

  cleanup();
  renderConsole(host, '/admin/notes/n-1/show', { props: { resources } });
  expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute(
    'href',
    '/admin/users/u-1/show',
  );
  expect(screen.getByText('Mar 4, 2026')).toBeVisible();
  expect(screen.getByTestId('EditOutlinedIcon')).toBeVisible();
  expect(said()).toEqual([]);
});
