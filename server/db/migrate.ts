import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';

/** Any number; replicas that start together take turns on it. */
const migrationLock = 7_245_113;

const folder = join(import.meta.dirname, 'migrations');

/**
 * A database from before the first release is taken over when it has had this migration, 0005_search-indexes; what it
 * lacks of the first release's schema is in the folder.
 */
const beforeRelease = { oldest: 1795261667505, upgrade: join(folder, 'upgrade-from-0005') };

/** The database lacks what the migrations need; nothing has been changed. */
export class MigrationRefused extends Error {}

/** The code with which a migration refuses to go on, among PostgreSQL's own. */
const refusalCode = 'AV001';

/**
 * Brings the database to the newest schema, whole or not at all. Safe to run from many processes at once. Throws
 * {@link MigrationRefused} when the database lacks what it needs, or is older than can be upgraded.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another replica's migrations may take longer than an ordinary statement may.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query('BEGIN');
    const pending = findPending(
      await readApplied(client),
      readMigrationFiles({ migrationsFolder: beforeRelease.upgrade }),
      readMigrationFiles({ migrationsFolder: folder }),
    );
    for (const migration of pending) await apply(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === refusalCode) {
      throw new MigrationRefused(error.message, { cause: error });
    }
    throw error;
  } finally {
    // The connection takes its settings, its lock and a transaction that failed with it.
    client.release(true);
  }
}

/** The times of the migrations the database has had, from the table that drizzle's migrator keeps as well. */
async function readApplied(client: pg.PoolClient): Promise<Set<number>> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { rows } = await client.query<{ created_at: string }>(
    'SELECT created_at FROM drizzle.__drizzle_migrations',
  );
  return new Set(rows.map((row) => Number(row.created_at)));
}

/**
 * What a database still has to be given, in this order. A migration is known by its time in the journal; those of the
 * first release have the time of the last one before it, so that a database which had that one needs none of them.
 */
export function findPending(
  applied: ReadonlySet<number>,
  upgrade: readonly MigrationMeta[],
  all: readonly MigrationMeta[],
): MigrationMeta[] {
  if (applied.size === 0) return [...all];
  const lacking = upgrade.filter(({ folderMillis }) => !applied.has(folderMillis));
  if (lacking.length > 0 && !applied.has(beforeRelease.oldest)) {
    throw new MigrationRefused(
      'The database was last used by a version of this product that is too old to be upgraded by this one. Start the newest version 0.1 on it once, stop it, and start this one again. Nothing has been changed.',
    );
  }
  const known = new Set([...applied, ...upgrade.map(({ folderMillis }) => folderMillis)]);
  // By place, not by time: the clock of whoever made the next migration may have been behind.
  const newest = all.findLastIndex(({ folderMillis }) => known.has(folderMillis));
  return [...lacking, ...all.slice(newest + 1)];
}

async function apply(client: pg.PoolClient, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await client.query(statement);
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    migration.hash,
    migration.folderMillis,
  ]);
}
