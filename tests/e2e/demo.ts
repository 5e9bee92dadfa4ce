import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { patient } from '../support/patience';
import { type Product, startProduct } from './product';
import { signIn } from './visit';

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

/** A test on the product with the sample data of `npm run demo`; the tests of one worker share it. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'averin-demo-'));
      const dataDir = join(folder, 'data');
      execFileSync('npm', ['run', 'demo', '--', '--folder', dataDir], { stdio: 'pipe' });
      const product = await startProduct({ RATE_LIMITS: 'off', DATA_DIR: dataDir });
      const [admin, auditor, investor] = await Promise.all([
        signIn(product, people.admin),
        signIn(product, people.auditor),
        signIn(product, people.investor),
      ]);
      await use({ product, dataDir, people, tokens: { admin, auditor, investor } });
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: patient(240_000) },
  ],
});
