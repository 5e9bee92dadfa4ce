import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { superuser } from '../../server/db/embedded/cluster';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { prepareTemplate } from './prepare-template';

/** The API suite on the embedded PostgreSQL, started by the product's own supervisor. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'averin-api-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const { connection, owner } = embedded;
  await prepareTemplate(project, {
    server: connection,
    owner,
    superuser: { ...connection, user: superuser },
  });
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
