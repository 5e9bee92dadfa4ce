import { date, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import type { Condition } from '../lists/list';
import { conditionSql } from './list-rows';

const notes = pgTable('notes', {
  title: text(),
  place: text(),
  day: date(),
  at: timestamp({ withTimezone: true }),
});
const parts = { columns: { day: notes.day, at: notes.at }, searched: [notes.title, notes.place] };

function sqlOf(condition: Condition) {
  const asked = conditionSql(condition, parts);
  if (!asked) return undefined;
  const { sql, params } = new PgDialect().sqlToQuery(asked);
  return { sql, params };
}

it('a search asks for each word in any of its columns, as it was written', () => {
  expect(sqlOf({ kind: 'search', field: 'q', text: 'ada  50%' })).toEqual({
    sql: '(("notes"."title" ilike $1 or "notes"."place" ilike $2) and ("notes"."title" ilike $3 or "notes"."place" ilike $4))',
    params: ['%ada%', '%ada%', '%50\\%%', '%50\\%%'],
  });
  expect(sqlOf({ kind: 'search', field: 'q', text: '  ' })).toBeUndefined();
});

it('days are compared as days, whatever the time of the bound, and moments up to their last microsecond', () => {
  const value = new Date('2026-03-04T09:30:00.000Z');
  expect(sqlOf({ kind: 'from', field: 'day', value })).toEqual({
    sql: '"notes"."day" >= $1',
    params: ['2026-03-04'],
  });
  expect(sqlOf({ kind: 'to', field: 'day', value })).toEqual({
    sql: '"notes"."day" <= $1',
    params: ['2026-03-04'],
  });
  expect(sqlOf({ kind: 'from', field: 'at', value })).toEqual({
    sql: '"notes"."at" >= $1',
    params: ['2026-03-04T09:30:00.000Z'],
  });
  expect(sqlOf({ kind: 'to', field: 'at', value })).toEqual({
    sql: '"notes"."at" <= $1',
    params: ['2026-03-04T09:30:00.000999Z'],
  });
});

it('a field without a column is named', () => {
  expect(() => sqlOf({ kind: 'oneOf', field: 'colour', values: ['red'] })).toThrow(
    'The list has no column for colour',
  );
});
