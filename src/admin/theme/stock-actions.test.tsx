// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CoreLayoutProps } from 'ra-core';
import { type ReactElement, useState } from 'react';
import {
  BulkExportButton,
  CreateButton,
  Datagrid,
  DatagridConfigurable,
  DataTable,
  DeleteButton,
  Edit,
  ExportButton,
  FilterButton,
  InfiniteList,
  List,
  ListGuesser,
  SelectColumnsButton,
  ShowButton,
  SimpleForm,
  SimpleList,
  SortButton,
  TextField,
  TextInput,
  TopToolbar,
} from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import type { Received } from '../../shared/testing/stand-in-host';
import type { AdminAppProps } from '../console-props';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { savedBy } from '../testing/saved-file';
import { headersOf } from '../testing/table';

/* What an operator tells react-admin's own pages to have besides, as the documentation of react-admin writes it. */

const filters = [<TextInput key="title" source="title" alwaysOn />, <TextInput key="place" source="place" />];

const actions = (
  <TopToolbar>
    <SelectColumnsButton />
    <FilterButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
);

const table = (
  <DataTable aria-label="Notes">
    <DataTable.Col source="title" />
    <DataTable.Col source="place" />
  </DataTable>
);

interface Pages {
  list?: () => ReactElement;
  edit?: () => ReactElement;
}

async function open({ list, edit }: Pages, address = '/admin/notes', count = 25, props: AdminAppProps = {}) {
  const notes = Array.from({ length: count }, (_, n) => ({
    _id: `n-${n + 1}`,
    title: n === 0 ? '=1+1' : `Note ${n + 1}`,
    place: 'Rome',
  }));
  const listed = (request: Received) => {
    const { range } = queryOf(request) as { range: [number, number] };
    return paged(notes.slice(range[0], range[1] + 1), notes.length);
  };
  const host = await startConsoleHost({
    'GET /api/admin/notes': listed,
    'GET /api/admin/grids': listed,
    'GET /api/admin/notes/n-2': () => ({ body: { data: notes[1] } }),
  });
  const page = () => <p>A page</p>;
  const options = { label: 'Notes', singular: 'Note' };
  const part = { name: 'notes', list, edit, create: page, show: page, options };
  renderConsole(host, address, { props: { ...props, resources: [async () => ({ default: part })] } });
  return Object.assign(userEvent.setup({ pointerEventsCheck: 0 }), { host });
}

/** What stands in the line of the title, in its order. */
function lineOfTitle(title: string | RegExp = 'Notes'): HTMLElement {
  const line = screen.getByRole('heading', { level: 1, name: title }).parentElement;
  if (!line) throw new Error('The title stands nowhere');
  return line;
}

const toolsIn = (line: HTMLElement) =>
  [...line.querySelectorAll('a, button')].map((tool) => tool.textContent?.trim());

/** jsdom has none; nothing is ever scrolled to. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(() => vi.unstubAllGlobals());

it('a list that goes on and on has what a list has, but for pages', async () => {
  vi.stubGlobal('IntersectionObserver', NoObserver);
  const user = await open({ list: () => <InfiniteList filters={filters}>{table}</InfiniteList> });
  expect(await screen.findByRole('cell', { name: 'Note 20' })).toBeVisible();
  expect(screen.queryByRole('cell', { name: 'Note 21' })).toBeNull();
  expect(await headersOf('Notes')).toEqual(['S/N', 'Title', 'Place']);
  const line = lineOfTitle();
  await within(line).findByRole('link', { name: 'Add note' });
  await waitFor(() => expect(line).toHaveTextContent(/^Notes25Add note/));
  expect(toolsIn(line)).toEqual(['Add note', 'Views', 'Columns', 'Export']);
  const text = await savedBy(() => user.click(screen.getByRole('button', { name: 'Export' })));
  expect(text).toContain("'=1+1");
  expect(text.trim().split('\n')).toHaveLength(26);
});

it('the tools of the documentation stand beside the title, behind the number of rows, and are called as ours are', async () => {
  const user = await open({
    list: () => (
      <List filters={filters} actions={actions}>
        {table}
      </List>
    ),
  });
  await screen.findByText('1-20 of 25');
  const line = lineOfTitle();
  await within(line).findByRole('link', { name: 'Add note' });
  await waitFor(() => expect(line).toHaveTextContent(/^Notes25/));
  expect(toolsIn(line)).toEqual(['Columns', 'Views', 'Add note', 'Export']);
  expect(within(line).getByTestId('DownloadOutlinedIcon')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add filter' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'More filters' })).toHaveLength(1);
  await user.click(within(line).getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Place' }));
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(await headersOf('Notes')).toEqual(['S/N', 'Title']));
});

it('a Datagrid keeps the choice of columns that is its own', async () => {
  const user = await open({
    list: () => (
      <List resource="grids" title="Notes" actions={actions} filters={filters}>
        <DatagridConfigurable bulkActionButtons={false}>
          <TextField source="title" />
          <TextField source="place" />
        </DatagridConfigurable>
      </List>
    ),
  });
  await screen.findByText('1-20 of 25');
  await user.click(await within(lineOfTitle()).findByRole('button', { name: 'Columns' }));
  await user.click(within(await screen.findByRole('option', { name: 'Place' })).getByText('Place'));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Place' })).toBeNull());
});

it('its rows are counted beside its title also where it has no tools, or others', async () => {
  for (const own of [
    false as const,
    <button key="own" type="button">
      Own
    </button>,
  ]) {
    const { host } = await open({
      list: () => (
        <List actions={own} component="div">
          {table}
        </List>
      ),
    });
    await screen.findByText('1-20 of 25');
    await waitFor(() => expect(lineOfTitle()).toHaveTextContent(/^Notes25$/));
    cleanup();
    await host.close();
  }
});

it('a button that sorts says by what', async () => {
  const sorting = (
    <TopToolbar>
      <SortButton fields={['title', 'place']} />
    </TopToolbar>
  );
  const user = await open({ list: () => <List actions={sorting}>{table}</List> });
  await user.click(await screen.findByRole('button', { name: 'Sort by id ascending' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Place ascending' }));
  expect(await screen.findByRole('button', { name: 'Sort by place ascending' })).toBeVisible();
  const header = screen.getByRole('columnheader', { name: 'Place' });
  expect(within(header).getByRole('button', { name: 'Place' })).toBeEnabled();
});

it('what is done with chosen rows stays with them', async () => {
  const user = await open({
    list: () => (
      <List>
        <Datagrid bulkActionButtons={<BulkExportButton />}>
          <TextField source="title" />
        </Datagrid>
      </List>
    ),
  });
  await screen.findByText('1-20 of 25');
  await user.click(screen.getByRole('checkbox', { name: /all/ }));
  expect(await screen.findByText('20 selected')).toBeVisible();
  const tools = await screen.findAllByRole('button', { name: 'Export' });
  expect(tools.map((tool) => lineOfTitle().contains(tool))).toEqual([true, false]);
});

it('a list that is guessed exports no formula either', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const user = await open({ list: () => <ListGuesser /> });
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  const button = await within(lineOfTitle()).findByRole('button', { name: 'Export' });
  await waitFor(() => expect(button).toBeEnabled());
  expect(await savedBy(() => user.click(button))).toContain("'=1+1");
});

it('the tools of a record stand behind its title', async () => {
  await open(
    {
      edit: () => (
        <Edit
          actions={
            <TopToolbar>
              <ShowButton />
              <DeleteButton />
            </TopToolbar>
          }
        >
          <SimpleForm toolbar={false}>
            <TextInput source="title" />
          </SimpleForm>
        </Edit>
      ),
    },
    '/admin/notes/n-2',
  );
  await screen.findByRole('link', { name: 'Show' });
  expect(toolsIn(lineOfTitle(/^Note/))).toEqual(['Show', 'Delete']);
});

it('lines of which none match say so as a table does', async () => {
  const user = await open(
    {
      list: () => (
        <List filters={filters}>
          <SimpleList primaryText="%{title}" />
        </List>
      ),
    },
    '/admin/notes',
    0,
  );
  expect(await screen.findByText('There are no notes yet.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'zz');
  expect(await screen.findByText('No notes match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('There are no notes yet.')).toBeVisible();
});

it('a list on a page of its own gives way to the heading of the page', async () => {
  const page = () => (
    <List resource="notes" title={false} disableSyncWithLocation>
      {table}
    </List>
  );
  await open({}, '/admin/fees', 25, { customRoutes: [{ path: '/fees', title: 'Fees', page }] });
  await screen.findByText('1-20 of 25');
  await waitFor(() => expect(lineOfTitle('Fees')).toHaveTextContent(/^Fees25Add note/));
  expect(document.title).toBe('Fees');
});

function SeveralLists() {
  const [more, setMore] = useState(false);
  return (
    <>
      <List resource="notes" title={false} disableSyncWithLocation aside={<p>Beside</p>}>
        {table}
      </List>
      <button type="button" onClick={() => setMore(!more)}>
        More
      </button>
      {more && (
        <List resource="grids" title={false} actions={actions} filters={filters} disableSyncWithLocation>
          <DataTable aria-label="Grids">
            <DataTable.Col source="title" />
          </DataTable>
        </List>
      )}
    </>
  );
}

it('lists of one page have their number and their tools each above itself', async () => {
  const user = await open({}, '/admin/fees', 25, {
    customRoutes: [{ path: '/fees', title: 'Fees', page: SeveralLists }],
  });
  await waitFor(() => expect(lineOfTitle('Fees')).toHaveTextContent(/^Fees25Add note/));
  const listOf = (name: string) => screen.getByRole('table', { name }).closest('.list-page');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('table', { name: 'Grids' });
  await waitFor(() => expect(listOf('Notes')).toHaveTextContent(/^25Add note/));
  await waitFor(() => expect(listOf('Grids')).toHaveTextContent(/^25Columns/));
  expect(lineOfTitle('Fees')).toHaveTextContent(/^Fees$/);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(lineOfTitle('Fees')).toHaveTextContent(/^Fees25Add note/));
});

it('under a layout that has no room beside the title they stand where they are', async () => {
  const page = () => (
    <List resource="notes" title={false} actions={actions} filters={filters} disableSyncWithLocation>
      {table}
    </List>
  );
  const layout = ({ children }: CoreLayoutProps) => <main>{children}</main>;
  await open({}, '/admin/fees', 25, { layout, customRoutes: [{ path: '/fees', title: 'Fees', page }] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible();
});
