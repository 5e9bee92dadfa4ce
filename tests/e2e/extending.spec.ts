import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import Papa from 'papaparse';
import { screens } from '../../contract/paths';
import { copyProduct, replaceIn } from '../support/product-copy';
import { checkLooks } from './axe';
import { type Product, startProduct } from './product';
import { openAs, signIn } from './visit';

/*
 * docs/extending.md, followed to the letter: its code goes into a copy of the product, which is built, and looked after
 * in a browser.
 */
const root = join(import.meta.dirname, '../..');
const auditor = { email: 'auditor@example.com', password: 'a password of the auditor' };
const announcements = `${screens.admin}/announcements`;

let folder: string;
let product: Product;
const tokens = { admin: '', auditor: '' };

/** The files that the document gives whole, by path. */
function filesOf(text: string): { path: string; code: string }[] {
  const found = text.matchAll(/^\d\. `([^`]+)`[^\n]*\n\n```ts\n(.*?)^```$/gms);
  return [...found].map(([, path = '', code = '']) => ({ path, code }));
}

const document = readFileSync(join(root, 'docs/extending.md'), 'utf8');
const files = filesOf(document);

/** The document's own words for the two lines that register what was added. */
function lineFor(path: string): string {
  const line = new RegExp(`One line in \`${path}\`[^:]*: \`([^\`]+)\``).exec(document)?.[1];
  if (!line) throw new Error(`docs/extending.md does not say what goes into ${path}`);
  return line;
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: 'pipe' });
}

/** The types of what was added, and of what it uses. */
function checkTypes(config: string, include: string[]): void {
  const name = `added-${config}`;
  writeFileSync(join(folder, name), JSON.stringify({ extends: `./${config}`, include }));
  run('npx', 'tsc', '-p', name);
}

test.beforeAll(async () => {
  folder = copyProduct();
  for (const { path, code } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  const declared = lineFor('server/declared-resources.ts');
  const resources = join(folder, 'server/declared-resources.ts');
  replaceIn(resources, /\[walletResource\]/, `[walletResource, ${declared}]`);
  replaceIn(resources, /^/, `import { ${declared} } from './announcements/resource';\n`);
  const config = join(folder, 'src/app.config.ts');
  replaceIn(config, 'resources: [', `resources: [${lineFor('src/app.config.ts')}`);
  run('npm', 'run', 'db:generate');
  checkTypes('tsconfig.json', ['src/app.config.ts', 'src/admin/announcements']);
  checkTypes('tsconfig.server.json', ['server/declared-resources.ts']);
  run('npm', 'run', 'build');
  const environment = {
    RATE_LIMITS: 'off',
    AUDITOR_EMAIL: auditor.email,
    AUDITOR_PASSWORD: auditor.password,
  };
  product = await startProduct(environment, join(folder, 'dist/server/main.js'));
  tokens.admin = await signIn(product, product.admin);
  tokens.auditor = await signIn(product, auditor);
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// What the first of them writes is what the others read.
test.describe.configure({ mode: 'serial' });

test('a resource takes at most 60 lines in two files', () => {
  expect(files.map(({ path }) => path)).toEqual([
    'server/announcements/resource.ts',
    'src/admin/announcements/index.ts',
  ]);
  const lines = files.flatMap(({ code }) => code.trim().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(60);
});

test('announcements are written, found, exported, changed and deleted', async ({ browser }) => {
  const page = await openAs(browser, product, tokens.admin, screens.adminUsers);
  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByText('There are no announcements yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Add announcement' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Hi');
  await page.getByLabel('Text', { exact: true }).fill('The office is closed\non 24 December.');
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByLabel('Published on').fill('2026-03-04T10:00');
  await page.getByLabel('Reason').fill('For the holidays');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Title', { exact: true }).fill('Holidays');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Announcement saved')).toBeVisible();
  const row = page.getByRole('row', { name: /Holidays/ });
  await expect(row.getByRole('cell', { name: 'Yes' })).toBeVisible();

  await page.getByRole('link', { name: 'Add announcement' }).click();
  await page.getByLabel('Title', { exact: true }).fill('A new plan');
  await page.getByLabel('Text', { exact: true }).fill('Soon.');
  await page.getByLabel('Reason').fill('Draft');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1-2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Title' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('A new plan');
  await page.getByRole('textbox', { name: 'Search title or text' }).fill('december');
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '');
  expect(Papa.parse(file, { header: true }).data).toMatchObject([{ Title: 'Holidays', Published: 'Yes' }]);

  await page.getByRole('link', { name: 'Edit Holidays' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Closed in December');
  await page.getByLabel('Reason').fill('Clearer');
  await page.getByRole('button', { name: 'Save' }).click();
  // Saved, it leads back to the list; whoever goes on before that is led there afterwards.
  await expect(page.getByRole('row', { name: /Closed in December/ })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Audit' }).click();
  const newest = page.getByRole('row').nth(1);
  await expect(newest).toContainText('Clearer');
  await expect(newest).toContainText(/Holidays.*Closed in December/);

  await page.goto(product.address + announcements);
  await page.getByRole('link', { name: 'Edit Closed in December' }).click();
  await page.getByRole('button', { name: 'Delete announcement' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Reason' }).fill('Over');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Announcement deleted')).toBeVisible();
  await expect(page.getByText('1-1 of 1')).toBeVisible();
});

test('an auditor reads them and is offered no way to change one', async ({ browser }) => {
  const page = await openAs(browser, product, tokens.auditor, announcements);
  await page.getByRole('link', { name: 'Open A new plan' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);
});

for (const width of [390, 1280]) {
  test(`its pages pass axe and stay within their width, ${width} px`, async ({ browser }) => {
    const page = await openAs(browser, product, tokens.admin, announcements, width);
    await expect(page.getByRole('link', { name: 'Edit A new plan' })).toBeVisible();
    await checkLooks(page, 'announcements');
    await page.getByRole('link', { name: 'Edit A new plan' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    await checkLooks(page, 'an announcement');
  });
}
