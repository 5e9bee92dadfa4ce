import type { Page } from '@playwright/test';
import { test as visit } from './visit';

/**
 * A test whose `page` is a tab of the worker (tests/e2e/tabs.ts), of the product that all tests of this kind visit. Each
 * test has people of its own in it, by addresses that begin with the name of its file.
 */
export const test = visit.extend<{ alone: Page }>({
  context: ({ page }, use) => use(page.context()),
  page: async ({ tabs, product }, use) => {
    const page = await tabs.take(product, { width: 1280, height: 720 });
    await use(page);
    await tabs.giveBack(page, product);
  },
  /** A page in a browser context of its own, animated. */
  alone: async ({ browser }, use) => {
    const page = await (await browser.newContext()).newPage();
    await use(page);
    await page.context().close();
  },
});
