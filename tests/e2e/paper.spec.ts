import { expect, type Page } from '@playwright/test';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import { auditPath, personPath, transactionsPath } from '../../src/admin/record-paths';
import { buildDeposit } from '../builders';
import { sent } from './api';
import { createInvestor } from './people';
import { signIn, signInAdmin, test } from './visit';

/** The pages on paper, and a dialog in a window that is too small for it. */

let investor: string;
let admin: string;
let userId: string;
test.beforeAll(async ({ product }) => {
  investor = await signIn(product, await createInvestor(product, 'paper@example.com'));
  const me = (await sent(product, 'GET', calls.readUser.path, undefined, { token: investor })) as {
    _id: string;
  };
  userId = me._id;
  admin = await signInAdmin(product);
  for (let n = 1; n <= 22; n += 1) {
    await sent(
      product,
      'POST',
      calls.createTransaction.path,
      buildDeposit({ amount: 1_000 + n, transactionId: `tx-${n}` }),
      { token: investor },
    );
    await sent(
      product,
      'PUT',
      `/api/account/${userId}`,
      { profit: n },
      { token: admin, headers: { 'x-reason': `entry ${n}` } },
    );
  }
});

/** Nothing that can only be pressed, and nothing that hides a part of itself, is on paper. */
async function expectPaper(page: Page): Promise<void> {
  const controls = page.locator(
    'nav, input, :is(button, [role=combobox]):not([data-print=text]), .MuiPagination-root',
  );
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  const hidden = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((box) => box.checkVisibility() && box.innerText?.trim() && box.clientHeight > 1)
    .filter((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isHigher = overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1;
      return isHigher || (overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1);
    })
    .map((box) => box.tagName + ' ' + box.className)`);
  expect(hidden).toEqual([]);
}

test.describe('on paper', () => {
  for (const width of [390, 1280]) {
    test(`at ${width} px: the whole page of transactions`, async ({ openTab, product }) => {
      const page = await openTab(product, investor, screens.transactions, width);
      await expect(page.getByText('$1,022.00')).toBeVisible();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(page.getByText('1 to 20 of 22')).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(21);
      await expect(page.getByRole('cell', { name: '$1,003.00' })).toBeVisible();
      await expect(page.getByRole('cell', { name: '$1,003.00' })).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expectPaper(page);
      await page.emulateMedia({ media: 'screen' });
      await expect(page.getByText('1 to 20 of 22')).toBeHidden();
    });
  }

  test('the dashboard', async ({ openTab, product }) => {
    const page = await openTab(product, investor, screens.dashboard);
    await expect(page.getByRole('list', { name: 'Recent activity' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('table', { name: 'Account Overview' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Profit' })).toContainText('$22.00');
    await expectPaper(page);
  });

  test('the entries behind a figure, as many as are shown, without the page beneath', async ({
    openTab,
    product,
  }) => {
    const page = await openTab(product, investor, `${screens.dashboard}?entries=profit`);
    await page.getByRole('button', { name: 'Show more' }).click();
    const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect(entries).toHaveCount(22);
    await page.emulateMedia({ media: 'print' });
    await expect(entries.last()).toBeVisible();
    await expect(page.getByText('Welcome back')).toBeHidden();
    await expectPaper(page);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const { y = 0 } = (await entries.last().boundingBox()) ?? {};
    expect(y).toBeLessThan(height);
  });

  for (const width of [390, 1280]) {
    test(`at ${width} px: all rows and columns of a list of the console, with the status that can be set there`, async ({
      openTab,
      product,
    }) => {
      const page = await openTab(product, admin, transactionsPath({ userId }), width);
      const statuses = page.getByRole('combobox', { name: /^Status of/ });
      await expect(statuses).toHaveCount(20);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(statuses.filter({ visible: true, hasText: 'PENDING' })).toHaveCount(20);
      await expect(page.getByText('1-20 of 22')).toBeVisible();
      await expectPaper(page);
    });
  }

  test('a person, with their figures', async ({ openTab, product }) => {
    const page = await openTab(product, admin, personPath(userId));
    const figures = page.getByRole('list', { name: 'Figures' });
    await expect(page.getByText('As of the end of').first()).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(figures.getByRole('button', { name: 'Profit $22.00' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row')).toHaveCount(11);
    await expectPaper(page);
  });

  test('the entries behind a figure of a person, without the page beneath', async ({ openTab, product }) => {
    const page = await openTab(product, admin, personPath(userId));
    await page.getByRole('button', { name: 'Profit $22.00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Profit: $22.00' });
    await expect(dialog.getByRole('row')).toHaveCount(23);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Transactions' })).toBeHidden();
    await expect(dialog.getByRole('row').last()).toBeVisible();
    await expectPaper(page);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const { y = 0 } = (await dialog.getByRole('row').last().boundingBox()) ?? {};
    expect(y).toBeLessThan(height);
  });

  test('what an event of the audit log has changed, also what is unfolded on a screen', async ({
    openTab,
    product,
  }) => {
    const filter = { action: 'transaction.created', personId: userId };
    const page = await openTab(product, admin, auditPath(filter));
    const folded = page.getByText('Transaction id:').first();
    await expect(page.getByText('3 more').first()).toBeVisible();
    await expect(folded).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(folded).toBeVisible();
    await expectPaper(page);
  });
});

for (const [width, height] of [
  [640, 400],
  [195, 422],
] as const) {
  test(`in a window of ${width} x ${height} px the deposit shows that it scrolls, with its buttons in view`, async ({
    openTab,
    product,
  }) => {
    const page = await openTab(product, investor, screens.dashboard);
    await page.getByRole('button', { name: 'Choose Starter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make Deposit' });
    const more = dialog.getByTestId('more-below');
    await expect(dialog).toBeVisible();
    await expect(more).toBeHidden();
    await page.setViewportSize({ width, height });
    await expect(more).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Proceed' })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('textbox', { name: 'Amount' }).scrollIntoViewIfNeeded();
    await dialog.locator('.MuiDialogContent-root').hover();
    await page.mouse.wheel(0, 5_000);
    await expect(more).toBeHidden();
  });
}
