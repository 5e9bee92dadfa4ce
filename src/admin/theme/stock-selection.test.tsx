// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { createTheme, type Theme } from '@mui/material/styles';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { DataTable, DataTableBody, defaultI18nProvider, List, ReferenceManyField } from 'react-admin';
import { expect, it } from 'vitest';
import type { AdminAppProps } from '../console-props';
import { SerialColumn } from '../list/SerialColumn';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* Rows of a list that an operator makes of react-admin's own parts are chosen as those of the console. */

async function open(list: () => ReactElement, props: AdminAppProps = {}) {
  const notes = Array.from({ length: 25 }, (_, n) => ({ _id: `n-${n + 1}`, title: `Note ${n + 1}` }));
  const host = await startConsoleHost({
    'GET /api/admin/notes': (request) => {
      const { range } = queryOf(request) as { range: [number, number] };
      return paged(notes.slice(range[0], range[1] + 1), notes.length);
    },
    'GET /api/admin/answers': () => paged([{ _id: 'a-1', title: 'An answer' }]),
  });
  const part = { name: 'notes', list, options: { label: 'Notes' } };
  const answers = { name: 'answers', list: () => null, options: { label: 'Answers' } };
  renderConsole(host, '/admin/notes', {
    props: { ...props, resources: [async () => ({ default: part }), async () => ({ default: answers })] },
  });
  await screen.findByText('1-20 of 25');
  return userEvent.setup({ pointerEventsCheck: 0 });
}

/** The theme of an operator who has rows of another making. */
const theme = (ours: Theme) =>
  createTheme(ours, { components: { RaDataTable: { defaultProps: { body: DataTableBody } } } });

const box = (name: string) => screen.getByLabelText(name);

/** Where the number of each row is, with its box, and where its other cells are. */
const cells = () =>
  screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));

it('its rows are chosen by a box before their number, all but those that may not be', async () => {
  const user = await open(() => (
    <List>
      <DataTable isRowSelectable={({ title }) => title !== 'Note 2'} rowClick={() => '/admin/elsewhere'}>
        <DataTable.Col source="title" />
      </DataTable>
    </List>
  ));
  expect(cells().slice(0, 3)).toEqual([
    ['S/N', 'Title'],
    ['1', 'Note 1'],
    ['2', 'Note 2'],
  ]);
  expect(box('Select row 2')).toBeDisabled();
  await user.click(box('Select row 1'));
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.click(box('Select all rows of this page'));
  expect(await screen.findByText('19 selected')).toBeVisible();
  expect(box('Select row 2')).not.toBeChecked();
  await user.click(box('Select all rows of this page'));
  await waitFor(() => expect(box('Select row 1')).not.toBeChecked());
  // A click on a box is none on the row.
  expect(screen.getByText('Note 1')).toBeVisible();
});

it('the box has a cell of its own where the theme of an operator has rows of its own', async () => {
  await open(
    () => (
      <List>
        <DataTable>
          <DataTable.Col source="title" />
        </DataTable>
      </List>
    ),
    { theme },
  );
  expect(cells().slice(0, 2)).toEqual([
    ['', 'Title'],
    ['', 'Note 1'],
  ]);
  expect(screen.getAllByRole('checkbox', { name: 'Select this row' })).toHaveLength(20);
});

it('a table within a row has boxes of its own, or none', async () => {
  for (const [own, boxes] of [
    [{ bulkActionButtons: false }, 0],
    [{}, 1],
  ] as const) {
    const answers = (
      <ReferenceManyField reference="answers" target="note">
        <DataTable {...own}>
          <SerialColumn />
          <DataTable.Col source="title" />
        </DataTable>
      </ReferenceManyField>
    );
    const user = await open(() => (
      <List>
        <DataTable expand={answers}>
          <DataTable.Col source="title" />
        </DataTable>
      </List>
    ));
    await user.click(screen.getAllByLabelText('Expand')[0] ?? document.body);
    const row = (await screen.findByText('An answer')).closest('tr');
    expect(row?.querySelectorAll('input[type=checkbox]')).toHaveLength(boxes);
    cleanup();
  }
});

it('all of a page can be let go of, also those that may no longer be chosen', async () => {
  let closed = false;
  const user = await open(() => (
    <List>
      <DataTable isRowSelectable={({ title }) => !(closed && title === 'Note 2')}>
        <DataTable.Col source="title" />
      </DataTable>
    </List>
  ));
  await user.click(box('Select row 2'));
  closed = true;
  await user.click(box('Select all rows of this page'));
  expect(await screen.findByText('20 selected')).toBeVisible();
  await user.click(box('Select all rows of this page'));
  expect(await screen.findByText('0 selected')).toBeInTheDocument();
});

it('its boxes are called in the language of the console, by our texts or those of react-admin', async () => {
  const own: Record<string, string> = {
    'ra.action.select_row': 'Diese Zeile',
    'Select all rows of this page': 'Alle dieser Seite',
  };
  const i18nProvider = {
    ...defaultI18nProvider,
    translate: (key: string, options?: object) => own[key] ?? defaultI18nProvider.translate(key, options),
  };
  await open(
    () => (
      <List>
        <DataTable>
          <DataTable.Col source="title" />
        </DataTable>
      </List>
    ),
    { i18nProvider },
  );
  expect(screen.getAllByLabelText('Diese Zeile')).toHaveLength(20);
  expect(box('Alle dieser Seite')).toBeVisible();
});

it('rows of a theme of an operator are asked for nothing before they are read', async () => {
  const asked: unknown[] = [];
  await open(
    () => (
      <List>
        <DataTable>
          <DataTable.Col label="Length" render={({ title }) => asked.push(title)} />
        </DataTable>
      </List>
    ),
    { theme },
  );
  expect(asked).toContain('Note 2');
  expect(asked).not.toContain(undefined);
});
