import type { Browser, Page } from '@playwright/test';
import { serverPaths } from '../../contract/paths';
import type { Product } from './product';

/**
 * The browser tabs of a worker, which its tests use one after another: what costs most of a visit is a process that
 * reads the scripts of the product for the first time. A tab is as new when it is taken: no storage, no cookies, no
 * routes, no other tab. Nothing in it is animated. What stays in a tab for good (a clock, a script for each document)
 * does not belong into it: such a test opens a context of its own (`alone`, `openAs`).
 */
export class Tabs {
  /** Those that nobody uses, by the address of the product that they have read. */
  private readonly free = new Map<string, Page[]>();

  constructor(private readonly browser: Browser) {}

  /** A tab that shows an empty page of the product. */
  async take({ address }: Product, size: { width: number; height: number }): Promise<Page> {
    const page = this.free.get(address)?.pop() ?? (await this.open(address));
    await page.setViewportSize(size);
    return page;
  }

  /** Makes a tab as it was, for the next test. */
  async giveBack(page: Page, { address }: Product): Promise<void> {
    if (page.isClosed()) return;
    const context = page.context();
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await Promise.all([page, context].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.setOffline(false);
    await context.clearPermissions();
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' });
    // A page without scripts, so that nobody writes again what is cleared. One that was on its way elsewhere, as to the front page,
    // breaks the first try off.
    const leave = () => page.goto(address + serverPaths.robots);
    await leave().catch(leave);
    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await context.clearCookies();
    const free = this.free.get(address) ?? [];
    this.free.set(address, [...free, page]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.free.values()].flat().map((page) => page.context().close()));
  }

  private async open(address: string): Promise<Page> {
    const page = await (await this.browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(address + serverPaths.robots);
    return page;
  }
}
