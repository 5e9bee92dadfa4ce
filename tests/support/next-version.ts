import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from '../../contract/zod';

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() })),
});

/** Adds a migration to a folder of them, as the next version of the product has one more. Answers the time it is known by. */
export function addMigration(folder: string, statements: readonly string[]): number {
  const path = join(folder, 'meta/_journal.json');
  const journal = journalSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const idx = journal.entries.length;
  const tag = `${String(idx).padStart(4, '0')}_next`;
  const when = Math.max(0, ...journal.entries.map((entry) => entry.when)) + 1_000;
  journal.entries.push({ idx, version: '7', when, tag, breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  appendFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  return when;
}

/**
 * The next version of a built server: a copy that has one migration more. Without its pages, and with the packages of this
 * folder. Answers its program.
 */
export function makeNextVersion(program: string, folder: string, statements: readonly string[]): string {
  const server = join(folder, 'dist/server');
  cpSync(dirname(program), server, { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  addMigration(join(server, 'migrations'), statements);
  return join(server, basename(program));
}

/** What the next version's migration does in tests: each kind of what a migration within a minor version may do. */
export const additiveStatements = [
  'CREATE TABLE "next_notes" ("id" uuid PRIMARY KEY NOT NULL, "text" text NOT NULL)',
  `ALTER TABLE "transactions" ADD COLUMN "next_note" text DEFAULT '' NOT NULL`,
  'ALTER TABLE "accounts" ADD COLUMN "next_level" integer',
  'ALTER TABLE "transactions" ADD CONSTRAINT "transactions_next_note_check" CHECK (length("next_note") < 100) NOT VALID',
  'ALTER TABLE "transactions" VALIDATE CONSTRAINT "transactions_next_note_check"',
  'CREATE INDEX CONCURRENTLY "transactions_next_note_idx" ON "transactions" USING btree ("next_note","created_at")',
];
