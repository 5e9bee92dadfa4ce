import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { schemaGrants } from '../../server/db/grants';
import { schema } from '../../server/db/schema/tables';
import { inventory, type PersonalTable } from '../../server/personal-data/inventory';
import { root } from './imports';

/* The inventory knows every table and every column, and asks of the server's role nothing that it may not do. */

const tables = Object.entries(schema).flatMap(([name, table]) =>
  is(table, PgTable) ? [{ name, table }] : [],
);
const entries = new Map(Object.entries(inventory));
const personal = [...entries.values()].filter((entry): entry is PersonalTable => 'table' in entry);

test('every table of the schema is in the inventory, and no other', () => {
  expect([...entries.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('every table about people is named in the document', () => {
  const text = readFileSync(join(root, 'docs/personal-data.md'), 'utf8');
  const names = personal.map(({ table }) => `\`${getTableName(table)}\``);
  expect(names).toContain('`users`');
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

describe.each(personal.map((entry) => ({ name: getTableName(entry.table), entry })))(
  '$name',
  ({ name, entry }) => {
    test('has a use for each of its columns, and for no other', () => {
      expect(Object.keys(entry.columns).sort()).toEqual(Object.keys(getTableColumns(entry.table)).sort());
    });

    test('is erased as the server’s role may', () => {
      const may = schemaGrants.get(`public.${name}`) ?? [];
      if ('delete' in entry.erasure) expect(may).toContain('DELETE');
      else if ('replace' in entry.erasure) {
        expect(may).toContain('UPDATE');
        const subject = { id: 'id', email: 'a@example.com', firstName: 'A', lastName: 'B' };
        const columns = Object.keys(getTableColumns(entry.table));
        expect(columns).toEqual(expect.arrayContaining(Object.keys(entry.erasure.replace(subject))));
      } else expect(entry.erasure.keep).not.toBe('');
    });
  },
);

test('what holds secrets is named as such', () => {
  const secret = /hash|hmac|secret|salt|challenge|public_?key/i;
  const open = personal.flatMap(({ table, columns }) =>
    Object.entries(columns).flatMap(([column, use]) =>
      secret.test(column) && use !== 'secret' && use !== 'inner' ? [`${getTableName(table)}.${column}`] : [],
    ),
  );
  expect(open).toEqual([]);
});
