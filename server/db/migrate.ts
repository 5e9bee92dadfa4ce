import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number; replicas that start together take turns on it. */
const migrationLock = 7_245_113;

/** A migration that says itself what it is missing; nothing has been changed. */
export class MigrationRefused extends Error {}

/** The code with which a migration refuses to go on, among PostgreSQL's own. */
const refusalCode = 'AV001';

/**
 * Brings the database to the newest schema. Safe to run from many processes at once. Throws {@link MigrationRefused}
 * when the database lacks what it needs.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another replica's migrations may take longer than an ordinary statement may.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof pg.DatabaseError && cause.code === refusalCode) {
      throw new MigrationRefused(cause.message, { cause });
    }
    throw error;
  } finally {
    // The connection takes its settings and its lock with it.
    client.release(true);
  }
}
