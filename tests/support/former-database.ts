import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** The migrations from before the first release as they were released, and what a database had at the sixth of them. */
const folder = join(import.meta.dirname, '../fixtures/before-1.0');

/** Makes an empty database what the product of that time made of it with its first `count` migrations. */
export async function migrateAsBefore(client: pg.Client, count: number): Promise<void> {
  await client.query('create schema drizzle');
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder }).slice(
    0,
    count,
  )) {
    await client.query('begin');
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
    await client.query('commit');
  }
}

/** Fills a database at migration 0005 or later with people, transactions and their entries. */
export async function fillAsBefore(client: pg.Client): Promise<void> {
  await client.query(readFileSync(join(folder, 'data-at-0005.sql'), 'utf8'));
}
