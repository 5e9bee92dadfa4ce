import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { toStored } from './columns';

const table = pgTable('offers', {
  at: timestamp('at'),
  times: timestamp('times').array(),
  stock: integer('stock'),
});

test('moments of the wire are stored as such, all else as it is', () => {
  expect(toStored(table.at, '2026-03-04T10:00:00Z')).toEqual(new Date('2026-03-04T10:00:00Z'));
  expect(toStored(table.times, ['2026-03-04T10:00:00Z', null])).toEqual([
    new Date('2026-03-04T10:00:00Z'),
    null,
  ]);
  expect(toStored(table.at, null)).toBeNull();
  expect(toStored(table.stock, 7)).toBe(7);
});
