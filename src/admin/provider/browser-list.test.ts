import { describe, expect, test } from 'vitest';
import type { ListSpec } from '../../../contract/list-query';
import { browserList, type ListRequest } from './browser-list';
import { valueAt } from './value-at';

const spec: ListSpec = {
  sortable: ['id'],
  filterable: {
    q: 'search',
    userId: 'ids',
    amount: 'amountRange',
    size: 'integer',
    at: 'dateRange',
    open_gte: 'equals',
  },
  defaultSort: ['id', 'ASC'],
};

const ada = { _id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const records = [
  { id: 'a', user: ada, amount: '9', size: 3, at: '2026-03-04T10:00:00.000Z', kind: 'B', open_gte: 'yes' },
  {
    id: 'b',
    firstName: 'Alan',
    lastName: 'Turing',
    email: 'alan@example.org',
    amount: 10,
    size: 20,
    kind: 'a',
  },
  {
    id: 'c',
    user: { ...ada, _id: 'u-2', firstName: null },
    amount: '',
    at: '2026-03-05T00:00:00.000Z',
    kind: 'c',
  },
];

const ids = (request: ListRequest) => browserList(records, request, spec).data.map(({ id }) => id);
const sorted = (field: string, order: 'ASC' | 'DESC') => ids({ sort: { field, order } });

describe('a list that the host has sent whole', () => {
  test('is as it came when nothing is asked of it', () => {
    expect(browserList(records, {}, spec)).toEqual({ data: records, total: 3 });
  });

  test.each<[filter: object, expected: string]>([
    // In names and addresses, of the record or of its person, each word anywhere.
    [{ q: 'ADA' }, 'a c'],
    [{ q: 'love ada' }, 'a c'],
    [{ q: 'alan' }, 'b'],
    [{ q: 'turing' }, 'b'],
    [{ q: 'example.org' }, 'b'],
    [{ q: 'ada turing' }, ''],
    [{ q: 'null' }, ''],
    [{ q: 'u-1' }, ''],
    // No filter at all.
    [{ q: '' }, 'a b c'],
    [{ kind: undefined, amount: null, id: '' }, 'a b c'],
    // One value or one of several, as they are written.
    [{ kind: 'B' }, 'a'],
    [{ kind: ['B', 'c'] }, 'a c'],
    [{ size: '20' }, 'b'],
    [{ userId: 'u-2' }, 'c'],
    [{ userId: ['u-1', 'u-2'] }, 'a c'],
    [{ 'user.email': 'ada@example.com' }, 'a c'],
    [{ kind: 'B', userId: 'u-2' }, ''],
    // Bounds, both inside; numbers by their size, also when they are text.
    [{ amount_gte: 9 }, 'a b'],
    [{ amount_gte: '9.5' }, 'b'],
    // What is not there is within none.
    [{ amount_lte: 9 }, 'a'],
    [{ size_gte: 3, size_lte: 19 }, 'a'],
    [{ at_gte: '2026-03-05' }, 'c'],
    [{ at_lte: '2026-03-04' }, 'a'],
    [{ at_gte: '2026-03-04T10:00:00.000Z', at_lte: '2026-03-04T10:00:00.000Z' }, 'a'],
    [{ at_gte: '2026-03-04T10:00:00.001Z' }, 'c'],
    // A field that is called as a bound would be.
    [{ open_gte: 'yes' }, 'a'],
  ])('filtered by %j has %s', (filter, expected) => {
    expect(ids({ filter }).join(' ')).toBe(expected);
  });

  test('is sorted as people do: numbers by size, words without regard to capitals', () => {
    expect(sorted('amount', 'ASC')).toEqual(['a', 'b', 'c']);
    expect(sorted('amount', 'DESC')).toEqual(['b', 'a', 'c']);
    expect(sorted('kind', 'ASC')).toEqual(['b', 'a', 'c']);
    expect(sorted('kind', 'DESC')).toEqual(['c', 'a', 'b']);
    const numbered = ['x10', 'x9'].map((id) => ({ id }));
    expect(browserList(numbered, { sort: { field: 'id', order: 'ASC' } }, spec).data).toEqual([
      { id: 'x9' },
      { id: 'x10' },
    ]);
  });

  test('has last, in either direction, what lacks the value', () => {
    expect(sorted('user.firstName', 'ASC')).toEqual(['a', 'b', 'c']);
    expect(sorted('user.firstName', 'DESC')).toEqual(['a', 'b', 'c']);
    expect(sorted('open_gte', 'DESC')).toEqual(['a', 'b', 'c']);
    expect(sorted('firstName', 'ASC')).toEqual(['b', 'a', 'c']);
    expect(sorted('firstName', 'DESC')).toEqual(['b', 'a', 'c']);
  });

  test('is cut into pages of what the filter left, which is what is counted', () => {
    const request = { pagination: { page: 2, perPage: 1 }, filter: { userId: ['u-1', 'u-2'] } };
    expect(browserList(records, request, spec)).toEqual({ data: [records[2]], total: 2 });
    expect(ids({ pagination: { page: 1, perPage: 2 } })).toEqual(['a', 'b']);
    expect(ids({ pagination: { page: 3, perPage: 2 } })).toEqual([]);
  });
});

test('the value at a path ends where the path does', () => {
  expect(valueAt({ user: ada }, 'user.email')).toBe(ada.email);
  expect(valueAt({ user: 'u-1' }, 'user.email')).toBeUndefined();
  expect(valueAt({ user: null }, 'user.email')).toBeUndefined();
  expect(valueAt({}, 'user.email')).toBeUndefined();
  expect(valueAt(undefined, 'email')).toBeUndefined();
  expect(valueAt(null, 'email')).toBeUndefined();
});
