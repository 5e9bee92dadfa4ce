import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import { screens, serverPaths } from '../../contract/paths';
import { storageKeys } from '../../contract/storage-keys';
import { buildRegistration } from '../builders';
import { patient } from '../support/patience';
import { inForce, sent, tokenFrom } from './api';
import { type Demo, startDemo } from './demo';
import { type Product, startProduct } from './product';
import { Tabs } from './tabs';

interface Visits {
  /** Opens a screen of a product in a tab of the worker, as the person of a token; signed out when it is empty. */
  openTab(product: Product, token: string, path: string, width?: number): Promise<Page>;
}

/**
 * A test with a product that the tests of a worker visit, each file with people of its own, and with one that has the
 * sample data of `npm run demo`. Each starts when it is first asked for, once; files on the same kind of test take turns
 * in the same workers, and in the same tabs of their browser.
 */
export const test = base.extend<Visits, { product: Product; demo: Demo; tabs: Tabs }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed.
    async ({}, use) => {
      const product = await startProduct({ RATE_LIMITS: 'off' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed.
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: patient(240_000) },
  ],
  tabs: [
    async ({ browser }, use) => {
      const tabs = new Tabs(browser);
      await use(tabs);
      await tabs.close();
    },
    { scope: 'worker' },
  ],
  openTab: async ({ tabs }, use) => {
    const taken: [Page, Product][] = [];
    await use(async (product, token, path, width = 1280) => {
      const page = await tabs.take(product, { width, height: 900 });
      taken.push([page, product]);
      await enter(page, product, token, path);
      return page;
    });
    await Promise.all(taken.map(([page, product]) => tabs.giveBack(page, product)));
  },
});

/** Everything the browser complains about on a page, from now on: errors, and console messages of these levels. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

/**
 * Watches what a page asks for from now on. The answer waits until all of it has come and nothing more was asked for since:
 * a load state is reached once for each document, however much is asked for later.
 */
export function allFetched(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let asked = 0;
  page.on('request', (request) => {
    asked += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    let before = -1;
    const calm = () => {
      const isCalm = open.size === 0 && asked === before;
      before = asked;
      return isCalm;
    };
    await expect.poll(calm, { intervals: [patient(500)] }).toBe(true);
  };
}

/**
 * Waits until the entry of the history that a dialog had is left: the step back, which comes a moment after the dialog has
 * gone, would end a visit that is begun meanwhile.
 */
export async function leftDialogs(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<number>('history.state?.usr?.layers ?? 0')).toBe(0);
}

/** Puts entries into the local storage of the product's origin, before a page of it is seen. */
export async function store(page: Page, product: Product, entries: Record<string, string>): Promise<void> {
  await page.goto(product.address + serverPaths.robots);
  for (const [key, value] of Object.entries(entries)) {
    await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`);
  }
}

/** Opens a screen in a tab of the product as somebody who is signed in; signed out when the token is empty. */
export async function enter(page: Page, product: Product, token: string, path: string): Promise<void> {
  await store(page, product, token ? { [storageKeys.token]: token } : {});
  await page.goto(product.address + path);
}

/** Waits for the front page, which is a document of its own: its address is there before it is. */
export async function expectFrontPage(page: Page, product: Product): Promise<void> {
  await expect(page).toHaveURL(product.address + screens.home);
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
}

/** Signs out by the button of the page, and waits for the front page. */
export async function signOut(page: Page, product: Product): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expectFrontPage(page, product);
}

export async function openFrontPage(page: Page, product: Product): Promise<void> {
  await page.goto(product.address + screens.home);
}

/** Counts what moves on the pages a context opens from now on. The answer is the sum of all layout shifts. */
export async function countShifts(context: BrowserContext): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript({
    content: `if (window === top) {
      window.shifts = 0;
      const add = (list) => {
        for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
      };
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    }`,
  });
  return async (page) => page.evaluate<number>('window.shifts');
}

/** Scrolls from the top of the page to its end, so slowly that everything on the way is noticed. */
export async function scrollThrough(page: Page, pause = 90): Promise<void> {
  await page.evaluate(`(async () => {
    const end = () => document.documentElement.scrollHeight - innerHeight;
    for (let y = 0; y < end(); y += innerHeight / 3) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, ${pause}));
    }
    scrollTo({ top: end(), behavior: 'instant' });
  })()`);
}

/** The token of somebody who can sign in. */
export async function signIn(
  product: Product,
  { email, password }: { email: string; password: string },
): Promise<string> {
  return tokenFrom(product, '/api/user/login', { email, password });
}

/** The token of the first administrator. */
export function signInAdmin(product: Product): Promise<string> {
  return signIn(product, product.admin);
}

/** A page in a browser context of its own, signed in by a token; signed out when it is empty. */
export async function openAs(
  browser: Browser,
  product: Product,
  token: string,
  path: string,
  width = 1280,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  if (token) {
    // Once: a session that the page ends is not begun again by its next load.
    await context.addInitScript({
      content: `if (!sessionStorage.getItem('begun')) {
        localStorage.setItem(${JSON.stringify(storageKeys.token)}, ${JSON.stringify(token)});
        sessionStorage.setItem('begun', 'yes');
      }`,
    });
  }
  const page = await context.newPage();
  await page.goto(product.address + path);
  return page;
}

/** Closes what lies over a page: dialogs, menus, lists. */
export async function closeAll(page: Page): Promise<void> {
  const over = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox'));
  const closeOne = async () => {
    const left = await over.count();
    // Again, where the focus was on its way into a dialog.
    if (left > 0) await page.keyboard.press('Escape');
    return left;
  };
  await expect.poll(closeOne).toBe(0);
}

/** The token of an investor who has just registered. */
export async function signUpInvestor(product: Product): Promise<string> {
  const person = buildRegistration({ acceptedDocuments: await inForce(product) });
  await sent(product, 'POST', '/api/user/create', person);
  const otp = await product.codeFor(person.email);
  return tokenFrom(product, '/api/auth/verify-email', { email: person.email, otp });
}
