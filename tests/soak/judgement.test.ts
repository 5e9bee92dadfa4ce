import { expect, test } from 'vitest';
import { judge, meanOf, percentileOf, thirdsOf } from './judgement';

const run = { from: 1_000, until: 2_000 };
const grown = (value: (at: number) => number) =>
  Array.from({ length: 1_000 }, (_, index) => ({ at: 1_000 + index, value: value(1_000 + index) }));

test('a fifth is warming up; the rest is compared by its first and last third', () => {
  const { first, last } = thirdsOf({ from: 0, until: 30 });
  expect(first).toEqual({ from: 6, until: 14 });
  expect(last).toEqual({ from: 22, until: 30 });
});

test('what grows before the first third is no leak, what grows after it is one', () => {
  expect(
    judge(
      grown((at) => (at < 1_200 ? 10 : 100)),
      run,
    ),
  ).toMatchObject({ growth: 0, flat: true });
  const leak = judge(
    grown((at) => 100 + (at - 1_000) / 20),
    run,
  );
  expect(leak.flat).toBe(false);
  expect(leak.growth).toBeGreaterThan(0.2);
});

test('a growth of a tenth is let pass, one of more is not, and neither is a figure that is missing', () => {
  const stepOf = (last: number) =>
    judge(
      grown((at) => (at < 1_700 ? 100 : last)),
      run,
    ).flat;
  expect(stepOf(109.9)).toBe(true);
  expect(stepOf(110.2)).toBe(false);
  expect(stepOf(50)).toBe(true);
  expect(judge([], run).flat).toBe(false);
});

test('a percentile is the value that so many are not above', () => {
  const points = Array.from({ length: 100 }, (_, index) => ({ at: index, value: 100 - index }));
  const span = { from: 0, until: 100 };
  expect(percentileOf(points, span, 99)).toBe(99);
  expect(percentileOf(points, span, 50)).toBe(50);
  expect(meanOf(points, span)).toBe(50.5);
  expect(percentileOf(points, { from: 0, until: 1 }, 99)).toBe(100);
});
