import { type Field, namesUser, personIn } from './fields';
import { type Names, snakeCase } from './names';

/** The column of a field, and the function of drizzle-orm that makes it. */
function columnOf(field: Field): { maker: string; code: string } {
  const { name, kind, values } = field;
  const column = `'${snakeCase(name)}'`;
  switch (kind) {
    case 'text':
    case 'longText':
      return { maker: 'text', code: `text(${column}).notNull()` };
    case 'choice':
      return { maker: 'text', code: `text(${column}, { enum: ${JSON.stringify(values)} }).notNull()` };
    case 'flag':
      return { maker: 'boolean', code: `boolean(${column}).notNull()` };
    case 'number':
      return { maker: 'integer', code: `integer(${column})` };
    case 'date':
      return { maker: 'date', code: `date(${column})` };
    case 'moment':
      return { maker: 'timestamp', code: `timestamp(${column}, { withTimezone: true })` };
    case 'reference':
      return {
        maker: 'uuid',
        code: `uuid(${column})${namesUser(field) ? '.references(() => users.id)' : ''}`,
      };
  }
}

/** What may be written to a field. */
function schemaOf({ kind, values }: Field): string {
  switch (kind) {
    case 'text':
      return 'fields.text(1, 200)';
    case 'longText':
      return "fields.longText(5_000).default('')";
    case 'choice':
      return `z.enum(${JSON.stringify(values)}).default('${values[0]}')`;
    case 'flag':
      return 'z.boolean().default(false)';
    case 'number':
      return 'z.int32().nullable().default(null)';
    case 'date':
      return 'day.nullable().default(null)';
    case 'moment':
      return 'moment.nullable().default(null)';
    case 'reference':
      return 'fields.id.nullable().default(null)';
  }
}

const quoted = (fields: readonly Field[]) => fields.map(({ name }) => `'${name}'`).join(', ');
const isText = ({ kind }: Field) => kind === 'text' || kind === 'longText';

const indexName = (table: string, field: string) => `${table}_${snakeCase(field)}_idx`;

/** The fields with an index: a list is read in its order, of one that is referred to as well, and not sorted anew. */
const indexedOf = (fields: readonly Field[]) => [
  'createdAt',
  ...fields.filter(({ kind }) => kind === 'reference').map(({ name }) => name),
];

/** The index by which a list is read that has one value of a field, or is in the order of all. */
function indexOf(table: string, field: string): string {
  const columns = [...new Set([field, 'createdAt', 'id'])].map((name) => `table.${name}`);
  return `index('${indexName(table, field)}').on(${columns.join(', ')})`;
}

/** What the database has by name of a resource: its table, indexes and references, these as drizzle-kit calls them. */
export const databaseNames = ({ table }: Names, fields: readonly Field[]): string[] => [
  table,
  ...indexedOf(fields).map((field) => indexName(table, field)),
  ...fields.filter(namesUser).map(({ name }) => `${table}_${snakeCase(name)}_users_id_fk`),
];

/** What the file below imports under names that its own could have. */
export const importedNames: readonly string[] = ['pgTable', 'defineResource'];

/** Where what may be written comes from; drizzle-orm has a `text` as well. */
function importsOf(fields: readonly Field[]): string[] {
  const kinds = new Set(fields.map(({ kind }) => kind));
  const times = [kinds.has('date') ? ['day'] : [], kinds.has('moment') ? ['moment'] : []].flat();
  const isPlain = (['choice', 'flag', 'number'] as const).some((kind) => kinds.has(kind));
  return [
    // The first field is a text.
    "import * as fields from '../../contract/fields';\n",
    ...(times.length > 0 ? [`import { ${times.join(', ')} } from '../../contract/times';\n`] : []),
    ...(isPlain ? ["import { z } from '../../contract/zod';\n"] : []),
    ...(fields.some(namesUser) ? ["import { users } from '../db/schema/people';\n"] : []),
  ];
}

/** server/<name>/resource.ts: the table, and what may be written to it. */
export function resourceFile({ name, one, table }: Names, fields: readonly Field[]): string {
  const columns = fields.map((field) => ({ name: field.name, ...columnOf(field) }));
  const makers = [...new Set(['index', 'pgTable', ...columns.map(({ maker }) => maker)])].toSorted();
  const person = personIn(fields);
  return `import { ${makers.join(', ')} } from 'drizzle-orm/pg-core';
${importsOf(fields).join('')}import { resourceColumns } from '../resources/columns';
import { defineResource } from '../resources/define-resource';

export const ${one}Table = pgTable(
  '${table}',
  {
    ...resourceColumns,
${columns.map((column) => `    ${column.name}: ${column.code},`).join('\n')}
  },
  (table) => [
${indexedOf(fields)
  .map((field) => `    ${indexOf(table, field)},`)
  .join('\n')}
  ],
);

export const ${one}Resource = defineResource({
  name: '${name}',
  table: ${one}Table,
  fields: {
${fields.map((field) => `    ${field.name}: ${schemaOf(field)},`).join('\n')}
  },
  searchable: [${quoted(fields.filter(isText))}],
  sortable: [${quoted(fields.filter(({ kind }) => kind !== 'longText' && kind !== 'reference'))}],${
    person ? `\n  personal: { person: '${person.name}', erasure: { delete: true } },` : ''
  }
});
`;
}

/** A value of a field for its test; one that refers to somebody refers to the signed-in investor. */
function exampleOf({ kind, values }: Field): string {
  switch (kind) {
    case 'text':
    case 'longText':
      return "'An example'";
    case 'choice':
      return `'${values[0]}'`;
    case 'flag':
      return 'true';
    case 'number':
      return '7';
    case 'date':
      return "'2026-03-04'";
    case 'moment':
      return "'2026-03-04T10:00:00.000Z'";
    case 'reference':
      return 'investor.userId';
  }
}

/** tests/api/<name>.test.ts: it is added, found, changed and deleted, and by administrators alone. */
export function testFile({ name, label, singular }: Names, fields: readonly Field[]): string {
  const what = singular.toLowerCase();
  const [first] = fields;
  return `import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

const path = '/api/admin/${name}';
const recordSchema = z.looseObject({ _id: z.string(), version: z.number() });

let app: TestApp;
let admin: string;
let auditor: string;
let investor: { token: string; userId: string };
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  admin = await app.signInAsAdmin();
  auditor = await app.signInAsAuditor();
  investor = await app.signUp();
});
afterAll(() => app.close());

const example = () => ({
${fields.map((field) => `  ${field.name}: ${exampleOf(field)},`).join('\n')}
});
const add = (token: string) => app.call('POST', path, { token, body: example() });

test('a ${what} is added, found, changed and deleted', async () => {
  const { status, data } = await add(admin);
  expect(status).toBe(201);
  const { _id, version } = recordSchema.parse(data);
  expect(data).toMatchObject(example());
  const found = await app.call('GET', \`\${path}?filter={"id":["\${_id}"]}\`, { token: auditor });
  expect(found.data).toMatchObject([{ _id }]);
  const headers = { 'if-match': \`"\${version}"\`, 'x-reason': 'Corrected' };
  const body = { ${first?.name}: 'Another' };
  const changed = await app.call('PUT', \`\${path}/\${_id}\`, { token: admin, body, headers });
  expect(changed.data).toMatchObject({ ...example(), ...body, version: version + 1 });
  const stale = await app.call('PUT', \`\${path}/\${_id}\`, { token: admin, body: example(), headers });
  expect(stale.status).toBe(412);
  expect((await app.call('DELETE', \`\${path}/\${_id}\`, { token: admin })).status).toBe(200);
  expect((await app.call('GET', \`\${path}/\${_id}\`, { token: admin })).status).toBe(404);
});

test('${label.toLowerCase()} are written by administrators alone, and no investor reads them', async () => {
  expect((await add(auditor)).status).toBe(403);
  expect((await add(investor.token)).status).toBe(403);
  expect((await app.call('GET', path, { token: auditor })).status).toBe(200);
  expect((await app.call('GET', path, { token: investor.token })).status).toBe(403);
});
`;
}
