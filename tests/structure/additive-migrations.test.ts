import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { openedVersion } from '../../server/db/migration-statements';
import { backgroundBreaches, breachesOf } from './additive-migrations';
import { root } from './imports';

/** The last migration from before the rule: nothing had been released, and no replica of another version ran beside. */
const beforeTheRule = '0017_statements';

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

function readMigrations(folder: string) {
  const { entries } = journalSchema.parse(readJson(`${folder}/meta/_journal.json`));
  return readMigrationFiles({ migrationsFolder: join(root, folder) }).map(({ sql, folderMillis }, index) => ({
    tag: entries[index]?.tag ?? '',
    at: folderMillis,
    sql,
    opens: openedVersion(sql),
  }));
}

const migrations = readMigrations('server/db/migrations');
/** Of the tables of an operator's own resources. */
const ownMigrations = readMigrations('server/db/own-migrations');
const tags = migrations.map(({ tag }) => tag);
const since = migrations.slice(tags.indexOf(beforeTheRule) + 1);
const toNumber = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1_000_000 + minor;
};

describe('the migrations', () => {
  test('are read whole', () => {
    expect(tags).toContain(beforeTheRule);
    expect(migrations.every(({ sql }) => sql.join('').trim().length > 0)).toBe(true);
  });

  test('have a time each, by which a database knows them', () => {
    const times = [...migrations, ...ownMigrations].map(({ at }) => at);
    expect(times.filter((at, index) => times.indexOf(at) !== index)).toEqual([]);
  });

  test('are additive within a minor version, and keep nobody waiting', () => {
    const breaches = since.flatMap(({ tag, sql, opens }) =>
      opens === undefined ? breachesOf(sql).map((breach) => `${tag}: ${breach}`) : [],
    );
    expect(breaches).toEqual([]);
  });

  test('have what goes on in the background by itself and at their end', () => {
    expect([...migrations, ...ownMigrations].flatMap(({ sql }) => backgroundBreaches(sql))).toEqual([]);
  });

  test('of an operator are additive for the tables of the product, do as they like with their own, and open no version', () => {
    const makers = ownMigrations.flatMap(({ sql }) => sql);
    const breaches = ownMigrations.flatMap(({ tag, sql, opens }) =>
      [...breachesOf(sql, makers), ...(opens === undefined ? [] : [`opens ${opens}`])].map(
        (breach) => `${tag}: ${breach}`,
      ),
    );
    expect(breaches).toEqual([]);
  });

  test('open a minor version before all else of it, each later than the one before, and none that is not there yet', () => {
    const { version } = z.object({ version: z.string() }).parse(readJson('package.json'));
    expect(wrongOpenings(migrations, version)).toEqual([]);
  });
});

/** Migrations that open a version which is not the newest, or out of order, or after others of the same version. */
function wrongOpenings(
  all: readonly { tag: string; opens: string | undefined }[],
  productVersion: string,
): string[] {
  let last = 0;
  let additiveSince = true;
  return all.flatMap(({ tag, opens }) => {
    if (opens === undefined) {
      additiveSince = true;
      return [];
    }
    const version = toNumber(opens);
    const right = version <= toNumber(productVersion) && (additiveSince ? version > last : version >= last);
    last = version;
    additiveSince = false;
    return right ? [] : [tag];
  });
}

test.each([
  [['0.2'], '0.2.0', []],
  [['0.2', '0.2', undefined, '0.3'], '0.3.1', []],
  [['0.2', undefined, '0.2'], '0.2.0', [2]],
  [['0.3', '0.2'], '0.3.0', [1]],
  [[undefined, '0.3'], '0.2.7', [1]],
  [['0.2', '0.10'], '0.10.0', []],
] as const)('of migrations that open %j in version %s the wrong ones are %j', (opens, version, wrong) => {
  const all = opens.map((one, index) => ({ tag: String(index), opens: one }));
  expect(wrongOpenings(all, version)).toEqual(wrong.map(String));
});

describe('a migration', () => {
  test.each([
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL)',
    'ALTER TABLE "users" ADD COLUMN "note" text;',
    `ALTER TABLE "users" ADD COLUMN "note" text DEFAULT 'a; b' NOT NULL;`,
    'ALTER TABLE "users" ADD COLUMN "seen" timestamp with time zone DEFAULT now() NOT NULL',
    'ALTER TABLE "users" ALTER COLUMN "note" SET DEFAULT 7',
    'ALTER TABLE "users" ADD CONSTRAINT "users_note_check" CHECK ("note" <> \'\') NOT VALID',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "users_note_check"',
    'CREATE INDEX CONCURRENTLY "users_note_idx" ON "users" USING btree ("note")',
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "users_note_key" ON "public"."users" ("note")',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM users; RETURN NULL; END $$;',
    'CREATE TRIGGER t AFTER INSERT ON users FOR EACH STATEMENT EXECUTE FUNCTION f()',
    '-- Not here: DROP TABLE users;\nCREATE TABLE "notes" ("id" uuid)',
  ])('may: %s', (statement) => {
    expect(breachesOf([statement])).toEqual([]);
  });

  test.each([
    ['DROP TABLE "users"', 'may use it'],
    ['ALTER TABLE "users" DROP COLUMN "note"', 'may use it'],
    ['ALTER TABLE "users" DROP CONSTRAINT "users_type_check"', 'may use it'],
    ['DROP INDEX "users_note_idx"', 'may use it'],
    ['DROP INDEX CONCURRENTLY "users_note_idx"', 'may use it'],
    ['ALTER TABLE "users" RENAME COLUMN "note" TO "remark"', 'former name'],
    ['ALTER TABLE "users" RENAME TO "people"', 'former name'],
    ['ALTER TABLE "users" ALTER COLUMN "note" SET DATA TYPE integer', 'rewrites'],
    ['ALTER TABLE "users" ALTER COLUMN "note" TYPE integer', 'rewrites'],
    ['ALTER TABLE "users" ALTER COLUMN "note" SET NOT NULL', 'under a lock'],
    ['ALTER TABLE "users" ALTER COLUMN "note" DROP NOT NULL', 'not known'],
    ['ALTER TABLE "users" ADD COLUMN "note" text NOT NULL', 'constant default'],
    ['ALTER TABLE "users" ADD COLUMN "id2" uuid DEFAULT gen_random_uuid() NOT NULL', 'constant default'],
    ['ALTER TABLE "users" ADD COLUMN "n" integer DEFAULT 1, DROP COLUMN "m"', 'constant default'],
    ['ALTER TABLE "users" ADD COLUMN "n" integer, DROP COLUMN "m"', 'constant default'],
    ['ALTER TABLE "users" ADD COLUMN "of" uuid REFERENCES "users"("id")', 'constant default'],
    ['ALTER TABLE "users" ADD COLUMN "n" bigserial', 'constant default'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK ("note" <> \'NOT VALID\')', 'NOT VALID'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" UNIQUE ("note")', 'USING INDEX'],
    ['CREATE INDEX "users_note_idx" ON "users" USING btree ("note")', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX "users_note_idx" ON "users" ("note")', 'CONCURRENTLY'],
    ['UPDATE "users" SET "note" = \'\'', 'bit by bit'],
    ['INSERT INTO "users" SELECT * FROM "users"', 'bit by bit'],
    ['TRUNCATE "users"', 'bit by bit'],
    ["DO $$ BEGIN EXECUTE 'drop table users'; END $$", 'not known'],
    ['REVOKE ALL ON "users" FROM PUBLIC', 'not known'],
    ['LOCK TABLE "users"', 'not known'],
    ['CREATE TABLE "notes" ("id" uuid); DROP TABLE "users"', 'may use it'],
  ])('may not: %s', (statement, why) => {
    expect(breachesOf([statement])).toEqual([expect.stringContaining(why)]);
  });

  test('may do everything with a table that it makes', () => {
    expect(
      breachesOf([
        'CREATE TABLE "notes" ("id" uuid, "of" uuid)',
        'CREATE INDEX "notes_of_idx" ON "notes" USING btree ("of")',
        'ALTER TABLE "notes" ADD CONSTRAINT "notes_of_fk" FOREIGN KEY ("of") REFERENCES "public"."users"("id")',
        'INSERT INTO notes SELECT id FROM users',
      ]),
    ).toEqual([]);
  });

  test('may do everything with tables and indexes that were made by migrations of the same owner', () => {
    const makers = [
      'CREATE TABLE "notes" ("id" uuid, "of" uuid)',
      'CREATE INDEX "notes_of_idx" ON "notes" USING btree ("of")',
    ];
    const later = [
      'ALTER TABLE "notes" RENAME COLUMN "of" TO "about"',
      'ALTER TABLE "notes" ALTER COLUMN "about" SET NOT NULL',
      'DROP INDEX "notes_of_idx"',
      'ALTER TABLE "notes" RENAME TO "remarks"',
      'DROP TABLE "remarks" CASCADE',
    ];
    expect(breachesOf(later, [...makers, ...later])).toEqual([]);
    expect(breachesOf(later.slice(0, -1))).toHaveLength(later.length - 1);
    expect(breachesOf(['ALTER TABLE "users" DROP COLUMN "note"'], makers)).toHaveLength(1);
  });

  test('has each statement of the background by itself, and no other after it', () => {
    const index = 'CREATE INDEX CONCURRENTLY "users_note_idx" ON "users" ("note")';
    const column = 'ALTER TABLE "users" ADD COLUMN "note" text';
    expect(backgroundBreaches([column, index])).toEqual([]);
    expect(backgroundBreaches([index, column])).toEqual([expect.stringContaining('must come before')]);
    expect(backgroundBreaches([`${column}; ${index}`])).toEqual([expect.stringContaining('by itself')]);
    expect(backgroundBreaches(['REINDEX TABLE CONCURRENTLY users'])).toEqual([
      expect.stringContaining('by itself'),
    ]);
  });
});
