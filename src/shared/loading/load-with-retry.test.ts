// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { outdated, unreachable } from '../error-items';
import { lazyCode } from './lazy-code';
import { loadWithRetry } from './load-with-retry';

afterEach(() => vi.restoreAllMocks());

const notThere = () => new TypeError('Failed to fetch dynamically imported module: /assets/part.js');

/** Says that the network is back, again and again, as long as something is waited for. */
async function whileOnline<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => window.dispatchEvent(new Event('online')), 10);
  return work.finally(() => clearInterval(timer));
}

test('code that came and does not run is no code of another version: its error is thrown', async () => {
  // What a browser answers for such a module: the same error each time (ECMAScript, "Evaluate").
  const broken = Promise.reject(new TypeError('it does not run'));
  let outdated = 0;
  const loading = loadWithRetry(
    () => broken,
    () => {
      outdated += 1;
    },
  );
  await expect(whileOnline(loading)).rejects.toThrow('it does not run');
  expect(outdated).toBe(0);
});

test('code that does not come is asked for until it does', async () => {
  let times = 0;
  const loading = loadWithRetry(async () => {
    times += 1;
    if (times < 4) throw new TypeError('Failed to fetch dynamically imported module');
    return 'here';
  });
  await expect(whileOnline(loading)).resolves.toBe('here');
});

test('code that somebody waits for is tried twice, and its error says that the service cannot be reached', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const load = lazyCode(async () => {
    if (fetching.mock.calls.length < 2) throw notThere();
    return 'here';
  });
  await expect(load()).rejects.toMatchObject({ status: 0, message: unreachable.message });
  // The next click asks anew.
  await expect(load()).rejects.toMatchObject({ message: unreachable.message });
  await expect(load()).resolves.toBe('here');
});

test('code that a reachable server does not have asks for a reload', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  let asked = 0;
  const load = lazyCode(async () => {
    asked += 1;
    throw notThere();
  });
  await expect(load()).rejects.toMatchObject({ status: 0, message: outdated.message });
  expect(asked).toBe(2);
});

test('code that was fetched before is not asked for again, and one that comes at the second attempt is used', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  let asked = 0;
  const load = lazyCode(async () => {
    asked += 1;
    if (asked === 1) throw notThere();
    return 'here';
  });
  await expect(load()).resolves.toBe('here');
  await load.ready();
  await expect(load()).resolves.toBe('here');
  expect(asked).toBe(2);
});
