import { expect, test } from 'vitest';
import type { Queries } from './client';
import { countKept, foldWhenMany } from './list-counts';

/** No fold of these tests asks anything of the database: only which one it is matters. */
const database = () => ({}) as Queries;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('counts are folded when there are many, and not before', () => {
  const folded: number[] = [];
  for (const summed of [0, 300, 301]) {
    foldWhenMany(database(), { summed }, async () => {
      folded.push(summed);
    });
  }
  expect(folded).toEqual([301]);
});

test('of readers who come meanwhile none folds as well; the next one does, also after a failure', async () => {
  const db = database();
  const ends: ((error: Error) => void)[] = [];
  const fold = () => new Promise<void>((_, reject) => ends.push(reject));
  foldWhenMany(db, { summed: 301 }, fold);
  foldWhenMany(db, { summed: 400 }, fold);
  expect(ends).toHaveLength(1);
  ends[0]?.(new Error('the database is busy'));
  await settled();
  foldWhenMany(db, { summed: 301 }, fold);
  expect(ends).toHaveLength(2);
});

test('a list is counted by what is kept count of alone', () => {
  const kept = { list: 'transactions', facets: ['status', 'trxType'] } as const;
  const status = { kind: 'oneOf' as const, field: 'status', values: ['PENDING'] };
  expect(countKept(kept, [])).toBeTypeOf('function');
  expect(countKept(kept, [status, { ...status, field: 'trxType' }])).toBeTypeOf('function');
  expect(countKept(kept, [status, { ...status, field: 'plan' }])).toBeUndefined();
  expect(countKept(kept, [{ kind: 'from', field: 'status', value: 1 }])).toBeUndefined();
  expect(countKept(kept, [{ kind: 'search', field: 'q', text: 'ada' }])).toBeUndefined();
});
