import { expect } from '@playwright/test';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import { buildDeposit } from '../builders';
import { sent } from './api';
import { unfoldsForKeyboard } from './console-lists';
import { createInvestor } from './people';
import { signIn, signInAdmin, test } from './visit';

/** How the tables of the console's lists take their room on a screen of 1,280 pixels. */

let admin: string;

test.beforeAll(async ({ product }) => {
  admin = await signInAdmin(product);
  const token = await signIn(product, await createInvestor(product, 'tables@example.com'));
  // More rows than there is room for.
  for (let n = 0; n < 16; n += 1) {
    const host = n % 2 ? `${'a'.repeat(60)}.example` : 'i.imgur.com';
    const imageUrl = `https://${host}/proof.png`;
    const body = buildDeposit({ amount: 47_620, transactionId: `tx-tables-${n}`, imageUrl });
    await sent(product, 'POST', calls.createTransaction.path, body, { token });
  }
});

/** Runs in the page: by how much its window and its table scroll, and how high the rows are. */
const measure = `(() => {
  const table = document.querySelector('table').parentElement;
  return {
    page: document.documentElement.scrollHeight - innerHeight,
    sideways: table.scrollWidth - table.clientWidth,
    rows: Math.max(...[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)),
  };
})()`;

test('the window ends with the pages of a list, at any height', async ({ openTab, product }) => {
  const page = await openTab(product, admin, screens.adminTransactions);
  await expect(page.getByRole('link', { name: /^view on/ })).toHaveCount(16);
  for (const height of [700, 800, 900]) {
    await page.setViewportSize({ width: 1280, height });
    await expect.poll(async () => (await page.evaluate<{ page: number }>(measure)).page).toBe(0);
  }
});

test('the host of a proof leaves the rows as high as they are, and is whole for the keyboard', async ({
  openTab,
  product,
}) => {
  const filter = JSON.stringify({ q: 'tables@example.com' });
  const page = await openTab(
    product,
    admin,
    `${screens.adminTransactions}?${new URLSearchParams({ filter })}`,
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  const link = page.getByRole('link', { name: /^view on aaa/ }).first();
  await expect(link).toBeVisible();
  const { sideways, rows } = await page.evaluate<{ sideways: number; rows: number }>(measure);
  expect(sideways).toBe(0);
  expect(rows).toBeLessThan(60);
  await unfoldsForKeyboard(page, link);
});

test('double names are whole in rows that are no higher for them', async ({ openTab, product }) => {
  const page = await openTab(product, admin, screens.adminHome);
  await page.setViewportSize({ width: 1280, height: 900 });
  const names = { firstName: 'Mary-Elizabeth', lastName: 'Bergstrom-Fitzgerald', email: 'mary@example.com' };
  await page.route(/\/api\/(user\/users|transaction\/transactions)\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { user?: object }[] };
    const data = answer.data.map((row) =>
      row.user
        ? { ...row, user: { ...row.user, ...names } }
        : { ...row, ...names, country: 'British Indian Ocean Territory' },
    );
    await route.fulfill({ response, json: { ...answer, data } });
  });
  const cut = `[...document.querySelectorAll('tbody td > [title]')].filter((text) =>
    text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1).map((text) => text.title)`;
  for (const path of [screens.adminUsers, screens.adminTransactions]) {
    await page.goto(product.address + path);
    await expect(page.getByText(names.lastName).first()).toBeVisible();
    expect(await page.evaluate<string[]>(cut)).toEqual([]);
    expect((await page.evaluate<{ rows: number }>(measure)).rows).toBeLessThan(48);
  }
});

test('labels of days are whole where letters are set apart', async ({ openTab, product }) => {
  const page = await openTab(product, admin, screens.adminTransactions);
  await page.setViewportSize({ width: 640, height: 800 });
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.addStyleTag({
    content:
      '* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important; }',
  });
  await expect(page.locator('label', { hasText: 'Last change to (UTC)' })).toBeVisible();
  const cut = `[...document.querySelectorAll('label')].filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`;
  await expect.poll(() => page.evaluate<string[]>(cut)).toEqual([]);
});
