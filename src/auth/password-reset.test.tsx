// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../../contract/messages';
import { stubLayout } from '../shared/testing/browser-stubs';
import { enter } from '../shared/testing/enter';
import { renderRoutes } from '../shared/testing/render-routes';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../shared/testing/stand-in-host';
import ChangePasswordPage from './ChangePasswordPage';
import ResetPasswordPage from './ResetPasswordPage';

let host: StandInHost;
let answer: (request: Received) => Answer;

beforeEach(async () => {
  stubLayout();
  answer = ({ path }) =>
    path === '/api/auth/password/verify'
      ? { body: { data: 'reset-1' } }
      : { body: { data: { message: 'ok' } } };
  host = await startStandInHost((request) => answer(request));
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

function open(address: string) {
  return renderRoutes(
    [
      { path: '/auth/login', element: <h1>Login</h1> },
      { path: '/auth/reset-password', element: <ResetPasswordPage /> },
      { path: '/auth/change-password', element: <ChangePasswordPage /> },
    ],
    address,
  );
}

async function send(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name }));
}

/** Waits for a toast and sends it off: those behind it come when it has gone. */
async function dismiss(said: string): Promise<void> {
  const toast = (await screen.findByText(said)).closest('[role=status]');
  if (!(toast instanceof HTMLElement)) throw new Error('No toast');
  fireEvent.click(within(toast).getByRole('button', { name: 'Dismiss' }));
}

describe('a forgotten password', () => {
  it('wants a valid address: Invalid email', async () => {
    open('/auth/reset-password');
    enter('Email', 'ada@');
    expect(await screen.findByText('Invalid email')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send code' })).toBeDisabled();
  });

  it('wants six digits of the code: invalid otp', async () => {
    open('/auth/reset-password');
    enter('Email', 'ada@example.com');
    await send('Send code');
    await screen.findByLabelText('One-time code');
    enter('One-time code', '12345');
    expect(await screen.findByText('invalid otp')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled();
  });

  it('with a wrong code empties the field, says why beneath it, and leaves the focus there', async () => {
    const message = 'Wrong or expired code';
    const errors = [{ error: message, message, code: 'invalid_otp', field: 'otp' }];
    const usual = answer;
    answer = (request) =>
      request.path === '/api/auth/password/verify' ? { status: 422, body: { errors } } : usual(request);
    const router = open('/auth/reset-password');
    enter('Email', 'ada@example.com');
    await send('Send code');
    await screen.findByLabelText('One-time code');
    enter('One-time code', '000000');
    await send('Verify');
    const field = screen.getByLabelText('One-time code');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect(field).toHaveValue('');
    await waitFor(() => expect(field).toHaveFocus());
    expect(router.state.location.pathname).toBe('/auth/reset-password');
  });

  it('leads from the address over the code to a new password, and keeps the token out of the address bar', async () => {
    const router = open('/auth/reset-password');
    enter('Email', 'ada@example.com');
    await send('Send code');
    await dismiss('otp sent to your email');
    expect(await screen.findByRole('button', { name: /^resend otp in/ })).toBeDisabled();
    await waitFor(() => expect(screen.getByLabelText('One-time code')).toHaveFocus());
    enter('One-time code', '123456');
    await send('Verify');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/change-password'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await dismiss(toasts.otpVerified);
    const focused = await screen.findByLabelText('New password');
    await waitFor(() => expect(focused).toHaveFocus());
    // A password manager learns whose password is new.
    const username = document.querySelector('[autocomplete=username]');
    expect(username).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
    enter('New password', 'longenough');
    enter('Confirm password', 'longenough');
    await send('Change password');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(await screen.findByText('password changed successfully')).toBeInTheDocument();
    expect(host.received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/auth/resendOTP', { email: 'ada@example.com', activity: 'reset_password' }],
      ['POST', '/api/auth/password/verify', { email: 'ada@example.com', otp: '123456' }],
      ['PUT', '/api/auth/password', { password: 'longenough', token: 'reset-1' }],
    ]);
  });
});

describe('a code that was mailed', () => {
  const code = () => screen.findByLabelText('One-time code');
  const whereOf = ({ state: { location } }: ReturnType<typeof open>) => location.pathname + location.search;

  async function ask(email: string) {
    const router = open('/auth/reset-password');
    enter('Email', email);
    await send('Send code');
    await code();
    return router;
  }

  it('can be entered after a reload, for the address it went to, and its wait goes on', async () => {
    const where = whereOf(await ask('ada@example.com'));
    cleanup();
    open(where);
    expect(await screen.findByText('ada@example.com')).toBeVisible();
    expect(screen.getByRole('button', { name: /^resend otp in/ })).toBeDisabled();
    enter('One-time code', '123456');
    await send('Verify');
    expect(await screen.findByLabelText('New password')).toBeVisible();
    expect(host.received.at(-1)?.body).toEqual({ email: 'ada@example.com', otp: '123456' });
  });

  it('is left for another address, also after a reload, and found again by Back', async () => {
    const where = whereOf(await ask('ada@example.com'));
    cleanup();
    const router = open(where);
    fireEvent.click(await screen.findByRole('link', { name: 'Use another email' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('');
    await router.navigate(-1);
    expect(await code()).toBeVisible();
    await router.navigate(1);
    await screen.findByLabelText('Email');
    enter('Email', 'alan@example.com');
    await send('Send code');
    expect(await screen.findByText('alan@example.com')).toBeVisible();
    expect(host.received.map(({ body }) => body)).toEqual([
      { email: 'ada@example.com', activity: 'reset_password' },
      { email: 'alan@example.com', activity: 'reset_password' },
    ]);
  });

  it('is not asked for twice within a minute: the same address leads to it again', async () => {
    const router = await ask('ada@example.com');
    await router.navigate(-1);
    await screen.findByLabelText('Email');
    enter('Email', 'ada@example.com');
    await send('Send code');
    expect(await code()).toBeVisible();
    expect(host.received).toHaveLength(1);
  });

  it('that was right is asked for anew when the page for the new password was loaded again', async () => {
    const router = await ask('ada@example.com');
    enter('One-time code', '123456');
    await send('Verify');
    await screen.findByLabelText('New password');
    const where = whereOf(router);
    expect(Object.values({ ...localStorage, ...sessionStorage }).join()).not.toContain('reset-1');
    cleanup();
    open(where);
    expect(await screen.findByText(/enter your email, and we send another one/)).toBeVisible();
    enter('Email', 'ada@example.com');
    await send('Send code');
    expect(await code()).toBeVisible();
    expect(host.received.filter(({ path }) => path === '/api/auth/resendOTP')).toHaveLength(2);
  });

  it('is not waited for where none was sent', async () => {
    open('/auth/reset-password?step=code');
    expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible();
  });
});

describe('the new password', () => {
  it.each(['New password', 'Confirm password'])('in "%s" has eight characters or more', async (label) => {
    open('/auth/change-password?token=t');
    enter(label, '1234567');
    expect(await screen.findByText('password length should be a 8 or more')).toBeVisible();
  });

  it("is wanted twice alike: Passwords don't match", async () => {
    open('/auth/change-password?token=t');
    enter('New password', 'longenough');
    enter('Confirm password', 'longenoygh');
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDisabled();
  });

  it('cannot be set without a token: the page leads to asking for a code', () => {
    expect(open('/auth/change-password').state.location.pathname).toBe('/auth/reset-password');
  });

  it('with a token that is no longer valid shows why and stays', async () => {
    const message = 'This reset link is no longer valid; ask for a new code';
    answer = () => ({
      status: 422,
      body: { errors: [{ error: message, message, code: 'invalid_reset_token' }] },
    });
    const router = open('/auth/change-password?token=old');
    enter('New password', 'longenough');
    enter('Confirm password', 'longenough');
    await send('Change password');
    // The toast before may still be in view.
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/auth/change-password');
  });

  it('without an answer may be set all the same, which is said with the way to log in', async () => {
    answer = () => ({ status: 502, body: '' });
    open('/auth/change-password?token=t');
    enter('New password', 'longenough');
    enter('Confirm password', 'longenough');
    await send('Change password');
    expect(await screen.findByText(/your password may be changed all the same/)).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: 'log in' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
  });

  it('of the lists is refused at the field, and another one can be sent', async () => {
    const message = 'This password is on lists of known passwords; choose another one';
    const errors = [{ error: message, message, code: 'validation', field: 'password' }];
    answer = () => ({ status: 422, body: { errors } });
    open('/auth/change-password?token=t');
    enter('New password', 'longenough');
    enter('Confirm password', 'longenough');
    await send('Change password');
    const field = screen.getByLabelText('New password');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    await waitFor(() => expect(field).toHaveFocus());
    answer = () => ({ body: { data: { message: 'ok' } } });
    enter('New password', 'another one');
    await screen.findByText("Passwords don't match");
    enter('Confirm password', 'another one');
    await send('Change password');
    await waitFor(() =>
      expect(host.received.map(({ body }) => body)).toEqual([
        { password: 'longenough', token: 't' },
        { password: 'another one', token: 't' },
      ]),
    );
  });
});
