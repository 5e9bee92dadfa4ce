import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { calls } from '../../contract/calls';
import { tokenFrom } from './api';
import { type Product, startProduct } from './product';
import { sharedFolder } from './shared-folder';

/** As `npm run demo` makes and names them. */
const people = {
  admin: { email: 'admin@example.com', password: 'demo password' },
  auditor: { email: 'auditor@example.com', password: 'demo password' },
  investor: { email: 'investor@example.com', password: 'demo password' },
};

export interface Demo {
  product: Product;
  dataDir: string;
  people: typeof people;
  /** Of people of the sample data, signed in. */
  tokens: { admin: string; auditor: string; investor: string };
}

/** Starts the product on sample data of its own, and signs its people in. */
export async function startDemo(): Promise<Demo & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-demo-'));
  const dataDir = join(folder, 'data');
  await cp(await sampleData(), dataDir, { recursive: true });
  const product = await startProduct({ RATE_LIMITS: 'off', DATA_DIR: dataDir });
  const signIn = (person: object) => tokenFrom(product, calls.login.path, person);
  const [admin, auditor, investor] = await Promise.all([
    signIn(people.admin),
    signIn(people.auditor),
    signIn(people.investor),
  ]);
  return {
    product,
    dataDir,
    people,
    tokens: { admin, auditor, investor },
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The data folder that `npm run demo` makes, for all workers of a run: the first that asks makes it, and the others wait
 * for it. When it fails, the next one tries.
 */
async function sampleData(): Promise<string> {
  const folder = join(sharedFolder(), 'demo');
  const finished = join(sharedFolder(), 'demo-finished');
  for (;;) {
    if (existsSync(finished)) return folder;
    if (await isFirst(join(sharedFolder(), 'demo-begun'))) break;
    await sleep(200);
  }
  try {
    await promisify(execFile)('npm', ['run', 'demo', '--', '--folder', folder]);
    await mkdir(finished);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await rm(join(sharedFolder(), 'demo-begun'), { recursive: true });
    throw error;
  }
  return folder;
}

/** Whether this process is the one that makes the folder; of several at once, one is. */
async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
