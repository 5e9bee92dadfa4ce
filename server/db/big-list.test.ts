import { expect, test } from 'vitest';
import { countLimit, farFrom, isFoundFirst } from './big-list';

test.each([
  ['of few rows each page', 2_000, 20, true],
  ['of more the first page in their order', 2_001, 20, false],
  ['of as many a page further on', 5_000, 500, true],
  ['of more than are counted the first page in their order', countLimit + 1, 20, false],
  ['of more than are counted a page further on', 33_000, 500, true],
  ['of so many that few others are among them a page further on in their order', 34_000, 500, false],
  ['of the most a page in the middle', 300_000, 150_000, true],
  ['of very many each page in their order', 300_001, 150_000, false],
])(
  'sorted by people, %s is found first, or not: %i rows, %i to the end of the page',
  (_, total, reach, found) => {
    const way = { farFrom: farFrom(reach), peopleFound: false };
    expect(isFoundFirst(total, way)).toBe(found);
  },
);

test('sorted by a field of their own, more than a few are looked for in their order, however far', () => {
  expect(isFoundFirst(5_000, { farFrom: 0, peopleFound: false })).toBe(false);
});

test('what some people have is found by way of them', () => {
  expect(isFoundFirst(countLimit, { farFrom: 0, peopleFound: true })).toBe(true);
  expect(isFoundFirst(countLimit + 1, { farFrom: 0, peopleFound: true })).toBe(false);
});
