// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import {
  ArrayInput,
  Edit,
  EditBase,
  List,
  NumberInput,
  SimpleForm,
  SimpleFormIterator,
  SimpleList,
  TabbedForm,
  TextInput,
} from 'react-admin';
import { expect, it } from 'vitest';
import { refusals } from '../../../contract/refusals';
import { formatMoment } from '../../shared/format';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import type { AdminAppProps } from '../console-props';
import { declareResource } from '../resource/declare-resource';
import { paged, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

/* What becomes of a form when someone else has changed its record while it was open. */

let host: StandInHost;
/** The record as the host has it; a test changes it as someone else would. */
let stored: Record<string, unknown> & { version: number };
/** What the host answers to a read instead, and to a write. */
let unreadable: Answer | undefined;
let unwritable: Answer | undefined;

const stale = () => refusal(412, refusals.staleVersion, 'stale_version');

function elsewhere(change: object): void {
  stored = { ...stored, ...change, version: stored.version + 1 };
}

type Part = NonNullable<AdminAppProps['resources']>[number];

const stock =
  (edit: ReactNode): Part =>
  async () => ({
    default: {
      name: 'notes',
      list: () => (
        <List>
          <SimpleList primaryText="%{title}" />
        </List>
      ),
      edit: () => edit,
      options: { label: 'Notes', singular: 'Note' },
    },
  });

const simple = (
  <SimpleForm>
    <TextInput source="title" />
    <TextInput source="details" />
  </SimpleForm>
);

const declared: Part = declareResource({
  name: 'notes',
  label: 'Notes',
  singular: 'Note',
  icon: ConfirmationNumberOutlined,
  fields: [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'details', label: 'Details', kind: 'text' },
  ],
});

const address = '/admin/notes/n-1';

async function open(part: Part, record: object = {}, from = address) {
  stored = { _id: 'n-1', title: 'First', details: 'Short', ...record, version: 4 };
  unreadable = undefined;
  unwritable = undefined;
  host = await startConsoleHost({
    'GET /api/admin/notes': () => paged([stored]),
    'GET /api/admin/notes/n-1': () => unreadable ?? { body: { data: stored } },
    'DELETE /api/admin/notes/n-1': ({ headers }) => {
      if (unwritable) return unwritable;
      return headers['if-match'] === `"${stored.version}"` ? { body: { data: stored } } : stale();
    },
    'PUT /api/admin/notes/n-1': ({ headers, body }) => {
      if (unwritable) return unwritable;
      if (headers['if-match'] !== `"${stored.version}"`) return stale();
      elsewhere(Object(body));
      return { body: { data: stored } };
    },
  });
  const router = renderConsole(host, from, { props: { resources: [part] } });
  const user = userEvent.setup();
  if (from !== address) {
    await screen.findByText('First');
    await act(() => router.navigate(address));
  }
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('First'));
  // So that what has to be there to hear of a refusal is.
  await user.type(
    (await screen.findAllByRole('textbox', { name: 'Reason' }))[0] ?? document.body,
    'Outdated',
  );
  return { user, router };
}

const field = (name: string) => screen.findByRole('textbox', { name });
async function save(
  user: ReturnType<typeof userEvent.setup>,
  form: Pick<typeof screen, 'getByRole'> = screen,
) {
  // The one before has been answered.
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(form.getByRole('button', { name: 'Save' }));
}
const writes = () => host.received.filter(({ method }) => method === 'PUT');
const asksBeforeLeft = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const toasts = () => document.querySelectorAll('.averin-toast');
const told =
  'Someone else has changed this meanwhile. Nothing was saved. What you typed is kept; everything else shows the current values.';

const kinds = [
  ['a stock form', stock(<Edit>{simple}</Edit>)],
  [
    'a stock form with tabs',
    stock(
      <Edit>
        <TabbedForm>
          <TabbedForm.Tab label="What">
            <TextInput source="title" />
            <TextInput source="details" />
          </TabbedForm.Tab>
        </TabbedForm>
      </Edit>,
    ),
  ],
  [
    'a stock form without the page around it',
    stock(<EditBase mutationMode="pessimistic">{simple}</EditBase>),
  ],
  ['the form of a declared resource', declared],
] as const;

it.each(kinds)('%s keeps what was typed, shows the rest as it is now, and is saved then', async (_, part) => {
  const { user, router } = await open(part);
  await user.click(await field('Title'));
  await user.paste(' of all');
  elsewhere({ title: 'Other', details: 'Long' });
  await save(user);
  const alert = await screen.findByText(told);
  expect(alert.closest('[role=alert]')).toHaveFocus();
  expect(alert.compareDocumentPosition(await field('Title'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await waitFor(async () => expect(await field('Details')).toHaveValue('Long'));
  expect(await field('Title')).toHaveValue('First of all');
  expect(await field('Reason')).toHaveValue('Outdated');
  expect(toasts()).toHaveLength(0);

  await save(user);
  expect(await screen.findByText(/^(Note )?saved$/i)).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/notes'));
  expect(writes()).toMatchObject([{ headers: { 'if-match': '"4"' } }, { headers: { 'if-match': '"5"' } }]);
  expect(writes()[1]?.body).toEqual({ title: 'First of all' });
});

it.each(kinds)(
  '%s names what is another one now, also where something else is typed over it',
  async (_, part) => {
    const { user } = await open(part);
    await user.click(await field('Title'));
    await user.paste(' of all');
    elsewhere({ title: 'Other', details: 'Long', seenAt: '2026-03-04T10:00:00.000Z' });
    await save(user);
    const alert = (await screen.findByText(told)).closest('[role=alert]');
    expect(alert).toHaveTextContent('Title: First → Other');
    expect(alert).toHaveTextContent('Details: Short → Long');
    expect(alert).toHaveTextContent(`Seen at: NaN → ${formatMoment('2026-03-04T10:00:00.000Z')}`);
    expect(alert).not.toHaveTextContent('Version');
  },
);

it('a declared record that somebody else has changed is not deleted before it was seen again', async () => {
  const { user } = await open(declared);
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.paste('Of no use');
  elsewhere({ details: 'Long' });
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText(/Someone else has changed this meanwhile. Nothing was sent/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Of no use');
  await waitFor(() => expect(screen.getByDisplayValue('Long')).toBeInTheDocument());
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Note deleted')).toBeVisible();
  const deletions = host.received.filter(({ method }) => method === 'DELETE');
  expect(deletions.map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"5"']);
});

it('a declared record that somebody else has deleted is said to be gone, and its page is left', async () => {
  const { user, router } = await open(declared);
  unwritable = refusal(404, 'Not found', 'not_found');
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.paste('Of no use');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Someone else has deleted this meanwhile. Nothing was sent.')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/notes'));
});

it('a change of a declared record that somebody else has deleted says so, and keeps what was typed', async () => {
  const { user } = await open(declared);
  unwritable = refusal(404, 'Not found', 'not_found');
  await user.click(await field('Title'));
  await user.paste(' of all');
  await save(user);
  expect(
    await screen.findByText('Someone else has deleted this meanwhile. Nothing was saved.'),
  ).toBeVisible();
  expect(await field('Title')).toHaveValue('First of all');
});

const lost = () => refusal(502, 'Bad gateway', 'internal');
const toldOwn =
  'What you sent before had no answer: it may be this change. Nothing more was sent. What you typed is kept; everything else shows the current values.';

it('a form does not say that someone else was first where an own change before had no answer', async () => {
  const { user } = await open(declared);
  await user.click(await field('Title'));
  await user.paste(' of all');
  unwritable = lost();
  await save(user);
  expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
  unwritable = undefined;
  elsewhere({ title: 'First of all' });
  await user.click(await field('Reason'));
  await user.paste(' by now');
  await save(user);
  expect(await screen.findByText(toldOwn)).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
  elsewhere({ details: 'Long' });
  await user.click(await field('Title'));
  await user.paste(' of them');
  await save(user);
  expect(await screen.findByText(told)).toBeVisible();
});

it.each(kinds)(
  '%s that is opened from its list is not read anew beneath what is typed, when a save has no answer',
  async (_, part) => {
    const { user } = await open(part, {}, '/admin/notes');
    const reads = () =>
      host.received.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/notes/n-1'));
    const before = reads().length;
    await user.type(await field('Title'), ' of all');
    elsewhere({ title: 'Other' });
    unwritable = lost();
    await save(user);
    expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
    unwritable = undefined;
    await save(user);
    expect((await screen.findByText(told)).closest('[role=alert]')).toHaveTextContent('Title: First → Other');
    expect(await field('Title')).toHaveValue('First of all');
    expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"4"']);
    // What was refused is read, and nothing before.
    expect(reads()).toHaveLength(before + 1);
  },
);

it('a deletion is not said to be refused for someone else where an own change or deletion before had no answer', async () => {
  const { user, router } = await open(declared);
  await user.click(await field('Title'));
  await user.paste(' of all');
  unwritable = lost();
  await save(user);
  expect((await screen.findAllByText(/It may have been done all the same/))[0]).toBeVisible();
  unwritable = undefined;
  elsewhere({ title: 'First of all' });
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await user.type(reason, 'Of no use{Enter}');
  expect(await dialog.findByText(/^What you sent before had no answer/)).toBeVisible();
  await waitFor(() => expect(reason).toBeEnabled());
  unwritable = lost();
  await user.type(reason, ' now{Enter}');
  expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
  unwritable = refusal(404, 'Not found', 'not_found');
  await user.type(reason, ' at all{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/notes'));
  expect(await screen.findByText(/^What you sent before had no answer/)).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

it('a change of what an own deletion without an answer has deleted does not say that someone else has', async () => {
  const { user } = await open(declared);
  unwritable = lost();
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Of no use{Enter}');
  expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  unwritable = refusal(404, 'Not found', 'not_found');
  await user.click(await field('Title'));
  await user.paste(' of all');
  await save(user);
  expect(await screen.findByText(/^What you sent before had no answer/)).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

it('a second conflict in a row is told as the first', async () => {
  const { user } = await open(stock(<Edit>{simple}</Edit>));
  await user.click(await field('Title'));
  await user.paste(' of all');
  for (const details of ['Long', 'Longer']) {
    elsewhere({ details });
    await save(user);
    await waitFor(async () => expect(await field('Details')).toHaveValue(details));
    await waitFor(() => expect(screen.getByText(told).closest('[role=alert]')).toHaveFocus());
    await user.type(await field('Title'), '!');
  }
  await save(user);
  await waitFor(() => expect(stored).toMatchObject({ title: 'First of all!!', details: 'Longer' }));
  expect(writes()).toHaveLength(3);
});

it('after a conflict a page that stays takes over what was saved, and nobody is asked before leaving it', async () => {
  const { user, router } = await open(
    stock(
      <Edit redirect={false} transform={({ title }: { title: string }) => ({ title: title.toUpperCase() })}>
        {simple}
      </Edit>,
    ),
  );
  await user.click(await field('Title'));
  await user.paste(' of all');
  elsewhere({ details: 'Long' });
  await save(user);
  await screen.findByText(told);
  await waitFor(() => expect(asksBeforeLeft()).toBe(true));
  await act(() => router.navigate('/admin/home'));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  await save(user);
  await waitFor(async () => expect(await field('Title')).toHaveValue('FIRST OF ALL'));
  expect(screen.queryByText(told)).toBeNull();
  await waitFor(() => expect(asksBeforeLeft()).toBe(false));
  await act(() => router.navigate('/admin/home'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull());
});

it('where the current values cannot be read it says why, and nothing is lost', async () => {
  const { user } = await open(stock(<Edit>{simple}</Edit>));
  await user.click(await field('Title'));
  await user.paste(' of all');
  elsewhere({ details: 'Long' });
  unreadable = refusal(500, 'The books are closed', 'internal');
  await save(user);
  expect(
    await screen.findByText(
      'Someone else has changed this meanwhile. Nothing was saved. What you typed is kept, but the current values could not be read (The books are closed); save again to try once more.',
    ),
  ).toBeVisible();
  expect(await field('Title')).toHaveValue('First of all');
  expect(toasts()).toHaveLength(0);
  unreadable = undefined;
  await save(user);
  expect(await screen.findByText(told)).toBeVisible();
  await save(user);
  await waitFor(() => expect(stored).toMatchObject({ title: 'First of all', details: 'Long' }));
});

it('a record that was deleted meanwhile is told of as any other refusal', async () => {
  const { user } = await open(stock(<Edit>{simple}</Edit>));
  await user.click(await field('Title'));
  await user.paste(' of all');
  unwritable = refusal(404, 'There is no such note', 'not_found');
  await save(user);
  expect(await screen.findByText('There is no such note')).toBeVisible();
  expect(screen.queryByText(/Someone else/)).toBeNull();
  expect(await field('Title')).toHaveValue('First of all');
});

it('of what belongs together what was typed is kept, and of a list all lines', async () => {
  const { user } = await open(
    stock(
      <Edit>
        <SimpleForm>
          <TextInput source="title" />
          <TextInput source="at.street" />
          <TextInput source="at.city" />
          <NumberInput source="weight" />
          <ArrayInput source="lines">
            <SimpleFormIterator inline disableReordering>
              <TextInput source="text" />
            </SimpleFormIterator>
          </ArrayInput>
        </SimpleForm>
      </Edit>,
    ),
    { at: { street: 'Old street', city: 'Old city' }, weight: 1, lines: [{ text: 'one' }, { text: 'two' }] },
  );
  await user.type(await field('At street'), '!');
  await user.type(await screen.findByRole('spinbutton', { name: 'Weight' }), '5');
  const [line] = await screen.findAllByRole('textbox', { name: 'Text' });
  await user.type(line ?? document.body, '!');
  elsewhere({ at: { street: 'New street', city: 'New city' }, weight: 2, lines: [{ text: 'three' }] });
  await save(user);
  await screen.findByText(told);
  await waitFor(async () => expect(await field('At city')).toHaveValue('New city'));
  expect(await field('At street')).toHaveValue('Old street!');
  expect(await screen.findByRole('spinbutton', { name: 'Weight' })).toHaveValue(15);
  expect(screen.getAllByRole('textbox', { name: 'Text' }).map((each) => each.getAttribute('value'))).toEqual([
    'one!',
    'two',
  ]);
  await save(user);
  await waitFor(() =>
    expect(stored).toMatchObject({
      at: { street: 'Old street!', city: 'New city' },
      weight: 15,
      lines: [{ text: 'one!' }, { text: 'two' }],
    }),
  );
});

it('of several forms of a page the one that was sent says so, and all keep what was typed', async () => {
  const forms = [
    <section key="What" aria-label="What">
      <SimpleForm>
        <TextInput source="title" />
      </SimpleForm>
    </section>,
    <section key="More" aria-label="More">
      <SimpleForm>
        <TextInput source="details" />
      </SimpleForm>
    </section>,
  ];
  const { user } = await open(
    stock(
      <Edit redirect={false} component="div">
        {forms}
      </Edit>,
    ),
    { third: 'old' },
  );
  const what = within(screen.getByRole('region', { name: 'What' }));
  const more = within(screen.getByRole('region', { name: 'More' }));
  await user.type(what.getByRole('textbox', { name: 'Title' }), '!');
  await user.type(more.getByRole('textbox', { name: 'Details' }), '!');
  await user.click(await more.findByRole('textbox', { name: 'Reason' }));
  await user.paste('Outdated');
  elsewhere({ third: 'new' });
  await save(user, more);
  expect(await more.findByText(told)).toBeVisible();
  expect(screen.getAllByText(told)).toHaveLength(1);
  await waitFor(() => expect(what.getByRole('textbox', { name: 'Title' })).toHaveValue('First!'));
  expect(more.getByRole('textbox', { name: 'Details' })).toHaveValue('Short!');
});

it('who has left the form before the host answered is told by a toast', async () => {
  const { user, router } = await open(stock(<Edit>{simple}</Edit>));
  await user.click(await field('Title'));
  await user.paste(' of all');
  let answer = (): void => {};
  unwritable = {
    ...stale(),
    after: new Promise((resolve) => {
      answer = resolve;
    }),
  };
  await save(user);
  await waitFor(() => expect(writes()).toHaveLength(1));
  await act(() => router.navigate('/admin/home'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull());
  answer();
  expect(await screen.findByText(refusals.staleVersion)).toBeVisible();
});
