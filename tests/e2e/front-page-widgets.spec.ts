import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { storageKeys } from '../../contract/limits';
import { screens, serverPaths } from '../../contract/paths';
import { type Product, startProduct } from './product';
import { buildForProvider } from './provider/build-for-provider';
import { attempts, type Finding, type Provider, startProvider } from './provider/provider';
import { countShifts, openFrontPage, scrollThrough, signUpInvestor, store } from './visit';

/** Content of others on the front page: what it is asked for, and what it cannot do (design, sections 9 and 10). */
let provider: Provider;
let folder: string;
let product: Product;
let token: string;
test.beforeAll(async () => {
  provider = await startProvider();
  folder = await buildForProvider(provider.address);
  product = await startProduct({}, join(folder, 'server/main.js'));
  token = await signUpInvestor(product);
});
test.afterAll(async () => {
  await product.stop();
  await provider.stop();
  await rm(folder, { recursive: true });
});
test.beforeEach(() => {
  provider.forget();
  provider.hostile = false;
});
test.use({ viewport: { width: 1280, height: 800 } });

const titles = ['Market overview', 'Quotes', 'Exchange rates'];
const scripts = ['market-overview', 'market-quotes', 'forex-cross-rates'].map(
  (name) => `/embed-widget-${name}.js`,
);
const askedFor = (pattern: RegExp) => provider.asked.filter((path) => pattern.test(path));

async function expectWidgets(page: Page): Promise<void> {
  for (const title of titles) {
    const widget = page.locator(`iframe[title="${title}"]`);
    await expect(widget).toHaveAttribute('sandbox', 'allow-scripts');
    const frame = widget.contentFrame();
    await expect(frame.frameLocator('#widget iframe').getByText('Stand-in for market data')).toBeVisible();
  }
  await expect(page.locator('#markets').getByRole('status')).toHaveCount(0);
}

test('market widgets are asked for when they come into view, with what the specification says', async ({
  page,
  context,
}) => {
  const shifts = await countShifts(context);
  await openFrontPage(page, product);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#markets').getByRole('status')).toHaveCount(3);
  expect(provider.asked).toEqual([]);
  expect(page.frames()).toHaveLength(1);

  await page.locator('#markets').scrollIntoViewIfNeeded();
  await scrollThrough(page);
  await expectWidgets(page);
  expect(await shifts(page)).toBeLessThanOrEqual(0.02);

  const settings = new Map(provider.told.map((told) => [told.script, told.settings]));
  expect([...settings.keys()].sort()).toEqual([...scripts].sort());
  for (const one of settings.values()) expect(one).toMatchObject({ colorTheme: 'light', locale: 'en' });
  const overview = settings.get('/embed-widget-market-overview.js');
  expect(overview).toMatchObject({
    dateRange: '12M',
    tabs: ['Indices', 'Commodities', 'Bonds', 'Forex'].map((title) => ({ title })),
  });
  expect(settings.get('/embed-widget-forex-cross-rates.js')).toMatchObject({
    currencies: ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD', 'CNY'],
  });
  const wide = await page.locator('iframe[title="Market overview"]').boundingBox();
  const section = await page
    .getByRole('heading', { name: 'The markets today' })
    .locator('xpath=ancestor::section/div')
    .boundingBox();
  expect(wide?.width).toBeGreaterThan((section?.width ?? 0) * 0.9);
});

/** What a hostile script gets when it runs in the page itself. */
function attemptIn(page: Page, names: readonly string[]): Promise<Finding[]> {
  return page.evaluate<Finding[]>(
    `(() => { ${attempts}; return attempt(${JSON.stringify(provider.address)}, ${JSON.stringify(names)}); })()`,
  );
}
const access = [
  'localStorage',
  'storage around',
  'document around',
  'indexedDB',
  'another page',
  'empty frame',
];

test('a hostile market script gets nothing of the page, the storage or the account', async ({
  page,
  context,
}) => {
  provider.hostile = true;
  await store(page, product, { [storageKeys.token]: token, [storageKeys.theme]: 'dark' });
  const shifts = await countShifts(context);
  await openFrontPage(page, product);
  const storage = () => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  const before = await storage();
  await scrollThrough(page);
  await expectWidgets(page);

  const findings = provider.told.flatMap((told) => told.findings);
  expect(findings.filter(({ got }) => got !== null)).toEqual([]);
  expect(provider.told).toHaveLength(3);
  expect(new Set(findings.map(({ name }) => name)).size).toBeGreaterThan(20);
  expect(askedFor(/evil/)).toEqual([]);

  expect(page.url()).toBe(product.address + screens.home);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  expect(context.pages()).toHaveLength(1);
  expect(context.serviceWorkers()).toHaveLength(0);
  expect(await storage()).toBe(before);
  expect(before).toContain(token);
  expect(await shifts(page)).toBeLessThanOrEqual(0.02);
});

test('the same attempts succeed in a page that is not shut away', async ({ page }) => {
  await store(page, product, { [storageKeys.token]: token });
  await openFrontPage(page, product);
  const html = expect.stringContaining('<html');
  expect(await attemptIn(page, access)).toEqual(
    [token, token, html, 'opened', html, token].map((got, index) => ({ name: access[index], got })),
  );
});

test('a widget opened as a page of its own has no access either', async ({ page }) => {
  await store(page, product, { [storageKeys.token]: token });
  await page.goto(`${product.address}/widgets/overview-light.html`);
  await expect(page.frameLocator('#widget iframe').getByText('Stand-in for market data')).toBeVisible();
  const own = access.filter((name) => name !== 'document around');
  expect(await attemptIn(page, own)).toEqual(own.map((name) => ({ name, got: null })));
});

const translated = 'Stand-in from en';
const off = 'Translation is off while you are signed in';

async function toFooter(page: Page): Promise<void> {
  await page.locator('footer').scrollIntoViewIfNeeded();
}

test('translation is asked for when the footer comes into view', async ({ page }) => {
  await openFrontPage(page, product);
  await page.waitForLoadState('networkidle');
  expect(askedFor(/probe|translate/)).toEqual([]);
  await toFooter(page);
  await expect(page.getByText(translated)).toBeVisible();
  expect(askedFor(/probe|translate/)).toEqual(['/probe.svg', '/translate.js']);
});

test('translation is off while a token is stored, and says so', async ({ page }) => {
  await store(page, product, { [storageKeys.token]: token });
  await openFrontPage(page, product);
  await toFooter(page);
  await expect(page.getByText(off)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(askedFor(/probe|translate/)).toEqual([]);
});

test('whoever signs in in another tab starts this page anew, without the translate script', async ({
  page,
  context,
}) => {
  await openFrontPage(page, product);
  await toFooter(page);
  await expect(page.getByText(translated)).toBeVisible();
  expect(await page.evaluate('typeof google')).toBe('object');

  const other = await context.newPage();
  const again = page.waitForEvent('load');
  await other.goto(product.address + serverPaths.robots);
  await other.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  await again;
  await toFooter(page);
  await expect(page.getByText(off)).toBeVisible();
  await expect(page.getByText(translated)).toHaveCount(0);
  expect(await page.evaluate('typeof google')).toBe('undefined');
  expect(askedFor(/translate/)).toHaveLength(1);
});

test('whoever signs in and goes back finds the page without the translate script', async ({
  playwright,
  launchOptions,
}) => {
  // The browser keeps pages to show them again as they were; under test it does so only when asked to.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage();
  await openFrontPage(page, product);
  await toFooter(page);
  await expect(page.getByText(translated)).toBeVisible();
  await store(page, product, { [storageKeys.token]: token });
  await page.goBack();
  await toFooter(page);
  await expect(page.getByText(off)).toBeVisible();
  expect(await page.evaluate('typeof google')).toBe('undefined');
  expect(askedFor(/translate/)).toHaveLength(1);
  await browser.close();
});
