// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToken, readEmail, storeToken } from '../shared/session';
import { stubLayout } from '../shared/testing/browser-stubs';
import { heldBack } from '../shared/testing/held-back';
import { letItArrive } from '../shared/testing/let-it-arrive';
import { expectCountdown, tooOften } from '../shared/testing/limit';
import { renderRoutes } from '../shared/testing/render-routes';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { takeFocusAtOnce } from '../shared/testing/take-focus-at-once';
import { tokenOf } from '../shared/testing/tokens';
import { connectViewport } from '../shared/toasts';
import { readToken } from '../shared/token';
import LoginPage from './LoginPage';

let host: StandInHost;
let answer: Answer;
/** To the second factor. */
let factorAnswer: Answer;

beforeEach(async () => {
  answer = { body: { data: tokenOf('investor') } };
  host = await startStandInHost(({ path }) => (path === '/api/auth/factor' ? factorAnswer : answer));
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

function open() {
  const router = renderRoutes(
    [
      { path: '/', element: <h1>Front page</h1> },
      { path: '/auth/login', element: <LoginPage /> },
      { path: '/auth/verify-email', element: <h1>Verify</h1> },
    ],
    '/auth/login',
  );
  return { router, user: userEvent.setup() };
}

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Log in' });

async function fill(
  user: ReturnType<typeof userEvent.setup>,
  address = 'ada@example.com',
  secret = 'secret1',
) {
  await user.type(email(), address);
  await user.type(password(), secret);
}

describe('what the page begins with', () => {
  it('says that a session has ended to whom it ended for, and nothing of it to who left', () => {
    clearToken('refused');
    open();
    expect(screen.getByText('Your session has ended. Sign in to see your account.')).toBeVisible();
    cleanup();
    for (const before of [() => clearToken(), () => storeToken(tokenOf('investor'))]) {
      clearToken('refused');
      before();
      open();
      expect(screen.getByText('Welcome back. Sign in to see your account.')).toBeVisible();
      cleanup();
    }
  });
});

describe('the login form', () => {
  it('wants a valid email: Invalid email', async () => {
    const { user } = open();
    await user.type(email(), 'ada@');
    await user.tab();
    expect(await screen.findByText('Invalid email')).toBeVisible();
    expect(email()).toBeInvalid();
  });

  it('wants a password of six: String must contain at least 6 character(s)', async () => {
    const { user } = open();
    await user.type(password(), '12345');
    await user.tab();
    expect(await screen.findByText('String must contain at least 6 character(s)')).toBeVisible();
    await user.type(password(), '6');
    await waitFor(() => expect(screen.queryByText(/at least 6/)).toBeNull());
  });

  it('says nothing before a field was touched, and cannot be sent until it is valid', async () => {
    const { user } = open();
    expect(submit()).toBeDisabled();
    await user.type(email(), 'a');
    expect(screen.queryByText('Invalid email')).toBeNull();
    await user.clear(email());
    await fill(user);
    await waitFor(() => expect(submit()).toBeEnabled());
  });

  it('starts with the focus in its first field', async () => {
    open();
    await waitFor(() => expect(email()).toHaveFocus());
  });

  it('shows and hides the password', async () => {
    const { user } = open();
    await user.type(password(), 'secret1');
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('has the ways to a forgotten password and to signing up', () => {
    open();
    expect(screen.getByRole('link', { name: 'forgot password?' })).toHaveAttribute(
      'href',
      '/auth/reset-password',
    );
    expect(screen.getByRole('link', { name: 'sign up' })).toHaveAttribute('href', '/auth/register');
    expect(document.title).toMatch(/^Login \| ./);
  });
});

describe('signing in', () => {
  it('sends the trimmed address and stores the token', async () => {
    const { user } = open();
    await fill(user, '  Ada@Example.com ');
    await user.click(submit());
    await waitFor(() => expect(readToken()).not.toBeNull());
    expect(host.received[0]?.body).toEqual({ email: 'ada@example.com', password: 'secret1' });
  });

  it('with wrong credentials says so and stays', async () => {
    const message = 'Wrong email or password';
    answer = { status: 401, body: { errors: [{ error: message, message, code: 'invalid_credentials' }] } };
    const { router, user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error${message}`);
    expect(router.state.location.pathname).toBe('/auth/login');
    expect(readToken()).toBeNull();
  });

  it('too often counts down how long it takes, says so once, and then lets it be tried again', async () => {
    answer = tooOften();
    const { user } = open();
    await fill(user);
    await expectCountdown('Log in', () => user.click(submit()));
    expect(email()).toHaveValue('ada@example.com');
  });

  it('before the email is verified leads to the code, with the reason', async () => {
    const message = 'Verify your email address first';
    answer = { status: 403, body: { errors: [{ error: message, message, code: 'email_not_verified' }] } };
    const { router, user } = open();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/verify-email'));
    expect(readEmail()).toBe('ada@example.com');
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it.each(['opaque', { token: 'a.b.c' }])(
    'at a host whose token cannot be read says so: %j',
    async (data) => {
      answer = { body: { data } };
      const { router, user } = open();
      await fill(user);
      await user.click(submit());
      expect(await screen.findByText(/cannot be read as a sign-in/)).toBeInTheDocument();
      expect(readToken()).toBeNull();
      expect(router.state.location.pathname).toBe('/auth/login');
    },
  );

  it.each([{ message: 'no' }, { error: 'no' }, '<h1>401</h1>', ''])(
    'refused without a list of errors says what was wrong: %j',
    async (body) => {
      answer = { status: 401, body };
      const { user } = open();
      await fill(user);
      await user.click(submit());
      expect(await screen.findByText('Wrong email or password')).toBeInTheDocument();
    },
  );
});

describe('with a second factor', () => {
  function refused(status: number, code: string, message: string, more: object = {}): Answer {
    return { status, body: { errors: [{ error: message, message, code, ...more }] } };
  }

  async function openStep(kinds: string[]) {
    stubLayout();
    const message = 'Show your second factor to finish signing in';
    answer = refused(403, 'factor_required', message, { signIn: { ticket: 't-1', kinds } });
    factorAnswer = { body: { data: tokenOf('investor') } };
    const { user } = open();
    await fill(user);
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Confirm it is you' });
    return user;
  }
  const code = () => screen.getByLabelText('Code of your app');
  const proofs = () =>
    host.received.filter(({ path }) => path === '/api/auth/factor').map(({ body }) => body);

  it('goes on with the code of the app, and begins the session with it alone', async () => {
    const user = await openStep(['totp']);
    expect(readToken()).toBeNull();
    await waitFor(() => expect(code()).toHaveFocus());
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    await user.type(code(), '123456');
    await user.click(submit());
    await waitFor(() => expect(readToken()).not.toBeNull());
    expect(proofs()).toEqual([{ ticket: 't-1', proof: { kind: 'totp', code: '123456' } }]);
  });

  it('says that a code is wrong, empties the field and takes the next one', async () => {
    const user = await openStep(['totp']);
    factorAnswer = refused(422, 'invalid_factor', 'Wrong or used code', { field: 'proof.code' });
    await user.type(code(), '000000');
    await user.click(submit());
    expect((await screen.findAllByText('Wrong or used code')).length).toBeGreaterThan(0);
    await waitFor(() => expect(code()).toHaveValue(''));
    await waitFor(() => expect(code()).toHaveFocus());
    expect(code()).toHaveAttribute('aria-invalid', 'true');
  });

  it.each([
    ['another way is chosen', 'Use a recovery code', 'Recovery code'],
    ['the sign-in is started again', 'Start again', 'Email'],
  ])('a refusal is said until the next step, and no longer when %s', async (_, leaveBy, next) => {
    /** The toasts in view. */
    const shown: string[] = [];
    answer = refused(401, 'invalid_credentials', 'Wrong email or password');
    const { user } = open();
    connectViewport(({ description }) => {
      shown.push(description);
      return () => void shown.splice(shown.indexOf(description), 1);
    });
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(shown).toEqual(['Wrong email or password']));
    stubLayout();
    answer = refused(403, 'factor_required', 'Show it', { signIn: { ticket: 't-1', kinds: ['totp'] } });
    await user.type(password(), 'secret1');
    await user.click(submit());
    await user.type(await screen.findByLabelText('Code of your app'), '000000');
    expect(shown).toEqual([]);
    factorAnswer = refused(422, 'invalid_factor', 'Wrong or used code', { field: 'proof.code' });
    await user.click(submit());
    await waitFor(() => expect(shown).toEqual(['Wrong or used code']));
    await user.click(screen.getByRole('button', { name: leaveBy }));
    expect(await screen.findByLabelText(next)).toBeVisible();
    expect(shown).toEqual([]);
  });

  it('takes a recovery code in place of the app', async () => {
    const user = await openStep(['totp', 'passkey']);
    expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), ' abcde-fghij ');
    await user.click(submit());
    await waitFor(() => expect(readToken()).not.toBeNull());
    expect(proofs()).toEqual([{ ticket: 't-1', proof: { kind: 'recovery', code: 'abcde-fghij' } }]);
  });

  it('is the way it was chosen for as long as a code is checked', async () => {
    const user = await openStep(['totp']);
    const { after, release } = heldBack();
    factorAnswer = {
      ...refused(422, 'invalid_factor', 'Wrong or used code', { field: 'proof.code' }),
      after,
    };
    await user.type(code(), '000000');
    await user.click(submit());
    await waitFor(() => expect(proofs()).toHaveLength(1));
    const other = screen.getByRole('button', { name: 'Use a recovery code' });
    expect(other).toBeDisabled();
    release();
    await waitFor(() => expect(other).toBeEnabled());
  });

  it.each([
    ['success', () => ({ body: { data: tokenOf('investor') } })],
    ['refusal', () => refused(401, 'invalid_credentials', 'This sign-in has taken too long; begin again')],
  ])('which is started again while a code is checked takes no late %s', async (_, late) => {
    const user = await openStep(['totp']);
    const { after, release } = heldBack();
    factorAnswer = { ...late(), after };
    await user.type(code(), '123456');
    await user.click(submit());
    await waitFor(() => expect(proofs()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    release();
    await letItArrive();
    expect(readToken()).toBeNull();
    expect(screen.getByText('Welcome back. Sign in to see your account.')).toBeVisible();
    expect(screen.queryByText(/taken too long/)).toBeNull();
  });

  it('may be a passkey besides: its button keeps the focus when it was in vain', async () => {
    const user = await openStep(['totp', 'passkey']);
    takeFocusAtOnce();
    const button = screen.getByRole('button', { name: 'Use a passkey' });
    button.focus();
    answer = { body: { data: { challenge: 'c' } } };
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^This browser cannot use passkeys here/)).toBeVisible();
    expect(button).toHaveFocus();
    vi.restoreAllMocks();
  });

  it('that is a passkey alone asks for it by its first button, and says when the browser has none', async () => {
    const user = await openStep(['passkey']);
    const button = screen.getByRole('button', { name: 'Use a passkey' });
    await waitFor(() => expect(button).toHaveFocus());
    factorAnswer = { body: { data: tokenOf('investor') } };
    answer = { body: { data: { challenge: 'c' } } };
    await user.click(button);
    expect(await screen.findByText(/^This browser cannot use passkeys here/)).toBeVisible();
    expect(proofs()).toEqual([]);
  });

  it.each(['takes too long', 'is started again'])(
    'which %s goes back to the password, which has to be typed anew',
    async (how) => {
      const user = await openStep(['totp']);
      if (how === 'takes too long') {
        factorAnswer = refused(401, 'invalid_credentials', 'This sign-in has taken too long; begin again');
        await user.type(code(), '123456');
        await user.click(submit());
        expect(await screen.findByText(/Please begin again with your password/)).toBeVisible();
      } else await user.click(screen.getByRole('button', { name: 'Start again' }));
      expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
      expect(email()).toHaveValue('ada@example.com');
      expect(password()).toHaveValue('');
    },
  );
});
