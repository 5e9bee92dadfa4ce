// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Factor, Factors } from '../../contract/factors';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { queryClient } from '../shared/query-client';
import { clearToken, storeToken } from '../shared/session';
import { answeredLate } from '../shared/testing/answered-late';
import { stubLayout } from '../shared/testing/browser-stubs';
import { heldBack } from '../shared/testing/held-back';
import { renderRoutes } from '../shared/testing/render-routes';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { connectViewport } from '../shared/toasts';
import SecondFactorPage from './SecondFactorPage';

let host: StandInHost;
let own: Factors;
/** Answers in place of the host, where it does. */
let more: (request: Received) => Answer | undefined;

const phone: Factor = {
  _id: 'f-1',
  kind: 'totp',
  name: 'Phone',
  createdAt: '2026-01-02T12:00:00.000Z',
  lastUsedAt: null,
};
const codes = Array.from({ length: 10 }, (_, index) => `abcde-fghi${index}`);
const setup = {
  setupId: 's-1',
  secret: 'ABCDEFGH23456789',
  uri: 'otpauth://totp/Averin?secret=ABCDEFGH23456789',
};

function refusal(status: number, code: string, message: string, field?: string): Answer {
  return { status, body: { errors: [{ error: message, message, code, ...(field && { field }) }] } };
}

beforeEach(async () => {
  stubLayout();
  own = { factors: [], recoveryCodesLeft: 0, required: false };
  more = () => undefined;
  host = await startStandInHost((request) => {
    const answer = more(request);
    if (answer) return answer;
    const { method, path } = request;
    if (path === '/api/user/factors/totp') return { body: { data: setup } };
    if (path === '/api/user/factors/recovery-codes') return { body: { data: { recoveryCodes: codes } } };
    if (method === 'POST' && path === '/api/user/factors') {
      const recoveryCodes = own.factors.length === 0 ? codes : null;
      own = { ...own, factors: [...own.factors, phone], recoveryCodesLeft: 10 };
      return { status: 201, body: { data: { factor: phone, recoveryCodes } } };
    }
    if (method === 'DELETE') own = { ...own, factors: [], recoveryCodesLeft: 0 };
    return { body: { data: own } };
  });
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  clearToken();
  queryClient.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

function open(address: string = screens.secondFactor, type = 'investor') {
  storeToken(tokenOf(type));
  const router = renderRoutes(
    [
      { path: screens.secondFactor, element: <SecondFactorPage /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    address,
  );
  return { user: userEvent.setup(), router };
}

const button = (name: string) => screen.findByRole('button', { name });

/** Sets an authenticator app up as the first factor, up to its recovery codes. */
async function setUpApp(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await button('Add an authenticator app'));
  await user.type(await screen.findByLabelText('Password'), 'secret1');
  await user.click(await button('Continue'));
  await user.type(await screen.findByLabelText('Code of your app'), '123456');
  await user.click(await button('Add'));
  await screen.findByRole('heading', { name: 'Save your recovery codes' });
}

it('has its title, says that there is none yet, and leads back to where each role came from', async () => {
  open();
  expect(await screen.findByText(/There is none yet/)).toBeVisible();
  expect(document.title).toBe(`Second factor | ${appConfig.brand}`);
  expect(screen.getByRole('link', { name: 'Back to your profile' })).toHaveAttribute('href', screens.profile);
  cleanup();
  open(screens.secondFactor, 'auditor');
  expect(await screen.findByRole('link', { name: 'Back to the console' })).toHaveAttribute(
    'href',
    screens.admin,
  );
});

it('sets up an authenticator app by the password, the key as a code and as text, and the first digits', async () => {
  const { user } = open();
  await user.click(await button('Add an authenticator app'));
  const focused = await screen.findByLabelText('Password');
  await waitFor(() => expect(focused).toHaveFocus());
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(await button('Continue'));
  expect(await screen.findByTitle('QR code for your authenticator app')).toBeInTheDocument();
  expect(screen.getByText('ABCD EFGH 2345 6789')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open an app on this device' })).toHaveAttribute('href', setup.uri);
  await user.click(await button('Copy key'));
  expect(await navigator.clipboard.readText()).toBe(setup.secret);
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Phone');
  await user.type(screen.getByLabelText('Code of your app'), '123456');
  await user.click(await button('Add'));
  await screen.findByRole('heading', { name: 'Save your recovery codes' });
  const sent = host.received.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { password: 'secret1' },
    { setupId: 's-1', name: 'Phone', proof: { kind: 'totp', code: '123456' } },
  ]);
});

it('shows recovery codes once, to copy and keep, and goes on only when they are saved', async () => {
  const { user } = open();
  await setUpApp(user);
  const list = screen.getByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  await user.click(await button('Copy'));
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  expect(await button('Continue')).toBeDisabled();
  await user.click(screen.getByLabelText('I have saved them'));
  await user.click(await button('Continue'));
  expect(await screen.findByText('10 codes are left.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Second factor' })).toHaveFocus());
  expect(screen.queryByText(codes[0] ?? '')).toBeNull();
});

it('where one is required says why, offers to sign out, and leads on once it is there', async () => {
  own = { ...own, required: true };
  const { user, router } = open(`${screens.secondFactor}?return=${screens.adminAccounts}`, 'admin');
  expect(await screen.findByText(/^Your role needs one before anything else/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Back/ })).toBeNull();
  expect(await button('Sign out')).toBeVisible();
  await setUpApp(user);
  await user.click(screen.getByLabelText('I have saved them'));
  await user.click(await button('Continue'));
  await waitFor(() => expect(router.state.location.pathname).toBe(screens.adminAccounts));
});

it('leads nowhere out of the site', async () => {
  open(`${screens.secondFactor}?return=https://evil.example/`);
  expect(await screen.findByRole('link', { name: 'Back to your profile' })).toHaveAttribute(
    'href',
    screens.profile,
  );
});

it('a wrong code is said beneath its field; one that comes too late leads back to the list', async () => {
  own = { factors: [phone], recoveryCodesLeft: 2, required: false };
  const { user } = open();
  expect(await screen.findByText(/^There are few left/)).toBeVisible();
  await user.click(await button('Add an authenticator app'));
  more = ({ method, path }) =>
    method === 'POST' && path === '/api/user/factors'
      ? refusal(422, 'invalid_factor', 'Wrong or used code', 'proof.code')
      : undefined;
  await user.type(await screen.findByLabelText('Code of your app'), '000000');
  await user.click(await button('Add'));
  expect((await screen.findAllByText('Wrong or used code')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.getByLabelText('Code of your app')).toHaveValue(''));
  more = ({ method, path }) =>
    method === 'POST' && path === '/api/user/factors' ? refusal(409, 'conflict', 'Too long') : undefined;
  await user.type(screen.getByLabelText('Code of your app'), '000001');
  await user.click(await button('Add'));
  expect(await screen.findByRole('heading', { name: 'Your second factors' })).toBeVisible();
});

it('a refused password is said no longer once the next step is there, and why a step is over still is', async () => {
  /** The toasts in view. */
  const shown: string[] = [];
  const { user } = open();
  connectViewport(({ description }) => {
    shown.push(description);
    return () => void shown.splice(shown.indexOf(description), 1);
  });
  await user.click(await button('Add an authenticator app'));
  more = ({ path }) =>
    path === '/api/user/factors/totp'
      ? refusal(422, 'wrong_password', 'Wrong password', 'password')
      : undefined;
  await user.type(await screen.findByLabelText('Password'), 'a guess');
  await user.click(await button('Continue'));
  await waitFor(() => expect(shown).toEqual(['Wrong password']));
  more = ({ method, path }) =>
    method === 'POST' && path === '/api/user/factors' ? refusal(409, 'conflict', 'Too long') : undefined;
  await user.type(screen.getByLabelText('Password'), ' and another');
  await user.click(await button('Continue'));
  const code = await screen.findByLabelText('Code of your app');
  expect(shown).toEqual([]);
  await user.type(code, '000001');
  await user.click(await button('Add'));
  expect(await screen.findByText(/There is none yet/)).toBeVisible();
  expect(shown).toEqual(['Too long']);
});

it('one that another tab was faster with leads back to a list that has it', async () => {
  const { user } = open();
  await user.click(await button('Add an authenticator app'));
  await user.type(await screen.findByLabelText('Password'), 'the password');
  await user.click(await button('Continue'));
  more = ({ method, path }) =>
    method === 'POST' && path === '/api/user/factors' ? refusal(409, 'conflict', 'Changed') : undefined;
  await user.type(await screen.findByLabelText('Code of your app'), '000001');
  own = { factors: [phone], recoveryCodesLeft: 10, required: false };
  await user.click(await button('Add'));
  expect(await screen.findByText('Phone')).toBeVisible();
  expect(screen.queryByText(/There is none yet/)).not.toBeInTheDocument();
});

describe('codes that were made and never shown, since no answer came,', () => {
  const lost: Answer = { status: 502, body: '<h1>Bad Gateway</h1>' };
  const warning = () => screen.findByText(/new codes may have been made that were never shown/);

  it('are named after the first factor was added so, which the list has at once', async () => {
    const { user } = open();
    await user.click(await button('Add an authenticator app'));
    await user.type(await screen.findByLabelText('Password'), 'the password');
    await user.click(await button('Continue'));
    more = ({ method, path }) => {
      if (method !== 'POST' || path !== '/api/user/factors') return undefined;
      own = { factors: [phone], recoveryCodesLeft: 10, required: false };
      return lost;
    };
    await user.type(await screen.findByLabelText('Code of your app'), '000001');
    await user.click(await button('Add'));
    await screen.findByRole('alert');
    await user.click(await button('Cancel'));
    expect(await warning()).toBeVisible();
    expect(screen.getByText('Phone')).toBeVisible();
  });

  it('are named until others are made', async () => {
    own = { factors: [phone], recoveryCodesLeft: 8, required: false };
    const { user } = open();
    await user.click(await button('Make new codes'));
    more = ({ path }) => (path === '/api/user/factors/recovery-codes' ? lost : undefined);
    const renewal = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }));
    await user.click(renewal.getByRole('button', { name: 'Make new codes' }));
    expect(await warning()).toBeInTheDocument();
    more = () => undefined;
    await user.click(renewal.getByRole('button', { name: 'Make new codes' }));
    await screen.findByRole('heading', { name: 'Save your recovery codes' });
    await user.click(screen.getByLabelText('I have saved them'));
    await user.click(await button('Continue'));
    expect(await button('Make new codes')).toBeVisible();
    expect(screen.queryByText(/never shown/)).toBeNull();
  });
});

it('one that was removed without an answer has left the list', async () => {
  own = { factors: [phone], recoveryCodesLeft: 8, required: false };
  const { user } = open();
  await user.click(await button('Remove Phone'));
  more = ({ method }) => {
    if (method !== 'DELETE') return undefined;
    own = { factors: [], recoveryCodesLeft: 0, required: false };
    return { status: 502, body: '' };
  };
  const removal = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }));
  await user.click(removal.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/There is none yet/)).toBeInTheDocument();
});

describe('what is answered once somebody else has signed in is nothing of theirs:', () => {
  /** Holds back the answer to a write, and does what asks for it. */
  async function late(press: () => Promise<void>, refused?: Answer): Promise<void> {
    const { after, letNextIn } = answeredLate();
    const usual = more;
    let asked = false;
    more = (request) => {
      if (request.method === 'GET') return usual(request);
      asked = true;
      if (refused) return { ...refused, after };
      const isRemoval = request.method === 'DELETE';
      const { path } = request;
      if (isRemoval) return { body: { data: { ...own, factors: [], recoveryCodesLeft: 0 } }, after };
      if (path === '/api/user/factors') {
        return { status: 201, body: { data: { factor: phone, recoveryCodes: codes } }, after };
      }
      return { body: { data: path.endsWith('totp') ? setup : { recoveryCodes: codes } }, after };
    };
    await press();
    await waitFor(() => expect(asked).toBe(true));
    await letNextIn();
    expect(screen.queryByText(/^(Busy|Wrong password|Too long|Phone removed|Phone added)$/)).toBeNull();
  }

  async function inDialog(
    user: ReturnType<typeof userEvent.setup>,
    opens: string,
    title: string,
    name: string,
  ) {
    await user.click(await button(opens));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    return () => user.click(dialog.getByRole('button', { name }));
  }

  it.each([
    ['a removal', undefined],
    ['its refusal', refusal(503, 'unavailable', 'Busy')],
  ])('%s', async (_, refused) => {
    own = { factors: [phone], recoveryCodesLeft: 8, required: false };
    const { user } = open();
    await late(await inDialog(user, 'Remove Phone', 'Remove Phone?', 'Remove'), refused);
    expect(screen.getByText('Phone')).toBeInTheDocument();
  });

  it('new recovery codes', async () => {
    own = { factors: [phone], recoveryCodesLeft: 8, required: false };
    const { user } = open();
    await late(await inDialog(user, 'Make new codes', 'Make new recovery codes?', 'Make new codes'));
    expect(screen.queryByText(codes[0] ?? '')).toBeNull();
  });

  it.each([
    ['the secret of another one', undefined],
    ['that there is none', refusal(503, 'unavailable', 'Busy')],
  ])('%s', async (_, refused) => {
    own = { factors: [phone], recoveryCodesLeft: 8, required: false };
    const { user } = open();
    const add = await button('Add an authenticator app');
    await late(() => user.click(add), refused);
    expect(screen.queryByTestId('totp-secret')).toBeNull();
  });

  it.each([
    ['the secret of the first one', undefined],
    ['that a password is wrong', refusal(422, 'wrong_password', 'Wrong password', 'password')],
  ])('%s', async (_, refused) => {
    const { user } = open();
    await user.click(await button('Add an authenticator app'));
    await user.type(await screen.findByLabelText('Password'), 'secret1');
    const goOn = await button('Continue');
    await late(() => user.click(goOn), refused);
    expect(screen.queryByTestId('totp-secret')).toBeNull();
  });

  it.each([
    ['the first one, and its codes', undefined],
    ['that it could not be added', refusal(409, 'conflict', 'Too long')],
  ])('%s', async (_, refused) => {
    const { user } = open();
    await user.click(await button('Add an authenticator app'));
    await user.type(await screen.findByLabelText('Password'), 'secret1');
    await user.click(await button('Continue'));
    await user.type(await screen.findByLabelText('Code of your app'), '123456');
    const add = await button('Add');
    await late(() => user.click(add), refused);
    expect(screen.queryByRole('heading', { name: 'Save your recovery codes' })).toBeNull();
  });
});

it('has the browser ask before codes that are not saved yet are gone', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { user } = open();
  await setUpApp(user);
  expect(asks()).toBe(true);
  await user.click(screen.getByLabelText('I have saved them'));
  expect(asks()).toBe(false);
});

it('asks before one is removed and before codes are made anew, and says what that means', async () => {
  own = { factors: [phone], recoveryCodesLeft: 8, required: false };
  const { user } = open();
  await user.click(await button('Make new codes'));
  const renewal = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }));
  await user.click(renewal.getByRole('button', { name: 'Make new codes' }));
  await screen.findByRole('heading', { name: 'Save your recovery codes' });
  await user.click(screen.getByLabelText('I have saved them'));
  await user.click(await button('Continue'));

  await user.click(await button('Remove Phone'));
  const removal = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }));
  expect(removal.getByText(/your password alone opens your account/)).toBeVisible();
  await user.click(removal.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/There is none yet/)).toBeVisible();
  expect(host.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/user/factors/f-1',
  ]);
});

it('after one is removed the focus is at the heading of the list, as its row is gone', async () => {
  const key = { ...phone, _id: 'f-2', name: 'Key' };
  own = { factors: [phone, key], recoveryCodesLeft: 8, required: false };
  const { user } = open();
  await user.click(await button('Remove Phone'));
  more = ({ method }) => {
    if (method === 'DELETE') own = { ...own, factors: [key] };
    return method === 'DELETE' ? { body: { data: own } } : undefined;
  };
  const removal = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }));
  await user.click(removal.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Phone' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Your second factors' })).toHaveFocus();
});

it('a further factor that is added late leads nowhere whoever has left meanwhile', async () => {
  own = { factors: [phone], recoveryCodesLeft: 8, required: false };
  const { user, router } = open(`${screens.secondFactor}?return=${screens.profile}`);
  await user.click(await button('Add an authenticator app'));
  const { after, release } = heldBack();
  let asked = false;
  more = ({ method, path }) => {
    if (method !== 'POST' || path !== '/api/user/factors') return undefined;
    asked = true;
    return { status: 201, body: { data: { factor: phone, recoveryCodes: null } }, after };
  };
  await user.type(await screen.findByLabelText('Code of your app'), '123456');
  await user.click(await button('Add'));
  await waitFor(() => expect(asked).toBe(true));
  await act(() => router.navigate(screens.statements));
  release();
  expect(await screen.findByText('Phone added')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(screens.statements);
});

it('says when a passkey cannot be made here, and when the list cannot be read', async () => {
  open();
  expect(await screen.findByText(/^This browser cannot use passkeys here/)).toBeVisible();
  expect(await button('Add a passkey')).toBeDisabled();
  cleanup();
  queryClient.clear();
  more = () => refusal(403, 'forbidden', 'Not for you');
  open();
  expect(await screen.findByText('Not for you')).toBeVisible();
  more = () => undefined;
  await userEvent.click(await button('Try again'));
  expect(await screen.findByText(/There is none yet/)).toBeVisible();
});
