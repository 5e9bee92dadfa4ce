import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/built-product';

/** Before the first test: the products that tests start run what is built, and the workers get a folder to share. */
export default async function setUp(): Promise<() => Promise<void>> {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'averin-workers-'));
  process.env.E2E_SHARED_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
