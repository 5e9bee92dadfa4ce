// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AdminAccount } from '../../../contract/account';
import type { Session } from '../../../contract/auth';
import { accountFieldNames } from '../../../contract/chart';
import type { FigureEntry } from '../../../contract/ledger';
import type { PersonRecord } from '../../../contract/people';
import { recordOf } from '../../../contract/record-of';
import { refusals } from '../../../contract/refusals';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import {
  buildAccount,
  buildEvent,
  buildProposal,
  buildTransaction,
  paged,
  queryOf,
  refusal,
  startConsoleHost,
} from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';

let host: StandInHost;

const session: Session = {
  _id: 's-1',
  createdAt: '2026-03-04T10:00:00.000Z',
  lastSeenAt: '2026-03-04T11:00:00.000Z',
  expiresAt: '2026-03-05T10:00:00.000Z',
  device: 'Firefox on Windows',
  network: '192.0.2.7',
  current: false,
};
const entry: FigureEntry = {
  _id: 'e-1',
  field: 'balance',
  createdAt: '2026-03-04T10:00:00.000Z',
  kind: 'deposit_confirmed',
  amount: 1_500,
  figureAfter: 1_500,
  postedBy: 'operator',
  reason: 'Seen on the chain',
  trxId: 't-1',
};

interface World extends RenderOptions {
  /** What stands in the way of an erasure. */
  obstacles?: string[];
  /** What the host says otherwise of the person. */
  of?: Partial<PersonRecord>;
  /** What the host has besides. */
  routes?: Parameters<typeof startConsoleHost>[0];
  /** When the person was erased. */
  erasedAt?: string;
  /** The account after somebody else has changed it, between reading and freezing. */
  meanwhile?: Partial<AdminAccount>;
}

async function open(
  address = '/admin/users/u-1/show',
  { meanwhile, obstacles = [], erasedAt: before, of = {}, routes = {}, ...options }: World = {},
) {
  let frozenAt: string | null = null;
  let erasedAt = before;
  const person = () =>
    erasedAt
      ? { ...buildUser({ erasedAt, firstName: 'Erased', lastName: 'Person' }), standing: 'offboarded' }
      : { ...buildUser(), secondFactor: true, ...of };
  let account = buildAccount();
  let sessions = [session, { ...session, _id: 's-2', device: 'Safari on iPhone', network: null }];
  host = await startConsoleHost({
    'GET /api/user/users': () => paged([buildUser()]),
    'GET /api/user/u-1': () => ({ body: { data: person() } }),
    'GET /api/user/u-1/erasure': () => ({
      body: { data: { _id: 'u-1', allowedFrom: null, obstacles, erasedAt: null } },
    }),
    'POST /api/user/u-1/erasure': ({ body }) => {
      if ((body as { email: string }).email !== 'ada@example.com') {
        return refusal(422, refusals.erasureOther, 'validation');
      }
      erasedAt = '2026-03-06T10:00:00.000Z';
      return { body: { data: { _id: 'u-1', allowedFrom: null, obstacles: [], erasedAt } } };
    },
    'GET /api/account/u-1': () => ({
      body: { data: { ...account, frozenAt: account.frozenAt ?? frozenAt } },
    }),
    'GET /api/account/u-1/entries': () => paged([entry]),
    'PUT /api/account/u-1/frozen': ({ body, headers }) => {
      if (meanwhile) account = buildAccount({ version: 8, ...meanwhile });
      if (headers['if-match'] !== `"${account.version}"`) {
        return refusal(412, refusals.staleVersion, 'stale_version');
      }
      frozenAt = (body as { frozen: boolean }).frozen ? '2026-03-06T10:00:00.000Z' : null;
      return { body: { data: buildAccount({ frozenAt }) } };
    },
    'GET /api/transaction/transactions': () => paged([buildTransaction()], 12),
    'GET /api/user/u-1/sessions': () => ({ body: { data: sessions } }),
    'DELETE /api/user/u-1/sessions/s-1': () => {
      sessions = sessions.filter(({ _id }) => _id !== 's-1');
      return { body: { data: { message: 'ok' } } };
    },
    'GET /api/user/u-1/documents': () => ({
      body: {
        data: {
          accepted: [{ document: 'risk', version: '2026-01-01', acceptedAt: '2026-03-04T10:00:00.000Z' }],
          open: [{ document: 'terms', title: 'Terms', version: '2026-02-01', path: '/legal/terms' }],
        },
      },
    }),
    'GET /api/admin/audit': () =>
      paged([
        buildEvent({
          action: 'account.edited',
          subjectType: 'account',
          before: { balance: 100 },
          after: { balance: 1_500 },
        }),
      ]),
    ...routes,
  });
  renderConsole(host, address, options);
  return userEvent.setup();
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = (method: string) => host.received.find((request) => request.method === method);

it.each([
  [true, 'Set up'],
  [false, 'None'],
])('offers to remove second factors where there are some: %s', async (secondFactor, said) => {
  await open(undefined, { of: { secondFactor } });
  const profile = await region('Profile');
  expect(await profile.findByText(said)).toBeVisible();
  expect(profile.queryByRole('button', { name: 'Remove second factors' }) !== null).toBe(secondFactor);
});

it('a removal of second factors without an answer is asked for anew by a form that is opened anew', async () => {
  const path = '/api/user/u-1/factors';
  const user = await open(undefined, {
    routes: { [`DELETE ${path}`]: () => refusal(502, 'Bad gateway', 'internal') },
  });
  for (const _ of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Remove second factors' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the second factors?' }));
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Lost the phone{Enter}');
    expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
    // Another administrator declines what was sent.
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const keys = host.received
    .filter((request) => request.path === path)
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

it('is reached from the list of users', async () => {
  const user = await open('/admin/users');
  await user.click(await screen.findByRole('link', { name: /^ada ?@example\.com$/ }));
  expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
});

it('shows profile, figures, transactions, sessions and audit trail', async () => {
  await open();
  expect(await (await region('Profile')).findByText('+44 20 7946 0000')).toBeVisible();
  expect(await (await region('Account')).findByRole('button', { name: 'Balance $1,500.00' })).toBeVisible();
  const transactions = await region('Transactions');
  expect(await transactions.findByRole('cell', { name: /^\$500\.00/ })).toBeVisible();
  expect(transactions.getByRole('link', { name: 'All 12' })).toBeVisible();
  expect(await (await region('Sessions')).findByText('Firefox on Windows')).toBeVisible();
  expect(await (await region('Audit trail')).findByText('Account: edited')).toBeVisible();
  const audit = host.received.find(({ path }) => path.startsWith('/api/admin/audit'));
  expect(queryOf(audit).filter).toEqual({
    subjectType: ['user', 'account', 'erasure'],
    subjectId: 'u-1',
  });
});

it('says what waits for a second administrator about the person, with the way to it', async () => {
  const enabling = buildProposal({
    _id: 'p-2',
    kind: 'people',
    subjectType: 'user',
    effect: {
      changes: [{ name: 'standing', before: 'disabled', after: 'enabled' }],
      facts: [],
      versions: { user: 2 },
    },
  });
  await open(undefined, {
    type: 'auditor',
    routes: { 'GET /api/admin/proposals': () => paged([enabling, buildProposal()], 7) },
  });
  const notice = (await screen.findByText(/^Waits for a second administrator/)).closest('[role="alert"]');
  const waiting = within(notice instanceof HTMLElement ? notice : document.body);
  const [first, second] = waiting.getAllByRole('listitem');
  expect(first).toHaveTextContent(
    /^Act on a person: Standing Disabled to Enabled; proposed by Grace Hopper, Mar 4, 2026/,
  );
  expect(second).toHaveTextContent(/^Adjustment of an account: Profit \$20\.00 to \$2,020\.00/);
  expect(waiting.getByRole('link', { name: 'Act on a person' })).toHaveAttribute(
    'href',
    '/admin/proposals/p-2/show',
  );
  const all = new URL(String(waiting.getByRole('link', { name: 'And 5 more' })), location.href);
  expect(all.pathname).toBe('/admin/proposals');
  expect(JSON.parse(all.searchParams.get('filter') ?? '')).toEqual({ personId: 'u-1', status: 'PENDING' });
  const asked = host.received
    .filter(({ path }) => path.startsWith('/api/admin/proposals'))
    .map((request) => queryOf(request).filter);
  expect(asked).toContainEqual({ personId: 'u-1', status: 'PENDING' });
});

it('says nothing of a second administrator where nothing waits', async () => {
  await open(undefined, { routes: { 'GET /api/admin/proposals': () => paged([]) } });
  expect(await (await region('Sessions')).findByText('Firefox on Windows')).toBeVisible();
  expect(screen.queryByText(/second administrator/)).toBeNull();
});

it.each(['America/New_York', 'Pacific/Kiritimati'])('a date of birth is the same day in %s', async (zone) => {
  vi.stubEnv('TZ', zone);
  await open('/admin/users/u-1/show', { of: { dob: '1990-01-31' } });
  const profile = await region('Profile');
  expect(await profile.findByText('1990-01-31')).toBeVisible();
});

it('shows which version of which document was agreed to and when, and what is open', async () => {
  await open();
  const documents = await region('Documents');
  const agreed = await documents.findByRole('row', { name: /^Risk 2026-01-01 Mar 4, 2026/ });
  expect(agreed).toBeVisible();
  expect(documents.getByRole('row', { name: 'Terms 2026-02-01 Asked at the next sign-in' })).toBeVisible();
});

it('a figure opens the entries that compose it', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Balance $1,500.00' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Balance: $1,500.00' }));
  expect(await dialog.findByRole('cell', { name: '+$1,500.00' })).toBeVisible();
  expect(dialog.getByText('Seen on the chain')).toBeVisible();
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('an account is frozen for a reason, and says since when', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Freeze' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Freeze this account?' }));
  expect(dialog.getByRole('button', { name: 'Freeze' })).toBeDisabled();
  await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.paste('Stolen phone');
  await user.click(dialog.getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText(/Withdrawals are frozen since/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Unfreeze' })).toBeVisible();
  expect(sent('PUT')).toMatchObject({
    body: { frozen: true },
    headers: { 'if-match': '"7"', 'x-reason': 'Stolen%20phone' },
  });
});

async function freeze(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Freeze' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Freeze this account?' }));
  await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.paste('Stolen phone');
  await user.click(dialog.getByRole('button', { name: 'Freeze' }));
  return dialog;
}

it('an account that moved meanwhile is not frozen before the administrator has seen how', async () => {
  const user = await open(undefined, { meanwhile: { balance: 10 } });
  const dialog = await freeze(user);
  expect(await dialog.findByText(/Someone else has changed this account meanwhile/)).toBeVisible();
  expect(dialog.getByText('$1,500.00 to $10.00')).toBeVisible();
  expect(screen.queryByText(/Withdrawals are frozen/)).toBeNull();
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Stolen phone');
  await user.click(dialog.getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText(/Withdrawals are frozen since/)).toBeVisible();
  const versions = host.received
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['if-match']);
  expect(versions).toEqual(['"7"', '"8"']);
});

it('an account that somebody else has frozen meanwhile is not frozen twice', async () => {
  const user = await open(undefined, { meanwhile: { frozenAt: '2026-03-06T10:00:00.000Z' } });
  await freeze(user);
  expect(await screen.findByText('Someone else has frozen it meanwhile. Nothing was sent.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Unfreeze' })).toBeVisible();
});

it.each([
  ['frozen by then', { frozenAt: '2026-03-06T10:00:00.000Z' }],
  ['another one by then', { balance: 10 }],
])(
  'an account that is %s after an own attempt without an answer is not said to be of somebody else',
  async (_, now) => {
    let account = buildAccount();
    const answers = [refusal(502, 'Bad gateway', 'internal')];
    const user = await open(undefined, {
      routes: {
        'GET /api/account/u-1': () => ({ body: { data: account } }),
        'PUT /api/account/u-1/frozen': () => {
          const lost = answers.shift();
          if (!lost) account = buildAccount({ ...now, version: account.version + 1 });
          return lost ?? refusal(412, refusals.staleVersion, 'stale_version');
        },
      },
    });
    const dialog = await freeze(user);
    expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ', and lost{Enter}');
    expect(await screen.findByText(/^What you sent before had no answer/)).toBeVisible();
    expect(screen.queryByText(/Someone else/)).toBeNull();
    if (account.frozenAt) return;
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' for good{Enter}');
    expect(await dialog.findByText(/Someone else has changed this account meanwhile/)).toBeVisible();
  },
);

it('a page that cannot be read again stays, with what is half filled in over it', async () => {
  let limited = false;
  const user = await open(undefined, {
    routes: {
      'GET /api/user/u-1': () =>
        limited ? refusal(429, 'Too many requests', 'rate_limited') : { body: { data: buildUser() } },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Freeze' }));
  const field = await screen.findByRole('textbox', { name: 'Reason' });
  await user.click(field);
  await user.paste('Stolen phone');
  limited = true;
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/The person could not be read again/)).toBeInTheDocument();
  expect(field).toBeVisible();
  expect(field).toHaveValue('Stolen phone');
});

it('a person without names is called by the address, in the heading and in the title', async () => {
  await open(undefined, { of: { firstName: '', lastName: '' } });
  expect(await screen.findByRole('heading', { level: 1, name: 'ada@example.com' })).toBeVisible();
  expect(document.title).toBe('ada@example.com');
});

it('a person who is none is asked for once, and it says so plainly', async () => {
  await open('/admin/users/nonsense/show');
  expect(await screen.findByText('There is no such person')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the users' })).toHaveAttribute('href', '/admin/users');
  // The host has said so: its list would not know better.
  expect(host.received.filter(({ path }) => path.startsWith('/api/user/users?'))).toEqual([]);
  expect(screen.getByRole('heading', { level: 1, name: 'Person' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(host.received.filter(({ path }) => path === '/api/user/nonsense')).toHaveLength(1);
});

it('says of each session on what, from where, since when and when it was last used', async () => {
  await open();
  const sessions = await region('Sessions');
  const [computer, phone] = await sessions.findAllByRole('listitem');
  expect(computer).toHaveTextContent(
    /Firefox on Windows192\.0\.2\.7, since Mar 4, 2026, .*, last used Mar 4, 2026, /,
  );
  expect(phone).toHaveTextContent(/Safari on iPhoneunknown network, since/);
});

it('one session is ended for a reason', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^Sign out Firefox on Windows/ }));
  await user.click(await screen.findByRole('textbox', { name: 'Reason' }));
  await user.paste('Stolen phone');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull());
  expect(screen.getByText('Safari on iPhone')).toBeVisible();
  // The button that was pressed is gone.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Sign out Safari on iPhone/ })).toHaveFocus(),
  );
  expect(sent('DELETE')?.headers['x-reason']).toBe('Stolen%20phone');
});

it('one session that somebody else has ended meanwhile is said to be ended, and goes', async () => {
  let isThere = true;
  const user = await open(undefined, {
    routes: {
      'GET /api/user/u-1/sessions': () => ({ body: { data: isThere ? [session] : [] } }),
      'DELETE /api/user/u-1/sessions/s-1': () => refusal(404, refusals.notFound, 'not_found'),
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Sign out Firefox on Windows/ }));
  await user.click(await screen.findByRole('textbox', { name: 'Reason' }));
  await user.paste('Stolen phone');
  isThere = false;
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(
    await screen.findByText('Firefox on Windows is signed out already. Nothing was sent.'),
  ).toBeVisible();
  expect(await screen.findByText('Not signed in anywhere.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.querySelector('main')).toHaveFocus());
});

it('a sign-out without an answer is said to be perhaps done, and is the same again; another one says so too', async () => {
  const lost = () => refusal(502, 'Bad gateway', 'internal');
  const answers = [lost(), lost(), refusal(404, refusals.notFound, 'not_found')];
  const user = await open(undefined, {
    routes: { 'DELETE /api/user/u-1/sessions/s-1': () => answers.shift() ?? lost() },
  });
  await user.click(await screen.findByRole('button', { name: /^Sign out Firefox on Windows/ }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await user.type(reason, 'Stolen phone{Enter}');
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
  await user.type(reason, '{Enter}');
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
  await user.type(reason, ', and lost{Enter}');
  expect(await screen.findByText(/^What you sent before had no answer/)).toBeVisible();
  const keys = host.received
    .filter(({ method }) => method === 'DELETE')
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(new Set(keys).size).toBe(2);
});

it('an auditor sees all of it and can change nothing', async () => {
  await open(undefined, { type: 'auditor' });
  expect(await screen.findByRole('button', { name: 'Balance $1,500.00' })).toBeVisible();
  expect(await screen.findByText('Firefox on Windows')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
});

it('what is known about a person is erased by whoever types the address, for a reason', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase personal data?' }));
  const erase = dialog.getByRole('button', { name: 'Erase for good' });
  const address = await dialog.findByRole('textbox', { name: /^Email address/ });
  await user.click(dialog.getByRole('textbox', { name: /^Reason/ }));
  await user.paste('By letter');
  expect(erase).toBeDisabled();
  await user.click(address);
  await user.paste('bob@example.com');
  await user.click(erase);
  expect(await dialog.findByText(refusals.erasureOther)).toBeVisible();
  expect(address).toHaveValue('bob@example.com');
  await user.clear(address);
  await user.click(address);
  await user.paste('ada@example.com');
  await user.click(erase);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const last = host.received.filter(({ method }) => method === 'POST').at(-1);
  expect(last).toMatchObject({ body: { email: 'ada@example.com' }, headers: { 'x-reason': 'By%20letter' } });
  expect(await screen.findByRole('heading', { name: 'Erased Person' })).toBeVisible();
  expect(screen.getByText('Erased', { selector: '.MuiChip-label' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase personal data' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('what stands in the way of an erasure is said, and nothing can be sent', async () => {
  const user = await open('/admin/users/u-1/show', {
    obstacles: [refusals.erasureBalance, refusals.erasureEarly('2031-01-01')],
  });
  await user.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase personal data?' }));
  expect(await dialog.findByText(refusals.erasureBalance)).toBeVisible();
  expect(dialog.getByText(refusals.erasureEarly('2031-01-01'))).toBeVisible();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
});

it('an auditor sees that somebody was erased, and erases nobody', async () => {
  await open('/admin/users/u-1/show', { type: 'auditor' });
  expect(await (await region('Personal data')).findByText(/^Kept until/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase personal data' })).toBeNull();
});

const offered = [
  ['Account', 'Edit'],
  ['Account', 'Freeze'],
  ['Profile', 'Remove second factors'],
] as const;

it.each(offered)('of %s is offered: %s', async (part, name) => {
  await open();
  expect(await (await region(part)).findByRole('button', { name })).toBeVisible();
});

it('of an erased person nothing is offered to be changed', async () => {
  await open(undefined, { erasedAt: '2026-03-06T10:00:00.000Z' });
  expect(await screen.findByText(/^Erased on/)).toBeVisible();
  expect(await (await region('Account')).findByRole('button', { name: 'Balance $1,500.00' })).toBeVisible();
  for (const [part, name] of offered) {
    expect([name, (await region(part)).queryByRole('button', { name })]).toEqual([name, null]);
  }
});

it('calls the figures over time what the account calls them', async () => {
  const figures = { ...recordOf(accountFieldNames, () => 0), usdt: 75 };
  const user = await open(undefined, {
    routes: {
      'GET /api/account/u-1/figures/days': () => ({
        body: {
          data: {
            from: '2026-03-04',
            to: '2026-03-04',
            opening: figures,
            days: [{ day: '2026-03-04', ...figures }],
            since: '2026-03-04',
          },
        },
      }),
      'GET /api/account/u-1/figures': () => ({
        body: { data: { at: '2026-03-04T23:59:59.999Z', ...figures } },
      }),
    },
  });
  const overTime = await region('Account over time');
  await user.click(await overTime.findByRole('button', { name: 'Show as table' }));
  expect(await overTime.findByRole('columnheader', { name: 'USDT' })).toBeVisible();
  await user.type(overTime.getByLabelText('As of the end of'), '2026-03-04');
  expect(await overTime.findByText('USDT', { selector: 'dt' })).toBeVisible();
  expect(overTime.queryByText('Usdt')).toBeNull();
});

it('calls the figures of a statement what the account calls them', async () => {
  const none = { opening: 0, deposits: 0, withdrawals: 0, adjustments: 0, closing: 0 };
  const march = {
    _id: '2026-03',
    from: '2026-03-01',
    to: '2026-03-31',
    entries: 1,
    stored: null,
    lines: [
      { field: 'balance', ...none },
      { field: 'usdt', ...none, deposits: 75, closing: 75 },
    ],
  };
  const changes = [{ field: 'usdt', amount: 75 }];
  const deposited = { ...entry, _id: 1, at: entry.createdAt, kind: 'deposit_confirmed', changes };
  const user = await open(undefined, {
    routes: {
      'GET /api/account/u-1/statements': () => ({ body: { data: { statements: [march], mailed: false } } }),
      'GET /api/account/u-1/statements/2026-03': () => ({
        body: { data: { ...march, userId: 'u-1', items: [deposited], months: [], intact: null } },
      }),
    },
  });
  const statements = await region('Statements');
  await user.click(await statements.findByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: /^March 2026/ }));
  expect(await statements.findByRole('row', { name: /^USDT / })).toBeVisible();
  expect(statements.getByRole('list', { name: 'Entries' })).toHaveTextContent('USDT+$75.00');
});

it('whoever can never sign in again is not said to be asked then', async () => {
  await open(undefined, { of: { standing: 'offboarded' } });
  const documents = await region('Documents');
  expect(await documents.findByRole('row', { name: /^Risk/ })).toBeVisible();
  expect(documents.queryByText('Asked at the next sign-in')).toBeNull();
});

it('leads to each list with what it has of the person', async () => {
  await open();
  const nav = within(await screen.findByRole('navigation', { name: 'Lists of this person' }));
  await nav.findByRole('link', { name: 'Mail' });
  const places = nav.getAllByRole('link').map((link) => {
    const [path, query] = (link.getAttribute('href') ?? '').split('?');
    return [link.textContent, path, JSON.parse(new URLSearchParams(query).get('filter') ?? 'null')];
  });
  expect(places).toEqual([
    ['Transactions', '/admin/transactions', { userId: 'u-1' }],
    ['Accounts', '/admin/accounts', { id: 'u-1' }],
    ['Approvals', '/admin/proposals', { personId: 'u-1' }],
    ['Reports', '/admin/reports', { userId: 'u-1' }],
    ['Audit', '/admin/audit', { personId: 'u-1' }],
    ['Security', '/admin/security', { userId: 'u-1' }],
    ['Mail', '/admin/mail', { userId: 'u-1' }],
  ]);
});
