import { expect } from '@playwright/test';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import { auditPath, transactionsPath } from '../../src/admin/record-paths';
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

test('a reason of as many letters as one may have leaves its row as low as others, and is unfolded by keys', async ({
  openTab,
  product,
}) => {
  const token = await signIn(product, await createInvestor(product, 'reason@example.com'));
  const { _id } = (await sent(product, 'GET', calls.readUser.path, undefined, { token })) as { _id: string };
  await sent(
    product,
    'PUT',
    `/api/account/${_id}`,
    { profit: 5 },
    {
      token: admin,
      headers: { 'x-reason': 'Booked twice by mistake. '.repeat(20) },
    },
  );
  const page = await openTab(product, admin, auditPath({ subjectType: 'account', subjectId: _id }));
  const reason = page.getByText('Booked twice by mistake.');
  await expect(reason).toBeVisible();
  const { sideways, rows } = await page.evaluate<{ sideways: number; rows: number }>(measure);
  expect(sideways).toBe(0);
  expect(rows).toBeLessThan(120);
  await page.locator('summary', { has: reason }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await page.evaluate<{ rows: number }>(measure)).rows).toBeGreaterThan(160);
  const [when, why] = await Promise.all([page.locator('time').boundingBox(), reason.boundingBox()]);
  expect(Math.abs((when?.y ?? 0) - (why?.y ?? 999))).toBeLessThan(4);
});

for (const width of [390, 768, 1280]) {
  test(`at ${width} px: the last change is undone by keyboard, keeps the focus, and covers no pages at the end`, async ({
    openTab,
    product,
  }) => {
    const page = await openTab(product, admin, transactionsPath({ q: 'tables@example.com' }), width);
    await page
      .getByRole('combobox', { name: /^Status of/ })
      .first()
      .focus();
    for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Set to DECLINED' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await undo.focus();
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: 'Last change' });
    await expect(bar).toContainText('DECLINED to PENDING');
    await expect(undo).toBeFocused();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect(async () => {
      const pages = await page.locator('.MuiTablePagination-root').boundingBox();
      const { y = 0 } = (await bar.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual((pages?.y ?? 0) + (pages?.height ?? 0));
    }).toPass();
  });
}

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
    // The font of the names may come after them.
    await expect.poll(() => page.evaluate<string[]>(cut)).toEqual([]);
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

test('once all filters are shown and none is set, they leave no gap for buttons', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, admin, screens.adminTransactions, 390);
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.locator('label', { hasText: 'Last change to (UTC)' })).toBeVisible();
  const gap = `(() => {
    const bottom = (part) => document.querySelector(part).getBoundingClientRect().bottom;
    return bottom('main form') - bottom('[data-source="order"]');
  })()`;
  await expect.poll(() => page.evaluate<number>(gap)).toBe(0);
});

for (const [width, within] of [
  [390, 'none'],
  // A box in a line takes no part in the underline of what it is in, and has its own.
  [1280, 'underline'],
] as const) {
  test(`an address that is a link has one underline at ${width} pixels`, async ({ openTab, product }) => {
    const page = await openTab(product, admin, screens.adminTransactions, width);
    const text = page.locator('main a [title]', { hasText: 'tables@' }).first();
    await expect(text).toHaveCSS('text-decoration-line', within);
  });
}

test('a field of a date has the background that WebKit needs to pale one that is empty', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, admin, screens.adminTransactions);
  await page.getByRole('button', { name: 'More filters' }).click();
  const field = page.getByLabel('Created from (UTC)');
  await expect(field).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('buttons of a dialog that have no room beside each other keep their texts in a line', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, admin, transactionsPath({ status: 'PENDING' }), 360);
  await page.getByRole('button', { name: /^Change status of all/ }).click();
  const heightOf = async (name: string | RegExp) =>
    (await page.getByRole('dialog').getByRole('button', { name }).boundingBox())?.height;
  await expect(page.getByRole('button', { name: /^Set \d+ to CONFIRMED/ })).toBeVisible();
  expect(await heightOf(/^Set \d+ to/)).toBe(await heightOf('Cancel'));
});
