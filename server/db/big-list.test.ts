import { expect, test } from 'vitest';
import { countLimit, isFoundFirst } from './big-list';

test.each([
  ['of few rows each page', 2_000, 20, true],
  ['of more the first page in their order', 2_001, 20, false],
  ['of as many a page further on', 5_000, 500, true],
  ['of the most that are counted the first page in their order', countLimit, 20, false],
  ['of as many a page in the middle', countLimit, 5_000, true],
  ['of very many each page in their order', countLimit + 1, 5_000, false],
])(
  'sorted by people, %s is found first, or not: %i rows, %i to the end of the page',
  (_, total, reach, found) => {
    expect(isFoundFirst(total, { reach, byPerson: true, peopleFound: false })).toBe(found);
  },
);

test('sorted by a field of their own, more than a few are looked for in their order, however far', () => {
  expect(isFoundFirst(5_000, { reach: 2_500, byPerson: false, peopleFound: false })).toBe(false);
});

test('what some people have is found by way of them', () => {
  expect(isFoundFirst(countLimit, { reach: 20, byPerson: false, peopleFound: true })).toBe(true);
});
