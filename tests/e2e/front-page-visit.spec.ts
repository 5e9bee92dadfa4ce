import { expect, type Page } from '@playwright/test';
import { screens, serverPaths } from '../../contract/paths';
import { storageKeys } from '../../contract/storage-keys';
import { patient } from '../support/patience';
import type { Product } from './product';
import { test } from './shared-tab';
import {
  collectComplaints,
  countShifts,
  openFrontPage,
  scrollThrough,
  signInAdmin,
  signUpInvestor,
  store,
} from './visit';

/** Finding one's way on the front page, and how quietly it behaves (docs/rules.md, "Front page"). */
let tokens: { investor: string; admin: string };
test.beforeAll(async ({ product }) => {
  tokens = { investor: await signUpInvestor(product), admin: await signInAdmin(product) };
});

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** Names and addresses of the links in the page's header that can be seen. */
async function waysIn(page: Page): Promise<(string | null)[][]> {
  const links = page.locator('header').getByRole('link', { name: /Login|Sign up|Dashboard/ });
  return links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
}

/** What the header offers before any script file of the page has run. */
async function firstWaysIn(page: Page, product: Product): Promise<(string | null)[][]> {
  let asked = 0;
  await page.route('**/assets/*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.setViewportSize(desk);
  await openFrontPage(page, product);
  expect(asked).toBeGreaterThan(0);
  return waysIn(page);
}

test('a guest is offered to log in and to sign up', async ({ page, product }) => {
  expect(await firstWaysIn(page, product)).toEqual([
    ['Login', screens.login],
    ['Sign up', screens.register],
  ]);
});

test('an investor is offered the dashboard, from the first paint', async ({ page, product }) => {
  await store(page, product, { [storageKeys.token]: tokens.investor });
  expect(await firstWaysIn(page, product)).toEqual([['Dashboard', '/dashboard']]);
});

test('an administrator is offered the console, from the first paint', async ({ page, product }) => {
  await store(page, product, { [storageKeys.token]: tokens.admin });
  expect(await firstWaysIn(page, product)).toEqual([['Dashboard', '/admin/users']]);
});

test('so is an auditor', async ({ page, product }) => {
  const [head = '', payload = '', signature = ''] = tokens.admin.split('.');
  const text = Buffer.from(payload, 'base64url').toString().replaceAll('"admin"', '"auditor"');
  const token = [head, Buffer.from(text).toString('base64url'), signature].join('.');
  await store(page, product, { [storageKeys.token]: token });
  expect(await firstWaysIn(page, product)).toEqual([['Dashboard', '/admin/users']]);
});

test('who signs out in another tab is a guest here as well', async ({ page, product, context }) => {
  await store(page, product, { [storageKeys.token]: tokens.investor });
  await page.setViewportSize(desk);
  await openFrontPage(page, product);
  await page.waitForLoadState('networkidle');
  const other = await context.newPage();
  await other.goto(product.address + serverPaths.robots);
  await other.evaluate('localStorage.clear()');
  await expect(page.locator('header').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.locator('header').getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
});

test('the menu of a phone opens, leads to its place, and closes', async ({ page, product }) => {
  await page.setViewportSize(phone);
  await openFrontPage(page, product);
  await page.waitForLoadState('networkidle');
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(menu.getByRole('link')).toHaveText([
    ...['Home', 'About Us', 'Contact Us', 'Translator', 'Login', 'Sign up'],
  ]);
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Who We Are' })).toBeInViewport();
});

test('the menu scrolls where the window is lower than it', async ({ page, product }) => {
  await page.setViewportSize({ width: 667, height: 375 });
  await openFrontPage(page, product);
  await page.getByRole('button', { name: 'Menu' }).click();
  const last = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sign up' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('by keyboard alone, whatever has the focus is seen to have it, also on the dark bands', async ({
  page,
  product,
}) => {
  await page.setViewportSize(desk);
  await openFrontPage(page, product);
  const places = page.locator('a:visible, button:visible, summary:visible');
  // A focus by script counts as one by keyboard once a key was pressed.
  await page.keyboard.press('Tab');
  const rings = await places.evaluateAll(async (all) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const seen = [];
    for (const place of all) {
      if (place instanceof HTMLElement) place.focus();
      // Reduced motion has short transitions, of rings too.
      await drawn();
      await Promise.allSettled(place.getAnimations().map(({ finished }) => finished));
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(place);
      const dark = place.closest('footer, #contact-us') !== null;
      const name = place.getAttribute('aria-label') ?? place.textContent;
      seen.push({ name, ring: `${outlineStyle} ${outlineWidth}`, color: dark && outlineColor });
    }
    return seen;
  });
  expect(rings.length).toBeGreaterThan(25);
  expect(rings.filter(({ ring }) => ring !== 'solid 2px')).toEqual([]);
  expect(rings.filter(({ color }) => color && color !== 'rgb(247, 245, 240)')).toEqual([]);
});

const anchors = [
  ['#about-us', 'Who We Are'],
  ['#contact-us', 'Our core values'],
  ['#services', 'Services'],
  ['#translator', 'Translator'],
] as const;

for (const viewport of [phone, desk]) {
  test(`the places of the page have addresses at ${viewport.width} px, and the header covers none`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(viewport);
    for (const [anchor, title] of anchors) {
      await page.goto(`${product.address}/${anchor}`);
      const heading = page.getByRole('heading', { name: title, exact: true });
      await expect(heading, anchor).toBeInViewport({ ratio: 1 });
      await expect(async () => {
        const header = await page.locator('header').boundingBox();
        const place = await heading.boundingBox();
        expect(place?.y, anchor).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
      }).toPass();
      await page.goto('about:blank');
    }
  });
}

test('the links of the navigation scroll smoothly, or at once for people who prefer that', async ({
  page,
  product,
}) => {
  await page.setViewportSize(desk);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openFrontPage(page, product);
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(`${product.address}/#contact-us`);
  await expect(page.getByRole('heading', { name: 'Our core values' })).toBeInViewport();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
});

test('the page is light, whatever theme was chosen and whatever the system prefers', async ({
  page,
  product,
}) => {
  await store(page, product, { [storageKeys.theme]: 'dark' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openFrontPage(page, product);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 245, 240)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(23, 33, 29)');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});

for (const { viewport, fonts } of [
  { viewport: phone, fonts: 'at once' },
  { viewport: phone, fonts: 'late' },
  { viewport: desk, fonts: 'late' },
]) {
  test(`scrolled from top to end, nothing complains and nothing jumps, fonts ${fonts}, ${viewport.width} px`, async ({
    alone: page,
    product,
  }) => {
    const complaints = collectComplaints(page);
    const shifts = await countShifts(page.context());
    let delayed = 0;
    if (fonts === 'late') {
      await page.route('**/*.woff2', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_200));
        delayed += 1;
        await route.continue();
      });
    }
    await page.setViewportSize(viewport);
    await openFrontPage(page, product);
    // Again, where a place was scrolled past before it was alive: its data is asked for when it is seen.
    const places = page
      .locator('#markets iframe')
      .or(page.getByText('Market data cannot be reached right now.'));
    await expect(async () => {
      await scrollThrough(page);
      await expect(places).toHaveCount(3, { timeout: patient(1_000) });
    }).toPass();
    await expect(page.getByRole('link', { name: 'Choose a language' })).toBeVisible();
    await expect(page.getByText('Market data cannot be reached right now.')).toHaveCount(3);
    await page.waitForLoadState('networkidle');
    if (fonts === 'late') expect(delayed).toBe(2);
    await page.evaluate('document.fonts.ready.then(() => {})');
    expect(await shifts(page)).toBeLessThanOrEqual(0.02);
    expect(complaints).toEqual([]);
  });
}

test('a script that somebody slips into the page is refused and reported', async ({ page, product }) => {
  await openFrontPage(page, product);
  const reported = page.waitForResponse(product.address + serverPaths.cspReports);
  await page.evaluate(`(() => {
    const script = document.createElement('script');
    script.textContent = 'window.slippedIn = true';
    document.head.append(script);
  })()`);
  expect(await page.evaluate('window.slippedIn')).toBeUndefined();
  expect((await reported).status()).toBe(204);
  await expect.poll(() => product.output()).toContain('a page was refused something by its policy');
});
