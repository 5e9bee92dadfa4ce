// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeEmail } from '../shared/session';
import { stubLayout } from '../shared/testing/browser-stubs';
import { enter } from '../shared/testing/enter';
import { heldBack } from '../shared/testing/held-back';
import { letItArrive } from '../shared/testing/let-it-arrive';
import { renderRoutes } from '../shared/testing/render-routes';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import ChangePasswordPage from './ChangePasswordPage';
import LoginPage from './LoginPage';
import RegisterPage from './RegisterPage';
import { ResetEmailForm } from './ResetEmailForm';
import { ResetOtpForm } from './ResetOtpForm';
import VerifyEmailPage from './VerifyEmailPage';

/* Whoever has gone to another page before the answer came stays there. */

let host: StandInHost;
let answer: Answer;

beforeEach(async () => {
  stubLayout();
  storeEmail('ada@example.com');
  host = await startStandInHost(({ path }) =>
    path === '/api/legal' ? { status: 404, body: { errors: [{ message: 'Not found' }] } } : answer,
  );
  vi.stubEnv('VITE_API_URL', host.url);
});
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

const unverified = {
  status: 403,
  body: { errors: [{ error: 'x', message: 'Verify your email', code: 'email_not_verified' }] },
};
const done = { body: { data: { message: 'ok' } } };
const passwords = { Password: 'longenough', 'Confirm password': 'longenough' };

it.each<[string, ReactElement, Record<string, string>, string, Answer]>([
  ['a sign-in', <LoginPage key="1" />, { Email: 'a@b.co', Password: 'longenough' }, 'Log in', unverified],
  ['a forgotten password', <ResetEmailForm key="2" again={false} />, { Email: 'a@b.co' }, 'Send code', done],
  [
    'the code of a new password',
    <ResetOtpForm key="3" email="a@b.co" />,
    { 'One-time code': '123456' },
    'Verify',
    { body: { data: 'reset-1' } },
  ],
  [
    'a new password',
    <ChangePasswordPage key="4" />,
    { 'New password': 'longenough', 'Confirm password': 'longenough' },
    'Change password',
    done,
  ],
  [
    'the code of a registration',
    <VerifyEmailPage key="5" />,
    { 'One-time code': '123456' },
    'Verify',
    { body: { data: tokenOf('investor') } },
  ],
  [
    'a registration',
    <RegisterPage key="6" />,
    {
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Email: 'a@b.co',
      'Phone number': '+44 20 7946',
      Country: 'United Kingdom',
      ...passwords,
    },
    'Sign up',
    { status: 201, body: { data: { email: 'a@b.co' } } },
  ],
])('%s that is answered late leads nowhere', async (_, page, values, name, late) => {
  const { after, release } = heldBack();
  answer = { ...late, after };
  const router = renderRoutes(
    [
      { path: '/form', element: page },
      { path: '/auth/change-password', element: page },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    name === 'Change password' ? '/auth/change-password?token=reset-1' : '/form',
  );
  for (const [label, value] of Object.entries(values)) enter(label, value);
  const terms = screen.queryByRole('checkbox');
  if (terms) fireEvent.click(terms);
  const button = () => screen.getByRole('button', { name });
  await waitFor(() => expect(button()).toBeEnabled());
  fireEvent.click(button());
  await waitFor(() => expect(host.received.filter(({ path }) => path !== '/api/legal')).toHaveLength(1));
  await act(() => router.navigate('/elsewhere'));
  release();
  await letItArrive();
  expect(router.state.location.pathname).toBe('/elsewhere');
});
