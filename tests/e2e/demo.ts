import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Product, startProduct } from './product';
import { signIn } from './visit';

const password = 'demo password';

export interface Demo {
  product: Product;
  /** Of people of the sample data, signed in. */
  tokens: { admin: string; auditor: string; investor: string };
}

/** A test on the product with the sample data of `npm run demo`; the tests of one worker share it. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'averin-demo-'));
      const data = join(folder, 'data');
      execFileSync('npm', ['run', 'demo', '--', '--folder', data], { stdio: 'pipe' });
      const product = await startProduct({ RATE_LIMITS: 'off', DATA_DIR: data });
      const tokenOf = (name: string) => signIn(product, { email: `${name}@example.com`, password });
      await use({
        product,
        tokens: {
          admin: await tokenOf('admin'),
          auditor: await tokenOf('auditor'),
          investor: await tokenOf('investor'),
        },
      });
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
