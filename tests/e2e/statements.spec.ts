import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { buildDeposit } from '../builders';
import { sent, tokenFrom } from './api';
import { checkLooks } from './axe';
import { createInvestor, signInInvestor } from './people';
import { type Product, startProduct } from './product';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const idSchema = z.object({ _id: z.string() });

test('an investor sees the account over time, and keeps a statement as PDF and CSV', async ({ page }) => {
  const person = await createInvestor(product, 'dorothea@example.com');
  const token = await tokenFrom(product, '/api/user/login', {
    email: 'dorothea@example.com',
    password: person.password,
  });
  const admin = await tokenFrom(product, '/api/user/login', product.admin);
  const made = await sent(product, 'POST', '/api/transaction/create', buildDeposit({ amount: 1_250 }), {
    token,
  });
  const { _id } = idSchema.parse(made);
  await sent(product, 'PUT', `/api/transaction/${_id}`, { status: 'CONFIRMED' }, { token: admin });
  await signInInvestor(product, page, person);

  await test.step('the chart, its table, and the figures as of a day', async () => {
    await page.goto(product.address + screens.dashboard);
    const section = page.getByRole('region', { name: 'HISTORY' });
    await section.scrollIntoViewIfNeeded();
    await expect(section.locator('svg path').first()).toBeVisible();
    await section.getByRole('button', { name: 'Composition' }).click();
    await checkLooks(page, 'history');
    await section.getByRole('button', { name: 'Show as table' }).click();
    await expect(section.getByRole('table', { name: 'Figures by day' })).toContainText('$1,250.00');
    await section.getByLabel('As of the end of').fill(new Date().toISOString().slice(0, 10));
    await expect(section.getByRole('status', { name: 'Figures as of the day' })).toContainText('$1,250.00');
  });

  await test.step('the statement of the running month, as a page and as files', async () => {
    await page.getByRole('link', { name: 'Statements by month and year' }).click();
    await expect(page.getByRole('heading', { name: 'Statements' })).toBeVisible();
    await checkLooks(page, 'statements');
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    // On a phone beneath the period, which the closing stands beside.
    const list = page.getByRole('list', { name: 'Statements' });
    await expect(list.getByText('Preliminary').first()).toBeVisible();
    await checkLooks(page, 'statements, 390 px');
    await page.setViewportSize({ width, height });
    await list.getByRole('link').nth(1).click();
    await expect(page.getByRole('table', { name: 'Figures' })).toContainText('$1,250.00');
    await expect(page.getByText('Preliminary')).toBeVisible();
    await checkLooks(page, 'statement');
    await page.setViewportSize({ width: 390, height: 844 });
    // No column is cut off on a phone: what a row says stands below its name.
    const closing = page
      .getByRole('row', { name: /^Balance/ })
      .getByRole('cell')
      .last();
    await closing.scrollIntoViewIfNeeded();
    await expect(closing).toHaveText('$1,250.00');
    await expect(closing).toBeInViewport({ ratio: 1 });
    // The name of a column, which CSS puts there, comes before its figure.
    await expect(closing).toHaveCSS('flex-direction', 'row');
    await checkLooks(page, 'statement, 390 px');
    // Nor is one beside the menu, where the card is as narrow as on a small tablet.
    await page.setViewportSize({ width: 920, height });
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect
      .poll(() => figures.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBe(0);
    await page.setViewportSize({ width, height });
    const download = async (name: string) => {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return readFile(await (await waiting).path());
    };
    const pdf = await getDocument({ data: new Uint8Array(await download('Save as PDF')), verbosity: 0 })
      .promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    expect(text).toContain('$1,250.00');
    expect(text).toContain('Deposit confirmed');
    expect((await download('Save as CSV')).toString('utf8')).toContain('Balance,0.00,1250.00');
  });
});
