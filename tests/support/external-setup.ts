import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startExternal } from './external-postgres';
import { prepareTemplate } from './prepare-template';

/**
 * The same suite on a PostgreSQL server of its own, of another major version where there is one, reached over TCP with
 * passwords, its roles made as docs/operating.md says.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-external-'));
  const external = await startExternal(folder);
  console.log(`The external PostgreSQL is of version ${external.major}.`);
  project.provide('postgres', await prepareTemplate(external.connections));
  return async () => {
    await external.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
