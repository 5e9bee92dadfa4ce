import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { type PostgresConnection, runAsAdmin } from './test-database';

const template = 'template_migrated';

/** Migrates the database that every test file copies, and tells the tests where it is. */
export async function prepareTemplate(project: TestProject, connection: PostgresConnection): Promise<void> {
  await runAsAdmin(connection, `CREATE DATABASE ${template}`);
  const database = openDatabase({ ...connection, database: template }, () => {}, 2);
  await migrateDatabase(database.pool);
  // A database that anyone is connected to cannot be copied.
  await database.close();
  project.provide('postgres', { connection, template });
}
