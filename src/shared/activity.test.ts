// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { headers } from '../../contract/headers';
import { limits } from '../../contract/limits';
import { watchActivity } from './activity';
import { call } from './api';
import { type StandInHost, startStandInHost } from './testing/stand-in-host';

let host: StandInHost;

beforeAll(() => watchActivity());
beforeEach(async () => {
  host = await startStandInHost(() => ({ body: { data: [] } }));
  vi.stubEnv('VITE_API_URL', host.url);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  document.dispatchEvent(new Event('keydown'));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await host.close();
});

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** Whether a read that is made now says that nobody is there. */
async function readsInBackground(): Promise<boolean> {
  await call('listOwnTransactions');
  return host.received.at(-1)?.headers[headers.background] !== undefined;
}

it('what is read soon after an input is a use; later it is said to be none', async () => {
  expect(await readsInBackground()).toBe(false);
  pass(limits.backgroundAfter);
  expect(await readsInBackground()).toBe(false);
  pass(1);
  expect(await readsInBackground()).toBe(true);
});

it.each(['pointerdown', 'keydown', 'click', 'input'])('a %s is one', async (input) => {
  pass(2 * limits.backgroundAfter);
  expect(await readsInBackground()).toBe(true);
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener(input, (event) => event.stopPropagation());
  button.dispatchEvent(new Event(input, { bubbles: true }));
  expect(await readsInBackground()).toBe(false);
});

it('whoever comes back to the page is there; a page that is left is not', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  pass(2 * limits.backgroundAfter);
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await readsInBackground()).toBe(true);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await readsInBackground()).toBe(false);
  visibility.mockRestore();
});

it('what changes something is a use always', async () => {
  pass(2 * limits.backgroundAfter);
  await call('logout');
  expect(host.received.at(-1)?.headers).not.toHaveProperty(headers.background);
});
