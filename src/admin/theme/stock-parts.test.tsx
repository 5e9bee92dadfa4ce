// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  BulkDeleteButton,
  CloneButton,
  DataTable,
  EditButton,
  List,
  Pagination,
  SavedQueriesList,
  Show,
  SimpleList,
  TextField,
  TopToolbar,
} from 'react-admin';
import { expect, it } from 'vitest';
import { withStyles } from '../../shared/testing/styles';
import { ConsoleLayout } from '../layout/ConsoleLayout';
import { buildHome, paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Parts of react-admin's lists and pages that an operator adds to them, and what stands around. */

withStyles();

const notes = [{ _id: 'n-1', title: 'First', version: 1 }];
const pages = <Pagination rowsPerPageOptions={[5, 10, 25]} />;

const Notes = () => (
  <List pagination={pages} aside={<SavedQueriesList />}>
    <DataTable bulkActionButtons={<BulkDeleteButton />} rowClick={false}>
      <DataTable.Col source="title" />
    </DataTable>
  </List>
);

const Lines = () => (
  <List pagination={pages}>
    <SimpleList leftAvatar={({ title }) => title[0]} primaryText="%{title}" />
  </List>
);

const tools = (
  <TopToolbar>
    <EditButton />
    <CloneButton />
  </TopToolbar>
);
const Note = () => (
  <Show actions={tools}>
    <TextField source="title" />
  </Show>
);

async function open(address: string, list = Notes, list404 = false) {
  const host = await startConsoleHost({
    ...(list404 ? {} : { 'GET /api/admin/notes': () => paged(notes) }),
    'GET /api/admin/notes/n-1': () => ({ body: { data: notes[0] } }),
    'GET /api/admin/home': () => ({ body: { data: buildHome() } }),
  });
  const part = { name: 'notes', list, show: Note, edit: Note, create: Note, recordRepresentation: 'title' };
  renderConsole(host, address, {
    props: {
      resources: [async () => ({ default: part })],
      layout: (props) => <ConsoleLayout {...props} banner={<p>Tonight at ten</p>} />,
    },
  });
}

/** The rules of the page, of wide windows too, that set a property to a value. */
const rulesOf = (property: string, value: string) =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : [rule]))
    .filter((rule) => rule instanceof CSSStyleRule)
    .filter(({ style }) => style.getPropertyValue(property) === value);

it.each([
  ['stands beside pages', <Pagination key="one" rowsPerPageOptions={[10]} />, true],
  ['does not stand beside pages whose length one chooses', pages, false],
])('what is done with chosen rows %s', async (_, pagination, beside) => {
  await open('/admin/notes', () => (
    <List pagination={pagination}>
      <DataTable bulkActionButtons={<BulkDeleteButton />} rowClick={false}>
        <DataTable.Col source="title" />
      </DataTable>
    </List>
  ));
  const row = (await screen.findByText('First')).closest('tr');
  const box = row?.querySelector('input');
  if (!box) throw new Error('The row has no box');
  fireEvent.click(box);
  const bar = (await screen.findByText('1 selected')).closest('.RaBulkActionsToolbar-toolbar')?.parentElement;
  const held = rulesOf('margin-bottom', '-52px').some(({ selectorText }) => bar?.matches(selectorText));
  expect(held).toBe(beside);
});

it('a list that could not be read has no pages', async () => {
  await open('/admin/notes', Lines, true);
  expect(await screen.findByText('The notes could not be read')).toBeVisible();
  expect(document.querySelector('.MuiTablePagination-root')).not.toBeVisible();
});

it('letters of an avatar are of the colour of texts', async () => {
  await open('/admin/notes', Lines);
  const avatar = await screen.findByText('F');
  expect(getComputedStyle(avatar).color).toBe('var(--mui-palette-text-primary)');
});

it('saved queries are called views, in the list and in its dialog, whose button is filled', async () => {
  await open(`/admin/notes?filter=${encodeURIComponent('{"title":"First"}')}`);
  expect(await screen.findByText('Views', { selector: '.MuiTypography-overline' })).toBeVisible();
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.click(await screen.findByRole('button', { name: 'Save this view…' }));
  const save = await screen.findByText('Save', { selector: 'button' });
  const filled = rulesOf('background-color', 'var(--mui-palette-primary-main)');
  expect(
    filled.some(({ selectorText }) => /last-of-type/.test(selectorText) && save.matches(selectorText)),
  ).toBe(true);
});

it('a record that is not there has nothing that copies it, as it has for one that is', async () => {
  await open('/admin/notes/n-1/show');
  expect(await screen.findByText('Clone')).toBeVisible();
  cleanup();
  await open('/admin/notes/n-2/show');
  await screen.findByText(/There is no such/);
  await waitFor(() => expect(screen.queryByText('Clone')).toBeNull());
});

it.each([
  ['a list', '/admin/notes', 'Notes'],
  ['the home', '/admin/home', 'Home'],
])('a banner of the frame stands above the title of %s', async (_, address, title) => {
  await open(address);
  const heading = await screen.findByRole('heading', { level: 1, name: title });
  const banner = screen.getByText('Tonight at ten');
  expect(banner.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
