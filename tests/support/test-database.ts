import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, and the migrated database that each test file copies. */
    postgres: { connection: PostgresConnection; template: string };
  }
}

/** How to reach a PostgreSQL server; plain data, since it crosses from the runner to the tests. */
export interface PostgresConnection {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface TestDatabase {
  database: Database;
  connection: PostgresConnection;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

/** A database of its own for a test file: a copy of the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(connection, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const own = { ...connection, database: name };
  const database = openDatabase(own, () => {});
  return {
    database,
    connection: own,
    async drop() {
      await database.close();
      await runAsAdmin(connection, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs one statement on the server's own database. */
export async function runAsAdmin(connection: PostgresConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
