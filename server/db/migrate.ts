import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

/** Any number; replicas that start together take turns on it. */
const migrationLock = 7_245_113;

/** Brings the database to the newest schema. Safe to run from many processes at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another replica's migrations may take longer than an ordinary statement may.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') });
  } finally {
    // The connection takes its settings and its lock with it.
    client.release(true);
  }
}
