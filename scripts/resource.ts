import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../server/db/schema';
import { isResourceName } from '../server/resources/define-resource';
import { consoleFile } from './resource/console-file';
import { fieldKinds, NotMade, readFields } from './resource/fields';
import { type Names, namesOf } from './resource/names';
import { resourceFile, testFile } from './resource/server-files';
import { root, run } from './run-command';

/*
 * `npm run resource -- tickets [fields]`: a new resource on both sides, with its migration and a test, ready to run
 * (docs/extending.md).
 */

const usage = `npm run resource -- NAME [FIELD...]

  NAME   small letters and hyphens, several of them: tickets
  FIELD  name:kind, the first one a text; without any: title:text details:longText
         kinds: ${fieldKinds.join(', ')}
         status:choice:open,closed   userId:reference:users`;

const declared = 'server/declared-resources.ts';
const config = 'src/app.config.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The file with something added to a list in it. Throws NotMade where there is no such list. */
function withEntry(path: string, list: RegExp, entry: string): string {
  const text = read(path);
  const changed = text.replace(
    list,
    (_, begin: string, entries: string) => `${begin}${entries ? `${entries}, ` : ''}${entry}]`,
  );
  if (changed === text) throw new NotMade(`${path} has no list of resources to add to`);
  return changed;
}

/** Why there can be no resource of that name, if so. */
function problemOf({ name, table }: Names, files: readonly string[]): string | undefined {
  if (!isResourceName(name))
    return `"${name}" is no name for a resource: small letters and hyphens, and no name of the product's own`;
  const known = [`server/${name}`, `src/admin/${name}`, ...files].find((path) =>
    existsSync(join(root, path)),
  );
  if (known) return `${known} is there already`;
  const tables: string[] = Object.values(schema).flatMap((each) =>
    is(each, PgTable) ? [getTableName(each)] : [],
  );
  return tables.includes(table) ? `There is a table ${table} already` : undefined;
}

/** What is written for a resource, by path. Throws NotMade. */
function filesOf(name: string, fieldTexts: readonly string[]): Map<string, string> {
  const names = namesOf(name);
  const server = `server/${name}/resource.ts`;
  const pages = `src/admin/${name}/index.ts`;
  const test = `tests/api/${name}.test.ts`;
  const problem = problemOf(names, [test]);
  if (problem) throw new NotMade(problem);
  const fields = readFields(fieldTexts);
  const registered = withEntry(
    declared,
    /(resources: readonly Resource\[\] = \[)([^\]]*?),?\s*\]/,
    `${names.one}Resource`,
  );
  return new Map([
    [server, resourceFile(names, fields)],
    [declared, `import { ${names.one}Resource } from './${name}/resource';\n${registered}`],
    [pages, consoleFile(names, fields)],
    [config, withEntry(config, /(\n {4}resources: \[)([^\]]*?),?\s*\]/, `() => import('./admin/${name}')`)],
    [test, testFile(names, fields)],
  ]);
}

async function make(name: string, fieldTexts: readonly string[]): Promise<void> {
  const files = filesOf(name, fieldTexts);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = [...files.keys()];
  const steps = [
    { program: 'biome', args: ['check', '--write', ...paths] },
    { program: 'drizzle-kit', args: ['generate', '--config', 'server/db/drizzle.config.ts', '--name', name] },
  ];
  for (const step of steps) {
    const { code, output } = await run(step, { capture: true });
    if (code !== 0) throw new NotMade(`The files are written, but ${step.program} has failed:\n${output}`);
  }
  console.log(`Written for ${name}:
${paths.map((path) => `  ${path}`).join('\n')}
  server/db/migrations/*_${name}.sql, which makes its table

Next:
  read the migration, and make the columns and their checks what you need
  npx vitest run --project 'api on the embedded PostgreSQL' tests/api/${name}.test.ts
  npm run build && npm start, and look at /admin/${name}
  docs/extending.md says what else a declaration can do`);
}

const [name, ...fieldTexts] = process.argv.slice(2);
try {
  if (!name || name.startsWith('-')) throw new NotMade(usage);
  await make(name, fieldTexts);
} catch (error) {
  if (!(error instanceof NotMade)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
