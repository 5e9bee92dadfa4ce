import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import { storageKeys } from '../../contract/storage-keys';
import { shellId } from '../../src/shared/loading/shell';
import { createInvestor, signInInvestor } from './people';
import type { Product } from './product';
import { test } from './shared-tab';
import { collectComplaints, enter, signIn, signInAdmin } from './visit';

/** Screens behind a sign-in come as HTML that shows what they will look like, until the app shows them. */

const scripts = '**/assets/*.js';
const planLead = 'Percentages are targets. You can lose some or all of the money you invest.';
const looks = [
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const;
const colourOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
const tokenOf = async (product: Product, email: string) =>
  signIn(product, await createInvestor(product, email));
const shell = (page: Page) => page.locator(`#${shellId}`);

/** Opens a screen whose code, or a part of it, does not come until it is let. */
async function openWithoutCode(page: Page, address: string, part = scripts): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(part, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return release;
}

/** The screen's shell says something without any code, and goes when the app shows the same. */
async function showsShellFirst({ address }: Product, page: Page, path: string, text: string): Promise<void> {
  const complaints = collectComplaints(page);
  for (const [width, theme] of looks) {
    await page.evaluate(`localStorage.setItem('${storageKeys.theme}', '${theme}')`);
    await page.setViewportSize({ width, height: 844 });
    const release = await openWithoutCode(page, address + path);
    const early = shell(page).locator('main').getByText(text, { exact: true });
    await expect(early).toBeVisible();
    const before = await early.boundingBox();
    await expect(shell(page)).toHaveAttribute('inert');
    const bar = await colourOf(shell(page).locator('header'));
    const styles = await shell(page).locator('header').getAttribute('class');
    release();
    await expect(shell(page)).toHaveCount(0);
    const late = page.locator('#root main').getByText(text, { exact: true });
    await expect(late).toBeVisible();
    // Neither changes its colour nor moves, and the styles are those that the page has already.
    expect(await colourOf(page.locator('#root header'))).toBe(bar);
    expect(await page.locator('#root header').getAttribute('class')).toBe(styles);
    expect((await late.boundingBox())?.x).toBeCloseTo(before?.x ?? Number.NaN, 0);
  }
  expect(complaints).toEqual([]);
}

test('the dashboard reads before any code of it is there, on phones and on wide screens, light and dark', async ({
  alone: page,
  product,
}) => {
  await signInInvestor(product, page, await createInvestor(product, 'shell-ada@example.com'));
  await showsShellFirst(product, page, screens.dashboard, planLead);
});

test('so does a list of the console', async ({ alone: page, product }) => {
  await enter(page, product, await signInAdmin(product), screens.adminTransactions);
  await showsShellFirst(product, page, screens.adminTransactions, 'Transactions');
});

test('what the console is made of is asked for once its page is painted, and before the app is there', async ({
  alone: page,
  product,
}) => {
  await enter(page, product, await signInAdmin(product), screens.adminUsers);
  // The app itself, which would ask for all of it, does not come.
  const release = await openWithoutCode(
    page,
    product.address + screens.adminTransactions,
    '**/assets/app-*.js',
  );
  const askedAt = () =>
    page.evaluate<number[]>(
      "performance.getEntriesByType('resource').filter(({ name }) => /\\/(AdminApp|console)-/.test(name)).map(({ startTime }) => startTime)",
    );
  await expect.poll(async () => (await askedAt()).length).toBe(2);
  const painted = () =>
    page.evaluate<number>("performance.getEntriesByName('first-contentful-paint').length");
  await expect.poll(painted).toBe(1);
  const paintedAt = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  );
  for (const at of await askedAt()) expect(at).toBeGreaterThanOrEqual(paintedAt);
  release();
  await expect(shell(page)).toHaveCount(0);
});

test('titles are no wider in our font than in what stands in for it, so that none is painted larger later', async ({
  alone: page,
  product,
}) => {
  await page.goto(product.address + screens.login);
  const titles = ['Users', 'Accounts', 'Transactions', 'Welcome back'];
  const widths = await page.evaluate(async (texts) => {
    const pen = document.createElement('canvas').getContext('2d');
    const measured = [];
    for (const text of texts) {
      const inFont = [];
      for (const family of ['Source Serif 4 Variable', 'Source Serif fallback']) {
        const font = `560 100px '${family}'`;
        // Of the faces of one name a system has some.
        await document.fonts.load(font).catch(() => {});
        if (pen) pen.font = font;
        inFont.push(pen?.measureText(text).width ?? Number.NaN);
      }
      measured.push(inFont);
    }
    return measured;
  }, titles);
  for (const [index, [ours = 0, standIn = 0]] of widths.entries()) {
    // Some systems draw letters whole pixels wide.
    expect(ours / standIn, titles[index]).toBeLessThan(1.005);
    expect(ours / standIn, titles[index]).toBeGreaterThan(0.96);
  }
});

test('nobody sees it who is not signed in, and they come to the sign-in page', async ({
  alone: page,
  product,
}) => {
  for (const path of [screens.dashboard, screens.adminUsers]) {
    const release = await openWithoutCode(page, product.address + path);
    await expect(shell(page)).toBeAttached();
    await expect(shell(page)).toBeHidden();
    release();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(shell(page)).toHaveCount(0);
  }
});

test('it does not stand before what keeps the screen from coming', async ({ alone: page, product }) => {
  await signInInvestor(product, page, await createInvestor(product, 'shell-grace@example.com'));
  await page.route('**/assets/DashboardPage-*.js', (route) => route.abort());
  await page.goto(product.address + screens.dashboard);
  await expect(
    page
      .getByText(/You are offline|new version/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(shell(page)).toHaveCount(0);
});

test('a screen without a shell says that it is to come for as long as its code does not', async ({
  page,
  product,
}) => {
  await enter(page, product, await tokenOf(product, 'shells-late@example.com'), screens.dashboard);
  const release = await openWithoutCode(
    page,
    product.address + screens.profile,
    '**/assets/ProfilePage-*.js',
  );
  const mark = page.getByRole('img', { name: 'Loading' });
  await expect(mark).toBeVisible();
  // The app starts without it after a while, and goes on waiting.
  await expect(mark).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
});

test('what is asked for before the dashboard is there is not shown to whoever signs in meanwhile', async ({
  page,
  product,
}) => {
  const other = await tokenOf(product, 'shells-next@example.com');
  await enter(page, product, await tokenOf(product, 'shells-first@example.com'), screens.profile);
  await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
  const askedBy: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.readOwnDocuments.path))
      askedBy.push(request.headers().authorization?.replace('Bearer ', ''));
  });
  await page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key !== '${storageKeys.token}') localStorage.removeItem(key)`,
  );
  const first = page.waitForRequest((request) => request.url().endsWith(calls.readOwnDocuments.path));
  const release = await openWithoutCode(
    page,
    product.address + screens.dashboard,
    '**/assets/DashboardPage-*.js',
  );
  await first;
  expect(askedBy).toHaveLength(1);
  // As another tab does it, and at once: the app starts without the code after a while.
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
    },
    [storageKeys.token, other] as const,
  );
  release();
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  expect(askedBy.at(-1)).toBe(other);
});
