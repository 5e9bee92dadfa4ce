import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from './embedded-server';
import { prepareTemplate } from './prepare-template';

/** The API suite on the embedded PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connections, stop } = await startEmbeddedServer();
  project.provide('postgres', await prepareTemplate(connections));
  return stop;
}
