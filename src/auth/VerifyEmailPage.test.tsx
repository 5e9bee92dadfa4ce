// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../../contract/messages';
import { storeEmail } from '../shared/session';
import { stubLayout } from '../shared/testing/browser-stubs';
import { letItArrive } from '../shared/testing/let-it-arrive';
import { renderRoutes } from '../shared/testing/render-routes';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../shared/testing/stand-in-host';
import { takeFocusAtOnce } from '../shared/testing/take-focus-at-once';
import { tokenOf, tokenWith } from '../shared/testing/tokens';
import { readToken } from '../shared/token';
import VerifyEmailPage from './VerifyEmailPage';

let host: StandInHost;
let answer: (request: Received) => Answer;

beforeEach(async () => {
  stubLayout();
  storeEmail('ada@example.com');
  answer = () => ({ body: { data: tokenOf('investor') } });
  host = await startStandInHost((request) => answer(request));
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
      { path: '/auth/register', element: <h1>Register</h1> },
      { path: '/auth/verify-email', element: <VerifyEmailPage /> },
      { path: '/dashboard', element: <h1>Dashboard</h1> },
    ],
    '/auth/verify-email',
  );
  return { router, user: userEvent.setup() };
}

const code = () => screen.getByLabelText('One-time code');
const verify = () => screen.getByRole('button', { name: 'Verify' });
const resend = () => screen.getByRole('button', { name: /^resend otp/ });

describe('the OTP form', () => {
  it('shows the stored address and the way home', async () => {
    open();
    expect(screen.getByText('ada@example.com')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the front page' })).toHaveAttribute('href', '/');
    expect(document.title).toMatch(/^Verify Email \| ./);
    await waitFor(() => expect(code()).toHaveFocus());
  });

  it('leads whoever mistyped the address to another registration', async () => {
    const { router, user } = open();
    await user.click(screen.getByRole('link', { name: 'Use another email' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/register'));
  });

  it('without an address leads to a registration', () => {
    localStorage.clear();
    open();
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth/register');
  });

  it('wants six digits: invalid otp', async () => {
    const { user } = open();
    await user.type(code(), '12345');
    await user.tab();
    expect(await screen.findByText('invalid otp')).toBeVisible();
    expect(verify()).toBeDisabled();
    await user.type(code(), '6');
    await waitFor(() => expect(verify()).toBeEnabled());
    expect(screen.queryByText('invalid otp')).toBeNull();
  });

  it('takes digits only, and no more than six', async () => {
    const { user } = open();
    await user.type(code(), 'a1b2');
    expect(code()).not.toHaveValue('a1b2');
    await user.clear(code());
    await user.type(code(), '1234567');
    expect(code()).toHaveValue('123456');
  });

  it('is offered to the phone as a one-time code', () => {
    open();
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code()).toHaveAttribute('inputmode', 'numeric');
  });

  it('is disabled until something was entered', () => {
    open();
    expect(verify()).toBeDisabled();
  });
});

describe('verifying', () => {
  it('without an answer says that it may be done, and leads to the sign-in', async () => {
    answer = () => ({ status: 502, body: 'Bad Gateway' });
    const { user } = open();
    await user.type(code(), '123456');
    await waitFor(() => expect(verify()).toBeEnabled());
    await user.click(verify());
    const alert = await screen.findByText(/your address may be verified all the same/);
    expect(within(alert).getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/auth/login');
    expect(code()).toHaveValue('123456');
  });

  it('with an answer that no session can begin with says that the account is made', async () => {
    answer = () => ({ body: { data: tokenWith({ user: { _id: 'person-1', type: 'investor' }, exp: 1 }) } });
    const { user } = open();
    await user.type(code(), '123456');
    await waitFor(() => expect(verify()).toBeEnabled());
    await user.click(verify());
    expect(await screen.findByRole('heading', { name: 'Your account is made' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
    expect(screen.queryByText(/may be verified/)).toBeNull();
  });

  it('stores the token and leads to the dashboard', async () => {
    const { router, user } = open();
    await user.type(code(), '123456');
    await waitFor(() => expect(verify()).toBeEnabled());
    await user.click(verify());
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(host.received[0]).toMatchObject({
      path: '/api/auth/verify-email',
      body: { email: 'ada@example.com', otp: '123456' },
    });
    expect(readToken()).not.toBeNull();
    expect(await screen.findByText('OTP verified')).toBeInTheDocument();
  });

  it('with a wrong code says so and waits for another', async () => {
    const message = 'Wrong or expired code';
    answer = () => ({
      status: 422,
      body: { errors: [{ error: message, message, code: 'invalid_otp', field: 'otp' }] },
    });
    const { router, user } = open();
    await user.type(code(), '000000');
    await waitFor(() => expect(verify()).toBeEnabled());
    await user.click(verify());
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error${message}`);
    expect(code()).toHaveValue('');
    expect(code()).toHaveAccessibleDescription(message);
    await waitFor(() => expect(code()).toHaveFocus());
    expect(router.state.location.pathname).toBe('/auth/verify-email');
    expect(readToken()).toBeNull();
  });
});

describe('another code', () => {
  afterEach(() => vi.restoreAllMocks());

  async function ask(user: ReturnType<typeof userEvent.setup>) {
    takeFocusAtOnce();
    await waitFor(() => expect(resend()).toBeEnabled());
    resend().focus();
    await user.keyboard('{Enter}');
  }

  it('is typed next: its field gets the focus, the button is off for a while', async () => {
    answer = () => ({ body: { data: { message: 'ok' } } });
    const { user } = open();
    await ask(user);
    expect(await screen.findByText(toasts.otpResent)).toBeVisible();
    expect(resend()).toBeDisabled();
    expect(code()).toHaveFocus();
  });

  it('that could not be sent leaves the focus on the button', async () => {
    answer = () => ({
      status: 422,
      body: { errors: [{ error: 'x', message: 'Not now', code: 'validation' }] },
    });
    const { user } = open();
    await ask(user);
    expect(await screen.findByText('Not now')).toBeVisible();
    await waitFor(() => expect(resend()).toHaveFocus());
  });
});

describe('a code that cannot be used', () => {
  const refuse = (status: number, code: string, message: string, headers = {}) => {
    answer = () => ({ status, headers, body: { errors: [{ error: message, message, code }] } });
  };
  async function enter(user: ReturnType<typeof userEvent.setup>) {
    await user.type(code(), '123456');
    await waitFor(() => expect(verify()).toBeEnabled());
    await user.click(verify());
  }

  it('any more leads to asking for a new one', async () => {
    const message = 'This code has been tried too often; ask for a new one';
    refuse(422, 'otp_used_up', message);
    const { user } = open();
    await enter(user);
    await waitFor(() => expect(resend()).toHaveFocus());
    expect(code()).toHaveValue('');
    expect(code()).toHaveAccessibleDescription(message);
    await user.type(code(), '654321');
    await waitFor(() => expect(verify()).toBeEnabled());
  });

  it('yet stays where it is, and the button says when', async () => {
    refuse(429, 'rate_limited', 'Too many requests; try again later', { 'retry-after': '90' });
    const { user } = open();
    await enter(user);
    expect(await screen.findByRole('button', { name: /^Try again in 1:(30|2\d)$/ })).toBeDisabled();
    expect(code()).toHaveValue('123456');
  });
});

describe('asking for another code', () => {
  it('sends one and then waits a minute, visibly', async () => {
    answer = () => ({ body: { data: { message: 'sent' } } });
    const { user } = open();
    await user.click(resend());
    await waitFor(() => expect(resend()).toHaveTextContent(/in (1:00|0:5\d)$/));
    expect(resend()).toBeDisabled();
    expect(host.received.map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/resendOTP', { email: 'ada@example.com', activity: 'verify_email' }],
    ]);
    expect(await screen.findByText('otp resent to your email')).toBeInTheDocument();
  });

  it('waits in a fresh tab as well, for that address alone', async () => {
    answer = () => ({ body: { data: { message: 'sent' } } });
    const { user } = open();
    await user.click(resend());
    await waitFor(() => expect(resend()).toHaveTextContent(/in (1:00|0:5\d)$/));
    cleanup();
    open();
    expect(resend()).toHaveTextContent(/in (1:00|0:\d\d)$/);
    expect(resend()).toBeDisabled();
    cleanup();
    storeEmail('alan@example.com');
    open();
    expect(resend()).toBeEnabled();
  });

  it('that the service refuses for now counts down how long it takes, here and in a fresh tab', async () => {
    const message = 'Too many requests; try again later';
    const errors = [{ error: message, message, code: 'rate_limited' }];
    answer = () => ({ status: 429, headers: { 'retry-after': '3000' }, body: { errors } });
    const { user } = open();
    await user.click(resend());
    await waitFor(() => expect(resend()).toHaveTextContent(/in (50:00|49:5\d)$/));
    expect(screen.getByText('You can ask for another code in 50 minutes')).toBeInTheDocument();
    cleanup();
    open();
    expect(resend()).toHaveTextContent(/in (50:00|49:\d\d)$/);
  });

  it('does nothing without a stored address, and the page says what is missing', async () => {
    localStorage.clear();
    const { user } = open();
    await user.click(resend());
    await letItArrive();
    expect(host.received).toEqual([]);
    expect(screen.getByText(/no email address to verify/)).toBeVisible();
  });
});
