import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startExternal } from './external-postgres';
import { prepareTemplate } from './prepare-template';

/**
 * The same suite on a PostgreSQL server of its own, of another major version where there is one, reached over TCP with
 * a password as by `DATABASE_URL`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-external-'));
  const external = await startExternal(folder);
  console.log(`The external PostgreSQL is of version ${external.major}.`);
  const url = new URL(external.url);
  await prepareTemplate(project, {
    host: url.hostname,
    port: Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  });
  return async () => {
    await external.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
