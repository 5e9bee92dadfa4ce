import type pg from 'pg';
import { migrationsTable } from './grants';

type Client = Pick<pg.Pool, 'query'>;

/** A migration that a database has had. */
export interface JournalRow {
  /** By this it is known. */
  at: number;
  /** The minor version that began with it; servers of those before cannot work with the database. */
  opens: string | null;
  /** What it does in the background is not done yet. */
  unfinished: boolean;
}

/** The table that drizzle's migrator keeps as well, with what it does not know of. */
export async function makeJournal(client: Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${migrationsTable} (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const { rows } = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = '${migrationsTable}'::regclass AND attname IN ('opens', 'unfinished')`,
  );
  // Adding what is there would lock it nevertheless, and keep replicas that start from looking into it.
  if (rows.length === 2) return;
  await client.query(
    `ALTER TABLE ${migrationsTable} ADD COLUMN opens text, ADD COLUMN unfinished boolean NOT NULL DEFAULT false`,
  );
}

/** In the order in which they were applied. Versions before 0.1.0 kept less of each. */
export async function readJournal(client: Client): Promise<JournalRow[]> {
  const { rows } = await client.query<Omit<JournalRow, 'at'> & { at: string }>(
    `SELECT created_at AS at, to_jsonb(m) ->> 'opens' AS opens,
       coalesce((to_jsonb(m) ->> 'unfinished')::boolean, false) AS unfinished
     FROM ${migrationsTable} m ORDER BY id`,
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

export async function addToJournal(
  client: Client,
  { hash, at, opens, unfinished }: JournalRow & { hash: string },
): Promise<void> {
  await client.query(
    `INSERT INTO ${migrationsTable} (hash, created_at, opens, unfinished) VALUES ($1, $2, $3, $4)`,
    [hash, at, opens, unfinished],
  );
}

export async function markFinished(client: Client, at: number): Promise<void> {
  await client.query(`UPDATE ${migrationsTable} SET unfinished = false WHERE created_at = $1`, [at]);
}
