// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { loadWithRetry } from './load-with-retry';

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
