import { expect, it } from 'vitest';
import { sameAmount, statementOf } from './statement';
import { buildEntries } from './testing/entries';

it('the sum of all entries is the figure, to the cent', () => {
  const entries = buildEntries([0.1, 0.2, 100.05, -0.3]);
  expect(statementOf(entries, 4)).toMatchObject({ before: 0, sum: 100.05 });
});

it('of the newest entries alone, the sum stands on what was there before', () => {
  const entries = buildEntries([500.25, -150, 12.34]);
  expect(statementOf(entries.slice(0, 1), 3)).toMatchObject({ before: 350.25, sum: 362.59 });
});

it('no entries come to nothing', () => {
  expect(statementOf([], 0)).toMatchObject({ before: 0, sum: 0 });
});

it('amounts that differ in a cent are not the same', () => {
  expect(sameAmount(0.1 + 0.2, 0.3)).toBe(true);
  expect(sameAmount(10, 10.01)).toBe(false);
});
