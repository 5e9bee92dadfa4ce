import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { screens } from '../../contract/paths';
import { buildDeposit } from '../builders';
import { commands, copyExtended, document, files, lines } from '../support/extended-product';
import { runIn } from '../support/product-copy';
import { sent } from './api';
import { checkLooks } from './axe';
import { createInvestor } from './people';
import { type Product, startProduct } from './product';
import { checkChosen, checkStockList } from './stock-looks';
import { signIn, test } from './visit';

/*
 * docs/extending.md, followed to the letter: its code goes into a copy of the product, which is built, and looked after
 * in a browser. Tickets and announcements have names of their own there (tests/support/extended-product.ts). That it
 * compiles, tests/structure/chart.test.ts shows.
 */
const auditor = { email: 'auditor@example.com', password: 'a password of the auditor' };
const announcements = `${screens.admin}/exampleannouncements`;

let folder: string | undefined;
let product: Product;
const tokens = { admin: '', auditor: '' };

test.beforeAll(async () => {
  folder = copyExtended();
  runIn(folder, 'npm', 'run', 'build');
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
  if (folder) rmSync(folder, { recursive: true, force: true });
});

// What the first of them writes is what the others read.
test.describe.configure({ mode: 'serial' });

test('a resource takes at most 60 lines in two files', () => {
  const ofResource = files.filter(({ path }) => path.includes('/exampleannouncements/'));
  expect(ofResource.map(({ path }) => path)).toEqual([
    'server/exampleannouncements/resource.ts',
    'src/admin/exampleannouncements/index.ts',
  ]);
  expect(ofResource.flatMap(({ code }) => code.trim().split('\n')).length).toBeLessThanOrEqual(60);
});

test('every block of code in the document is in the product that is driven here', () => {
  expect(document.match(/^```\w+$/gm)).toHaveLength(files.length + commands.length);
  expect(lines.map(({ path }) => path)).toContain('server/declared-resources.ts');
});

test('announcements are written, found, exported, changed and deleted', async ({ openTab }) => {
  const page = await openTab(product, tokens.admin, screens.adminUsers);
  await page.getByRole('link', { name: 'Exampleannouncements' }).click();
  await expect(page.getByText('There are no exampleannouncements yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Add exampleannouncement' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Hi');
  await page.getByLabel('Text', { exact: true }).fill('The office is closed\non 24 December.');
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByLabel('Published on').fill('2026-03-04T10:00');
  await page.getByLabel('Reason').fill('For the holidays');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Title', { exact: true }).fill('Holidays');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Exampleannouncement saved')).toBeVisible();
  const row = page.getByRole('row', { name: /Holidays/ });
  await expect(row.getByRole('cell', { name: 'Yes' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(page.getByRole('combobox', { name: 'Order' })).toHaveText('Newest first');
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('link', { name: 'Add exampleannouncement' }).click();
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
  await page.getByRole('button', { name: 'Withdraw Closed in December' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Reason' }).fill('Open after all');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('row', { name: /Closed in December/ })).toContainText('No');
  await page.getByRole('link', { name: 'Edit Closed in December' }).click();
  await page.getByRole('button', { name: 'Delete exampleannouncement' }).click();
  await question.getByRole('textbox', { name: 'Reason' }).fill('Over');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Exampleannouncement deleted')).toBeVisible();
  await expect(page.getByText('1-1 of 1')).toBeVisible();
});

test('an auditor reads them and is offered no way to change one', async ({ openTab }) => {
  const page = await openTab(product, tokens.auditor, announcements);
  await page.getByRole('link', { name: 'Open A new plan' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);
});

/** Says why, in the question that is asked. */
async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await question.getByRole('button', { name: button, exact: true }).click();
  await expect(question).toHaveCount(0);
}

test('stock pages add a ticket of an investor, change it, close it and find it, each for a reason', async ({
  openTab,
}) => {
  const investor = await createInvestor(product, 'tickets@example.com');
  const page = await openTab(product, tokens.admin, `${screens.admin}/exampletickets/create`);
  await expect(page.getByRole('heading', { level: 1, name: 'Add exampleticket' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Subject' }).fill('No code came');
  await page.getByRole('textbox', { name: 'Details' }).fill('Since yesterday.\nBy no way.');
  await page.getByRole('combobox', { name: 'Investor' }).fill(investor.lastName);
  await page.getByRole('option', { name: `${investor.firstName} ${investor.lastName}` }).click();
  await page.getByLabel('Due').fill('2026-12-24');
  await page.getByLabel('Effort').fill('2');
  await page.getByRole('textbox', { name: 'Reason' }).fill('By phone');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /No code came/ });
  await expect(row).toContainText(`${investor.firstName} ${investor.lastName}`);
  await expect(row).toContainText('Open');
  const chosen = page.getByRole('combobox', { name: 'Status' }).locator('span');
  expect(await chosen.evaluate((text) => getComputedStyle(text, '::after').content)).toBe('"All"');

  await row.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('No mail came');
  // The router hears of the question in a later task than the input's: nobody is as quick as a test.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => done()))');
  // Who goes back with what was entered is asked first, and stays where they were.
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  // A drawer has an entry of the history of its own, which goes when it closes.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Audit' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('No mail came');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Clearer');
  await page.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('row', { name: /No mail came/ });
  await renamed.getByRole('button', { name: 'Close' }).click();
  await giveReason(page, 'Answered', 'Change');
  await expect(renamed).toContainText('Closed');
  await expect(renamed.getByRole('button', { name: 'Close' })).toHaveCount(0);

  // What is done with several at once lies over the header, also over that of the column that stays in view.
  await renamed.getByRole('checkbox').check();
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Delete' })).toBeFocused();
  await renamed.getByRole('checkbox').uncheck();

  await renamed.getByRole('link', { name: 'Show' }).click();
  await expect(page.getByText('Since yesterday.')).toHaveText('Since yesterday.\nBy no way.', {
    useInnerText: true,
  });
  await expect(page.getByText('Dec 24, 2026')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Exampleticket: No mail came' })).toBeVisible();

  await page.goto(`${product.address}${screens.admin}/audit`);
  await expect(page.getByRole('row').nth(1)).toContainText('Answered');
  await page.goto(`${product.address}${screens.admin}/exampletickets`);
  await renamed.getByRole('link', { name: investor.lastName }).click();
  const panel = page.getByRole('region', { name: 'Exampletickets' });
  await panel.getByRole('link', { name: 'No mail came' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exampleticket: No mail came' })).toBeVisible();
});

test('an auditor reads the stock pages and is offered no way to change a ticket', async ({ openTab }) => {
  const page = await openTab(product, tokens.auditor, `${screens.admin}/exampletickets`);
  const row = page.getByRole('row', { name: /No mail came/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Exampletickets' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Add exampleticket|Edit)$/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: /Close|Delete/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Fees' })).toHaveCount(0);
  await row.getByRole('link').first().click();
  const panel = page.getByRole('region', { name: 'Exampletickets' });
  await panel.getByRole('link', { name: 'No mail came' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exampleticket: No mail came' })).toBeVisible();
});

test('our lists have the column and the filter, and one is replaced', async ({ openTab }) => {
  const page = await openTab(product, tokens.admin, screens.adminTransactions);
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByRole('textbox', { name: 'Id', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Transaction id' })).toBeChecked();
  await page.goto(`${product.address}${screens.admin}/mail`);
  await expect(page.getByRole('columnheader', { name: 'Written' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('@');
  const [number, , , subject] = await page.getByRole('row').nth(1).getByRole('cell').allTextContents();
  expect(number).toBe('1');
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(page.getByRole('rowheader', { name: subject ?? '' }).first()).toBeVisible();
});

test('the home has the card', async ({ openTab }) => {
  const page = await openTab(product, tokens.admin, screens.adminHome);
  const card = page.getByRole('region', { name: 'Open exampletickets' });
  await expect(card.getByRole('link')).toHaveText('0');
});

test('the menu has the page, and speaks the language', async ({ openTab }) => {
  const page = await openTab(product, tokens.admin, screens.adminUsers);
  await expect(page.getByRole('heading', { name: 'Benutzer' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Land' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Books' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Status', exact: true })).toHaveAttribute('target', '_blank');
  await page.getByRole('link', { name: 'Fees' }).click();
  await expect(page.getByRole('heading', { name: 'Fees' })).toBeVisible();
  await expect(page.getByText('Withdrawals are free until 100 a year.')).toBeVisible();
  await expect(page).toHaveTitle('Fees');
});

for (const width of [390, 1280]) {
  test(`its pages pass axe and stay within their width, ${width} px`, async ({ openTab }) => {
    const page = await openTab(product, tokens.admin, announcements, width);
    await expect(page.getByRole('link', { name: 'Edit A new plan' })).toBeVisible();
    await checkLooks(page, 'announcements');
    await page.getByRole('link', { name: 'Edit A new plan' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    await checkLooks(page, 'an announcement');
    // Pages of react-admin's own parts: a table, and on a phone lines, which must not scroll sideways either.
    await page.goto(`${product.address}${screens.admin}/exampletickets`);
    await expect(page.getByText('No mail came').first()).toBeVisible();
    await checkLooks(page, 'tickets');
    await checkStockList(page);
    await page
      .getByRole('link', { name: 'Show' })
      .or(page.getByRole('link', { name: 'No mail came' }))
      .first()
      .click();
    await expect(page.getByText('Since yesterday.')).toBeVisible();
    await checkLooks(page, 'a ticket');
  });
}

test('rows of stock pages are chosen as those of ours', async ({ openTab }) => {
  const investor = await createInvestor(product, 'chosen@example.com');
  const token = await signIn(product, investor);
  // A page of them, so that what is chosen is told of at the bottom of the window in both lists.
  for (const [index, subject] of [...'abcdefghijklmn'].entries()) {
    await sent(product, 'POST', '/api/transaction/create', buildDeposit(), { token });
    await sent(
      product,
      'POST',
      '/api/admin/exampletickets',
      { subject, details: subject, userId: null, status: 'open', urgent: false, due: null, effort: index },
      { token: tokens.admin },
    );
  }
  for (const width of [390, 1280]) {
    const page = await openTab(product, tokens.admin, screens.adminHome, width);
    const [stock, ours] = [`${screens.admin}/exampletickets`, screens.adminTransactions];
    await checkChosen(page, product.address + stock, product.address + ours);
  }
});
