import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProduct, resourceOfAllKinds, runIn } from '../tests/support/product-copy';
import { NotMade, readFields } from './resource/fields';
import { namesOf } from './resource/names';
import { planResource } from './resource/plan';

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
    [['wallets'], 'server/wallets is there already'],
    [['invitations'], 'src/admin/invitations is there already'],
    [['ledger-entries'], 'There is a table ledger_entries already'],
    [['examples', 'details:longText'], 'it must be a text'],
    [['examples', 'title:text', 'title:flag'], 'The field title is there twice'],
    [['examples', 'title:text', 'version:number'], 'A field cannot be called version'],
    [['examples', 'title:text', 'price:money'], 'its kind is one of text, longText'],
    [['examples', 'title:text', 'status:choice'], 'status:choice:open,closed'],
    [['examples', 'title:text', 'user:reference'], 'user:reference:users'],
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
  expect(readFields([]).map(({ name }) => name)).toEqual(['title', 'details']);
  expect(readFields(['subject']).map(({ kind }) => kind)).toEqual(['text']);
  expect(() => readFields(['subject', 'when:day'])).toThrow(NotMade);
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
  const [migration = ''] = readdirSync(join(folder, 'server/db/migrations')).filter((name) =>
    name.endsWith('_example-notes.sql'),
  );
  expect(read(`server/db/migrations/${migration}`)).toContain('CREATE TABLE "example_notes"');
  runIn(folder, 'npx', 'biome', 'check', ...files);

  const again = make('example-notes');
  expect([again.status, again.output]).toEqual([1, expect.stringContaining('is there already')]);
});

test('the test that it writes passes on the server that it has extended', () => {
  const args = ['vitest', 'run', '--project', 'api on the embedded PostgreSQL'];
  const output = runIn(folder, 'npx', ...args, 'tests/api/example-notes.test.ts');
  expect(output).toContain('2 passed');
});
