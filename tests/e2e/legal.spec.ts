import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { screens } from '../../contract/paths';
import { siteFile, siteSchema } from '../../contract/site';
import { root, run, script } from '../../scripts/run-command';
import { buildRegistration } from '../builders';
import { checkLooks, checkPage } from './axe';
import { fillSignIn } from './people';
import { type Product, startProduct } from './product';
import { collectComplaints, openAs, signIn } from './visit';

/*
 * The legal documents as somebody meets them: as pages, when they register, when a new version is in force, and as the
 * console shows who agreed to what.
 */
const changes = 'Withdrawals are free of charge.';
const newVersion = '2026-02-01';

let parent: string;
let dataDir: string;
let product: Product;
/** Where a build of its own stands, while one does. */
let folder: string | undefined;

test.beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'averin-legal-'));
  dataDir = join(parent, 'data');
  product = await startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
});
test.afterAll(async () => {
  await product.stop();
  await rm(parent, { recursive: true, force: true });
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The built product with newer terms, as the operator's next build would be, where it finds its packages. */
async function buildNewTerms(): Promise<string> {
  const { code, output } = await run(script('scripts/build.ts', '--if-stale'), { capture: true });
  if (code !== 0) throw new Error(output);
  await mkdir(join(root, 'test-results'), { recursive: true });
  const copy = await mkdtemp(join(root, 'test-results/legal-'));
  await cp(join(root, 'dist'), copy, { recursive: true });
  const file = join(copy, 'client', siteFile);
  const site = siteSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const documents = site.documents.map((document) =>
    document.document === 'terms' ? { ...document, version: newVersion, changes } : document,
  );
  await writeFile(file, JSON.stringify({ ...site, documents }));
  return copy;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' });

test('each document is a page that needs no script, prints without controls and marks the sample', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, title] of [
    [screens.terms, 'Terms and conditions'],
    [screens.privacy, 'Privacy notice'],
    [screens.risk, 'Risk notice'],
  ] as const) {
    await page.goto(product.address + path);
    await expect(page).toHaveTitle(new RegExp(`^${title} \\| .`));
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('Sample text.')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(heading(page, title)).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  }
  await page.goto(product.address + screens.home);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(product.address + screens.privacy);
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test(`the documents have nothing axe complains about, ${colorScheme}, at ${width} px`, async ({
      browser,
    }) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      const complaints = collectComplaints(page);
      await page.goto(product.address + screens.terms);
      await checkPage(page, `terms, ${colorScheme}, ${width} px`);
      expect(complaints).toEqual([]);
      await page.close();
    });

test('registering, agreeing, and agreeing again to a new version before anything else', async ({
  browser,
}) => {
  const person = buildRegistration({ email: 'ada@example.com' });
  const context = await browser.newContext();
  const page = await context.newPage();

  await test.step('what is agreed to opens beside the form, which keeps what was typed', async () => {
    await page.goto(product.address + screens.register);
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Phone number').fill(person.phoneNumber);
    await page.getByLabel('Country').selectOption(person.country);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /^Terms/ }).click(),
    ]);
    await expect(heading(tab, 'Terms and conditions')).toBeVisible();
    await tab.close();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await page.getByLabel('Agree to terms and conditions').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByLabel('One-time code').fill(await product.codeFor(person.email));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(heading(page, 'Welcome back, Ada Lovelace')).toBeVisible();
  });

  const { admin } = product;
  folder = await buildNewTerms();
  await product.stop();
  product = await startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off' }, join(folder, 'server/main.js'));

  await test.step('the next sign-in asks for the new version, and only for that', async () => {
    await page.goto(product.address + screens.login);
    await fillSignIn(page, person.email, person.password);
    await expect(heading(page, 'Our documents have changed')).toBeFocused();
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText(changes)).toBeVisible();
    await expect(goOn(page)).toBeDisabled();
    await checkLooks(page, 'agreeing to a new version');
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await goOn(page).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Welcome back, Ada Lovelace')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Welcome back, Ada Lovelace')).toBeVisible();
    await expect(heading(page, 'Our documents have changed')).toHaveCount(0);
  });

  await test.step('the console shows both versions, and when', async () => {
    const office = await openAs(browser, product, await signIn(product, admin), screens.adminUsers);
    await office.getByRole('link', { name: person.email }).click();
    const rows = office.getByRole('region', { name: 'Documents' }).getByRole('row');
    await expect(rows.filter({ hasText: newVersion })).toContainText(/Terms.*20\d\d/);
    await expect(rows.filter({ hasText: 'Sample 1' })).toHaveCount(3);
    await expect(office.getByText('User: documents accepted').first()).toBeVisible();
  });
  await context.close();
});

test('a code takes no seventh digit, and a pasted one takes the place of what is there', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(product.address + screens.verifyEmail);
  const field = page.getByLabel('One-time code');
  await expect(field).toBeFocused();
  await page.keyboard.type('1234567');
  await expect(field).toHaveValue('123456');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('8');
  await expect(field).toHaveValue('123458');
  await page.evaluate("navigator.clipboard.writeText('654 321')");
  await page.keyboard.press('Control+v');
  await expect(field).toHaveValue('654321');
});

for (const [path, label] of [
  [screens.login, 'Email'],
  [screens.register, 'First name'],
  [screens.resetPassword, 'Email'],
  [`${screens.changePassword}?token=t`, 'New password'],
] as const)
  test(`${path} starts in its first field, and a link under it is followed at the first click`, async ({
    page,
  }) => {
    await page.goto(product.address + path);
    await expect(page.getByLabel(label, { exact: true })).toBeFocused();
    const link = page.getByRole('main').getByRole('link').last();
    const target = await link.getAttribute('href');
    await link.click();
    await expect(page).toHaveURL(product.address + target);
  });
