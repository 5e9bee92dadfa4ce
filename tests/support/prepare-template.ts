import type { ProvidedContext } from 'vitest';
import { openDatabase } from '../../server/db/client';
import { prepareDatabase } from '../../server/prepare-database';
import { createDatabase, onDatabase, type RoleConnections, runAsSuperuser } from './test-database';

const template = 'template_migrated';

/**
 * The server is thrown away with the run: nothing waits for a disk, and pages are not written to the log whole. What the
 * database keeps when it is killed is shown on servers that do wait (tests/faults, server/db/embedded).
 */
const lasting = ['fsync = off', 'full_page_writes = off'];

/** Migrates the database that every test file copies, and answers where it is. */
export async function prepareTemplate(connections: RoleConnections): Promise<ProvidedContext['postgres']> {
  await runAsSuperuser(
    connections,
    ...lasting.map((setting) => `ALTER SYSTEM SET ${setting}`),
    'SELECT pg_reload_conf()',
  );
  await createDatabase(connections, template);
  const { server, owner } = onDatabase(connections, template);
  const { pool, seal, close } = openDatabase(server, () => {}, 2);
  // As a live product: every right too many stops it.
  await prepareDatabase({ server: { pool, seal }, owner }, { live: true, reason: undefined });
  // A database that anyone is connected to cannot be copied.
  await close();
  return { connections, template };
}
