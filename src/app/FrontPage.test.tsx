// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authProvider } from '../shared/auth-provider';
import { clearToken, storeToken } from '../shared/session';
import { renderRoutes } from '../shared/testing/render-routes';
import { tokenOf } from '../shared/testing/tokens';
import { FrontPage } from './FrontPage';

const replace = vi.fn();
/** What the server answers to each path; undefined where it cannot be reached. */
let front: number | undefined;
let logout: number | undefined;
/** The tokens that the server was told of. */
let told: (string | null)[];

beforeEach(() => {
  front = 200;
  logout = 200;
  told = [];
  replace.mockClear();
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
    const status = path === '/' && method === 'HEAD' ? front : logout;
    if (status === undefined) throw new TypeError('Failed to fetch');
    if (path === '/api/auth/logout') told.push(new Headers(headers).get('authorization'));
    return new Response(method === 'HEAD' ? null : '{"data":{}}', { status });
  });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const show = () => renderRoutes([{ path: '/', element: <FrontPage /> }], '/');
const left = () => screen.findByRole('heading', { name: 'You are signed out' });
const arrived = () => waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'));

async function signOut(): Promise<string> {
  const token = tokenOf('investor', String(Math.random()));
  storeToken(token);
  await authProvider.logout();
  return `Bearer ${token}`;
}

/** No answer to a sign-out comes before `answer` is called. */
function withoutAnswer(): { answer: () => void } {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/auth/logout') await answered;
    return fetch(path, init);
  });
  return { answer };
}

it('leaves for the front page after a sign-out, of which the server is told once', async () => {
  const token = await signOut();
  show();
  await arrived();
  expect(told).toEqual([token]);
});

it('without a network says that the person is signed out here alone, and goes on with it: the server is told then', async () => {
  front = undefined;
  logout = undefined;
  const token = await signOut();
  show();
  expect(await left()).toBeVisible();
  expect(document.title).toBe('You are signed out');
  expect(screen.getByText(/The service could not be told/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the front page' }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(replace).not.toHaveBeenCalled();

  front = 200;
  logout = 200;
  act(() => void window.dispatchEvent(new Event('online')));
  await arrived();
  expect(told).toEqual([token]);
});

it('is told for the session that was left, whoever has signed in meanwhile', async () => {
  front = undefined;
  logout = undefined;
  const token = await signOut();
  show();
  await left();
  storeToken(tokenOf('investor', 'grace'));
  front = 200;
  logout = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Back to the front page' }));
  await arrived();
  expect(told).toEqual([token]);
});

it('looks again by itself while the server is out of order', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  front = 503;
  logout = 503;
  const token = await signOut();
  show();
  await left();
  front = 200;
  logout = 200;
  await vi.advanceTimersByTimeAsync(10_000);
  await arrived();
  expect(told.at(-1)).toBe(token);
});

it.each([408, 429, 500, 503])(
  'stays while the server answers %i to the sign-out, and tells it again',
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    logout = status;
    const token = await signOut();
    show();
    expect(await left()).toBeVisible();
    expect(screen.getByText(/The service could not be told/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(replace).not.toHaveBeenCalled();

    logout = 200;
    const before = told.length;
    await vi.advanceTimersByTimeAsync(10_000);
    await arrived();
    expect(told.slice(before)).toEqual([token]);
  },
);

it('stays where no answer to the sign-out comes, and leaves once that is here', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { answer } = withoutAnswer();
  const token = await signOut();
  show();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await left()).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replace).not.toHaveBeenCalled();
  answer();
  await arrived();
  expect(told).toEqual([token]);
});

it('is left at once by whoever does not wait, though no answer to the sign-out comes', async () => {
  vi.useFakeTimers();
  const { answer } = withoutAnswer();
  await signOut();
  show();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  fireEvent.click(screen.getByRole('button', { name: 'Back to the front page' }));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(replace).toHaveBeenCalledExactlyOnceWith('/');
  answer();
});

it('tells the server of each sign-out that it was not told of', async () => {
  logout = 503;
  const tokens = [await signOut(), await signOut()];
  show();
  await left();
  logout = 200;
  told = [];
  act(() => void window.dispatchEvent(new Event('online')));
  await arrived();
  expect(told.toSorted()).toEqual(tokens.toSorted());
});

it('is left untold by whoever does not wait', async () => {
  logout = 503;
  await signOut();
  show();
  await left();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the front page' }));
  await arrived();
});

it.each([401, 404])('leaves where the server answers %i: there is no session to end', async (status) => {
  logout = status;
  await signOut();
  show();
  await arrived();
});

it('says only that once the server knows', async () => {
  front = undefined;
  await signOut();
  show();
  expect(await left()).toBeVisible();
  expect(screen.queryByText(/could not be told/)).toBeNull();
});

it('says that it cannot be reached to whoever has not signed out', async () => {
  storeToken('old');
  clearToken('refused');
  front = undefined;
  show();
  expect(await screen.findByRole('heading', { name: 'The front page cannot be reached' })).toBeVisible();
  expect(screen.queryByText(/signed out/)).toBeNull();
});
