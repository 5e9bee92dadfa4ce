import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '../contract/zod';
import { root, run } from './run-command';

/** The product's tables, and those of an operator's own resources; each has its migrations. */
export type Part = 'product' | 'own';

/** Where the migrations are, and what drizzle-kit reads of them. */
export const migrationFolder = (part: Part): string =>
  part === 'product' ? 'server/db/migrations' : 'server/db/own-migrations';
const config = (part: Part) => `server/db/${part === 'product' ? '' : 'own.'}drizzle.config.ts`;

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

function readTags(part: Part): string[] {
  const text = readFileSync(join(root, migrationFolder(part), 'meta/_journal.json'), 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries.map(({ tag }) => tag);
}

/** drizzle-kit has written no migration, for another reason than that there is nothing to write. */
export class NotGenerated extends Error {}

/**
 * Writes the migration from the difference between the tables and the last one. Answers its path; undefined where there is
 * none. Throws {@link NotGenerated} with what drizzle-kit has printed. With `asks` somebody is there to tell a table that
 * was renamed from one that is gone.
 */
export async function generateMigration(
  part: Part,
  args: readonly string[],
  { asks = false } = {},
): Promise<string | undefined> {
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
