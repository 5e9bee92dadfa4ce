import { expect, type Locator, type Page } from '@playwright/test';
import { screens } from '../../contract/paths';
import { plans } from '../../contract/plans';
import { z } from '../../contract/zod';
import { appConfig } from '../../src/app.config';
import {
  coreValues,
  heroSlides,
  questions,
  reviews,
  services,
  steps,
  whoWeAre,
} from '../../src/landing/content';
import { planCount } from '../../src/landing/plan-count';
import { test as inTab } from './shared-tab';
import { openFrontPage } from './visit';

/** What the front page says, with and without scripts (docs/rules.md, "Front page"). */
const { brand, description, risk, supportMail, tagline } = appConfig;
const year = String(new Date().getFullYear());

const test = inTab.extend<{ plain: Page }>({
  /** In a browser that runs no scripts. */
  plain: async ({ browser }, use) => {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ javaScriptEnabled: false, viewport });
    await use(await context.newPage());
    await context.close();
  },
});

/** The page's texts from top to bottom; figures and names stand here a second time, on purpose. */
const wholePage: readonly string[] = [
  ...['Home', 'About Us', 'Contact Us', 'Translator', 'Login', 'Sign up'],
  ...[tagline, 'Get Started', risk.headline, risk.text],
  ...['Active users', '203k+', 'Sample content', 'Revenue generated', '90M+', 'Sample content'],
  ...['Deposits', '450M+', 'Sample content', 'Partners', '240', 'Sample content'],
  ...['Who We Are', ...whoWeAre.paragraphs],
  ...['Services', 'Retirement Planning', 'Portfolio Diversification', 'Wealth Management'],
  ...['How To Get Started', 'Create Account', 'Verify Account', 'Invest and Withdraw'],
  'Sample content',
  ...plans.flatMap(({ name, profit, range }) => [
    name,
    `${profit}%`,
    'Target return, not guaranteed',
    'Your capital is at risk',
    range,
  ]),
  ...['Market overview', 'Quotes', 'Exchange rates'],
  ...questions.flatMap(({ question, answer }) => [question, answer]),
  ...['Our core values', 'Contact Us', ...coreValues.flatMap(({ title, text }) => [title, text])],
  ...['Sample content', ...reviews.flatMap(({ name, review }) => [review, name])],
  ...['About Us', 'Contact Us', 'Services', 'Sign Up', 'Login', supportMail, 'Translator'],
  ...[risk.headline, risk.text, `© ${year} ${brand}`],
];

/** The texts that do not stand on the page after the one before them. */
async function findMissing(page: Page, texts: readonly string[]): Promise<string[]> {
  const parts = await Promise.all(
    ['header', 'main', 'footer'].map((name) => page.locator(`body > ${name}`).textContent()),
  );
  const whole = parts.join(' ');
  let position = 0;
  return texts.filter((text) => {
    const found = whole.indexOf(text, position);
    if (found >= 0) position = found + text.length;
    return found < 0;
  });
}

/** The names and addresses of the links inside. */
const linksIn = (place: Locator): Promise<(string | null)[][]> =>
  place
    .locator('a')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

test('everything it must have is there, in its order', async ({ page, product }) => {
  await openFrontPage(page, product);
  expect(await findMissing(page, wholePage)).toEqual([]);
  await expect(page.getByRole('main').locator('section > div h2')).toHaveText([
    ...['Who We Are', 'Services', 'How To Get Started', planCount, 'The markets today'],
    ...['Questions people ask', 'Our core values', 'What clients say'],
  ]);
  expect([services.length, steps.length, questions.length, reviews.length, heroSlides.length]).toEqual([
    3, 3, 3, 15, 4,
  ]);
});

test('links lead where they should', async ({ page, product }) => {
  await openFrontPage(page, product);
  expect(await linksIn(page.locator('footer').getByRole('navigation'))).toEqual([
    ['About Us', '/#about-us'],
    ['Contact Us', '/#contact-us'],
    ['Services', '/#services'],
    ['Sign Up', '/auth/register'],
    ['Login', '/auth/login'],
    [supportMail, `mailto:${supportMail}`],
    ['Terms', '/legal/terms'],
    ['Privacy', '/legal/privacy'],
    ['Risk', '/legal/risk'],
  ]);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth/register');
  await expect(main.getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
    'href',
    `mailto:${supportMail}`,
  );
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`the risk is named before the first scroll at ${viewport.width} px`, async ({ page, product }) => {
    await page.setViewportSize(viewport);
    await openFrontPage(page, product);
    const notice = page.getByRole('note');
    await expect(notice).toContainText(`${risk.headline} ${risk.text}`);
    await expect(notice).toBeInViewport({ ratio: 1 });
  });
}

test('a percentage, its target and the risk are in letters of one size', async ({ page, product }) => {
  await openFrontPage(page, product);
  for (const { name, profit } of plans) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    const claim = [`${profit}%`, 'Target return, not guaranteed', 'Your capital is at risk'];
    const sizes = claim.map((text) =>
      card.getByText(text, { exact: true }).evaluate((line) => getComputedStyle(line).fontSize),
    );
    expect(new Set(await Promise.all(sizes)).size, name).toBe(1);
  }
});

for (const [width, letters] of [
  [320, 100],
  [390, 100],
  [960, 100],
  [320, 200],
] as const) {
  test(`figures of nine digits fit at ${width} px, with letters of ${letters} %`, async ({
    plain: page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openFrontPage(page, product);
    await page.locator('html').evaluate((html, size) => {
      html.style.fontSize = `${size}%`;
    }, letters);
    const shown = page.locator('[data-island=CountUp] [aria-hidden=true]');
    await shown.evaluateAll((all) => {
      for (const each of all) each.textContent = '450,000,000';
    });
    const edges = await shown.evaluateAll((all) =>
      all.map((each) => {
        const [figure, box] = [each, each.closest('dl > *')].map((one) => one?.getBoundingClientRect());
        return [figure?.right ?? 0, box?.right ?? 0];
      }),
    );
    expect(edges).toHaveLength(4);
    for (const [figure = 0, box = 0] of edges) {
      expect(figure).toBeLessThanOrEqual(box + 0.5);
      expect(figure).toBeLessThanOrEqual(width);
    }
  });
}

test('the first question is open, one or none at a time, by mouse and by keyboard', async ({
  page,
  product,
}) => {
  await openFrontPage(page, product);
  const places = page.locator('#faq details');
  const open = () => places.evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
  const summary = (index: number) => places.nth(index).locator('summary');
  expect(await open()).toEqual([true, false, false]);
  await summary(1).click();
  expect(await open()).toEqual([false, true, false]);
  await expect(page.getByText(questions[1].answer)).toBeVisible();
  await expect(page.getByText(questions[0].answer)).toBeHidden();
  await summary(1).click();
  expect(await open()).toEqual([false, false, false]);
  await summary(1).press('Tab');
  await page.keyboard.press('Space');
  expect(await open()).toEqual([false, false, true]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  expect(await open()).toEqual([false, true, false]);
  await page.keyboard.press('Enter');
  expect(await open()).toEqual([false, false, false]);
});

test.describe('without JavaScript', () => {
  test('the whole page reads, in order', async ({ plain: page, product }) => {
    await openFrontPage(page, product);
    expect(await findMissing(page, wholePage)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  });

  test('links and questions work, and reviews can be scrolled sideways', async ({ plain: page, product }) => {
    await openFrontPage(page, product);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click();
    await expect(page.getByRole('heading', { name: 'Who We Are' })).toBeInViewport();

    await page.getByText(questions[2].question).click();
    await expect(page.getByText(questions[2].answer)).toBeVisible();
    await expect(page.getByText(questions[0].answer)).toBeHidden();

    const last = page.getByText(reviews.at(-1)?.name ?? '');
    await page.locator('.reviews').hover();
    await expect(last).not.toBeInViewport();
    await page.mouse.wheel(10_000, 0);
    await expect(last).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Next review' })).toBeHidden();

    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
    await expect(page).toHaveURL(product.address + screens.register);
  });
});

test('the head tells search engines and those who share the page what it is', async ({
  page,
  product,
  request,
}) => {
  await openFrontPage(page, product);
  const home = `${product.address}/`;
  await expect(page).toHaveTitle(`${brand} · ${tagline}`);
  const content = (selector: string) => page.locator(selector).getAttribute('content');
  expect(await content('meta[name=description]')).toBe(description);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(home);
  expect(await content('meta[property="og:title"]')).toBe(`${brand} · ${tagline}`);
  expect(await content('meta[property="og:description"]')).toBe(description);
  expect(await content('meta[property="og:url"]')).toBe(home);

  const linked = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  const { '@graph': graph } = z
    .object({ '@graph': z.array(z.object({ '@type': z.string() })) })
    .parse(linked);
  expect(graph.map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite', 'FAQPage']);

  const manifestPath = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await request.get(product.address + manifestPath);
  const { icons } = z.object({ icons: z.array(z.object({ src: z.string() })) }).parse(await manifest.json());
  const favicons = await page
    .locator('link[rel=icon], link[rel=apple-touch-icon]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(icons.length + favicons.length).toBe(5);
  for (const path of [...favicons, ...icons.map(({ src }) => src)]) {
    expect((await request.get(product.address + path)).status(), String(path)).toBe(200);
  }
  const picture = await request.get((await content('meta[property="og:image"]')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/jpeg');
});

test('no place is left that the server should have filled', async ({ request, product }) => {
  const html = await (await request.get(product.address)).text();
  expect(html).toContain(`© ${year}`);
  expect(html.match(/%[A-Z]\w*%|<!--(head|page)-->/g)).toBeNull();
});
