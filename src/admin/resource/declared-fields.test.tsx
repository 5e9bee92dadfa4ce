// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NumberInput } from 'react-admin';
import { expect, it } from 'vitest';
import { refusals } from '../../../contract/refusals';
import { buildUser } from '../../shared/testing/build-user';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { paged, queryOf, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { cellsOf } from '../testing/table';
import { declareResource } from './declare-resource';

/* Fields of a declaration that refer to other records, show or take themselves, and what is done at a button. */

let host: StandInHost;

const tickets = declareResource({
  name: 'tickets',
  label: 'Tickets',
  singular: 'Ticket',
  icon: ConfirmationNumberOutlined,
  fields: [
    { name: 'subject', label: 'Subject', kind: 'text' },
    { name: 'userId', label: 'Investor', kind: 'reference', reference: 'users' },
    { name: 'due', label: 'Due', kind: 'date' },
    { name: 'effort', label: 'Effort', kind: 'number', render: ({ effort }) => `${effort} hours` },
    {
      name: 'weight',
      label: 'Weight',
      kind: 'number',
      filter: false,
      default: 3,
      input: ({ source, label }) => <NumberInput source={source} label={label} />,
    },
    {
      name: 'status',
      label: 'Status',
      kind: 'choice',
      choices: [
        { value: 'open', name: 'Open' },
        { value: 'closed', name: 'Closed' },
      ],
    },
  ],
  actions: [{ label: 'Close', change: { status: 'closed' }, when: ({ status }) => status === 'open' }],
});

const ticket = (overrides: object = {}) => ({
  _id: 'k-1',
  subject: 'No code came',
  userId: 'u-1',
  due: '2026-03-04',
  effort: 2,
  weight: 5,
  status: 'open',
  version: 4,
  ...overrides,
});

/**
 * `meanwhile`: what somebody else makes of the ticket before it is changed here. `leaves`: the list does not find it after that.
 */
async function open(
  address: string,
  type: 'admin' | 'auditor' = 'admin',
  meanwhile?: object,
  leaves = false,
  first?: ReturnType<typeof refusal>,
) {
  const answers = first ? [first] : [];
  let now = ticket();
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/admin/tickets': () => {
      const other = ticket({ _id: 'k-2', subject: 'Thanks', status: 'closed' });
      return paged(leaves && now.version > 4 ? [other] : [now, other]);
    },
    'GET /api/admin/tickets/k-1': () => ({ body: { data: now } }),
    'PUT /api/admin/tickets/k-1': ({ headers }) => {
      const answer = answers.shift();
      if (answer) return answer;
      if (meanwhile && now.version === 4) now = ticket({ version: 5, ...meanwhile });
      if (headers['if-match'] !== `"${now.version}"`) {
        return refusal(412, refusals.staleVersion, 'stale_version');
      }
      now = ticket({ ...now, status: 'closed', version: now.version + 1 });
      return { body: { data: now } };
    },
    'POST /api/admin/tickets': () => ({ status: 201, body: { data: ticket() } }),
  });
  renderConsole(host, address, { type, props: { resources: [tickets] } });
  return userEvent.setup();
}

const lastList = () =>
  queryOf(host.received.filter(({ path }) => path.startsWith('/api/admin/tickets?')).at(-1));
const writes = () => host.received.filter(({ method }) => method !== 'GET');

it('a reference is shown by its name, which leads to its page, and fields as they say', async () => {
  await open('/admin/tickets');
  expect(await cellsOf('Tickets', 1)).toEqual(
    expect.arrayContaining(['No code came', '2 hours', '5', 'Open']),
  );
  const [link] = await screen.findAllByRole('link', { name: 'Ada Lovelace' });
  expect(link).toHaveAttribute('href', '/admin/users/u-1/show');
  const asked = host.received.filter(({ path }) => path.startsWith('/api/user/users'));
  expect(asked.map((request) => queryOf(request).filter)).toEqual([{ id: ['u-1'] }]);
});

it('every field has its filter but the one that says otherwise, and so have the days when records were made and changed', async () => {
  const user = await open('/admin/tickets');
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toBeVisible();
  for (const name of ['Due', 'Created', 'Changed'].flatMap((day) => [
    `${day} from (UTC)`,
    `${day} to (UTC)`,
  ])) {
    expect(screen.getByLabelText(name)).toBeVisible();
  }
  expect(screen.queryByLabelText('Weight from')).toBeNull();
  await user.type(await screen.findByLabelText('Effort from'), '2');
  await waitFor(() => expect(lastList().filter).toEqual({ effort_gte: 2 }));
  await user.type(screen.getByLabelText('Effort from'), 'x');
  expect(await screen.findByText('write a number of at most 15 digits; still filtered by 2')).toBeVisible();
  const typed: [text: string, bound: number][] = [
    // What nobody sees is not what is wrong with it.
    ['3\u200b', 3],
    ['2.50', 2.5],
    ['44,000.5', 44_000.5],
    ['\u22120.125', -0.125],
    ['4294967296', 2 ** 32],
    ['9007199254740991', 2 ** 53 - 1],
  ];
  const effort = screen.getByLabelText('Effort from');
  for (const [text, bound] of typed) {
    fireEvent.change(effort, { target: { value: text } });
    await waitFor(() => expect(lastList().filter).toEqual({ effort_gte: bound }));
  }
  for (const text of [
    '9007199254740993',
    '0.1234567890123456789',
    '1,50',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
  ]) {
    fireEvent.change(effort, { target: { value: text } });
    expect(effort).toBeInvalid();
  }
  fireEvent.change(effort, { target: { value: '3' } });
  await waitFor(() => expect(lastList().filter).toEqual({ effort_gte: 3 }));
  await user.click(screen.getByRole('combobox', { name: 'Investor' }));
  await user.click(await screen.findByRole('option', { name: 'Ada Lovelace' }));
  await waitFor(() => expect(lastList().filter).toMatchObject({ userId: 'u-1' }));
});

it('what an action does is asked about, done for a reason and for the version that was seen', async () => {
  const user = await open('/admin/tickets');
  await user.click(await screen.findByRole('button', { name: 'Close No code came' }));
  expect(screen.queryByRole('button', { name: 'Close Thanks' })).toBeNull();
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Answered');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Ticket saved')).toBeVisible();
  expect(writes()).toMatchObject([
    { method: 'PUT', body: { status: 'closed' }, headers: { 'if-match': '"4"', 'x-reason': 'Answered' } },
  ]);
});

it('an action shows the record as it is then, and leaves the focus beside the button that it takes away, or on the page', async () => {
  for (const [address, rest] of [
    ['/admin/tickets', () => screen.getByRole('link', { name: 'Edit No code came' })],
    ['/admin/tickets/k-1', () => screen.getByRole('main')],
  ] as const) {
    const user = await open(address);
    await user.click(await screen.findByRole('button', { name: 'Close No code came' }));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Answered');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(rest()).toHaveFocus());
    cleanup();
  }
});

it('an action on what somebody else has changed meanwhile is asked about again, with the reason, and then done', async () => {
  const user = await open('/admin/tickets', 'admin', { subject: 'No code came, twice' });
  await user.click(await screen.findByRole('button', { name: 'Close No code came' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Answered{Enter}');
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText(/Someone else has changed this meanwhile/)).toBeVisible();
  expect(dialog.getByText('No code came, twice')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Answered');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Ticket saved')).toBeVisible();
  expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"5"']);
});

it('an action is asked about until it is answered, also once its row is gone', async () => {
  const user = await open('/admin/tickets', 'admin', { subject: 'No code came, twice' }, true);
  await user.click(await screen.findByRole('button', { name: 'Close No code came' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Answered{Enter}');
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText(/Someone else has changed this meanwhile/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('No code came')).toBeNull());
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Answered');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"5"']);
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it.each([{ subject: 'No code came, twice' }, { status: 'closed' }])(
  'an action on what is another one after an own attempt without an answer is not said to be of somebody else: %o',
  async (meanwhile) => {
    const lost = refusal(502, 'Bad gateway', 'internal');
    const user = await open('/admin/tickets', 'admin', meanwhile, false, lost);
    await user.click(await screen.findByRole('button', { name: 'Close No code came' }));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Answered{Enter}');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' by mail{Enter}');
    expect(await screen.findByText(/^What you sent before had no answer/)).toBeVisible();
    expect(screen.queryByText(/Someone else/)).toBeNull();
  },
);

it('an action that somebody else has done meanwhile says so, and is not done twice', async () => {
  const user = await open('/admin/tickets', 'admin', { status: 'closed' });
  await user.click(await screen.findByRole('button', { name: 'Close No code came' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Answered{Enter}');
  expect(await screen.findByText(/Someone else has changed this meanwhile/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close No code came' })).toBeNull());
  expect(writes()).toHaveLength(1);
});

it('an auditor sees no action', async () => {
  await open('/admin/tickets', 'auditor');
  await cellsOf('Tickets', 1);
  expect(screen.queryByRole('button', { name: 'Close No code came' })).toBeNull();
});

it('an auditor is asked for no reason on the page of a record', async () => {
  await open('/admin/tickets/k-1', 'auditor');
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toBeDisabled();
  expect(await screen.findByRole('link', { name: 'Back' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('a new record refers to a person by name, and begins with what was declared', async () => {
  const user = await open('/admin/tickets/create');
  await user.type(await screen.findByRole('textbox', { name: 'Subject' }), 'Help');
  expect(await screen.findByRole('spinbutton', { name: 'Weight' })).toHaveValue(3);
  await user.click(await screen.findByRole('combobox', { name: 'Investor' }));
  await user.click(await screen.findByRole('option', { name: 'Ada Lovelace' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'By phone');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toEqual({ subject: 'Help', userId: 'u-1', weight: 3 });
});

it('a new record has its flags as they are shown, whether anybody touched them or not', async () => {
  host = await startConsoleHost({
    'POST /api/admin/calls': () => ({ status: 201, body: { data: { _id: 'c-1', version: 1 } } }),
  });
  const calls = declareResource({
    name: 'calls',
    label: 'Calls',
    singular: 'Call',
    icon: ConfirmationNumberOutlined,
    fields: [
      { name: 'topic', label: 'Topic', kind: 'text' },
      { name: 'answered', label: 'Answered', kind: 'flag' },
      { name: 'recorded', label: 'Recorded', kind: 'flag', default: true },
    ],
  });
  renderConsole(host, '/admin/calls/create', { props: { resources: [calls] } });
  const user = userEvent.setup();
  expect(await screen.findByRole('switch', { name: 'Answered' })).not.toBeChecked();
  expect(screen.getByRole('switch', { name: 'Recorded' })).toBeChecked();
  expect(screen.getByText("What is left empty gets the server's default, where there is one.")).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'By phone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toEqual({ answered: false, recorded: true });
});

it('a refusal stands at its field, also at one that nobody has touched', async () => {
  const errors = [{ error: 'Required', message: 'A subject is required', field: 'subject' }];
  host = await startConsoleHost({ 'POST /api/admin/tickets': () => ({ status: 422, body: { errors } }) });
  renderConsole(host, '/admin/tickets/create', { props: { resources: [tickets] } });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'By phone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  await waitFor(() => expect(subject).toHaveAccessibleDescription('A subject is required'));
  expect(subject).toBeInvalid();
  expect(subject).toHaveFocus();
});

it('what must be filled in is marked, and nothing is sent without it', async () => {
  host = await startConsoleHost({ 'GET /api/user/users': () => paged([buildUser()]) });
  const calls = declareResource({
    name: 'calls',
    label: 'Calls',
    singular: 'Call',
    icon: ConfirmationNumberOutlined,
    fields: [
      { name: 'topic', label: 'Topic', kind: 'text' },
      { name: 'number', label: 'Number', kind: 'text', required: true },
      { name: 'userId', label: 'Investor', kind: 'reference', reference: 'users', required: true },
    ],
  });
  renderConsole(host, '/admin/calls/create', { props: { resources: [calls] } });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Topic' }), 'A code');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'By phone');
  const labels = ['Topic', 'Number', 'Investor'].map(
    (name) =>
      screen
        .getByLabelText(new RegExp(name), { selector: 'input' })
        .closest('.MuiFormControl-root')
        ?.querySelector('label')?.textContent,
  );
  expect(labels).toEqual(['Topic', 'Number\u2009*', 'Investor\u2009*']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const number = screen.getByRole('textbox', { name: 'Number' });
  await waitFor(() => expect(number).toHaveAccessibleDescription('Required'));
  expect(screen.getByRole('combobox', { name: 'Investor' })).toBeInvalid();
  expect(number).toHaveFocus();
  await letItArrive();
  expect(writes()).toEqual([]);
});

it('a record that takes long says what it will be, and that it is read', async () => {
  let answer = () => {};
  const read = new Promise<void>((resolve) => {
    answer = resolve;
  });
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ type: 'admin' }) } }),
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/admin/tickets/k-1': () => ({ body: { data: ticket() }, after: read }),
  });
  renderConsole(host, '/admin/tickets/k-1', { props: { resources: [tickets] } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ticket' })).toBeVisible();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer();
  expect(await screen.findByRole('heading', { level: 1, name: 'Ticket: No code came' })).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('No code came');
});
