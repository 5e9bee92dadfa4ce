// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enumValues } from '../../contract/enum-values';
import type { FactorKind } from '../../contract/enums';
import { sharedRefusals } from '../../contract/messages';
import { refusals } from '../../contract/refusals';
import { call } from '../shared/api';
import { ApiError } from '../shared/api-error';
import { queryClient } from '../shared/query-client';
import { clearToken, storeToken } from '../shared/session';
import { stubLayout } from '../shared/testing/browser-stubs';
import { renderRoutes } from '../shared/testing/render-routes';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import { tokenOf } from '../shared/testing/tokens';
import { StepUp } from './StepUp';

let host: StandInHost;
/** Whether a factor was shown a short while ago. */
let shown: boolean;
/** Whether the last factor has been removed while it was asked for. */
let removed: boolean;
let kinds: readonly FactorKind[];
/** Held back until then: what asks, and what takes a code. */
let held: Partial<Record<'question' | 'code', Promise<void>>>;
const rightCode = '123456';

function refusal(status: number, code: string, message: string, field?: string): Answer {
  return { status, body: { errors: [{ error: message, message, code, ...(field && { field }) }] } };
}

beforeEach(async () => {
  stubLayout();
  shown = false;
  removed = false;
  kinds = ['totp'];
  held = {};
  host = await startStandInHost(({ path, body }) => {
    if (path === '/api/user/factors') {
      const factors = kinds.map((kind) => ({ _id: kind, kind, name: kind, createdAt: '', lastUsedAt: null }));
      return { body: { data: { factors, recoveryCodesLeft: 10, required: false } } };
    }
    if (path === '/api/auth/step-up' && removed) return refusal(409, 'conflict', refusals.noSecondFactor);
    if (path === '/api/auth/step-up') {
      const { proof } = body as { proof: { code: string } };
      if (proof.code !== rightCode)
        return refusal(422, 'invalid_factor', refusals.invalidFactor, 'proof.code');
      shown = true;
      return { body: { data: { message: 'Thank you' } }, ...(held.code && { after: held.code }) };
    }
    if (path === '/api/auth/step-up/passkey') {
      const { act } = body as { act: { body: { balance: number } } };
      if (act.body.balance < 0) return refusal(422, 'validation', 'Too little', 'balance');
      const summary = `Set the balance to ${act.body.balance}`;
      const passkey = { actId: 'act-1', options: { challenge: 'c' } };
      const question = { summary, passkey: kinds.includes('passkey') ? passkey : null };
      return { body: { data: question }, ...(held.question && { after: held.question }) };
    }
    return shown || removed
      ? { body: { data: 'done' } }
      : refusal(403, 'step_up_required', refusals.stepUpRequired);
  });
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf('admin'));
});

afterEach(async () => {
  cleanup();
  clearToken();
  queryClient.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await host.close();
});

function open() {
  renderRoutes([{ path: '/', element: <StepUp /> }], '/');
  return userEvent.setup();
}

const edit = (balance: number, signal?: AbortSignal) =>
  call('editAccount', {
    signal,
    params: { userId: 'u-1' },
    body: { balance },
    idempotencyKey: `key-${balance}`,
    ifMatch: 7,
    reason: 'A correction',
  });
const edits = () => host.received.filter(({ path }) => path === '/api/account/u-1');
const dialog = () => screen.findByRole('dialog', { name: 'Confirm it is you' });
const codeField = async () => within(await dialog()).getByLabelText('Code of your app');

it('a request that needs the factor waits for it, and is sent again exactly as it was', async () => {
  const user = open();
  const answer = edit(5);
  await waitFor(async () => expect(await codeField()).toHaveFocus());
  await user.type(await codeField(), rightCode);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await answer).toBe('done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second, ...more] = edits();
  expect(more).toEqual([]);
  expect(second?.body).toEqual({ balance: 5 });
  for (const name of ['idempotency-key', 'if-match', 'x-reason', 'authorization']) {
    expect(first?.headers[name]).toBeDefined();
    expect(second?.headers[name]).toBe(first?.headers[name]);
  }
});

it('several that wait share one question', async () => {
  const user = open();
  const answers = Promise.all([edit(5), edit(6), edit(7)]);
  await waitFor(() => expect(edits()).toHaveLength(3));
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await user.type(await codeField(), rightCode);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await answers).toEqual(['done', 'done', 'done']);
  expect(host.received.filter(({ path }) => path === '/api/auth/step-up')).toHaveLength(1);
  expect(edits()).toHaveLength(6);
});

it('it says what the request would do, as the server puts it', async () => {
  const user = open();
  const answer = edit(5).catch(() => {});
  expect(await within(await dialog()).findByText('Set the balance to 5')).toBeVisible();
  const asked = host.received.find(({ path }) => path === '/api/auth/step-up/passkey');
  expect(asked?.body).toEqual({
    act: {
      method: 'PUT',
      path: '/api/account/u-1',
      body: { balance: 5 },
      ifMatch: 7,
      reason: 'A correction',
    },
  });
  await user.click(screen.getByText('Cancel'));
  await answer;
});

it('what the request would be refused for is said at once, without a question', async () => {
  open();
  const error = await edit(-1).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status: 422, message: 'Too little' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(edits()).toHaveLength(1);
});

it('of several that wait, what is settled for one leaves the others to be asked about', async () => {
  const user = open();
  const refused = edit(-1).catch((failure: unknown) => failure);
  const asked = edit(5);
  expect(await refused).toMatchObject({ status: 422 });
  expect(await within(await dialog()).findByText('Set the balance to 5')).toBeVisible();
  await user.type(await codeField(), rightCode);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await asked).toBe('done');
});

it('a wrong code is said beneath the field, which is emptied, and asked for again', async () => {
  const user = open();
  const answer = edit(5);
  await user.type(await codeField(), '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await within(await dialog()).findByText(refusals.invalidFactor)).toBeVisible();
  expect(await codeField()).toHaveValue('');
  const focused = await codeField();
  await waitFor(() => expect(focused).toHaveFocus());
  await user.type(await codeField(), rightCode);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await answer).toBe('done');
});

it.each([
  ['Cancel', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('Cancel'))],
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
])('left by %s the request is refused as it was, and not sent again', async (_, leave) => {
  const user = open();
  const failure = edit(5).catch((error: unknown) => error);
  await codeField();
  await leave(user);
  const error = await failure;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 403, message: refusals.stepUpRequired });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edits()).toHaveLength(1);
});

it.each([
  ['Cancel', () => fireEvent.click(screen.getByText('Cancel'))],
  // The button that was pressed is off: a browser has given the focus to the dialog by now.
  ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
])(
  'left by %s while its answer is waited for, a late answer sends neither this request nor the next',
  async (_, leave) => {
    let release = () => {};
    held.code = new Promise((resolve) => {
      release = resolve;
    });
    const user = open();
    const first = edit(5).catch((error: unknown) => error);
    await user.type(await codeField(), rightCode);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled());
    leave();
    expect(await first).toMatchObject({ status: 403, message: refusals.stepUpRequired });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    shown = false;
    const second = edit(6).catch((error: unknown) => error);
    await codeField();
    release();
    // What the first question would do with its answer it has done once another request has had one.
    await call('listFactors');
    expect(screen.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible();
    expect(screen.queryByText(sharedRefusals.internal)).toBeNull();
    expect(edits()).toHaveLength(2);
    await user.click(screen.getByText('Cancel'));
    await second;
  },
);

it('a request that is stopped before its question has come asks none', async () => {
  held.question = new Promise(() => {});
  open();
  const stop = new AbortController();
  const stopped = edit(5, stop.signal);
  await waitFor(() => expect(host.received.some(({ path }) => path.endsWith('/passkey'))).toBe(true));
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  held = {};
  // The next one is asked about all the same.
  const user = userEvent.setup();
  const next = edit(6).catch(() => {});
  expect(await within(await dialog()).findByText('Set the balance to 6')).toBeVisible();
  await user.click(screen.getByText('Cancel'));
  await next;
});

it('what one person wanted is not sent for another who signs in meanwhile in another tab', async () => {
  open();
  const failure = edit(5).catch((error: unknown) => error);
  await codeField();
  storeToken(tokenOf('admin', 'person-2'));
  expect(await failure).toMatchObject({ failure: { status: 403 } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edits()).toHaveLength(1);
});

it('what waits is sent again when the last factor has been removed meanwhile', async () => {
  const user = open();
  const answer = edit(5);
  await codeField();
  removed = true;
  await user.type(await codeField(), rightCode);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await answer).toBe('done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a recovery code stands in for the app', async () => {
  const user = open();
  const answer = edit(5);
  await codeField();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), rightCode);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await answer).toBe('done');
  expect(host.received.find(({ path }) => path === '/api/auth/step-up')?.body).toEqual({
    proof: { kind: 'recovery', code: rightCode },
  });
});

it('a passkey is offered beside the code, and alone where there is nothing else', async () => {
  const user = open();
  kinds = enumValues.factorKinds;
  const first = edit(5).catch(() => {});
  await codeField();
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await user.click(screen.getByText('Cancel'));
  await first;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  kinds = ['passkey'];
  queryClient.clear();
  const second = edit(5).catch(() => {});
  const button = within(await dialog()).getByRole('button', { name: 'Use a passkey' });
  await waitFor(() => expect(button).toHaveFocus());
  // jsdom knows no passkeys, as old browsers.
  await user.click(button);
  expect(await screen.findByText(/^This browser cannot use passkeys here/)).toBeVisible();
  await user.click(screen.getByText('Cancel'));
  await second;
});
