// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../contract/auth';
import type { Factors } from '../../../contract/factors';
import { answered } from '../../shared/api-error';
import { answeredLate } from '../../shared/testing/answered-late';
import { buildUser } from '../../shared/testing/build-user';
import { enter } from '../../shared/testing/enter';
import { letItArrive } from '../../shared/testing/let-it-arrive';
import { expectCountdown, tooOften } from '../../shared/testing/limit';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../../shared/testing/stand-in-host';
import { readToken } from '../../shared/token';
import { Sidebar } from '../Sidebar';
import { renderDashboard } from '../testing/render-dashboard';
import ProfilePage from './ProfilePage';

const ada = buildUser();

function sessionOf(overrides: Partial<Session>): Session {
  return {
    _id: 's-1',
    createdAt: '2026-03-01T08:00:00.000Z',
    lastSeenAt: '2026-03-02T09:30:00.000Z',
    expiresAt: '2026-03-03T08:00:00.000Z',
    device: 'Chrome on Linux',
    network: '2001:db8:1:2::/64',
    current: false,
    ...overrides,
  };
}

const here = sessionOf({ current: true });
const phone = sessionOf({ _id: 's-2', device: 'Safari on iPhone', network: null });

let host: StandInHost;
let sessions: Session[];
let factors: Factors;
/** Answers a request before the host's own answer, to refuse it. */
let refuse: (request: Received) => Answer | undefined;

function answer({ method, path, body }: Received): Answer {
  if (method === 'PUT' && path === '/api/user') return { body: { data: { ...ada, ...Object(body) } } };
  if (path === '/api/user') return { body: { data: ada } };
  if (path === '/api/user/factors') return { body: { data: factors } };
  if (path === '/api/auth/sessions' && method === 'GET') return { body: { data: sessions } };
  if (path === '/api/account/addresses') return { body: { data: [] } };
  return { body: { data: { message: 'ok' } } };
}

beforeEach(async () => {
  sessions = [here, phone];
  factors = { factors: [], recoveryCodesLeft: 0, required: false };
  refuse = () => undefined;
  host = await startStandInHost((request) => refuse(request) ?? answer(request));
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

async function open() {
  const page = renderDashboard(
    <>
      <Sidebar onNavigate={() => {}} />
      <ProfilePage />
    </>,
  );
  await screen.findByLabelText('First name');
  await screen.findByText('Chrome on Linux');
  return page;
}

function refusal(message: string, code: string, field?: string): Answer {
  return { status: 422, body: { errors: [{ error: message, message, code, field }] } };
}

const button = (name: string) => screen.getByRole('button', { name });
/** What is kept in the browser for the person who is signed in. */
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('own:'));
const writes = () =>
  host.received
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body]);

async function send(name: string): Promise<void> {
  await waitFor(() => expect(button(name)).toBeEnabled());
  fireEvent.click(button(name));
}

it('leaves the focus where it was when it is opened: there is more on it than its form', async () => {
  await open();
  expect(document.body).toHaveFocus();
});

describe('the update-profile form', () => {
  it('that is sent too often counts down where it stands, and keeps what was typed', async () => {
    refuse = ({ method }) => (method === 'PUT' ? tooOften() : undefined);
    await open();
    enter('First name', 'Augusta');
    await expectCountdown('Save changes', () => send('Save changes'));
    expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
  });

  it.each([
    ['First name', 'A', 'String must contain at least 2 character(s)'],
    ['Last name', 'L', 'String must contain at least 2 character(s)'],
    ['Phone number', '1234567', 'invalid phone number'],
    ['Country', '', 'invalid phone number'],
    ['Date of birth', '31.01.1990', 'invalid date'],
    ['Date of birth', '1990-02-31', 'invalid date'],
  ])('refuses a %s of "%s": %s', async (label, value, message) => {
    await open();
    enter(label, value);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(button('Save changes')).toBeDisabled();
  });

  it('is sent where the host knows no phone number and no country', async () => {
    refuse = ({ path, method }) =>
      path === '/api/user' && method === 'GET'
        ? { body: { data: { ...ada, phoneNumber: null, country: null } } }
        : undefined;
    await open();
    enter('First name', 'Augusta');
    await send('Save changes');
    await waitFor(() => expect(writes()).toEqual([['PUT', '/api/user', { firstName: 'Augusta' }]]));
  });

  it('shows the email, to be read only', async () => {
    await open();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(document.title).toMatch(/^Account Profile/);
  });

  it('cannot be sent until something has changed, nor when it is changed back', async () => {
    await open();
    expect(button('Save changes')).toBeDisabled();
    enter('First name', 'Augusta');
    await waitFor(() => expect(button('Save changes')).toBeEnabled());
    enter('First name', 'Ada');
    await waitFor(() => expect(button('Save changes')).toBeDisabled());
  });

  it('sends the changed fields alone, says so, and the new name is seen everywhere', async () => {
    await open();
    enter('First name', 'Augusta');
    enter('Date of birth', '1990-01-31');
    await send('Save changes');
    expect(await screen.findByText('profile updated')).toBeInTheDocument();
    expect(writes()).toEqual([['PUT', '/api/user', { firstName: 'Augusta', dob: '1990-01-31' }]]);
    expect(screen.getByText('Augusta Lovelace')).toBeVisible();
    expect(button('Save changes')).toBeDisabled();
  });

  it.each([
    ['is nothing', {}],
    ['is no refusal', refusal('Not now', 'unavailable')],
  ])('answered once somebody else has signed in %s of theirs', async (_, late) => {
    const { after, letNextIn } = answeredLate();
    refuse = (request) => (request.method === 'PUT' ? { ...answer(request), ...late, after } : undefined);
    await open();
    enter('First name', 'Augusta');
    await send('Save changes');
    await waitFor(() => expect(writes()).toHaveLength(1));
    await letNextIn();
    expect(screen.getByText('Ada Lovelace')).toBeVisible();
    expect(screen.queryByText('profile updated')).toBeNull();
    expect(screen.queryByText('Not now')).toBeNull();
  });

  it('refused by the service shows why beneath the field and keeps what was entered', async () => {
    refuse = ({ method }) =>
      method === 'PUT' ? refusal('this number is not in use', 'validation', 'phoneNumber') : undefined;
    await open();
    enter('Last name', 'Byron');
    enter('Phone number', '+44 20 7946 1111');
    await send('Save changes');
    expect(await screen.findByRole('alert')).toHaveTextContent('this number is not in use');
    const field = screen.getByLabelText('Phone number');
    expect(field).toHaveAccessibleDescription('this number is not in use');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue('+44 20 7946 1111');
    expect(screen.getByLabelText('Last name')).toHaveValue('Byron');
    expect(screen.queryByText('profile updated')).toBeNull();
  });

  it('keeps a country that is not in the list', async () => {
    refuse = ({ method, path }) =>
      method === 'GET' && path === '/api/user'
        ? { body: { data: { ...ada, country: 'Bohemia' } } }
        : undefined;
    await open();
    expect(screen.getByLabelText('Country')).toHaveValue('Bohemia');
  });
});

describe('the profile with changes that were not saved', () => {
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const elsewhere = () => fireEvent.click(screen.getByRole('link', { name: 'Transactions' }));

  it('is left after a question, and Stay keeps what was typed', async () => {
    await open();
    enter('First name', 'Augusta');
    elsewhere();
    await question();
    fireEvent.click(button('Stay'));
    await closed();
    expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
    elsewhere();
    await question();
    fireEvent.click(button('Leave'));
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
    await letItArrive();
    expect(writes()).toEqual([]);
  });

  it('is left without one once they are saved, or taken back', async () => {
    const { router } = await open();
    enter('First name', 'Augusta');
    await send('Save changes');
    expect(await screen.findByText('profile updated')).toBeInTheDocument();
    enter('First name', 'Ada');
    enter('First name', 'Augusta');
    await waitFor(() => expect(button('Save changes')).toBeDisabled());
    elsewhere();
    expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard/transactions');
  });

  it('has the browser ask before the page is closed or loaded again', async () => {
    await open();
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    enter('First name', 'Augusta');
    await waitFor(() => expect(asks()).toBe(true));
  });

  it.each([
    ['Logout', () => fireEvent.click(button('Logout'))],
    [
      'the end of this session',
      async () => {
        fireEvent.click(button('Sign out here'));
        const dialog = within(await screen.findByRole('dialog', { name: 'Sign out here?' }));
        fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
      },
    ],
  ])('is asked about before %s', async (_, signOut) => {
    const { router } = await open();
    enter('First name', 'Augusta');
    await signOut();
    await question();
    expect(readToken()).not.toBeNull();
    fireEvent.click(button('Stay'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull());
    expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
    if (screen.queryByRole('dialog')) fireEvent.click(button('Cancel'));
    await closed();
    expect(readToken()).not.toBeNull();
    await signOut();
    await question();
    fireEvent.click(button('Leave'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readToken()).toBeNull();
  });

  describe('whose session ends while they are saved', () => {
    async function loseSession() {
      refuse = ({ method }) =>
        method === 'PUT' ? { ...refusal('Please sign in', 'unauthorized'), status: 401 } : undefined;
      await open();
      enter('First name', 'Augusta');
      enter('Date of birth', '1990-01-31');
      await send('Save changes');
      await screen.findByText('Please sign in');
      expect(readToken()).toBeNull();
      cleanup();
      refuse = () => undefined;
    }

    it('has them again once the person is back, and saves them', async () => {
      await loseSession();
      await open();
      expect(screen.getByText(/what you had changed before/)).toBeVisible();
      expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
      expect(screen.getByLabelText('Last name')).toHaveValue('Lovelace');
      await send('Save changes');
      expect(await screen.findByText('profile updated')).toBeInTheDocument();
      expect(writes().at(-1)).toEqual(['PUT', '/api/user', { firstName: 'Augusta', dob: '1990-01-31' }]);
      expect(screen.queryByText(/what you had changed before/)).toBeNull();
      expect(kept()).toEqual([]);
      cleanup();
      await open();
      expect(screen.queryByText(/what you had changed before/)).toBeNull();
    });

    it('takes them back by hand', async () => {
      await loseSession();
      await open();
      fireEvent.click(button('Clear'));
      await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Ada'));
      expect(screen.queryByText(/what you had changed before/)).toBeNull();
      await waitFor(() => expect(kept()).toEqual([]));
    });

    it('loses them when they are left, which is asked first', async () => {
      await loseSession();
      await open();
      elsewhere();
      await question();
      expect(kept()).toHaveLength(1);
      fireEvent.click(button('Leave'));
      expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
      expect(kept()).toEqual([]);
    });

    it('says nothing of them once they are what is stored', async () => {
      await loseSession();
      refuse = ({ method, path }) =>
        method === 'GET' && path === '/api/user'
          ? { body: { data: { ...ada, firstName: 'Augusta', dob: '1990-01-31' } } }
          : undefined;
      await open();
      expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
      expect(screen.queryByText(/what you had changed before/)).toBeNull();
    });
  });
});

describe('the change-password form', () => {
  it.each(['Old password', 'New password', 'Confirm password'])(
    'refuses a %s of five: password length should be longer than 6',
    async (label) => {
      await open();
      enter(label, '12345');
      expect(await screen.findByText('password length should be longer than 6')).toBeVisible();
      expect(button('Change password')).toBeDisabled();
    },
  );

  it("wants another password than the old one: old password and new password can't be the same", async () => {
    await open();
    enter('Old password', 'secret1');
    enter('New password', 'secret1');
    const message = "old password and new password can't be the same";
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(message));
    enter('Old password', 'secret0');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it('wants the new one twice: password does not match', async () => {
    await open();
    enter('New password', 'secret2');
    enter('Confirm password', 'secret3');
    const message = 'password does not match';
    await waitFor(() =>
      expect(screen.getByLabelText('Confirm password')).toHaveAccessibleDescription(message),
    );
    enter('New password', 'secret3');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it('changes the password, says so, and empties its fields', async () => {
    await open();
    enter('Old password', 'secret1');
    enter('New password', 'secret2');
    enter('Confirm password', 'secret2');
    await send('Change password');
    expect(await screen.findByText('password changed')).toBeInTheDocument();
    expect(writes()).toEqual([
      ['PUT', '/api/user/password', { oldPassword: 'secret1', newPassword: 'secret2' }],
    ]);
    expect(screen.getByLabelText('Old password')).toHaveValue('');
  });

  it.each([
    ['is nothing', { body: { data: { message: 'ok' } } }],
    ['is no refusal', refusal('The old password is wrong', 'wrong_password', 'oldPassword')],
  ])('answered once somebody else has signed in %s of theirs', async (_, late) => {
    const { after, letNextIn } = answeredLate();
    refuse = ({ method }) => (method === 'PUT' ? { ...late, after } : undefined);
    await open();
    enter('Old password', 'secret1');
    enter('New password', 'secret2');
    enter('Confirm password', 'secret2');
    await send('Change password');
    await waitFor(() => expect(writes()).toHaveLength(1));
    await letNextIn();
    expect(screen.queryByText('password changed')).toBeNull();
    expect(screen.queryByText('The old password is wrong')).toBeNull();
  });

  it('with a wrong old password says so at the field and keeps what was entered', async () => {
    const message = 'The old password is wrong';
    refuse = ({ method }) =>
      method === 'PUT' ? refusal(message, 'wrong_password', 'oldPassword') : undefined;
    await open();
    enter('Old password', 'secret0');
    enter('New password', 'secret2');
    enter('Confirm password', 'secret2');
    await send('Change password');
    await waitFor(() => expect(screen.getByLabelText('Old password')).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText('New password')).toHaveValue('secret2');
    expect(readToken()).not.toBeNull();
  });

  it('without an answer says that it may be changed, and that the new one is then in force', async () => {
    const notice = /your password may be changed all the same/;
    refuse = ({ method }) => (method === 'PUT' ? { status: 502, body: '' } : undefined);
    await open();
    enter('Old password', 'secret1');
    enter('New password', 'secret2');
    enter('Confirm password', 'secret2');
    await send('Change password');
    expect(await screen.findByText(notice)).toBeVisible();
    refuse = () => undefined;
    await send('Change password');
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  it('to one of the lists is refused at the new one', async () => {
    const message = 'This password is on lists of known passwords; choose another one';
    refuse = ({ method }) => (method === 'PUT' ? refusal(message, 'validation', 'newPassword') : undefined);
    await open();
    enter('Old password', 'secret0');
    enter('New password', 'password1');
    enter('Confirm password', 'password1');
    await send('Change password');
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText('Old password')).toHaveValue('secret0');
  });
});

describe('where the person is signed in', () => {
  const rows = () =>
    within(screen.getByRole('list', { name: 'Where you are signed in' })).getAllByRole('listitem');

  it('lists each device with its network and times, and marks this one', async () => {
    await open();
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toHaveTextContent(
      /Chrome on LinuxThis deviceNetwork2001:db8:1:2::\/64Signed inMar 1, 2026.*Last usedMar 2, 2026/,
    );
    expect(rows()[1]).toHaveTextContent(/Safari on iPhoneNetworkunknown.*Last usedMar 2, 2026/);
  });

  it('one is signed out after a question', async () => {
    await open();
    fireEvent.click(button('Sign out Safari on iPhone'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out Safari on iPhone?' }));
    await letItArrive();
    expect(writes()).toEqual([]);
    sessions = [here];
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Signed out Safari on iPhone')).toBeInTheDocument();
    expect(writes()).toEqual([['DELETE', '/api/auth/sessions/s-2', {}]]);
    expect(await screen.findByText(/on this device alone/)).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus(),
    );
  });

  it.each([
    ['is nothing', { body: { data: { message: 'ok' } } }],
    ['is no refusal', refusal('Not now', 'unavailable')],
  ])('what is answered once somebody else has signed in %s of theirs', async (_, late) => {
    const { after, letNextIn } = answeredLate();
    refuse = ({ method }) => (method === 'DELETE' ? { ...late, after } : undefined);
    await open();
    fireEvent.click(button('Sign out Safari on iPhone'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out Safari on iPhone?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(writes()).toHaveLength(1));
    await letNextIn();
    expect(screen.queryByText('Signed out Safari on iPhone')).toBeNull();
    expect(screen.queryByText('Not now')).toBeNull();
  });

  it('stays as it is when the question is answered with Cancel', async () => {
    await open();
    fireEvent.click(button('Sign out everywhere else'));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await letItArrive();
    expect(writes()).toEqual([]);
  });

  it('all but this one are signed out at once', async () => {
    await open();
    fireEvent.click(button('Sign out everywhere else'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere else?' }));
    sessions = [here];
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Signed out everywhere else')).toBeInTheDocument();
    expect(writes()).toEqual([['DELETE', '/api/auth/sessions', {}]]);
  });

  it.each([
    ['a device', 'Sign out Safari on iPhone'],
    ['every other one', 'Sign out everywhere else'],
  ])('signing out %s can be stopped when no answer comes, and the list is read anew', async (_, name) => {
    refuse = ({ method }) => {
      if (method !== 'DELETE') return undefined;
      sessions = [here];
      return { body: '', after: new Promise(() => {}) };
    };
    await open();
    fireEvent.click(button(name));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    const overlay = (await dialog.findByText('Signing out')).parentElement;
    fireEvent.click(within(overlay ?? document.body).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Sending was stopped')).toBeVisible();
    expect(await screen.findByText(/on this device alone/)).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('one of which no answer says whether it was signed out is read anew', async () => {
    refuse = ({ method }) => {
      if (method !== 'DELETE') return undefined;
      sessions = [here];
      return { status: 502, body: '' };
    };
    await open();
    fireEvent.click(button('Sign out Safari on iPhone'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText(/on this device alone/)).toBeVisible();
  });

  it('ending the present one is a logout', async () => {
    const { router } = await open();
    fireEvent.click(button('Sign out here'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out here?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readToken()).toBeNull();
    await waitFor(() => expect(writes()).toEqual([['POST', '/api/auth/logout', {}]]));
  });

  it('is asked for too often: the dialog counts down and stays', async () => {
    refuse = ({ method }) => (method === 'DELETE' ? tooOften() : undefined);
    await open();
    fireEvent.click(button('Sign out Safari on iPhone'));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = async () => fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await expectCountdown('Sign out', confirm);
  });

  it('one that has ended meanwhile counts as ended', async () => {
    refuse = ({ method }) =>
      method === 'DELETE'
        ? { status: 404, body: { errors: [{ error: 'Not found', message: 'Not found', code: 'not_found' }] } }
        : undefined;
    await open();
    fireEvent.click(button('Sign out Safari on iPhone'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Not found')).toBeNull();
  });

  it('says so when there is nothing to show', async () => {
    sessions = [];
    renderDashboard(<ProfilePage />);
    expect(await screen.findByText('No devices to show.')).toBeVisible();
  });
});

it('what cannot be read is said where it is missing, and read again on demand', async () => {
  refuse = ({ method }) => (method === 'GET' ? refusal('out of order', 'internal') : undefined);
  renderDashboard(<ProfilePage />);
  const again = () => screen.getAllByRole('button', { name: 'Try again' });
  await waitFor(() => expect(again()).toHaveLength(4));
  refuse = () => undefined;
  for (const retry of again()) fireEvent.click(retry);
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada');
  expect(await screen.findByText('Chrome on Linux')).toBeVisible();
  expect(screen.queryByText('out of order')).toBeNull();
});

describe('the second factor', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }));

  it('is off until there is one, and can be set up', async () => {
    await open();
    expect(await (await section()).findByText('Your password alone opens your account.')).toBeVisible();
    expect((await section()).getByRole('link', { name: 'Set up' })).toHaveAttribute(
      'href',
      '/account/second-factor',
    );
  });

  it('is on with one, and says how many recovery codes are left', async () => {
    const factor = {
      _id: 'f-1',
      kind: 'totp' as const,
      name: 'Phone',
      createdAt: '2026-03-01T08:00:00.000Z',
      lastUsedAt: null,
    };
    factors = { factors: [factor], recoveryCodesLeft: 1, required: false };
    await open();
    expect(await (await section()).findByText('1 second factor, 1 recovery code left')).toBeVisible();
    expect((await section()).getByRole('link', { name: 'Manage' })).toBeVisible();
  });

  it.each([400, 403, 404, 500])(
    'is left out where the host answers %i to what it does not know',
    async (status) => {
      Object.assign(answered, { base: false, others: false });
      refuse = ({ path }) => (path === '/api/user' ? undefined : { status, body: '' });
      renderDashboard(<ProfilePage />);
      await screen.findByLabelText('First name');
      const left = /^(Second factor|Withdrawal addresses|Where you are|Proof of|Your data)/;
      await waitFor(() => expect(screen.queryByRole('region', { name: left })).toBeNull());
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      expect(screen.queryByText(/signs you out/)).toBeNull();
    },
  );

  it('is left out where the host has none', async () => {
    const message = 'Not found';
    refuse = ({ path }) =>
      path === '/api/user/factors'
        ? { status: 404, body: { errors: [{ error: message, message, code: 'not_found' }] } }
        : undefined;
    await open();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull());
  });
});

describe('your data', () => {
  const data = {
    generatedAt: '2026-03-02T09:30:00.000Z',
    person: { _id: 'u-1', email: 'ada@example.com' },
    sections: [{ name: 'users', title: 'Profile', rows: [{ firstName: 'Ada' }], withheld: [] }],
  };
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    // jsdom keeps no files.
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('are saved as JSON and as a page', async () => {
    refuse = ({ path }) => (path === '/api/user/data' ? { body: { data } } : undefined);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Download as JSON' }));
    await screen.findByText(/^Saved/);
    fireEvent.click(screen.getByRole('button', { name: 'Download to read' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved.map((name) => name.replace(/^.*-my/, 'my'))).toEqual([
      'my-data-2026-03-02.json',
      'my-data-2026-03-02.html',
    ]);
  });

  it.each([
    ['Download as JSON', '/api/user/data', data],
    ['Download proof', '/api/account/proof', { note: 'averin\n1' }],
  ])('are not saved for somebody else who has signed in meanwhile: %s', async (name, from, answered) => {
    const { after, letNextIn } = answeredLate();
    refuse = ({ path }) => (path === from ? { body: { data: answered }, after } : undefined);
    await open();
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(host.received.some(({ path }) => path === from)).toBe(true));
    await letNextIn();
    expect(saved).toEqual([]);
  });

  it('that are not given out say why, and can be asked for again', async () => {
    refuse = ({ path }) => (path === '/api/user/data' ? tooOften() : undefined);
    await open();
    const button = await screen.findByRole('button', { name: 'Download to read' });
    await expectCountdown('Download to read', async () => fireEvent.click(button));
    expect(screen.getByRole('alert')).toHaveTextContent('Too many requests');
    expect(saved).toEqual([]);
  });
});
