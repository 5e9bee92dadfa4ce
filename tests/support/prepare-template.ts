import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { type PostgresConnection, runAsAdmin } from './test-database';

const template = 'template_migrated';

/**
 * The server is thrown away with the run: nothing waits for a disk, and pages are not written to the log whole. What the
 * database keeps when it is killed is shown on servers that do wait (tests/faults, server/db/embedded).
 */
const lasting = ['fsync = off', 'full_page_writes = off'];

/** Migrates the database that every test file copies, and tells the tests where it is. */
export async function prepareTemplate(project: TestProject, connection: PostgresConnection): Promise<void> {
  for (const setting of lasting) await runAsAdmin(connection, `ALTER SYSTEM SET ${setting}`);
  await runAsAdmin(connection, 'SELECT pg_reload_conf()');
  await runAsAdmin(connection, `CREATE DATABASE ${template}`);
  const database = openDatabase({ ...connection, database: template }, () => {}, 2);
  await migrateDatabase(database.pool);
  // A database that anyone is connected to cannot be copied.
  await database.close();
  project.provide('postgres', { connection, template });
}
