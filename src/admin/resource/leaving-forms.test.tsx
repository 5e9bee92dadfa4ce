// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  Create,
  Edit,
  List,
  SaveButton,
  Show,
  SimpleForm,
  SimpleList,
  TabbedForm,
  TextField,
  TextInput,
  Toolbar,
  useRedirect,
} from 'react-admin';
import { expect, it } from 'vitest';
import { clearToken, type SessionEnd } from '../../shared/session';
import { heldBack } from '../../shared/testing/held-back';
import type { Answer, Received } from '../../shared/testing/stand-in-host';
import { readToken } from '../../shared/token';
import type { ConsoleResource } from '../console-resource';
import { buildProposal, paged, queryOf, refusal, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';
import { declareResource } from './declare-resource';

/* What becomes of what was entered in a form, and of the list from which somebody came. */

const declared = declareResource({
  name: 'tickets',
  label: 'Tickets',
  singular: 'Ticket',
  icon: ConfirmationNumberOutlined,
  fields: [
    { name: 'subject', label: 'Subject', kind: 'text' },
    { name: 'urgent', label: 'Urgent', kind: 'flag' },
  ],
});

const ListOfTickets = () => (
  <List>
    <SimpleList primaryText="%{subject}" />
  </List>
);

const stock: ConsoleResource = {
  name: 'tickets',
  list: ListOfTickets,
  edit: () => (
    <Edit>
      <SimpleForm>
        <TextInput source="subject" />
      </SimpleForm>
    </Edit>
  ),
  create: () => (
    <Create redirect="list">
      <SimpleForm>
        <TextInput source="subject" />
      </SimpleForm>
    </Create>
  ),
  show: () => (
    <Show>
      <TextField source="subject" />
    </Show>
  ),
  options: { label: 'Tickets', singular: 'Ticket' },
};

const tabbed: ConsoleResource = {
  ...stock,
  edit: () => (
    <Edit>
      <TabbedForm>
        <TabbedForm.Tab label="What">
          <TextInput source="subject" />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="More">
          <TextInput source="details" />
        </TabbedForm.Tab>
      </TabbedForm>
    </Edit>
  ),
};

const ticket = { _id: 'k-1', subject: 'No code came', urgent: true, version: 4 };

const saved = (body: unknown): Answer => ({ body: { data: { ...ticket, ...(body as object), version: 5 } } });

async function open(
  resource: ConsoleResource | typeof declared,
  address: string,
  change = ({ body }: Received): Answer => saved(body),
) {
  const host = await startConsoleHost({
    'GET /api/admin/tickets': () => paged([ticket]),
    'GET /api/admin/tickets/k-1': () => ({ body: { data: ticket } }),
    'GET /api/admin/tickets/k-2': () => refusal(404, 'Not found', 'not_found'),
    'GET /api/admin/tickets/k-3': () => ({ body: { data: { ...ticket, _id: 'k-3' } } }),
    'PUT /api/admin/tickets/k-1': change,
    'POST /api/admin/tickets': change,
    'DELETE /api/admin/tickets/k-1': () => ({ body: { data: ticket } }),
  });
  const resources = ['fields' in resource ? resource : async () => ({ default: resource })];
  const router = renderConsole(host, address, { props: { resources: resources as never } });
  return { host, router, user: userEvent.setup() };
}

const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

/** The input of the form, once all of the form is there. */
async function subject() {
  await screen.findByRole('textbox', { name: 'Reason' });
  return screen.getByRole('textbox', { name: 'Subject' });
}

/** Is signed out, for a reason, and comes back to the same address. */
async function comeBack(resource: ConsoleResource | typeof declared, address: string, end: SessionEnd) {
  act(() => clearToken(end));
  cleanup();
  return open(resource, address);
}

const path = (router: ReturnType<typeof renderConsole>) => router.state.location.pathname;

async function save(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'By phone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

const forms = [
  ['a stock form', stock],
  ['one of tabs', tabbed],
  ['a declared one', declared],
] as const;

it.each(forms)(
  '%s asks before what was entered in it is lost, and not once it was saved',
  async (_, resource) => {
    const { router, user } = await open(resource, '/admin/tickets/k-1');
    await user.type(await subject(), '!');
    await user.click(await screen.findByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(question()).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(question()).toBeNull());
    expect(await subject()).toHaveValue('No code came!');
    expect(path(router)).toBe('/admin/tickets/k-1');
    await save(user);
    await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
    expect(question()).toBeNull();
  },
);

const sentForApproval = {
  status: 202,
  body: { data: { proposal: { ...buildProposal(), status: 'PENDING' } } },
};

it.each<
  [becomes: string, address: string, elsewhere: string, answer: (body: unknown) => Answer, said: string]
>([
  ['changed', '/admin/tickets/k-1', '/admin/mails', saved, 'Ticket saved'],
  ['made', '/admin/tickets/create', '/admin/mails', saved, 'Ticket saved'],
  ['changed', '/admin/tickets/k-1', '/admin/tickets/k-3', saved, 'Ticket saved'],
  ['sent for approval', '/admin/tickets/k-1', '/admin/mails', () => sentForApproval, 'Sent for approval'],
  ['sent for approval', '/admin/tickets/create', '/admin/mails', () => sentForApproval, 'Sent for approval'],
  ['refused', '/admin/tickets/k-1', '/admin/mails', () => refusal(422, 'Not now', 'invalid'), 'Not now'],
  ['refused', '/admin/tickets/create', '/admin/mails', () => refusal(422, 'Not now', 'invalid'), 'Not now'],
])(
  'who has left a declared form before the record is %s, from %s to %s, stays there and is told',
  async (_, address, elsewhere, answer, said) => {
    const { after, release } = heldBack();
    const late = ({ body }: Received) => ({ ...answer(body), after });
    const { router, host, user } = await open(declared, address, late);
    await user.type(await subject(), '!');
    await save(user);
    await waitFor(() => expect(host.received.some(({ method }) => /PUT|POST/.test(method))).toBe(true));
    await act(() => router.navigate(elsewhere));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(path(router)).toBe(elsewhere));
    release();
    expect(await screen.findByText(said)).toBeVisible();
    expect(path(router)).toBe(elsewhere);
  },
);

it.each(forms)('%s asks after it was refused as well', async (_, resource) => {
  const { user } = await open(resource, '/admin/tickets/k-1', () => refusal(422, 'Not now', 'invalid'));
  await user.type(await subject(), '!');
  await save(user);
  expect(await screen.findAllByText('Not now')).not.toHaveLength(0);
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(question()).toBeVisible());
});

it.each(forms)('%s asks before a sign-out', async (_, resource) => {
  const { user } = await open(resource, '/admin/tickets/k-1');
  await user.type(await subject(), '!');
  const logOut = () => user.click(screen.getByRole('button', { name: 'Logout' }));
  await logOut();
  await waitFor(() => expect(question()).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(await subject()).toHaveValue('No code came!');
  expect(readToken()).not.toBeNull();
  await logOut();
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
  expect(readToken()).toBeNull();
});

it('what was entered is lost where that is said, and nothing is asked where nothing was entered', async () => {
  const { router, user } = await open(stock, '/admin/tickets/k-1');
  await user.type(await subject(), '!');
  await user.click(await screen.findByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
  await act(() => router.navigate('/admin/tickets/k-1'));
  expect(await subject()).toHaveValue('No code came');
  await user.click(await screen.findByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
  expect(question()).toBeNull();
});

it.each(forms)('%s whose record is deleted is left without a question', async (_, resource) => {
  const { router, user } = await open(resource, '/admin/tickets/k-1');
  await user.type(await subject(), '!');
  await user.click(screen.getByRole('button', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Twice');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
  expect(question()).toBeNull();
});

it.each([
  ['a stock form', stock],
  ['one of tabs', tabbed],
] as const)('%s asks on the way to the page that shows its record', async (_, resource) => {
  const { router, user } = await open(resource, '/admin/tickets/k-1');
  await user.type(await subject(), '!');
  await user.click(await screen.findByRole('link', { name: 'Show' }));
  await waitFor(() => expect(question()).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path(router)).toBe('/admin/tickets/k-1/show'));
});

function SaveAndShow() {
  const redirect = useRedirect();
  return (
    <Toolbar>
      <SaveButton type="button" mutationOptions={{ onSuccess: () => redirect('show', 'tickets', 'k-1') }} />
    </Toolbar>
  );
}

it('a button of an own making that saves and leads on asks nothing', async () => {
  const own = {
    ...stock,
    edit: () => (
      <Edit>
        <SimpleForm toolbar={<SaveAndShow />}>
          <TextInput source="subject" />
        </SimpleForm>
      </Edit>
    ),
  };
  const { host, router, user } = await open(own, '/admin/tickets/k-1');
  await user.type(await subject(), '!');
  await save(user);
  await waitFor(() => expect(path(router)).toBe('/admin/tickets/k-1/show'));
  expect(question()).toBeNull();
  expect(host.received.find(({ method }) => method === 'PUT')?.headers['x-reason']).toBe('By%20phone');
});

it('a form that stays when it was saved asks about what is entered next, and for another reason', async () => {
  const stays = {
    ...stock,
    edit: () => (
      <Edit redirect={false}>
        <SimpleForm>
          <TextInput source="subject" />
        </SimpleForm>
      </Edit>
    ),
  };
  const { user } = await open(stays, '/admin/tickets/k-1');
  await user.type(await subject(), '!');
  await save(user);
  expect(await screen.findByText('Ticket saved')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue(''));
  await user.type(await subject(), '?');
  await user.click(await screen.findByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(question()).toBeVisible());
});

it('who leaves while a form is being saved is asked as well, as it may be refused', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { host, router, user } = await open(stock, '/admin/tickets/k-1', () => ({
    body: { data: ticket },
    after,
  }));
  await user.type(await subject(), '!');
  await save(user);
  await waitFor(() => expect(host.received.some(({ method }) => method === 'PUT')).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(question()).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  answer();
  await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
});

it('another page of the browser is asked about by the browser', async () => {
  const { user } = await open(stock, '/admin/tickets/k-1');
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await subject();
  expect(leave()).toBe(false);
  await user.type(await subject(), '!');
  expect(leave()).toBe(true);
});

it('a new record leads on without a question', async () => {
  const { router, user } = await open(stock, '/admin/tickets/create');
  await user.type(await subject(), 'Help');
  await save(user);
  await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
  expect(question()).toBeNull();
});

it('from one tab of a form to another nothing is lost', async () => {
  const { user } = await open(tabbed, '/admin/tickets/k-1');
  await user.type(await screen.findByRole('textbox', { name: 'Subject' }), '!');
  await user.click(screen.getByRole('tab', { name: 'More' }));
  expect(await screen.findByRole('textbox', { name: 'Details' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'What' }));
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('No code came!');
  expect(question()).toBeNull();
});

const found = '?filter=%7B%22urgent%22%3Atrue%7D&order=DESC&page=1&perPage=20&sort=subject';

it.each([
  [
    'Cancel',
    async (user: ReturnType<typeof userEvent.setup>) =>
      user.click(screen.getByRole('link', { name: 'Cancel' })),
  ],
  [
    'Save',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.type(screen.getByRole('textbox', { name: 'Subject' }), '!');
      await save(user);
    },
  ],
  [
    'Delete',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(screen.getByRole('button', { name: 'Delete ticket' }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Twice');
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
    },
  ],
] as const)('%s leads back to the list with its filter and order', async (_, leave) => {
  const { host, router, user } = await open(declared, `/admin/tickets${found}`);
  await user.click(await screen.findByRole('link', { name: 'Edit No code came' }));
  await screen.findByRole('textbox', { name: 'Subject' });
  await leave(user);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/tickets'));
  expect(router.state.location.search).toBe(found);
  const listed = host.received.filter(({ path }) => path.startsWith('/api/admin/tickets?'));
  expect(queryOf(listed.at(-1))).toMatchObject({ filter: { urgent: true }, sort: ['subject', 'DESC'] });
});

it.each([
  ['a declared page', declared, '/admin/tickets/k-2'],
  ['a stock form', stock, '/admin/tickets/k-2'],
  ['a stock page that shows it', stock, '/admin/tickets/k-2/show'],
] as const)('%s says in its place that there is no such record, and stays', async (_, resource, address) => {
  const { router } = await open(resource, address);
  expect(await screen.findByText('There is no such ticket')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the tickets' })).toHaveAttribute('href', '/admin/tickets');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(router.state.location.pathname).toBe(address);
});

it('a reason alone, typed in a form that adds a record, is asked about as well', async () => {
  const { user, router } = await open(declared, '/admin/tickets/create');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Asked for');
  await act(() => router.navigate('/admin/tickets'));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

it.each(forms)(
  '%s has what was typed in it when the session ended by itself, for the same person and once',
  async (_, resource) => {
    const address = '/admin/tickets/k-1';
    const { user } = await open(resource, address);
    await user.type(await subject(), '!');
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'By phone');
    const { host, router, user: again } = await comeBack(resource, address, 'refused');
    await waitFor(async () => expect(await subject()).toHaveValue('No code came!'));
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('By phone');
    expect(screen.getByText(/what you had typed when your session ended/)).toBeVisible();
    await again.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(path(router)).toBe('/admin/tickets'));
    const sent = host.received.find(({ method }) => method === 'PUT');
    expect(sent?.body).toMatchObject({ subject: 'No code came!' });
    expect(sent?.headers).toMatchObject({ 'if-match': '"4"', 'x-reason': 'By%20phone' });
    await comeBack(resource, address, 'refused');
    expect(await subject()).toHaveValue('No code came');
  },
);

it.each(forms)('%s keeps nothing of what was typed where its person has left', async (_, resource) => {
  const address = '/admin/tickets/k-1';
  const { user } = await open(resource, address);
  await user.type(await subject(), '!');
  await comeBack(resource, address, 'signed-out');
  expect(await subject()).toHaveValue('No code came');
  expect(screen.queryByText(/when your session ended/)).toBeNull();
});
