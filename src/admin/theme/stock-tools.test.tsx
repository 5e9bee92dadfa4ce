// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import {
  AutocompleteInput,
  BooleanInput,
  DataTable,
  DataTableHead,
  defaultI18nProvider,
  List,
  ListBase,
  ReferenceInput,
  SimpleList,
  TextInput,
  useListContext,
} from 'react-admin';
import { expect, it } from 'vitest';
import { queryClient } from '../../shared/query-client';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import type { AdminAppProps } from '../console-props';
import { SerialColumn } from '../list/SerialColumn';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { headersOf } from '../testing/table';

/* What can be done with a list that an operator makes of react-admin's own parts: as with those of the console. */

const filters = [
  <TextInput key="title" source="title" alwaysOn />,
  <BooleanInput key="mine" source="mine" />,
  <TextInput key="place" source="place" />,
];

const Unnamed = () => <DataTable.Col label={<b>Own</b>}>own</DataTable.Col>;

const Notes = () => (
  <List filters={filters}>
    <DataTable aria-label="Notes" bulkActionButtons={false} hiddenColumns={['place']}>
      <DataTable.Col source="title" />
      <DataTable.NumberCol source="stars" label="Rating" />
      <DataTable.Col source="place" />
      <DataTable.Col label="Twice">twice</DataTable.Col>
      <Unnamed />
    </DataTable>
  </List>
);

const Lines = () => (
  <List filters={[filters[0] as ReactElement]}>
    <SimpleList primaryText="%{title}" />
  </List>
);

const OfPerson = () => (
  <List
    filters={[
      <TextInput key="title" source="title" alwaysOn />,
      <ReferenceInput key="userId" source="userId" reference="users" alwaysOn>
        <AutocompleteInput label="Investor" />
      </ReferenceInput>,
    ]}
  >
    <SimpleList primaryText="%{title}" />
  </List>
);

let host: StandInHost;

async function open(
  list: () => ReactElement = Notes,
  search = '',
  name = 'notes',
  props: AdminAppProps = {},
  refused = () => false,
) {
  const notes = Array.from({ length: 25 }, (_, n) => ({
    _id: `n-${n + 1}`,
    title: `Note ${n + 1}`,
    stars: 5,
    place: 'Rome',
  }));
  host = await startConsoleHost({
    [`GET /api/admin/${name}`]: (request) => {
      if (refused()) return { status: 422, body: { errors: [{ error: 'Not today', message: 'Not today' }] } };
      const { range } = queryOf(request) as { range: [number, number] };
      return paged(notes.slice(range[0], range[1] + 1), notes.length);
    },
  });
  const part = { name, list, options: { label: 'Notes' } };
  renderConsole(host, `/admin/${name}${search}`, {
    props: { ...props, resources: [async () => ({ default: part })] },
  });
  if (!refused()) await screen.findByText(/-2\d (of|von) 25/);
  return userEvent.setup({ pointerEventsCheck: 0 });
}

async function openAgain(): Promise<void> {
  cleanup();
  await host.close();
  await open();
}

const lastFilter = () =>
  queryOf(host.received.filter(({ path }) => path.startsWith('/api/admin/notes')).at(-1)).filter;

it('its columns can be left out and stay out, those it leaves out itself can be shown', async () => {
  const user = await open();
  expect(await headersOf('Notes')).toEqual(['S/N', 'Title', 'Rating', 'Twice', 'Own']);
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  const panel = await screen.findByRole('group', { name: 'Columns shown' });
  const boxes = within(panel).getAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    'Title',
    'Rating',
    'Place',
    'Twice',
  ]);
  expect(within(panel).getByRole('checkbox', { name: 'Place' })).not.toBeChecked();
  for (const name of ['Place', 'Rating', 'Twice'])
    await user.click(within(panel).getByRole('checkbox', { name }));
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(await headersOf('Notes')).toEqual(['S/N', 'Title', 'Place', 'Own']));
  await openAgain();
  expect(await headersOf('Notes')).toEqual(['S/N', 'Title', 'Place', 'Own']);
});

it('its rows are numbered on from page to page', async () => {
  await open(Notes, '?page=2&perPage=20');
  expect(await screen.findByRole('cell', { name: '21' })).toBeVisible();
});

it.each([
  ['a page before its first', '?page=-1'],
  ['pages of less than a row', '?perPage=-5'],
  ['pages of no row', '?perPage=0&page=3'],
])('it begins with its first page where its address asks for %s', async (_, search) => {
  await open(Notes, search);
  expect(await screen.findByRole('cell', { name: '1' })).toBeVisible();
  expect(await screen.findByText(/^1-\d+ of \d+$/)).toBeVisible();
  const asked = host.received.filter(({ path }) => path.startsWith('/api/admin/notes')).map(queryOf);
  for (const { range } of asked) expect(range).toEqual([0, 19]);
});

function Rows() {
  const { data, total, page, perPage } = useListContext();
  return <p>{`1-${data?.length} of ${total}, page ${page} of ${perPage} each`}</p>;
}

const OwnParts = () => (
  <ListBase perPage={20}>
    <Rows />
  </ListBase>
);

it('so does one of an operator’s own parts', async () => {
  await open(OwnParts, '?perPage=-5');
  expect(await screen.findByText('1-20 of 25, page 1 of 20 each')).toBeVisible();
});

it('it is numbered once where it says so itself, and not where it has a header of its own', async () => {
  const tableOf = (children: ReactElement, head: object) => () => (
    <List>
      <DataTable aria-label="Notes" bulkActionButtons={false} {...head}>
        {children}
        <DataTable.Col source="title" />
      </DataTable>
    </List>
  );
  const fragment = (
    <>
      <SerialColumn />
    </>
  );
  for (const own of [<SerialColumn key="own" />, fragment]) {
    await open(tableOf(own, {}));
    expect(await headersOf('Notes')).toEqual(['S/N', 'Title']);
    cleanup();
    await host.close();
  }
  await open(tableOf(<DataTable.Col source="place" />, { head: DataTableHead }));
  expect(await headersOf('Notes')).toEqual(['Place', 'Title']);
});

it('rows of its own are numbered as they stand', async () => {
  const rows = [
    { id: 'x-1', title: 'One' },
    { id: 'x-2', title: 'Two' },
  ];
  await open(() => (
    <List>
      <DataTable data={rows} total={2} isPending={false} bulkActionButtons={false}>
        <DataTable.Col source="title" />
      </DataTable>
    </List>
  ));
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'S/NTitle',
    '1One',
    '2Two',
  ]);
});

it('a list without a table has no choice of columns', async () => {
  await open(Lines, '', 'lines');
  expect(screen.getByRole('button', { name: 'Views' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More filters' })).toBeNull();
});

it('what adds a filter stands behind the filters, and so does the way back to none', async () => {
  const user = await open();
  const form = screen.getByRole('textbox', { name: 'Title' }).closest('form');
  if (!form) throw new Error('The filters are in no form');
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  await user.click(within(form).getByRole('button', { name: 'More filters' }));
  const menu = await screen.findByRole('menu', { name: 'More filters' });
  expect(within(menu).getAllByRole('menuitemcheckbox').length).toBe(2);
  // Views are chosen among the tools.
  expect(within(menu).queryByRole('menuitem')).toBeNull();
  await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Place' }));
  const place = await within(form).findByRole('textbox', { name: 'Place' });
  await waitFor(() => expect(place).toHaveFocus());
  await user.keyboard('Rome');
  await waitFor(() => expect(lastFilter()).toEqual({ place: 'Rome' }));
  await user.click(await within(form).findByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(lastFilter()).toEqual({}));
  expect(within(form).queryByRole('textbox', { name: 'Place' })).toBeNull();
});

it('a filter that was added can be taken away where it was added', async () => {
  const user = await open(Notes, `?${new URLSearchParams({ displayedFilters: '{"place":true}' })}`);
  const place = await screen.findByRole('textbox', { name: 'Place' });
  await user.type(place, 'Rome');
  await waitFor(() => expect(lastFilter()).toEqual({ place: 'Rome' }));
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Place' });
  expect(item).toBeChecked();
  await user.click(item);
  await waitFor(() => expect(lastFilter()).toEqual({}));
  expect(screen.queryByRole('textbox', { name: 'Place' })).toBeNull();
});

it('a filter that is there for its value is taken away in one go', async () => {
  const user = await open(Notes, `?${new URLSearchParams({ filter: '{"place":"Rome"}' })}`);
  expect(await screen.findByRole('textbox', { name: 'Place' })).toHaveValue('Rome');
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Place', checked: true }));
  await waitFor(() => expect(lastFilter()).toEqual({}));
  expect(screen.queryByRole('textbox', { name: 'Place' })).toBeNull();
});

it('a filter by reference is as high as the others', async () => {
  await open(OfPerson);
  const fields = [
    screen.getByRole('textbox', { name: 'Title' }),
    await screen.findByRole('combobox', { name: 'Investor' }),
  ];
  for (const field of fields)
    expect(field.closest('.MuiInputBase-root')).toHaveClass('MuiInputBase-sizeSmall');
});

it('a saved view brings its filters and its order back, also those that were not shown', async () => {
  const address = new URLSearchParams({
    filter: JSON.stringify({ place: 'Rome' }),
    displayedFilters: JSON.stringify({ place: true, mine: true }),
    sort: 'stars',
    order: 'DESC',
  });
  const user = await open(Notes, `?${address}`);
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name of this view' }), 'Of Rome{Enter}');
  await openAgain();
  expect(screen.queryByRole('textbox', { name: 'Place' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Of Rome' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Place' })).toHaveValue('Rome'));
  expect(screen.getByRole('switch', { name: 'Mine' })).toBeVisible();
  await waitFor(() => expect(lastFilter()).toEqual({ place: 'Rome' }));
});

it('its tools and pages are called in the language of the console', async () => {
  const german: Record<string, string> = {
    Views: 'Ansichten',
    'ra.action.select_columns': 'Spalten',
    'ra.navigation.page_range_info': '%{offsetBegin}-%{offsetEnd} von %{total}',
  };
  const i18nProvider = {
    ...defaultI18nProvider,
    translate: (key: string, options?: Record<string, unknown>) =>
      defaultI18nProvider.translate(`own.${key}`, {
        ...options,
        _: german[key] ?? defaultI18nProvider.translate(key, options),
      }),
  };
  await open(Notes, '', 'notes', { i18nProvider });
  expect(screen.getByText('1-20 von 25')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ansichten' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Spalten' })).toBeVisible();
});

it('rows that could not be read anew are told of above those of before, and read again', async () => {
  let refused = false;
  const user = await open(Notes, '', 'notes', {}, () => refused);
  refused = true;
  await queryClient.refetchQueries({ queryKey: ['notes', 'getList'] });
  const told = await screen.findByRole('alert');
  expect(within(told).getByText('Not today')).toBeVisible();
  expect(screen.getByText('Note 20')).toBeVisible();
  refused = false;
  await user.click(within(told).getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(told).not.toBeInTheDocument());
});

it('where nothing could be read nothing is counted or exported', async () => {
  await open(Notes, '', 'unread', {}, () => true);
  expect(await screen.findByText('The notes could not be read')).toBeVisible();
  expect(screen.queryByText(/of -1/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
});
