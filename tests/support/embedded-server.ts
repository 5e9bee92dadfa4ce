import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { superuser } from '../../server/db/embedded/cluster';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import type { RoleConnections } from './test-database';

/** An embedded PostgreSQL for tests, started by the product's own supervisor. */
export async function startEmbeddedServer(): Promise<{
  connections: RoleConnections;
  stop(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'averin-api-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const { connection, owner } = embedded;
  return {
    connections: { server: connection, owner, superuser: { ...connection, user: superuser } },
    async stop() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
