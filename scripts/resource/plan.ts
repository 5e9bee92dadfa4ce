import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { schema } from '../../server/db/schema/tables';
import { resources } from '../../server/declared-resources';
import { isResourceName, longestName } from '../../server/resources/define-resource';
import { consoleFile } from './console-file';
import { fieldKinds, NotMade, readFields } from './fields';
import { type Names, namesOf } from './names';
import { referable } from './referable';
import { databaseNames, importedNames, resourceFile, testFile } from './server-files';

const usage = `npm run resource -- NAME [FIELD...]

  NAME   what several records are called, in small letters and hyphens: tickets
  FIELD  name:kind, the first one a text; without any: title:text details:longText
         kinds: ${fieldKinds.join(', ')}
         status:choice:open,closed   userId:reference:users`;

const declared = 'server/declared-resources.ts';
const config = 'src/app.config.ts';

/** The file with something added to a list in it. Throws NotMade where there is no such list. */
function withEntry(folder: string, path: string, list: RegExp, entry: string): string {
  const text = readFileSync(join(folder, path), 'utf8');
  const changed = text.replace(
    list,
    (_, begin: string, entries: string) => `${begin}${entries ? `${entries}, ` : ''}${entry}]`,
  );
  if (changed === text) throw new NotMade(`${path} has no list of resources to add to`);
  return changed;
}

/** The tables of the product, and of the resources that are declared. */
function tableNames(): string[] {
  const own = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []));
  return [...own, ...resources.map(({ table }) => getTableName(table))];
}

/** What a resource is called in the code where that means something else: `ticket` and `tickets` are one word there. */
function codeProblemOf(folder: string, { name, one }: Names): string | undefined {
  const names = [`${one}Resource`, `${one}Table`];
  const text = readFileSync(join(folder, declared), 'utf8');
  const there = names.find((each) => new RegExp(`\\b${each}\\b`).test(text));
  if (there) return `"${name}" would be ${there} in the code, and ${declared} has one already`;
  const imported = names.find((each) => importedNames.includes(each));
  return imported && `"${name}" would be ${imported} in the code, which the product has already`;
}

/** The folder in `src/admin` of what operators write by hand (docs/extending.md). */
const byHand = 'own';

/** Why there can be no resource of that name, if so. */
function problemOf(folder: string, names: Names, files: readonly string[]): string | undefined {
  const { name, table } = names;
  if (!isResourceName(name))
    return `"${name}" is no name for a resource: at most ${longestName} small letters and hyphens, and no name of the product's own`;
  const pages = `src/admin/${name}`;
  if (name === byHand) return `${pages} is for what you write by hand: take another name`;
  const known = [`server/${name}`, pages, `${pages}.ts`, `${pages}.tsx`, ...files].find((path) =>
    existsSync(join(folder, path)),
  );
  if (known) return `${known} is there already`;
  if (tableNames().includes(table)) return `There is a table ${table} already`;
  return codeProblemOf(folder, names);
}

/** A resource that can be made: its name, and the text of each file that is written for it, by path. */
export interface ResourcePlan {
  name: string;
  files: Map<string, string>;
}

/** What the arguments of `npm run resource` ask for, in a copy of the product. Throws NotMade, which says what is wrong. */
export function planResource(folder: string, [name, ...fieldTexts]: readonly string[]): ResourcePlan {
  if (!name || name.startsWith('-')) throw new NotMade(usage);
  const names = namesOf(name);
  const server = `server/${name}/resource.ts`;
  const pages = `src/admin/${name}/index.ts`;
  const test = `tests/api/${name}.test.ts`;
  const problem = problemOf(folder, names, [test]);
  if (problem) throw new NotMade(problem);
  const fields = readFields(fieldTexts, [...referable, name]);
  const long = databaseNames(names, fields).find((each) => Buffer.byteLength(each) > longestName);
  if (long)
    throw new NotMade(`"${name}" is too long: PostgreSQL would cut ${long} off after ${longestName} letters`);
  const registered = withEntry(
    folder,
    declared,
    /(resources: readonly Resource\[\] = \[)([^\]]*?),?\s*\]/,
    `${names.one}Resource`,
  );
  const files = new Map([
    [server, resourceFile(names, fields)],
    [declared, `import { ${names.one}Resource } from './${name}/resource';\n${registered}`],
    [pages, consoleFile(names, fields)],
    [
      config,
      withEntry(folder, config, /(\n {4}resources: \[)([^\]]*?),?\s*\]/, `() => import('./admin/${name}')`),
    ],
    [test, testFile(names, fields)],
  ]);
  return { name, files };
}
