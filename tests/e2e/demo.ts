import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../../contract/calls';
import { tokenFrom } from './api';
import { type Product, startProduct } from './product';

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

/** Makes the sample data with `npm run demo`, starts the product on it, and signs its people in. */
export async function startDemo(): Promise<Demo & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'averin-demo-'));
  const dataDir = join(folder, 'data');
  execFileSync('npm', ['run', 'demo', '--', '--folder', dataDir], { stdio: 'pipe' });
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
