import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from '../contract/zod';
import { root, run } from './run-command';

/** The product's tables, and those of an operator's own resources; each has its migrations. */
export type Part = 'product' | 'own';

/** Where the migrations are, and what drizzle-kit reads of them. */
export const migrationFolder = (part: Part): string =>
  part === 'product' ? 'server/db/migrations' : 'server/db/own-migrations';
const config = (part: Part) => `server/db/${part === 'product' ? '' : 'own.'}drizzle.config.ts`;

/** The tables in `server/db/schema`, in whatever file, by their names in the database. */
async function productTables(): Promise<string[]> {
  const folder = join(root, 'server/db/schema');
  const files = readdirSync(folder).map((file) => pathToFileURL(join(folder, file)).href);
  const modules: object[] = await Promise.all(files.map((file) => import(file)));
  return modules.flatMap(Object.values).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []));
}

const snapshotSchema = z.object({ tables: z.record(z.string(), z.object({ name: z.string() })) });

/** What the next of the product's migrations would drop: tables of the last snapshot that are no longer the product's. */
async function leftTables(): Promise<string[]> {
  const meta = join(root, migrationFolder('product'), 'meta');
  const last = readdirSync(meta)
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1);
  const { tables } = snapshotSchema.parse(JSON.parse(readFileSync(join(meta, last ?? ''), 'utf8')));
  const known = await productTables();
  return Object.values(tables).flatMap(({ name }) => (known.includes(name) ? [] : [name]));
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

function readTags(part: Part): string[] {
  const text = readFileSync(join(root, migrationFolder(part), 'meta/_journal.json'), 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries.map(({ tag }) => tag);
}

/** No migration was written, for another reason than that there is nothing to write. */
export class NotGenerated extends Error {}

/**
 * Writes the migration from the difference between the tables and the last one. Answers its path; undefined where there is
 * none. Throws {@link NotGenerated} with what drizzle-kit has printed, or where the product's migrations know tables that the
 * product does not have: without `drops` none of these is dropped, nor made once more. With `asks` somebody is there to tell a
 * table that was renamed from one that is gone.
 */
export async function generateMigration(
  part: Part,
  args: readonly string[],
  { asks = false, drops = false } = {},
): Promise<string | undefined> {
  const left = drops ? [] : await leftTables();
  if (left.length > 0) {
    throw new NotGenerated(
      `${migrationFolder('product')} has tables that the product does not have, and its next migration would drop them with all that is in them: ${left.join(', ')}. Where they are of resources of yours, docs/extending.md, "Taking a new version", says how their migrations are moved. Where they are to go, \`npm run db:generate -- --drops\` says so.`,
    );
  }
  const before = readTags(part);
  const command = { program: 'drizzle-kit', args: ['generate', '--config', config(part), ...args] };
  const written = () => readTags(part).find((each) => !before.includes(each));
  const pathOf = (tag: string) => `${migrationFolder(part)}/${tag}.sql`;
  if (asks) {
    const { code } = await run(command, { asks });
    const tag = written();
    if (code !== 0) throw new NotGenerated('drizzle-kit has failed');
    if (tag !== undefined) return pathOf(tag);
    // What it printed is unknown here: it is done again to hear whether there was nothing to write.
  }
  const { code, output } = await run(command, { capture: true });
  const tag = written();
  if (code === 0 && tag !== undefined) return pathOf(tag);
  // It ends with 0 as well when its snapshots do not fit together, and when it would ask something.
  if (code !== 0 || !output.includes('No schema changes')) throw new NotGenerated(output);
  return undefined;
}
