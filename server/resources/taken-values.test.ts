import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { longText } from '../../contract/fields';
import { validation } from '../../contract/messages';
import { yearsMessage } from '../../contract/times';
import { z } from '../../contract/zod';
import { resourceColumns } from './columns';
import { defineResource } from './define-resource';

const { creation, change } = defineResource({
  name: 'offers',
  table: pgTable('offers', {
    ...resourceColumns,
    title: text('title').notNull(),
    note: text('note'),
    details: text('details'),
    contact: text('contact'),
    kind: text('kind', { enum: ['old', 'new'] }).notNull(),
    stock: integer('stock'),
    until: date('until'),
    at: timestamp('at', { withTimezone: true }),
  }),
  fields: {
    title: z.string().min(1).max(5),
    note: z.string().nullable().default('None'),
    details: longText(99).optional(),
    contact: z.string().min(3).nullable().default(null),
    kind: z.enum(['old', 'new']).default('old'),
    stock: z.int32().nullable().optional(),
    until: z.iso.date().nullable().optional(),
    at: z.union([z.iso.datetime({ offset: true }), z.date()]).nullish(),
  },
});

const title = 'Fixed';
const messagesOf = (schema: z.ZodType, sent: object) =>
  schema.safeParse(sent).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('texts lose what nobody sees before they are counted, and stay in the lines they were written in', () => {
  expect(change.parse({ title: '\u202eFi\u200b\n t\u202c ' })).toEqual({ title: 'Fi\n t' });
  expect(change.parse({ title: `${title}${'\u200b'.repeat(9)}` })).toEqual({ title });
  expect(creation.parse({ title, note: null, stock: 7 })).toEqual({
    title,
    note: null,
    contact: null,
    kind: 'old',
    stock: 7,
  });
  expect(creation.parse({ title })).toEqual({ title, note: 'None', contact: null, kind: 'old' });
});

test('an emptied text is none where it can be that and cannot be empty', () => {
  const sent = { title, contact: ' \u200b ' };
  expect([creation.parse(sent), change.parse(sent)]).toMatchObject([{ contact: null }, { contact: null }]);
  expect(change.parse({ contact: null })).toEqual({ contact: null });
  expect(messagesOf(change, { contact: 'no' })).toHaveLength(1);
  // A text that may be empty is, and one that is needed is asked for.
  expect(change.parse({ note: '', details: '' })).toEqual({ note: '', details: '' });
  expect(messagesOf(change, { title: '' })).toHaveLength(1);
});

test('what is documented is what was declared', () => {
  expect(z.toJSONSchema(creation, { io: 'input', unrepresentable: 'any' })).toMatchObject({
    properties: { title: { type: 'string', minLength: 1, maxLength: 5 }, note: { default: 'None' } },
    required: ['title'],
    additionalProperties: false,
  });
});

describe.each([
  ['new', creation],
  ['changed', change],
])('in a %s record is refused', (_, schema) => {
  test.each(['\u200b\u200b\u200b', '\u2800', ' '])('a text of which nothing is seen: %j', (typed) => {
    expect(messagesOf(schema, { title: typed })).toEqual([
      'title: String must contain at least 1 character(s)',
    ]);
  });

  test.each([
    ['half a character', 'ab\ud800', validation.brokenText],
    ['a control character', 'x\u0007y', validation.controlCharacters],
    ['a pile of accents', `e${'\u0301'.repeat(100)}`, validation.tooManyAccents],
  ])('%s', (__, note, message) => {
    expect(messagesOf(schema, { title, note })).toEqual([`note: ${message}`]);
  });

  test.each([
    { until: '0000-12-31' },
    { at: '0001-01-01T00:00:00+14:00' },
    { at: '9999-12-31T23:59:59-10:00' },
    { at: new Date(Date.UTC(10_000, 0)) },
  ])('a time that the database has no form for: %j', (times) => {
    expect(messagesOf(schema, { title, ...times })).toEqual([`${Object.keys(times)[0]}: ${yearsMessage}`]);
  });

  test('a moment that would be read as one of another century', () => {
    expect(messagesOf(schema, { title, at: '0099-12-31T23:59:59Z' })).toEqual([
      'at: Must be in the years 100 to 9999',
    ]);
    expect(messagesOf(schema, { title, until: '0099-12-31', at: '0100-01-01T00:00:00Z' })).toBeUndefined();
  });

  test('what the declaration refuses, in its words alone', () => {
    expect(messagesOf(schema, { title: 5, details: '\u0007', until: 'soon', at: null })).toEqual([
      'title: Expected string received number',
      `details: ${validation.controlCharacters}`,
      'until: Invalid date',
    ]);
    expect(
      messagesOf(schema, { title, until: '9999-12-31', at: '9999-12-31T23:59:59.999Z' }),
    ).toBeUndefined();
    for (const none of [null, [], 'title']) expect(schema.safeParse(none).success).toBe(false);
  });
});
