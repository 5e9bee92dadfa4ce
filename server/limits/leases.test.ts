import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, test, vi } from 'vitest';
import { createLeases } from './leases';

/** A counter that replicas share, in memory; the same class of the library that counts in the database. */
function counterOf(points: number, duration = 60) {
  const counter = new RateLimiterMemory({ points, duration, keyPrefix: String(Math.random()) });
  const consume = vi.spyOn(counter, 'consume');
  return { counter, asked: () => consume.mock.calls.length };
}

/** Spends one at a time and answers how many were to be had. */
async function spendAll(spend: ReturnType<typeof createLeases>, tries: number, key = 'key') {
  let had = 0;
  for (let n = 0; n < tries; n += 1) if (!(await spend(key, 1))) had += 1;
  return had;
}

test('one process has every point, and asks once for each lease', async () => {
  const { counter, asked } = counterOf(30);
  const spend = createLeases(counter, 3);
  expect(await spendAll(spend, 30)).toBe(30);
  expect(asked()).toBe(10);
  expect(await spend('key', 1)).toMatchObject({ first: true });
  expect(await spend('key', 1)).toMatchObject({ first: false });
  expect(await spend('another', 1)).toBeUndefined();
});

test('a lease that is larger than what is left is what is left', async () => {
  const { counter } = counterOf(10);
  const spend = createLeases(counter, 4);
  expect(await spendAll(spend, 15)).toBe(10);
});

test.each([2, 3, 8])(
  '%i processes never pass the limit, and lose as little as is said',
  async (processes) => {
    for (const size of [1, 3, 7]) {
      const { counter } = counterOf(60);
      const spends = Array.from({ length: processes }, () => createLeases(counter, size));
      const had = await Promise.all(spends.map((spend) => spendAll(spend, 60)));
      expect(had.reduce((sum, one) => sum + one)).toBe(60);
      // All but one have asked once and go away.
      const { counter: other } = counterOf(60);
      const leaving = Array.from({ length: processes - 1 }, () => createLeases(other, size));
      for (const spend of leaving) await spend('key', 1);
      const left = await spendAll(createLeases(other, size), 100);
      expect(left + processes - 1).toBeGreaterThanOrEqual(60 - (processes - 1) * (size - 1));
      expect(left + processes - 1).toBeLessThanOrEqual(60);
    }
  },
);

test('calls at once have what is there, no more and no less', async () => {
  const { counter } = counterOf(50);
  const spend = createLeases(counter, 7);
  const answers = await Promise.all(Array.from({ length: 80 }, () => spend('key', 1)));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(50);
  expect(answers.filter((answer) => answer?.first)).toHaveLength(1);
});

test('many points at once are had whole or not at all', async () => {
  const { counter } = counterOf(600);
  const spend = createLeases(counter, 30);
  const list = async () => [await spend('key', 1), await spend('key', 199)];
  for (let n = 0; n < 3; n += 1) expect(await list()).toEqual([undefined, undefined]);
  expect(await spend('key', 1)).toMatchObject({ first: true });
  const two = counterOf(600);
  const both = createLeases(two.counter, 30);
  await both('key', 1);
  expect(await Promise.all([both('key', 199), both('key', 199)])).toEqual([undefined, undefined]);
  expect(await both('key', 300)).toBeDefined();
  // What was too little for them is still there for others.
  expect(await spendAll(both, 300)).toBe(201);
});

describe('with the time', () => {
  test('a lease ends with the window that it was taken in', async () => {
    vi.useFakeTimers();
    try {
      const { counter } = counterOf(10, 60);
      const spend = createLeases(counter, 8);
      expect(await spendAll(spend, 1)).toBe(1);
      vi.advanceTimersByTime(60_001);
      // Those that were left are of the window before.
      expect(await spendAll(spend, 20)).toBe(10);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('of very many keys the oldest are given up', async () => {
  const { counter, asked } = counterOf(10);
  const spend = createLeases(counter, 5);
  for (let n = 0; n <= 20_000; n += 1) await spend(`key ${n}`, 1);
  const before = asked();
  await spend('key 20000', 1);
  expect(asked()).toBe(before);
  await spend('key 0', 1);
  expect(asked()).toBe(before + 1);
});
