import type { Page } from '@playwright/test';
import { storageKeys } from '../../contract/limits';
import { serverPaths } from '../../contract/paths';
import type { Product } from './product';
import { store, test as visit } from './visit';

/**
 * A test in a browser tab that is as new at its begin: no storage, no cookies, no routes, no other tab. It is one tab
 * of one product for all tests of this kind, because what costs most is a process that reads the scripts of the
 * product for the first time. Each test has people of its own in it, by addresses that begin with the name of its
 * file. Nothing in the tab is animated. What stays in a tab for good (a clock, a script for each document) does not
 * belong into it: such a test takes `alone`.
 */
export const test = visit.extend<{ alone: Page }, { tab: Page }>({
  tab: [
    async ({ browser }, use) => {
      const tab = await (await browser.newContext()).newPage();
      await use(tab);
      await tab.context().close();
    },
    { scope: 'worker' },
  ],
  context: ({ tab }, use) => use(tab.context()),
  page: async ({ tab, product }, use) => {
    await makeNew(tab, product);
    await use(tab);
  },
  /** A page in a browser context of its own, animated. */
  alone: async ({ browser }, use) => {
    const page = await (await browser.newContext()).newPage();
    await use(page);
    await page.context().close();
  },
});

async function makeNew(tab: Page, product: Product): Promise<void> {
  const context = tab.context();
  await Promise.all(context.pages().map((page) => page !== tab && page.close()));
  await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await tab.setViewportSize({ width: 1280, height: 720 });
  await tab.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  // A page without scripts, so that nobody writes again what is cleared.
  await tab.goto(product.address + serverPaths.robots);
  await tab.evaluate('localStorage.clear(); sessionStorage.clear();');
  await context.clearCookies();
}

/** Opens a screen in the tab as somebody who is signed in. */
export async function enter(page: Page, product: Product, token: string, path: string): Promise<void> {
  await store(page, product, { [storageKeys.token]: token });
  await page.goto(product.address + path);
}
