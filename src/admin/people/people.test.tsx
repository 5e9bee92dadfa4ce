// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { UserStanding, UserType } from '../../../contract/enums';
import { refusals } from '../../../contract/refusals';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { buildInvitation, paged, queryOf, refusal, startConsoleHost } from '../testing/console-host';
import { type RenderOptions, renderConsole } from '../testing/render-console';
import { cellsOf } from '../testing/table';

/* Letting people in and shutting them out in the console (docs/rules.md, "Invitations and standing"). */

let host: StandInHost;

interface World extends RenderOptions {
  standing?: UserStanding;
  /** Of the person on the host, after somebody else has changed it. */
  version?: number;
  /** Who is signed in. */
  own?: string;
  /** What somebody else has made of the person meanwhile. */
  meanwhile?: UserStanding;
  /** What the person is. */
  role?: UserType;
  /** What inviting is refused with. */
  refused?: ReturnType<typeof refusal>;
  /** What sending an invitation again is answered with. */
  sending?: ReturnType<typeof refusal>;
  /** What the first change of the person is answered with. */
  first?: ReturnType<typeof refusal> | undefined;
}

async function open(
  address: string,
  {
    standing = 'enabled',
    version = 1,
    meanwhile,
    own = 'u-9',
    role = 'investor',
    refused,
    sending,
    first,
    ...options
  }: World = {},
) {
  let now: UserStanding = standing;
  let invitations = [
    buildInvitation(),
    buildInvitation({
      _id: 'i-2',
      email: 'alan@example.com',
      inviter: null,
      expiresAt: '2026-03-07T10:00:00.000Z',
    }),
  ];
  let seen = 1;
  const person = () => ({ ...buildUser({ type: role }), standing: now, version: seen });
  /** Somebody else was first. */
  const gone = (id: string) => {
    invitations = invitations.filter(({ _id }) => _id !== id);
    return refusal(409, refusals.invitationOver, 'conflict');
  };
  const change = (to: UserStanding) => (request: { headers: Record<string, unknown> }) => {
    const answer = first;
    first = undefined;
    if (answer) return answer;
    if (request.headers['if-match'] !== `"${version}"`) {
      seen = version;
      now = meanwhile ?? now;
      return refusal(412, refusals.staleVersion, 'stale_version');
    }
    now = to;
    return { body: { data: person() } };
  };
  host = await startConsoleHost({
    'GET /api/user': () => ({ body: { data: buildUser({ _id: own, type: 'admin' }) } }),
    'GET /api/user/users': () =>
      paged([person(), { ...buildUser({ _id: 'u-2' }), standing: 'enabled', version: 1 }]),
    'GET /api/user/u-1': () => ({ body: { data: person() } }),
    'GET /api/user/u-1/sessions': () => ({ body: { data: [] } }),
    'POST /api/user/u-1/disable': change('disabled'),
    'POST /api/user/u-1/enable': change('enabled'),
    'POST /api/user/u-1/offboard': change('offboarded'),
    'GET /api/admin/invitations': () => paged(invitations),
    'POST /api/admin/invitations': () => refused ?? { status: 201, body: { data: buildInvitation() } },
    'POST /api/admin/invitations/i-1/send': () => sending ?? { body: { data: buildInvitation() } },
    'POST /api/admin/invitations/i-2/send': () => gone('i-2'),
    'DELETE /api/admin/invitations/i-2': () => gone('i-2'),
    'DELETE /api/admin/invitations/i-1': () => {
      invitations = invitations.slice(1);
      return { body: { data: { message: 'ok' } } };
    },
  });
  renderConsole(host, address, options);
  return userEvent.setup({ pointerEventsCheck: 0 });
}

const page = '/admin/users/u-1/show';
const button = (name: string) => screen.findByRole('button', { name });
const sent = (method: string, path: string) =>
  host.received.find((request) => request.method === method && request.path === path);

async function giveReason(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name })).toBeDisabled();
  await user.click(dialog.getByRole('textbox', { name: /^Reason/ }));
  await user.paste('Left us');
  await user.click(dialog.getByRole('button', { name }));
}

describe('a person', () => {
  it('is disabled for a reason, in the version that was seen, once it was said what that does', async () => {
    const user = await open(page);
    await user.click(await button('Disable'));
    expect(await screen.findByText(/signed out everywhere at once/)).toBeVisible();
    await giveReason(user, 'Disable');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST', '/api/user/u-1/disable')?.headers).toMatchObject({
      'x-reason': 'Left%20us',
      'if-match': '"1"',
    });
    expect(await screen.findByText('Disabled')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enable' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
  });

  it.each([
    ['investor', 'What they asked for stays for you to decide.'],
    ['admin', 'Their proposals that wait are withdrawn, and the invitations they sent are revoked.'],
  ] as const)('that is %s: what becomes of what waits is said before', async (role, said) => {
    const user = await open(page, { role });
    for (const act of ['Disable', 'Offboard']) {
      await user.click(await button(act));
      expect(await screen.findByText(new RegExp(said))).toBeVisible();
      await user.click(await button('Cancel'));
    }
  });

  it('that somebody else has changed meanwhile is not changed', async () => {
    const user = await open(page, { version: 2 });
    await user.click(await button('Offboard'));
    await giveReason(user, 'Offboard');
    expect(await screen.findByText(/Someone else has changed this person meanwhile/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Disable', hidden: true })).toBeInTheDocument();
  });

  it('that somebody else has changed meanwhile is asked about again, with the reason that was typed', async () => {
    const user = await open(page, { version: 2, meanwhile: 'disabled' });
    await user.click(await button('Offboard'));
    await giveReason(user, 'Offboard');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Someone else has changed this person meanwhile. Nothing was sent.',
    );
    expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Left us');
    await user.click(dialog.getByRole('button', { name: 'Offboard' }));
    expect(await screen.findByText('Offboarded')).toBeVisible();
    expect(host.received.findLast(({ method }) => method === 'POST')?.headers).toMatchObject({
      'x-reason': 'Left%20us',
      'if-match': '"2"',
    });
  });

  it.each(['Offboard', 'Disable'])(
    'that is another one after an own attempt without an answer is not said to be of somebody else: %s',
    async (act) => {
      const first = refusal(502, 'Bad gateway', 'internal');
      const user = await open(page, { version: 2, meanwhile: 'disabled', first });
      await user.click(await button(act));
      await giveReason(user, act);
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
      await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' for good{Enter}');
      expect(await screen.findByText(/^What you sent before had no answer/)).toBeVisible();
      expect(screen.queryByText(/Someone else/)).toBeNull();
    },
  );

  it('that somebody else has disabled meanwhile is not disabled again', async () => {
    const user = await open(page, { version: 2, meanwhile: 'disabled' });
    await user.click(await button('Disable'));
    await giveReason(user, 'Disable');
    expect(await screen.findByText(/Someone else has changed this person meanwhile/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await button('Enable')).toBeVisible();
  });

  it('who is disabled is enabled again', async () => {
    const user = await open(page, { standing: 'disabled' });
    await user.click(await button('Enable'));
    await giveReason(user, 'Enable');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Disable' })).toHaveFocus());
  });

  it('who is offboarded leaves nothing to press, and the focus on the page', async () => {
    const user = await open(page);
    await user.click(await button('Offboard'));
    await giveReason(user, 'Offboard');
    expect(await screen.findByText('Offboarded')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('who was offboarded is out for good', async () => {
    await open(page, { standing: 'offboarded' });
    expect(await screen.findByText('Offboarded')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Enable|Disable|Offboard)$/ })).toBeNull();
  });

  it.each([
    ['auditors', { type: 'auditor' }],
    ['oneself', { own: 'u-1' }],
  ] as const)('is not shut out by %s', async (_, world) => {
    await open(page, world);
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await screen.findByText('Not signed in anywhere.');
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
  });

  it('who may not sign in is marked in the list, which can be filtered by it', async () => {
    const user = await open('/admin/users', { standing: 'disabled' });
    expect((await cellsOf('Users', 1))[3]).toBe('Disabled ada@example.com');
    expect((await cellsOf('Users', 2))[3]).toBe('ada@example.com');
    await user.click(screen.getByRole('combobox', { name: 'Standing' }));
    await user.click(await screen.findByRole('option', { name: 'Disabled' }));
    await waitFor(() =>
      expect(
        queryOf(host.received.findLast(({ path }) => path.startsWith('/api/user/users'))).filter,
      ).toEqual({
        standing: 'disabled',
      }),
    );
  });
});

describe('inviting', () => {
  it('asks for address, role and reason', async () => {
    const user = await open('/admin/users');
    await user.click(await button('Invite'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }));
    const send = dialog.getByRole('button', { name: 'Invite' });
    await user.click(dialog.getByLabelText('Email'));
    await user.paste('grace@');
    await user.tab();
    expect(await dialog.findByText('Invalid email')).toBeVisible();
    await user.click(dialog.getByLabelText('Email'));
    await user.paste('example.com');
    expect(send).toBeDisabled();
    const role = dialog.getByRole('combobox', { name: 'Role' });
    expect(role).toHaveAccessibleDescription(/^An auditor reads what an administrator reads/);
    await user.click(role);
    await user.click(await screen.findByRole('option', { name: 'Administrator' }));
    expect(role).toHaveAccessibleDescription(/^An administrator decides on transactions/);
    await user.click(dialog.getByLabelText('Reason'));
    await user.paste('New colleague');
    await user.click(send);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const request = sent('POST', '/api/admin/invitations');
    expect(request?.body).toEqual({ email: 'grace@example.com', type: 'admin' });
    expect(request?.headers['x-reason']).toBe('New%20colleague');
  });

  it('says at its field why an address is refused, and keeps what was typed', async () => {
    const refused = refusal(409, refusals.addressTaken, 'conflict', 'email');
    const user = await open('/admin/users', { refused });
    await user.click(await button('Invite'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Email'));
    await user.paste('ada@example.com');
    await user.click(dialog.getByLabelText('Reason'));
    await user.paste('Again');
    await user.click(dialog.getByRole('button', { name: 'Invite' }));
    await waitFor(() =>
      expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription(refusals.addressTaken),
    );
    expect(dialog.getByLabelText('Reason')).toHaveValue('Again');
  });

  it('is refused of an address that somebody else has invited meanwhile, whose invitation the list shows then', async () => {
    const user = await open('/admin/invitations', {
      refused: refusal(409, refusals.invitedAlready, 'conflict', 'email'),
    });
    await screen.findAllByText('alan@example.com');
    const reads = () => host.received.filter(({ path }) => path.startsWith('/api/admin/invitations?')).length;
    const before = reads();
    await user.click(await button('Invite'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Email'));
    await user.paste('alan@example.com');
    await user.click(dialog.getByLabelText('Reason'));
    await user.paste('New colleague');
    await user.click(dialog.getByRole('button', { name: 'Invite' }));
    expect((await dialog.findAllByText(refusals.invitedAlready)).length).toBeGreaterThan(0);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    expect(dialog.getByLabelText('Reason')).toHaveValue('New colleague');
  });

  it('that was without an answer is the same again in its form, and another one in a form opened anew', async () => {
    const user = await open('/admin/users', { refused: refusal(502, 'Bad gateway', 'internal') });
    const keys = () =>
      host.received
        .filter(({ method, path }) => method === 'POST' && path === '/api/admin/invitations')
        .map(({ headers }) => headers['idempotency-key']);
    for (const presses of [2, 1]) {
      await user.click(await button('Invite'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }));
      const before = keys().length;
      await user.click(dialog.getByLabelText('Email'));
      await user.paste('grace@example.com');
      await user.click(dialog.getByLabelText('Reason'));
      await user.paste('New colleague');
      const send = dialog.getByRole('button', { name: 'Invite' });
      for (let n = 1; n <= presses; n += 1) {
        await waitFor(() => expect(send).toBeEnabled());
        await user.click(send);
        await waitFor(() => expect(keys()).toHaveLength(before + n));
        await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled());
      }
      // What was invited is seen in the list and revoked meanwhile.
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const [first, again, anew] = keys();
    expect(first).toBeTruthy();
    expect(again).toBe(first);
    expect(anew).not.toBe(first);
  });

  it('is not offered to auditors, who see what is open', async () => {
    await open('/admin/invitations', { type: 'auditor' });
    expect(await screen.findByText('grace@example.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Invite|Revoke.*|Send.*)$/ })).toBeNull();
  });
});

describe('open invitations', () => {
  it('are listed with who made them and until when they can be accepted', async () => {
    await open('/admin/invitations');
    expect((await cellsOf('Invitations', 1)).slice(1, 4)).toEqual([
      'grace@example.com',
      'Administrator',
      'Ada Lovelace',
    ]);
    const second = await cellsOf('Invitations', 2);
    expect([second[3], second[5]]).toEqual(['The server', 'Expired']);
  });

  it('are sent again and revoked for a reason', async () => {
    const user = await open('/admin/invitations');
    await user.click(await button('Send again: grace@example.com'));
    await giveReason(user, 'Send again');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST', '/api/admin/invitations/i-1/send')?.headers['x-reason']).toBe('Left%20us');
    await user.click(await button('Revoke: grace@example.com'));
    await giveReason(user, 'Revoke');
    await waitFor(() => expect(screen.queryByText('grace@example.com')).toBeNull());
    expect(sent('DELETE', '/api/admin/invitations/i-1')?.headers['x-reason']).toBe('Left%20us');
  });

  it('are sent once more, by a form opened anew, when no answer came of the time before', async () => {
    const user = await open('/admin/invitations', { sending: refusal(502, 'Bad gateway', 'internal') });
    for (const _ of [1, 2]) {
      await user.click(await button('Send again: grace@example.com'));
      await giveReason(user, 'Send again');
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByText(/It may have been done all the same/)).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const keys = host.received
      .filter(({ path }) => path === '/api/admin/invitations/i-1/send')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  it('leave the focus beside them when they are revoked, and on the page when none is left', async () => {
    const user = await open('/admin/invitations');
    await user.click(await button('Revoke: grace@example.com'));
    await giveReason(user, 'Revoke');
    await waitFor(() => expect(screen.queryByText('grace@example.com')).toBeNull());
    expect(await button('Revoke: alan@example.com')).toHaveFocus();
    await user.keyboard('{Enter}');
    await giveReason(user, 'Revoke');
    expect(await screen.findByText('There are no invitations yet.')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it.each(['Send again', 'Revoke'])(
    'that somebody else has accepted or revoked leave the list: %s',
    async (act) => {
      const user = await open('/admin/invitations');
      await user.click(await button(`${act}: alan@example.com`));
      await giveReason(user, act);
      expect((await screen.findAllByText(refusals.invitationOver))[0]).toBeVisible();
      await waitFor(() => expect(screen.queryByText('alan@example.com')).toBeNull());
      expect(await screen.findByText('grace@example.com')).toBeVisible();
    },
  );
});
