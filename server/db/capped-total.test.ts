import { expect, test } from 'vitest';
import { countLimit } from './big-list';
import { cappedTotal } from './capped-total';

const range = (first: number, last: number) => ({ sort: undefined, conditions: [], range: { first, last } });
const more = countLimit + 1;

test('a list that was counted to its end has its number, and says no more', () => {
  expect(cappedTotal(range(0, 19), 20, countLimit)).toEqual({ total: countLimit });
  expect(cappedTotal(range(0, 19), 0, 0)).toEqual({ total: 0 });
});

test('one that was not counted, or is read whole, has none', () => {
  expect(cappedTotal(range(0, 19), 20, undefined)).toEqual({ total: undefined });
  expect(cappedTotal({ ...range(0, 19), range: undefined }, more, more)).toEqual({ total: more });
});

test('beyond the limit a full page says that there may be more', () => {
  expect(cappedTotal(range(0, 19), 20, more)).toEqual({ total: more, atLeast: true });
  expect(cappedTotal(range(20_000, 20_019), 20, more)).toEqual({ total: 20_020, atLeast: true });
});

test('the last page, which is not full, says how many there are', () => {
  expect(cappedTotal(range(20_000, 20_019), 7, more)).toEqual({ total: 20_007, atLeast: false });
});

test('an empty page is past the end, and tells nothing of it', () => {
  expect(cappedTotal(range(0, 19), 0, more)).toEqual({ total: more, atLeast: true });
});
