// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusals } from '../../contract/refusals';
import { storeToken } from '../shared/session';
import { answeredLate } from '../shared/testing/answered-late';
import { stubLayout } from '../shared/testing/browser-stubs';
import { enter } from '../shared/testing/enter';
import { letItArrive } from '../shared/testing/let-it-arrive';
import { renderRoutes } from '../shared/testing/render-routes';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../shared/testing/stand-in-host';
import { tokenOf, tokenWith } from '../shared/testing/tokens';
import { readToken } from '../shared/token';
import InvitationPage from './InvitationPage';

let host: StandInHost;
let answer: (request: Received) => Answer;
/** One for all: another second makes another token. */
const token = tokenOf('auditor');
const message = refusals.invalidInvitation;
const invalid: Answer = {
  status: 422,
  body: { errors: [{ error: message, message, code: 'invalid_invitation' }] },
};

beforeEach(async () => {
  stubLayout();
  answer = ({ method, path }) => {
    if (path === '/api/auth/invitation' && method === 'POST') {
      return { body: { data: { email: 'grace@example.com', type: 'auditor' } } };
    }
    return { body: { data: path === '/api/auth/invitation' ? token : { message: 'ok' } } };
  };
  host = await startStandInHost((request) => answer(request));
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

function open(address = '/auth/invitation#secret-1') {
  return renderRoutes(
    [
      { path: '/auth/invitation', element: <InvitationPage /> },
      { path: '/auth/login', element: <h1>Login</h1> },
      { path: '/admin', element: <h1>Console</h1> },
    ],
    address,
  );
}

const password = 'a long password of the own';

async function fillIn(): Promise<void> {
  enter('First name', 'Grace');
  enter('Last name', 'Hopper');
  enter('Password', password);
  enter('Confirm password', password);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
}

const sent = (method: string) =>
  host.received.filter((request) => request.method === method && request.path === '/api/auth/invitation');

it('takes the token out of the address, says what the role is, and signs in with the chosen password', async () => {
  const router = open();
  expect(await screen.findByText('Auditor')).toBeVisible();
  expect(screen.getByText('grace@example.com')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/auth/invitation', hash: '' });
  await fillIn();
  expect(await screen.findByRole('heading', { name: 'Console' })).toBeVisible();
  expect(sent('PUT')[0]?.body).toEqual({
    token: 'secret-1',
    firstName: 'Grace',
    lastName: 'Hopper',
    password,
  });
  expect(readToken()).toBe(token);
});

it('wants the password twice, and one that is long enough', async () => {
  open();
  enter('Password', 'short');
  enter('Confirm password', 'another');
  expect(await screen.findAllByText('password length should be a 8 or more')).not.toHaveLength(0);
  enter('Password', password);
  enter('Confirm password', 'quite another one');
  expect(await screen.findByText("Passwords don't match")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled();
});

it('without a token asks for the link, and asks the server for nothing', async () => {
  open('/auth/invitation');
  expect(await screen.findByRole('heading', { name: 'Open your invitation again' })).toBeVisible();
  await letItArrive();
  expect(host.received).toEqual([]);
});

it('says at once when the link no longer works, and also when it stops working meanwhile', async () => {
  const usual = answer;
  answer = (request) => (request.method === 'PUT' ? invalid : usual(request));
  const router = open();
  await screen.findByText('Auditor');
  await fillIn();
  expect(await screen.findByRole('heading', { name: 'This invitation cannot be used' })).toHaveFocus();
  expect(screen.getByText(message)).toBeVisible();
  // Another link in the same tab begins anew.
  answer = usual;
  await act(() => router.navigate('/auth/invitation#secret-2'));
  expect(await screen.findByText('Auditor')).toBeVisible();
  answer = () => invalid;
  await act(() => router.navigate('/auth/invitation#secret-3'));
  expect(await screen.findByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
});

it('asks whoever is signed in to sign out first, and goes on with the same link', async () => {
  storeToken(tokenOf('admin'));
  open();
  expect(await screen.findByRole('heading', { name: 'Someone is signed in here' })).toBeVisible();
  expect(sent('POST')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out and go on' }));
  expect(await screen.findByText('Auditor')).toBeVisible();
  // Told in the background, beside what the page asks for.
  await waitFor(() => expect(host.received.some(({ path }) => path === '/api/auth/logout')).toBe(true));
  await fillIn();
  expect(await screen.findByRole('heading', { name: 'Console' })).toBeVisible();
});

it('an acceptance with an answer that never came says so, and how to go on once it is refused', async () => {
  const usual = answer;
  let accepting: Answer = { status: 502, body: '<h1>Bad Gateway</h1>' };
  answer = (request) => (request.method === 'PUT' ? accepting : usual(request));
  open();
  await screen.findByText('Auditor');
  await fillIn();
  const warning = await screen.findByText(/your account may be made all the same/);
  expect(within(warning).getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/auth/login');
  accepting = invalid;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(/may be made: log in with the password you chose then/)).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
});

it('an acceptance whose answer no session can begin with says that the account is made; another link begins anew', async () => {
  const usual = answer;
  const over = tokenWith({ user: { _id: 'person-1', type: 'auditor' }, exp: 1 });
  answer = (request) => (request.method === 'PUT' ? { body: { data: over } } : usual(request));
  const router = open();
  await screen.findByText('Auditor');
  await fillIn();
  expect(await screen.findByRole('heading', { name: 'Your account is made' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
  expect(screen.queryByText(/may be made/)).toBeNull();
  await act(() => router.navigate('/auth/invitation#secret-2'));
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
});

it('an acceptance that is answered once somebody else has signed in says that the account is made, and goes to nobody else', async () => {
  const { after, letNextIn } = answeredLate();
  const usual = answer;
  answer = (request) => ({ ...usual(request), ...(request.method === 'PUT' && { after }) });
  const router = open();
  await screen.findByText('Auditor');
  await fillIn();
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  await letNextIn();
  expect(await screen.findByRole('heading', { name: 'Your account is made' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/auth/invitation');
  expect(readToken()).not.toBe(token);
});

it('keeps the form when the server is away, and says so', async () => {
  open();
  await screen.findByText('Auditor');
  answer = () => ({ status: 503, body: {} });
  await fillIn();
  await waitFor(() => expect(sent('PUT')).not.toEqual([]));
  expect(screen.getByLabelText('First name')).toHaveValue('Grace');
});
