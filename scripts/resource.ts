import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateMigration, migrationFolder, NotGenerated } from './migrations';
import { NotMade } from './resource/fields';
import { planResource, type ResourcePlan } from './resource/plan';
import { root, run } from './run-command';

/*
 * `npm run resource -- tickets [fields]`: a new resource on both sides, with its migration and a test, ready to run
 * (docs/extending.md).
 */

const unchanged = (name: string) => `Nothing has been changed for ${name}`;
const generateFirst =
  'Where another table has been changed, renamed or taken out, run `npm run db:generate` first: it asks what it needs to know.';

/** All files of a folder of the product, by path. */
function readFolder(path: string): Map<string, Buffer> {
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file, readFileSync(file)]));
}

/** What has to be removed for a file that is not there yet: itself, or the folders that are made for it. */
function newPathOf(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) ? file : newPathOf(folder);
}

/** Remembers what is about to be changed; the answer puts it back. */
function remember(paths: readonly string[]): () => void {
  const files = paths.map((path) => join(root, path));
  const added = files.filter((file) => !existsSync(file)).map(newPathOf);
  const edited = files.filter((file) => existsSync(file)).map((file) => [file, readFileSync(file)] as const);
  const migrations = readFolder(migrationFolder('own'));
  return () => {
    const generated = [...readFolder(migrationFolder('own')).keys()].filter((file) => !migrations.has(file));
    for (const path of [...added, ...generated]) rmSync(path, { recursive: true, force: true });
    for (const [file, text] of [...edited, ...migrations]) writeFileSync(file, text);
  };
}

async function write({ name, files }: ResourcePlan): Promise<string> {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const biome = { program: 'biome', args: ['check', '--write', ...files.keys()] };
  const { code, output } = await run(biome, { capture: true });
  if (code !== 0) throw new NotMade(`biome has failed:\n${output}`);
  const migration = await generateMigration('own', ['--name', name]);
  if (migration === undefined) {
    throw new NotMade(
      'a migration makes its table already. `npm run db:generate` writes the one that drops it',
    );
  }
  return migration;
}

async function make(plan: ResourcePlan): Promise<void> {
  const { name } = plan;
  const paths = [...plan.files.keys()];
  const undo = remember(paths);
  let migration: string;
  try {
    migration = await write(plan);
  } catch (error) {
    undo();
    if (error instanceof NotGenerated)
      throw new NotMade(`${unchanged(name)}: no migration was written.\n${error.message}\n${generateFirst}`);
    if (error instanceof NotMade) throw new NotMade(`${unchanged(name)}: ${error.message}`);
    throw error;
  }
  console.log(`Written for ${name}:
${paths.map((path) => `  ${path}`).join('\n')}
  ${migration}, which makes its table

Next:
  read the migration, and make the columns and their checks what you need
  npx vitest run --project 'api on the embedded PostgreSQL' tests/api/${name}.test.ts
  npm run build && npm start, and look at /admin/${name}
  docs/extending.md says what else a declaration can do`);
}

try {
  await make(planResource(root, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof NotMade)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
