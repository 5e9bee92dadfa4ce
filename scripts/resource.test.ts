import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProduct, replaceIn, resourceOfAllKinds, runIn } from '../tests/support/product-copy';
import { NotMade, readFields } from './resource/fields';
import { namesOf } from './resource/names';
import { planResource } from './resource/plan';
import { referable } from './resource/referable';

/** `npm run resource`, in a copy of the product. That what it writes compiles, tests/structure/chart.test.ts shows. */
let folder: string;
beforeAll(() => {
  folder = copyProduct();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

function make(...args: string[]): { status: number | null; output: string } {
  const command = ['--import', 'tsx', 'scripts/resource.ts', ...args];
  const { status, stdout, stderr } = spawnSync('node', command, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('a resource is refused that', () => {
  test.each([
    [[], 'npm run resource -- NAME'],
    [['Support Tickets'], '"Support Tickets" is no name for a resource'],
    [['../tickets'], '"../tickets" is no name for a resource'],
    [['transactions'], '"transactions" is no name for a resource'],
    [['a'.repeat(64)], 'is no name for a resource: at most 63 small letters'],
    [['a'.repeat(49)], `PostgreSQL would cut ${'a'.repeat(49)}_created_at_idx off after 63 letters`],
    [
      ['a'.repeat(41), 'title:text', 'somebodyConcerned:reference:users'],
      `PostgreSQL would cut ${'a'.repeat(41)}_somebody_concerned_idx off`,
    ],
    [
      ['a'.repeat(44), 'title:text', 'userId:reference:users'],
      `PostgreSQL would cut ${'a'.repeat(44)}_user_id_users_id_fk off`,
    ],
    [['wallets'], 'server/wallets is there already'],
    [['own'], 'src/admin/own is for what you write by hand'],
    [['invitations'], '"invitations" is no name for a resource'],
    [['offered'], '"offered" is no name for a resource'],
    [['constructor'], '"constructor" is no name for a resource'],
    [['layout'], 'src/admin/layout is there already'],
    [['may'], 'src/admin/may.ts is there already'],
    [['wallet'], '"wallet" would be walletResource in the code, and server/declared-resources.ts has one'],
    [['defines'], '"defines" would be defineResource in the code, which the product has already'],
    [['pgs'], '"pgs" would be pgTable in the code, which the product has already'],
    [['s'], '"s" would be Resource in the code'],
    [['ledger-entries'], 'There is a table ledger_entries already'],
    [['examples', 'details:longText'], 'it must be a text'],
    [['examples', 'title:text', 'title:flag'], 'The field title is there twice'],
    [['examples', 'title:text', 'version:number'], 'A field cannot be called version'],
    [['examples', 'title:text', 'price:money'], 'its kind is one of text, longText'],
    [['examples', 'title:text', 'status:choice'], 'status:choice:open,closed'],
    [
      ['examples', 'title:text', 'status:text:open,closed'],
      'only a choice and a reference have a third part',
    ],
    [['examples', 'q:text'], 'A field cannot be called q: that is the search of its list'],
    [
      ['examples', 'title:text', 'constructor:text'],
      'A field cannot be called constructor: every object has',
    ],
    [['examples', 'title:text', 'hasOwnProperty:flag'], 'A field cannot be called hasOwnProperty: every'],
    [['examples', 'title:text', 'toString:text'], 'A field cannot be called toString: every object has'],
    [['examples', 'title:text', 'valueOf:number'], 'A field cannot be called valueOf: every object has'],
    ...['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'].map((name): [string[], string] => [
      ['examples', 'title:text', `${name}:number`],
      `A field cannot be called ${name}: PostgreSQL has a column of that name in every table`,
    ]),
    [
      ['examples', 'title:text', 'then:text'],
      'A field cannot be called then: JavaScript takes what has something of that name for a promise',
    ],
    [['examples', 'title:text', 'user:reference'], 'as user:reference:users has'],
    [['examples', 'title:text', 'of:reference:user'], `There are ${referable.join(', ')}, examples`],
    [['examples', 'title:text', 'of:reference:audit'], '"of:reference:audit" needs a resource that can be'],
    [['examples', 'title:text', 'of:reference:review'], '"of:reference:review" needs a resource that can'],
    [['examples', 'title:text', 'of:reference:toString'], '"of:reference:toString" needs a resource that'],
    [['examples', "title:text','"], 'its kind is one of'],
  ])('%j', (args, said) => {
    expect(() => planResource(folder, args)).toThrow(NotMade);
    expect(() => planResource(folder, args)).toThrow(said);
  });
});

test('names of several words are told apart where they are read, written and stored', () => {
  expect(namesOf('example-notes')).toEqual({
    name: 'example-notes',
    label: 'Example notes',
    singular: 'Example note',
    one: 'exampleNote',
    table: 'example_notes',
  });
  expect(['fees', 'policies', 'boxes', 'news'].map((name) => namesOf(name).one)).toEqual([
    'fee',
    'policy',
    'box',
    'new',
  ]);
});

test('a field may be of each kind, and a wrong one is named', () => {
  expect(readFields([], []).map(({ name }) => name)).toEqual(['title', 'details']);
  expect(readFields(['subject'], []).map(({ kind }) => kind)).toEqual(['text']);
  expect(() => readFields(['subject', 'when:day'], [])).toThrow(NotMade);
});

test('a field may refer to what the console has, finds by an id and searches, and to its own resource', () => {
  expect(referable).toEqual([
    'accounts',
    'invitations',
    'mail',
    'proposals',
    'reports',
    'transactions',
    'users',
    'wallets',
  ]);
  for (const name of referable)
    expect(existsSync(join(folder, `src/admin/${name}/index.ts`)), name).toBe(true);
  const references = [...referable, 'examples'].map((name, index) => `of${index}:reference:${name}`);
  expect(planResource(folder, ['examples', 'title:text', ...references]).name).toBe('examples');
});

test('no field is taken that every object has', () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect(() => readFields(['title', name], []), name).toThrow(NotMade);
  }
});

test('one command writes both sides with a migration and a test, in order', () => {
  const { status, output } = make(...resourceOfAllKinds);
  expect(status, output).toBe(0);
  const files = [
    'server/example-notes/resource.ts',
    'server/declared-resources.ts',
    'src/admin/example-notes/index.ts',
    'src/app.config.ts',
    'tests/api/example-notes.test.ts',
  ];
  for (const file of files) expect(output).toContain(file);
  expect(output).toContain('npm run build && npm start');
  expect(read('server/declared-resources.ts')).toMatch(
    /\[[^\]]*\bwalletResource,[^\]]*\bexampleNoteResource,?\s*\]/,
  );
  expect(read('src/app.config.ts')).toContain("() => import('./admin/example-notes')");
  // What the server refuses to be without is asked for before anything is sent.
  const fields = read('src/admin/example-notes/index.ts').matchAll(
    /\{\s*name: '(\w+)'(?:[^{}]|\{[^{}]*\})*\}/g,
  );
  expect([...fields].filter(([code]) => code.includes('required: true')).map(([, name]) => name)).toEqual([
    'subject',
    'status',
  ]);
  expect(read('src/admin/example-notes/index.ts')).toMatch(/\{[^}]*name: 'userId'[^}]*fixed: true,?\s*\}/);
  const [, migration = ''] =
    /(server\/db\/own-migrations\/\S+_example-notes\.sql), which makes/.exec(output) ?? [];
  const made = read(migration);
  expect(made).toContain('CREATE TABLE "example_notes"');
  expect([...made.matchAll(/CREATE INDEX "(\w+)" ON "example_notes" USING btree \((.*)\);/g)]).toMatchObject([
    { 1: 'example_notes_created_at_idx', 2: '"created_at","id"' },
    { 1: 'example_notes_user_id_idx', 2: '"user_id","created_at","id"' },
  ]);
  expect(made).toContain('FOREIGN KEY ("user_id") REFERENCES "public"."users"');
  expect(read('server/example-notes/resource.ts')).toContain("personal: { person: 'userId', erasure: {");
  runIn(folder, 'npx', 'biome', 'check', ...files);

  const again = make('example-notes');
  expect([again.status, again.output]).toEqual([1, expect.stringContaining('is there already')]);
});

/** What a resource would be added to, and where it would be. */
const traces = () => [
  read('server/declared-resources.ts'),
  read('src/app.config.ts'),
  read('server/db/own-migrations/meta/_journal.json'),
  ...['server', 'server/db/own-migrations', 'server/db/own-migrations/meta', 'src/admin', 'tests/api'].map(
    (path) => readdirSync(join(folder, path)),
  ),
];

test('what is one word with another resource in the code is refused before anything is written', () => {
  const before = traces();
  expect(make('example-note')).toEqual({
    status: 1,
    output:
      '"example-note" would be exampleNoteResource in the code, and server/declared-resources.ts has one already\n',
  });
  expect(traces()).toEqual(before);
});

test('a resource that it has written may be referred to', () => {
  const before = traces();
  const { status, output } = make('remarks', 'title:text', 'noteId:reference:example-note');
  expect([status, output]).toEqual([1, expect.stringMatching(/There are .*\bexample-notes\b/)]);
  expect(traces()).toEqual(before);
});

test('the test that it writes passes on the server that it has extended', () => {
  const args = ['vitest', 'run', '--project', 'api on the embedded PostgreSQL'];
  const output = runIn(folder, 'npx', ...args, 'tests/api/example-notes.test.ts');
  expect(output).toContain('2 passed');
});

test('a table of another resource is refused before anything is written, whatever that resource is called', () => {
  replaceIn(join(folder, 'server/example-notes/resource.ts'), "'example_notes',", "'remarks',");
  const before = traces();
  expect(make('remarks')).toEqual({ status: 1, output: 'There is a table remarks already\n' });
  expect(traces()).toEqual(before);
});

test('nothing is left of one whose migration cannot be written, and the command says that it was not', () => {
  // A table that is gone beside a new one: drizzle-kit would ask whether it was renamed, and ends with 0 where nobody is there.
  const before = traces();
  const { status, output } = make('leaflets');
  expect(status).toBe(1);
  expect(output).toContain('Nothing has been changed for leaflets: no migration was written.');
  expect(output).toContain('Interactive prompts require a TTY');
  expect(traces()).toEqual(before);
  const generate = ['--import', 'tsx', 'scripts/db-generate.ts'];
  const generated = spawnSync('node', generate, { cwd: folder, encoding: 'utf8' });
  expect(generated.stdout).toContain('server/db/migrations: nothing to write');
  expect([generated.status, generated.stderr]).toEqual([
    1,
    expect.stringContaining('server/db/own-migrations: no migration was written.'),
  ]);
  expect(traces()).toEqual(before);
});

test('nothing is written while the migrations of the product know a table of a resource', () => {
  const meta = 'server/db/migrations/meta';
  const last = readdirSync(join(folder, meta)).findLast((file) => file.endsWith('_snapshot.json')) ?? '';
  replaceIn(join(folder, meta, last), '"tables": {', '"tables": { "public.remarks": { "name": "remarks" },');
  const all = () => [
    ...traces(),
    ...['server/db/migrations', meta].map((path) => readdirSync(join(folder, path))),
  ];
  const before = all();
  const generate = ['--import', 'tsx', 'scripts/db-generate.ts'];
  for (const args of [[], ['--own']]) {
    const { status, stdout, stderr } = spawnSync('node', [...generate, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/: remarks\. .*"Taking a new version"/),
    ]);
  }
  const { status, output } = make('leaflets');
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/Nothing has been changed for leaflets.*\n.*: remarks\./),
  ]);
  expect(all()).toEqual(before);
});
