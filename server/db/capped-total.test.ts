import { expect, test } from 'vitest';
import { countLimit } from './big-list';
import { cappedTotal, countedTo } from './capped-total';

const page = (first: number) => ({ range: { first, last: first + 19 } });
/** What a list of so many rows says on a page. */
const said = (rows: number, first: number) =>
  cappedTotal(page(first), Math.min(rows, countedTo(page(first))));

test('a list that was counted to its end has its number, and says no more', () => {
  expect(said(countLimit, 0)).toEqual({ total: countLimit });
  expect(said(0, 0)).toEqual({ total: 0 });
});

test('one that was not counted, or is read whole, has none', () => {
  const more = countLimit + 1;
  expect(cappedTotal(page(0), undefined)).toEqual({ total: undefined });
  expect(cappedTotal({ range: undefined }, more)).toEqual({ total: more });
});

test('beyond the limit a page says that there is at least one row more than it shows', () => {
  expect(said(50_000, 0)).toEqual({ total: countLimit + 1, atLeast: true });
  expect(said(50_000, countLimit)).toEqual({ total: countLimit + 21, atLeast: true });
  expect(said(50_000, 20_000)).toEqual({ total: 20_021, atLeast: true });
  expect(said(20_021, 20_000)).toEqual({ total: 20_021, atLeast: true });
});

test('the last page says how many there are, full or not', () => {
  expect(said(20_020, 20_000)).toEqual({ total: 20_020 });
  expect(said(20_007, 20_000)).toEqual({ total: 20_007 });
});

test('a page past the end claims no row that is not there', () => {
  expect(said(15_000, 20_000)).toEqual({ total: 15_000 });
});
