// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ArrayField,
  ArrayInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanField,
  BooleanInput,
  CheckboxGroupInput,
  ChipField,
  Create,
  DataTable,
  DateField,
  DateInput,
  DateTimeInput,
  EmailField,
  FileField,
  FileInput,
  ImageInput,
  List,
  NullableBooleanInput,
  NumberField,
  NumberInput,
  PasswordInput,
  RadioButtonGroupInput,
  ReferenceField,
  RichTextField,
  required,
  SelectArrayInput,
  SelectField,
  SelectInput,
  Show,
  SimpleForm,
  SimpleFormIterator,
  SimpleShowLayout,
  SingleFieldList,
  TextArrayInput,
  TextField,
  TextInput,
  TimeInput,
  UrlField,
} from 'react-admin';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withStyles } from '../../shared/testing/styles';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf } from '../testing/table';

/* Fields and inputs of react-admin's own on the pages of an operator: as those of the console. */

withStyles();

const kinds = [{ id: 'news', name: 'News' }];

function Notes() {
  return (
    <List>
      <DataTable aria-label="Notes" bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="title" />
        <DataTable.NumberCol source="size" />
        <DataTable.Col source="open">
          <BooleanField source="open" valueLabelTrue="Open" />
        </DataTable.Col>
        <DataTable.Col source="kind" render={() => null} />
        <DataTable.Col label="Own" render={() => null} />
      </DataTable>
    </List>
  );
}

function Note() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="title" />
        <NumberField source="size" />
        <DateField source="day" />
        <EmailField source="email" />
        <UrlField source="link" />
        <SelectField source="kind" choices={kinds} />
        <BooleanField source="open" />
        <ChipField source="mark" />
        <RichTextField source="text" />
        <ReferenceField source="userId" reference="users" />
        <ArrayField source="tags">
          <SingleFieldList linkType={false}>
            <ChipField source="name" />
          </SingleFieldList>
        </ArrayField>
        <TextField source="own" emptyText="Not yet" />
        <ReferenceField source="bossId" reference="users" empty="Nobody" />
      </SimpleShowLayout>
    </Show>
  );
}

function NewNote() {
  return (
    <Create>
      <SimpleForm defaultValues={{ tags: [{ name: 'red' }, { name: 'blue' }] }}>
        <TextInput source="title" validate={required()} />
        <TextInput source="text" multiline />
        <SelectInput source="kind" choices={kinds} validate={required()} />
        <AutocompleteInput source="choice" choices={kinds} validate={required()} />
        <BooleanInput source="open" validate={required()} />
        <FileInput source="file" validate={required()}>
          <FileField source="src" title="title" />
        </FileInput>
        <ImageInput source="image" />
        <ArrayInput source="tags" validate={required()}>
          <SimpleFormIterator inline>
            <TextInput source="name" />
          </SimpleFormIterator>
        </ArrayInput>
        <TextArrayInput source="words" />
        <CheckboxGroupInput source="many" choices={kinds} />
        <RadioButtonGroupInput source="one" choices={kinds} />
        <SelectArrayInput source="some" choices={kinds} />
        <AutocompleteArrayInput source="others" choices={kinds} />
        <NullableBooleanInput source="perhaps" />
        <NumberInput source="size" />
        <PasswordInput source="secret" />
        <DateInput source="day" />
        <DateTimeInput source="moment" />
        <TimeInput source="hour" />
      </SimpleForm>
    </Create>
  );
}

async function open(address: string, note: object = {}) {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complaints.mockRestore());
  const data = { _id: 'n-1', ...note };
  const host = await startConsoleHost({
    'GET /api/admin/notes': () => paged([data]),
    'GET /api/admin/notes/n-1': () => ({ body: { data } }),
  });
  const part = { name: 'notes', list: Notes, show: Note, create: NewNote, recordRepresentation: 'id' };
  renderConsole(host, `/admin/notes${address}`, { props: { resources: [async () => ({ default: part })] } });
  return {
    user: userEvent.setup(),
    said: () =>
      complaints.mock.calls.map(([text]) => String(text)).filter((text) => !text.startsWith('HttpError')),
  };
}

const styleOf = (element: Element) => getComputedStyle(element);

function closest(element: Element, selector: string): Element {
  const found = element.closest(selector);
  if (!found) throw new Error(`It is in no ${selector}`);
  return found;
}

it('what there is none of reads as in a declared resource, unless a field says otherwise', async () => {
  const { said } = await open('/n-1/show', { tags: [] });
  const labels = 'Title,Size,Day,Email,Link,Kind,Open,Mark,Text,User,Tags,Own,Boss'.split(',');
  await screen.findByText('Nobody');
  // A field that has a label of its own is given another one by react-admin.
  const shown = labels.map((label) =>
    screen.getAllByText(label)[0]?.parentElement?.parentElement?.textContent.replaceAll(label, ''),
  );
  expect(shown).toEqual([...labels.slice(0, -2).map(() => 'NaN'), 'Not yet', 'Nobody']);
  expect(document.querySelector('[empty], [emptytext]')).toBeNull();
  expect(said()).toEqual([]);
});

it('so it does in a column that has no field, and what is left out on purpose stays out', async () => {
  await open('', { kind: 'news' });
  expect(await cellsOf('Notes', 1)).toEqual(['1', 'NaN', 'NaN', 'NaN', '', '']);
});

it('a number has commas and all of its decimals; yes and no are said in their own words, without a complaint', async () => {
  const { user, said } = await open('', { title: 'First', size: 44_000.1234, open: true });
  expect(await cellsOf('Notes', 1)).toEqual(['1', 'First', '44,000.1234', 'Open', 'NaN', '']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.hover(screen.getByText('Open', { selector: '.MuiChip-label' }));
  // A tip comes after a delay.
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(said()).toEqual([]);
});

it('chips stand apart, and are as high as those of the console', async () => {
  const { said } = await open('/n-1/show', { mark: 'big', tags: [{ name: 'red' }, { name: 'blue' }] });
  const chip = closest(await screen.findByText('red'), '.MuiChip-root');
  expect(chip).toHaveClass('MuiChip-sizeSmall');
  const row = closest(chip, '.MuiStack-root');
  expect(styleOf(row).gap).toBe('var(--mui-spacing)');
  expect(row).not.toHaveAttribute('gap');
  expect(said()).toEqual([]);
});

it('no input keeps a line free for a help that it has not', async () => {
  await open('/create');
  const form = closest(await screen.findByLabelText(/^Title/), 'form');
  const reason = await screen.findByLabelText('Reason');
  const helps = [...form.querySelectorAll('.MuiFormHelperText-root')];
  expect(helps.filter((help) => !closest(reason, '.MuiFormControl-root').contains(help))).toEqual([]);
});

it('rows of an array stand apart, and what can be done with them is in sight', async () => {
  const { user } = await open('/create');
  const names = await screen.findAllByLabelText('Name');
  const [first] = names;
  if (!first) throw new Error('There are no rows');
  const row = closest(first, 'li');
  expect(styleOf(row).paddingBlock).toBe('calc(1.5 * var(--mui-spacing))');
  const remove = within(row as HTMLElement).getByRole('button', { name: 'Remove' });
  expect(remove).toBeVisible();
  first.focus();
  await user.tab();
  await waitFor(() => expect(row).toContainElement(document.activeElement as HTMLElement));
});
