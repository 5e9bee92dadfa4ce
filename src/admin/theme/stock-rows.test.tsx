// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import {
  ArrayField,
  Datagrid,
  DataTable,
  List,
  ReferenceManyField,
  Show,
  ShowButton,
  SimpleShowLayout,
  TextField,
} from 'react-admin';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stubNarrowScreen } from '../../shared/testing/browser-stubs';
import { withStyles } from '../../shared/testing/styles';
import { SerialColumn } from '../list/SerialColumn';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Rows of tables that an operator makes of react-admin's own parts: those that unfold, and those within a record. */

withStyles();

const notes = ['First', 'Second'].map((title, n) => ({
  _id: `n-${n + 1}`,
  title,
  items: [
    { what: 'Paper', count: 3 },
    { what: 'Ink', count: 1 },
  ],
}));

const Notes = () => (
  <List>
    <DataTable expand={<p>All of it</p>}>
      <DataTable.Col source="title" />
      <DataTable.Col label="Options">
        <ShowButton />
      </DataTable.Col>
    </DataTable>
  </List>
);

const Note = () => (
  <Show>
    <SimpleShowLayout>
      <ArrayField source="items">
        <DataTable aria-label="Items" bulkActionButtons={false}>
          <DataTable.Col source="what" />
          <DataTable.NumberCol source="count" />
        </DataTable>
      </ArrayField>
      <ArrayField source="items" label="Linked">
        <DataTable aria-label="Linked" bulkActionButtons={false} rowClick={() => '/admin/elsewhere'}>
          <DataTable.Col source="what" />
        </DataTable>
      </ArrayField>
      <ArrayField source="lines">
        <Datagrid>
          <TextField source="what" />
        </Datagrid>
      </ArrayField>
      <ReferenceManyField reference="replies" target="noteId">
        <DataTable bulkActionButtons={false}>
          <DataTable.Col source="what" />
        </DataTable>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
);

/** A table of rows of its own, in no list. */
const Alone = ({ rows }: { rows: { id: number; subject: string }[] }) => (
  <DataTable
    aria-label="Alone"
    resource="notes"
    data={rows}
    total={rows.length}
    isPending={false}
    sort={{ field: 'id', order: 'ASC' }}
    bulkActionButtons={false}
  >
    <SerialColumn />
    <DataTable.Col source="subject" />
  </DataTable>
);

async function openAlone(rows: { id: number; subject: string }[]) {
  const host = await startConsoleHost({});
  renderConsole(host, '/admin/alone', {
    props: { customRoutes: [{ path: '/alone', title: 'Alone', page: () => <Alone rows={rows} /> }] },
  });
}

async function open(address = '') {
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged(notes),
    'GET /api/admin/notes/n-1': () => ({ body: { data: notes[0] } }),
    'GET /api/admin/replies': () => paged([]),
  });
  const part = {
    name: 'notes',
    list: Notes,
    show: Note,
    recordRepresentation: ({ what, title }: { what?: string; title?: string }) => `${title} (${what})`,
  };
  renderConsole(host, `/admin/notes${address}`, { props: { resources: [async () => ({ default: part })] } });
}

/** Whether a rule of the page says so, on whatever screen: jsdom knows of no width. */
function staysInView(cell: Element): boolean {
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : [rule]))
    .some(
      (rule) =>
        rule instanceof CSSStyleRule && rule.style.position === 'sticky' && cell.matches(rule.selectorText),
    );
}

it('what a row unfolds takes no room until it does, and is no column of buttons', async () => {
  await open();
  const row = (await screen.findByText('First')).closest('tr');
  const beneath = row?.nextElementSibling?.firstElementChild;
  if (!beneath) throw new Error('There is nothing beneath it');
  expect(beneath).toBeEmptyDOMElement();
  const options = await within(row as HTMLElement).findByRole('link', { name: /Show/ });
  expect([options.closest('td'), beneath].map((cell) => cell && staysInView(cell))).toEqual([true, false]);
  expect(getComputedStyle(beneath).height).toBe('auto');
});

it('on a phone what is embedded in a record is called by its number, and leads nowhere but where it is told to', async () => {
  const complaints = vi.spyOn(console, 'error');
  stubNarrowScreen();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    complaints.mockRestore();
  });
  await open('/n-1/show');
  const items = await screen.findByRole('table', { name: 'Items' });
  await within(items).findByText('Paper');
  const lines = within(items).getAllByRole('row');
  expect(lines.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['1', 'WhatPaper', 'Count3', '2', 'WhatInk', 'Count1']),
  );
  expect(items).not.toHaveTextContent('undefined');
  expect(within(items).queryByRole('link')).toBeNull();
  const linked = within(screen.getByRole('table', { name: 'Linked' }));
  expect(await linked.findByRole('link', { name: '2' })).toHaveAttribute('href', '/admin/elsewhere');
  const said = complaints.mock.calls.map(([text]) => String(text));
  expect(said.filter((text) => !text.startsWith('HttpError'))).toEqual([]);
});

it('a table of rows of its own, in no list, shows and numbers them', async () => {
  await openAlone([{ id: 7, subject: 'One' }]);
  const row = (await screen.findByText('One')).closest('tr');
  expect(
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', 'One']);
});

it('so it does on a phone', async () => {
  stubNarrowScreen();
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await openAlone([{ id: 7, subject: 'One' }]);
  const table = await screen.findByRole('table', { name: 'Alone' });
  await within(table).findByText('One');
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('SubjectOne');
});

it('and says that there are none', async () => {
  await openAlone([]);
  expect(await screen.findByText('None')).toBeVisible();
});

it('what a record holds none of is said in one line', async () => {
  await open('/n-1/show');
  expect(await screen.findByText('None')).toBeVisible();
  expect(await screen.findByText('There are no replies yet.')).toBeVisible();
  expect(screen.queryByText('No Data')).toBeNull();
});
