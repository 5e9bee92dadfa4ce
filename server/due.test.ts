import { expect, test } from 'vitest';
import { isOver } from './due';

const now = Date.parse('2026-03-04T10:00:00Z');
const hour = 3_600_000;

test.each<[string, number, boolean]>([
  ['an hour ago', -hour, true],
  ['just now', 0, false],
  ['a moment ahead, as where a clock was set right', 5_000, false],
  ['far ahead', 365 * 24 * hour, true],
])('a pause of an hour since %s', (_name, offset, over) => {
  expect(isOver(new Date(now + offset), hour, now)).toBe(over);
});
