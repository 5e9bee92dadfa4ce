import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { toStored } from './columns';

const table = pgTable('offers', { title: text('title'), stock: integer('stock') });

test('texts of a record are stored without what nobody sees, in the lines they were written in', () => {
  expect(toStored(table.title, '\u202eFixed\u200b\n  term\u202c ')).toBe('Fixed\n  term ');
  expect(toStored(table.title, null)).toBeNull();
  expect(toStored(table.stock, 7)).toBe(7);
});
