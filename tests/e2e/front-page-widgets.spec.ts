import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { screens, serverPaths } from '../../contract/paths';
import { storageKeys } from '../../contract/storage-keys';
import type { Registration } from '../../contract/user';
import { checkPage } from './axe';
import { createInvestor, fillSignIn } from './people';
import { type Product, startProduct } from './product';
import { buildForProvider } from './provider/build-for-provider';
import { attempts, type Finding, type Provider, startProvider, watch } from './provider/provider';
import { collectComplaints, countShifts, openFrontPage, scrollThrough, signIn, store } from './visit';

/** Content of others on the front page: what it is asked, and what it cannot do (docs/rules.md, "Market widgets"). */
let provider: Provider;
let folder: string;
let product: Product;
let investor: Registration;
let token: string;
test.beforeAll(async () => {
  provider = await startProvider();
  folder = await buildForProvider(provider.address);
  product = await startProduct({}, join(folder, 'server/main.js'));
  investor = await createInvestor(product, 'widgets-ada@example.com');
  token = await signIn(product, investor);
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
  // What was scrolled past before the page was alive is asked for when it is seen again.
  const there = page.locator('#markets iframe');
  await expect(async () => {
    if ((await there.count()) < titles.length) await scrollThrough(page);
    expect(await there.count()).toBe(titles.length);
  }).toPass();
  for (const title of titles) {
    const widget = page.locator(`iframe[title="${title}"]`);
    await expect(widget).toHaveAttribute('sandbox', 'allow-scripts');
    const frame = widget.contentFrame();
    await expect(frame.frameLocator('#widget iframe').getByText('Stand-in for market data')).toBeVisible();
  }
  await expect(page.locator('#markets').getByRole('status')).toHaveCount(0);
}

test('market widgets are asked for when they come into view, with what they are to show', async ({
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

async function toFooter(page: Page): Promise<void> {
  await page.locator('footer').scrollIntoViewIfNeeded();
}

async function openTranslator(page: Page): Promise<void> {
  await page.goto(product.address + serverPaths.translate);
  await toFooter(page);
  await expect(page.getByText(translated)).toBeVisible();
}

/** Signs in as a person does; answers the token that the browser then has. */
async function signInByHand(page: Page): Promise<string> {
  await page.goto(product.address + screens.login);
  await fillSignIn(page, investor.email, investor.password);
  await expect(page).toHaveURL(product.address + screens.dashboard);
  return page.evaluate<string>('localStorage.getItem("token")');
}

test('translation is a page of its own, whose script is asked for when the footer comes into view', async ({
  page,
}) => {
  await openFrontPage(page, product);
  await scrollThrough(page);
  await expectWidgets(page);
  await expect(page.getByRole('link', { name: 'Choose a language' })).toBeInViewport();
  expect(askedFor(/probe|translate/)).toEqual([]);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Translator' }).click();
  await expect(page).toHaveURL(`${product.address}/translate#translator`);
  await expect(page.getByRole('heading', { name: 'Translator' })).toBeInViewport();
  await expect(page.getByText(translated)).toBeVisible();
  expect(askedFor(/probe|translate/)).toEqual(['/probe.svg', '/translate.js']);

  await openFrontPage(page, product);
  await page.getByRole('link', { name: 'Choose a language' }).click();
  await expect(page.getByText(translated)).toBeVisible();
});

test('the page with the translator is the front page, looks like it and leads to the real site', async ({
  page,
}) => {
  const complaints = collectComplaints(page);
  await page.goto(product.address + serverPaths.translate);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await scrollThrough(page);
  await expect(page.getByText(translated)).toBeVisible();
  expect(await page.evaluate('origin')).toBe('null');
  const fonts = await page.evaluate<string[]>(
    // A system has some of the fonts that stand in for ours.
    "document.fonts.ready.then((all) => [...all].filter(({ family }) => !family.includes('fallback')).map(({ status }) => status))",
  );
  expect(fonts).toContain('loaded');
  expect(fonts).not.toContain('error');
  expect(
    await page.evaluate('[...document.images].filter((one) => one.complete && !one.naturalWidth).length'),
  ).toBe(0);
  expect(complaints).toEqual([]);
  await checkPage(page, 'the page with the translator');

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL(`${product.address}/translate#about-us`);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(product.address + screens.login);
  expect(await page.evaluate('origin')).toBe(product.address);
  expect(await signInByHand(page)).not.toBe('');
});

/** What a script tries that has a page to itself; `cookie` gets what is kept for it alone. */
const inPage = [
  ...['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'opener', 'popup', 'account', 'another page'],
  ...['service worker', 'worker', 'empty frame', 'frame about:blank', 'frame of a blob', 'frame of a text'],
  ...['frame of a data address', 'frame of the product', 'cookie'],
];
const nothing = inPage.map((name) => ({ name, got: name === 'cookie' ? 'cookies: ' : null }));

test('a hostile translate script gets no token when somebody signs in in another tab', async ({
  page,
  context,
}) => {
  provider.hostile = true;
  await openTranslator(page);
  expect(await attemptIn(page, inPage)).toEqual(nothing);

  const other = await context.newPage();
  const got = await signInByHand(other);
  expect(got.split('.')).toHaveLength(3);
  expect(await attemptIn(page, inPage)).toEqual(nothing);
  expect(await page.evaluate('watched')).toEqual([]);

  // Nor when the page is opened by the one that has the account, or comes after it in the same tab.
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    other.evaluate(`void open(${JSON.stringify(serverPaths.translate)})`),
  ]);
  for (const next of [opened, other]) {
    await openTranslator(next);
    expect(await attemptIn(next, inPage)).toEqual(nothing);
    expect(await next.evaluate('[watched, opener]')).toEqual([[], null]);
  }
  // A page that the browser kept is as it was.
  await page.goto(product.address + screens.login);
  await page.goBack();
  // Where the browser did not keep it, nor how far it was scrolled.
  await toFooter(page);
  await expect(page.getByText(translated)).toBeVisible();
  expect(await page.evaluate('watched')).toEqual([]);
});

test('the same script gets the token in a page that is not shut away, which is why none of those runs it', async ({
  page,
  context,
}) => {
  await openFrontPage(page, product);
  await page.evaluate(watch);
  const other = await context.newPage();
  const got = await signInByHand(other);
  await expect
    .poll(() => page.evaluate<string[]>('watched'))
    .toEqual(expect.arrayContaining([`event: ${got}`, `storage: ${got}`]));

  const refused = page.evaluate(`new Promise((resolve) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
    const script = document.createElement('script');
    script.src = ${JSON.stringify(`${provider.address}/translate.js`)};
    document.body.append(script);
  })`);
  expect(await refused).toBe('script-src-elem');
  expect(askedFor(/translate/)).toEqual([]);
});

test('without the policy that shuts its page away the translate script does not run', async ({ page }) => {
  await page.route('**/translate', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(product.address + serverPaths.translate);
  await toFooter(page);
  await expect(page.getByText('Translation is off')).toBeVisible();
  expect(askedFor(/probe|translate/)).toEqual([]);
});
