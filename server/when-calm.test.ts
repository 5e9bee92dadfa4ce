import { afterEach, expect, test } from 'vitest';
import { whenCalm } from './when-calm';

let going = false;

afterEach(() => {
  going = false;
});

/** Turns of the event loop that pass meanwhile, of which each does work for so many milliseconds. */
async function turnsDuring(work: number, wait: () => Promise<void>): Promise<number> {
  let turns = 0;
  going = true;
  function turn(): void {
    turns += 1;
    const begun = performance.now();
    while (performance.now() - begun < work);
    if (going) setImmediate(turn);
  }
  setImmediate(turn);
  await wait();
  going = false;
  return turns;
}

test('a process that has time left does at once what can wait', async () => {
  const tries: number[] = [];
  // On a busy machine a turn may be long by chance.
  for (let n = 0; n < 20; n += 1) tries.push(await turnsDuring(0, () => whenCalm(1_000)));
  expect(Math.min(...tries)).toBeLessThanOrEqual(3);
});

test('a crowded one does what was there before', async () => {
  let most = 0;
  // On a busy machine turns may be longer than the one that was measured.
  for (let n = 0; n < 10 && most < 5; n += 1) most = await turnsDuring(20, () => whenCalm(1_000));
  expect(most).toBeGreaterThanOrEqual(5);
});

test('and does not let it wait for longer than was said', async () => {
  expect(await turnsDuring(50, () => whenCalm(1))).toBeLessThanOrEqual(4);
});
