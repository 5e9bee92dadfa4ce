import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { groupsOf, statementOf, writing } from './writes';

const notes = pgTable('notes', { id: integer('id').primaryKey(), note: text('note').notNull() });

const note = writing('note', (db) =>
  db.insert(notes).values({ id: sql.placeholder('id'), note: sql.placeholder('note') }),
);
const copied = writing('copy', (db) => ({
  first: db
    .insert(notes)
    .values({ id: sql.placeholder('id'), note: 'first' })
    .returning({ id: notes.id }),
  second: db.insert(notes).select(sql`select id + 1, ${sql.placeholder('note')}::text from first`),
}));

test('several writes are one statement, whose values keep their places', () => {
  expect(statementOf([copied({ id: 1, note: 'a' }), note({ id: 3, note: 'b' })])).toEqual({
    name: 'copy note',
    text: 'with "first" as (insert into "notes" ("id", "note") values ($1, $2) returning "id"), "second" as (insert into "notes" ("id", "note") select id + 1, $3::text from first) insert into "notes" ("id", "note") values ($4, $5)',
    values: [1, 'first', 'a', 3, 'b'],
  });
  expect(statementOf([note({ id: 4, note: 'c' })]).text).toBe(
    'insert into "notes" ("id", "note") values ($1, $2)',
  );
});

test('what is written twice, and what would make too long a name, is a statement of its own', () => {
  const [one, other] = [note({ id: 1, note: 'a' }), note({ id: 2, note: 'b' })];
  const copy = copied({ id: 3, note: 'c' });
  expect(groupsOf([one, copy, other])).toEqual([[one, copy], [other]]);
  const long = writing('x'.repeat(60), (db) => db.delete(notes))({});
  expect(groupsOf([one, long])).toEqual([[one], [long]]);
  expect(groupsOf([])).toEqual([]);
});

test('a value that is missing is noticed at once, and so is a name that is taken', () => {
  expect(() => note({ id: 1 })).toThrow('"note"');
  expect(() => writing('note', (db) => db.delete(notes))).toThrow('called note');
});
