import { expect, test } from 'vitest';
import { countLimit, isFoundFirst } from './big-list';

test.each([
  ['of few rows each page', 2_000, 20, true],
  ['of some thousand the first page', 3_000, 20, true],
  ['of more the first page in their order', 4_000, 20, false],
  ['of as many a page in the middle', 5_000, 2_500, true],
  ['of the most that are counted the first page in their order', countLimit, 100, false],
  ['of as many a page a little further', countLimit, 220, true],
  ['of very many each page in their order', countLimit + 1, countLimit / 2, false],
])('%s is found first, or not: %i rows, %i to the end of the page', (_, total, reach, found) => {
  expect(isFoundFirst(total, reach)).toBe(found);
});

test('what some people have is found by way of them', () => {
  expect(isFoundFirst(countLimit, 20, { byId: true })).toBe(true);
  expect(isFoundFirst(countLimit, 20, { byId: false })).toBe(false);
});
