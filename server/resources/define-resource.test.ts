import {
  customType,
  date,
  index,
  integer,
  json,
  numeric,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { auditSubjects } from '../../contract/audit';
import { z } from '../../contract/zod';
import { accounts, transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import { resourceColumns } from './columns';
import { defineResource } from './define-resource';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const table = pgTable('offers', {
  ...resourceColumns,
  title: text('title').notNull(),
  price: integer('price').notNull().default(0),
  stock: integer('stock').notNull().default(0),
  until: date('until'),
  picture: bytes('picture'),
  weight: numeric('weight'),
  hidden: text('hidden'),
});
const grades = pgEnum('grades', ['plain', 'fine']);
const others = pgTable('others', {
  ...resourceColumns,
  grade: grades('grade'),
  terms: json('terms'),
  clauses: json('clauses').array(),
  seen: timestamp('seen', { withTimezone: true, mode: 'string' }),
  day: date('day', { mode: 'date' }),
  days: date('days', { mode: 'date' }).array(),
});
const notes = pgTable('notes', { ...resourceColumns, userId: uuid('user_id'), text: text('text') });
const noted = { userId: z.uuid(), text: z.string() };
const orders = pgTable('orders', { ...resourceColumns, buyer: uuid('buyer').references(() => users.id) });
const bought = { table: orders, fields: { buyer: z.uuid() } };
/** A declaration with a field of that name. */
const named = (field: string) => ({
  table: pgTable('offers', { ...resourceColumns, [field]: text(field) }),
  fields: { [field]: z.string() },
});
const offers = { name: 'offers', table, fields: { title: z.string() } } as const;

describe('a declaration', () => {
  test('shows the declared fields and those of the server, and filters by what they are', () => {
    const resource = defineResource({
      ...offers,
      fields: { title: z.string(), stock: z.int32(), until: z.iso.date() },
      readOnly: ['price'],
      money: ['price'],
      searchable: ['title'],
      sortable: ['price'],
    });
    expect(resource.shown).toEqual(['title', 'stock', 'until', 'price', 'version', 'createdAt', 'updatedAt']);
    expect(resource.list).toEqual({
      sortable: ['id', 'createdAt', 'updatedAt', 'price'],
      filterable: {
        id: 'ids',
        q: 'search',
        title: 'equals',
        stock: 'integer',
        until: 'dateRange',
        price: 'integerCents',
        version: 'integer',
        createdAt: 'dateRange',
        updatedAt: 'dateRange',
      },
      defaultSort: ['createdAt', 'DESC'],
    });
  });

  test('fills a default on creation and never on a change', () => {
    const { creation, change } = defineResource({ ...offers, fields: { title: z.string().default('New') } });
    expect(creation.parse({})).toEqual({ title: 'New' });
    expect(change.safeParse({}).success).toBe(false);
    expect(change.parse({ title: 'Old' })).toEqual({ title: 'Old' });
  });
});

test('enums are filtered by their values, and columns that are not shown may be of any kind', () => {
  const { list } = defineResource({
    name: 'others',
    table: others,
    fields: { grade: z.enum(['plain', 'fine']) },
  });
  expect(list.filterable.grade).toBe('equals');
});

test('rows may name people and be nobody’s', () => {
  const { personal } = defineResource({
    name: 'orders',
    table: orders,
    fields: { buyer: z.uuid() },
    personal: { aboutNobody: 'Buyers are companies.' },
  });
  expect(personal).toBeUndefined();
});

describe('a start is refused when', () => {
  test('money is declared editable', () => {
    expect(() =>
      defineResource({ ...offers, fields: { title: z.string(), price: z.number() }, money: ['price'] }),
    ).toThrow('The resource "offers" cannot be served: price is money and cannot be declared editable');
  });

  test.each([
    ['a balance', accounts, { balance: z.number() }],
    ['an amount', transactions, { amount: z.number() }],
    ['nothing at all, but new rows could be added', transactions, {}],
  ])("the ledger's tables are written: %s", (_, ledger, fields) => {
    // The types refuse these tables as well, for their columns: a declaration in plain JavaScript has no types.
    const declared: unknown = { name: 'figures', table: ledger, fields };
    expect(() => defineResource(declared as Parameters<typeof defineResource>[0])).toThrow(
      'only the ledger writes it',
    );
  });

  test.each(auditSubjects)('its name is what events are about: %s', (name) => {
    expect(() => defineResource({ ...offers, name })).toThrow('another name');
  });

  test.each([
    ['its name means something else', { name: 'users' }, 'another name'],
    ['its name is that of another call', { name: 'offered' }, 'another name'],
    ['its name is longer than a table’s may be', { name: 'o'.repeat(64) }, 'another name'],
    [
      'PostgreSQL would cut the name of its table off',
      { table: pgTable('o'.repeat(64), { ...resourceColumns, title: text('title') }) },
      "longer than PostgreSQL's 63 bytes",
    ],
    [
      'PostgreSQL would cut the names of two indexes off and have one',
      {
        table: pgTable('o'.repeat(60), { ...resourceColumns, title: text('title') }, (own) => [
          index(`${'o'.repeat(60)}_title_idx`).on(own.title),
          index(`${'o'.repeat(60)}_title_id_idx`).on(own.title, own.id),
        ]),
      },
      `as ${'o'.repeat(60)}_ti`,
    ],
    ['its name is one that every object has', { name: 'constructor' }, 'another name'],
    ['its name does not fit an address', { name: 'Offers/1' }, 'another name'],
    ['a search is asked for in numbers', { readOnly: ['stock'], searchable: ['stock'] }, 'stock is not text'],
    ['a column cannot be told in JSON', { readOnly: ['picture'] }, 'picture'],
    ['money is in a column of texts', { money: ['weight'] }, 'weight is money, and no number is read from'],
    [
      'a list is sorted by JSON',
      { table: others, fields: { terms: z.unknown() }, sortable: ['terms'] },
      'no list can be sorted by terms',
    ],
    [
      'a list is sorted by arrays of JSON by itself',
      { table: others, fields: { clauses: z.array(z.unknown()) }, defaultSort: ['clauses', 'ASC'] },
      'no list can be sorted by clauses',
    ],
    [
      'moments are texts of the database',
      { table: others, fields: { seen: z.string() } },
      "seen is a moment in mode 'string'",
    ],
    [
      'days are read as moments',
      { table: others, fields: { day: z.date() } },
      "day is a day in mode 'date', which makes a moment of it: leave the mode out",
    ],
    [
      'days in an array are read as moments',
      { table: others, fields: { days: z.array(z.date()) } },
      "days is a day in mode 'date'",
    ],
    ['a search is asked for in what is not shown', { searchable: ['hidden'] }, 'sorted by hidden, which is'],
    ['a list is sorted by what is not shown', { sortable: ['stock'] }, 'sorted by stock, which is not shown'],
    [
      'a list is sorted by itself by what is not shown',
      { defaultSort: ['stock', 'ASC'] },
      'sorted by stock, which is not shown',
    ],
    ['a column is not there', { sortable: ['colour'] }, 'no column colour'],
    ['a column is not there, though every object has it', { readOnly: ['toString'] }, 'no column toString'],
    [
      'a field is called as what every object has',
      named('constructor'),
      'it has a field constructor, and every',
    ],
    ['a field is called as the search', named('q'), 'it has a field q, and that is the search of its list'],
    ['a field is called as a column of PostgreSQL', named('xmin'), 'PostgreSQL has a column of that name'],
    ["a column is the server's", { fields: { title: z.string(), version: z.int() } }, 'filled by the server'],
    ['a column would stay empty', { fields: { stock: z.int() } }, 'nothing fills the column title'],
    [
      'a default stands within something else',
      { fields: { title: z.string().default('x').nullable() } },
      'the default of title has to stand behind',
    ],
    ['it does not say whose its rows are', { table: notes, fields: noted }, 'userId names people: say under'],
    ['it does not say whose its rows are, by another name', bought, 'buyer names people'],
    [
      'whose its rows are is no id',
      { personal: { person: 'title', erasure: { delete: true } } },
      'title does not refer to the ids of users',
    ],
    [
      'whose its rows are may be the id of nobody',
      { table: notes, fields: noted, personal: { person: 'userId', erasure: { delete: true } } },
      'userId does not refer to the ids of users',
    ],
    [
      'an erasure replaces what is not there',
      { ...bought, personal: { person: 'buyer', erasure: { replace: { colour: '' } } } },
      'no column colour',
    ],
    [
      'an erasure replaces nothing',
      { ...bought, personal: { person: 'buyer', erasure: { replace: {} } } },
      'an erasure has to replace something',
    ],
    ['the table has no version', { table: users }, 'no column version'],
  ])('%s', (_, wrong, message) => {
    const declared: unknown = { ...offers, ...wrong };
    expect(() => defineResource(declared as Parameters<typeof defineResource>[0])).toThrow(message);
  });
});
