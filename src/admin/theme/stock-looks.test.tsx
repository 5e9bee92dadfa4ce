// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import {
  Count,
  Create,
  DataTable,
  Edit,
  EditButton,
  List,
  required,
  SelectArrayInput,
  Show,
  ShowButton,
  SimpleForm,
  TabbedForm,
  TextField,
  TextInput,
  UpdateButton,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { expect, it } from 'vitest';
import { withStyles } from '../../shared/testing/styles';
import { panelClass, widePanelClass } from '../layout/Section';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* How pages look that an operator makes of react-admin's own parts: as those of the console. */

withStyles();

const long = 'Cannot see my June statement, which should be there since the first of July';
const notes = [
  { _id: 'n-1', title: long, text: long, kind: 'news' },
  { _id: 'n-2', title: 'Short', text: 'Short', kind: 'plan' },
];
const kinds = [
  { id: 'news', name: 'News' },
  { id: 'plan', name: 'Plan' },
];

function Notes() {
  return (
    <List filters={[<SelectArrayInput key="kind" source="kind" choices={kinds} alwaysOn />]}>
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="kind" />
        <DataTable.Col source="title" label="Name" />
        <DataTable.Col source="text">
          <TextField source="text" />
        </DataTable.Col>
        <DataTable.Col label="Options">
          <UpdateButton label="Archive" data={{ kind: 'news' }} />
          <ShowButton />
          <EditButton />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}

function NewNote() {
  return (
    <Create>
      <SimpleForm>
        <TextInput source="title" validate={required()} />
        <TextInput source="text" />
      </SimpleForm>
    </Create>
  );
}

function TabbedNote() {
  return (
    <Create>
      <TabbedForm>
        <TabbedForm.Tab label="What">
          <TextInput source="title" />
        </TabbedForm.Tab>
      </TabbedForm>
    </Create>
  );
}

function OwnPage() {
  return (
    <>
      <Typography>
        In a text: <Count resource="notes" /> <Link to="/admin/users">by a link</Link>
      </Typography>
      <Card>
        In a card: <Count resource="notes" />
      </Card>
    </>
  );
}

async function open(address = '/admin/notes', create = NewNote, pages = {}) {
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged(notes),
    'GET /api/admin/notes/n-2': () => ({ body: { data: notes[1] } }),
  });
  const part = {
    name: 'notes',
    list: Notes,
    create,
    edit: NewNote,
    show: OwnPage,
    recordRepresentation: 'title',
    ...pages,
  };
  const own = { name: 'own', list: OwnPage };
  renderConsole(host, address, {
    props: { resources: [async () => ({ default: part }), async () => ({ default: own })] },
  });
}

const styleOf = (element: Element) => getComputedStyle(element);

/** The cells of a row by what it is called. */
async function cellsOf(name: string): Promise<HTMLElement[]> {
  const [cell] = await screen.findAllByText(name);
  const row = cell?.closest('tr');
  if (!row) throw new Error(`No row of ${name}`);
  return within(row).getAllByRole('cell');
}

it('a text of some length has room to be read, with a field or without one; a short one takes none', async () => {
  await open();
  const wide = (cells: HTMLElement[]) => cells.map((cell) => styleOf(cell).minWidth === '14em');
  expect(wide(await cellsOf(long))).toEqual([false, false, true, true, false]);
  expect(wide(await cellsOf('Short'))).toEqual([false, false, false, false, false]);
});

/** Whether a rule of the page, or of its wide windows, says so; jsdom takes the later of two that do, whichever counts more. */
function hasRule(element: Element, property: string, value: string, ofWide = false): boolean {
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) => {
      if (!ofWide) return [rule];
      return rule instanceof CSSMediaRule && rule.media.mediaText.includes('min-width')
        ? [...rule.cssRules]
        : [];
    })
    .some(
      (rule) =>
        rule instanceof CSSStyleRule &&
        rule.style.getPropertyValue(property) === value &&
        element.matches(rule.selectorText),
    );
}

it('what can be done with a row is said in words, as links do, and named after the row', async () => {
  await open();
  const cells = await cellsOf('Short');
  const options = cells.at(-1);
  if (!options) throw new Error('It has no cells');
  const buttons = [
    await within(options).findByRole('button', { name: 'Archive Short' }),
    await within(options).findByRole('link', { name: 'Show Short' }),
    await within(options).findByRole('link', { name: 'Edit Short' }),
  ];
  for (const button of buttons) {
    expect(styleOf(button).textDecorationLine).toBe('underline');
    expect(button).toHaveTextContent(/^(Archive|Show|Edit)$/);
    const icon = button.querySelector('.MuiButton-startIcon');
    expect(icon && hasRule(icon, 'display', 'none')).toBe(true);
  }
});

it('the first column behind the number is of the colour of the others', async () => {
  await open();
  const [, first, , third] = await cellsOf('Short');
  if (!first || !third) throw new Error('A cell is missing');
  expect(styleOf(first).color).toBe(styleOf(third).color);
});

it('what is chosen of several in a filter makes it no higher', async () => {
  await open(`/admin/notes?filter=${encodeURIComponent('{"kind":["news"]}')}`);
  const chips = (await screen.findByText('News', { selector: '.MuiChip-label' })).closest(
    '.RaSelectArrayInput-chips',
  );
  expect(chips && styleOf(chips).margin).toBe('-4.5px 0px -0.5px');
});

it('a form that is not filled in is told of in few words, beside it', async () => {
  await open('/admin/notes/create');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'x');
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Title/ })).toBeInvalid());
  expect(reason).toBeInvalid();
  await user.type(reason, 'By phone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Check the marked fields')).toBeVisible();
});

it.each([
  ['made', '/admin/notes/create', '.RaCreate-main'],
  ['edited', '/admin/notes/n-2', '.RaEdit-main'],
  ['shown', '/admin/notes/n-2/show', '.RaShow-main'],
])('where a record is %s what stands beside its page does so in a wide window', async (_, address, main) => {
  const beside: Record<string, ReactElement> = {
    aside: <p>Beside it</p>,
    panel: <p className={panelClass}>Beneath it</p>,
  };
  for (const [kind, aside] of Object.entries(beside)) {
    const pages = {
      create: () => <Create aside={aside}>A form</Create>,
      edit: () => <Edit aside={aside}>A form</Edit>,
      show: () => <Show aside={aside}>A record</Show>,
    };
    await open(address, NewNote, pages);
    const [content] = [(await screen.findByText(/^Be/)).closest(main)];
    const page = content?.parentElement;
    if (!content || !page) throw new Error('There is no such page');
    expect(hasRule(page, 'max-width', '720px')).toBe(true);
    expect(hasRule(content, 'flex-direction', 'column')).toBe(true);
    expect(hasRule(content, 'flex-direction', 'row', true), kind).toBe(kind === 'aside');
    cleanup();
  }
});

it('a wide panel takes the width of the page, and the form beside it none of that', async () => {
  const wide = <p className={`${panelClass} ${widePanelClass}`}>Beneath it</p>;
  await open('/admin/notes/n-2', NewNote, { edit: () => <Edit aside={wide}>A form</Edit> });
  const panel = await screen.findByText('Beneath it');
  const [page, form] = [panel.closest('.RaEdit-main')?.parentElement, panel.previousElementSibling];
  if (!page || !form) throw new Error('There is no such page');
  expect(hasRule(page, 'max-width', 'none')).toBe(true);
  expect([hasRule(form, 'max-width', '720px'), hasRule(panel, 'max-width', '720px')]).toEqual([true, false]);
});

it('tabs are as high as their labels', async () => {
  await open('/admin/notes/create', TabbedNote);
  const tab = await screen.findByRole('tab', { name: 'What' });
  const tabs = tab.closest('.MuiTabs-root');
  expect(tabs && styleOf(tabs).minHeight).toBe(styleOf(tab).minHeight);
});

it('a number within a text is of its size, and a link of any library of the colour of ours', async () => {
  await open('/admin/own');
  const link = await screen.findByRole('link', { name: 'by a link' });
  expect(styleOf(link).color).toBe('var(--mui-palette-primary-main)');
  expect(styleOf(link).textDecorationLine).toBe('underline');
  const counts = await screen.findAllByText('2');
  expect(counts).toHaveLength(2);
  for (const count of counts) expect(styleOf(count).fontSize).toBe('inherit');
});
