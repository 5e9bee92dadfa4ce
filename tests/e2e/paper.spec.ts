import { expect, type Page } from '@playwright/test';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import { auditPath, personPath, transactionsPath } from '../../src/admin/record-paths';
import { buildDeposit, buildWithdrawal } from '../builders';
import { sent } from './api';
import { createInvestor } from './people';
import { signIn, signInAdmin, test } from './visit';

const longName = 'Schmidtrottenbergerwolkensteinhohenloheoehringen';

/** The pages on paper, and a dialog in a window that is too small for it. */

let investor: string;
let admin: string;
let userId: string;
let longNamed: string;
let longNamedId: string;
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
  longNamed = await signIn(product, await createInvestor(product, 'paper-long@example.com'));
  const named = { firstName: 'Maximiliane', lastName: longName };
  await sent(product, 'PUT', calls.updateUser.path, named, { token: longNamed });
  const she = (await sent(product, 'GET', calls.readUser.path, undefined, { token: longNamed })) as {
    _id: string;
  };
  longNamedId = she._id;
  await sent(product, 'POST', calls.createTransaction.path, buildDeposit({ amount: 999_999.99 }), {
    token: longNamed,
  });
});

/** Nothing that can only be pressed, and nothing that hides a part of itself, is on paper. */
async function expectPaper(page: Page): Promise<void> {
  const controls = page.locator(
    'nav, input:not([data-source] *), :is(button, [role=combobox]):not([data-print=text], [data-source] *), .MuiPagination-root',
  );
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  const hidden = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((box) => box.checkVisibility() && box.innerText?.trim() && box.clientHeight > 1)
    .filter((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isHigher = overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1;
      return isHigher || (overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1);
    })
    .map((box) => box.tagName + ' ' + box.className)`);
  // The page hears of a new medium or width a moment later.
  await expect.poll(hidden).toEqual([]);
}

/** Paper is as wide as the page is beneath: what a table has beyond that is cut off. */
async function expectAllColumns(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('table')].map((table) => table.getBoundingClientRect().right)) - innerWidth`,
    );
  await expect.poll(beyond).toBeLessThanOrEqual(0);
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

  test('the transactions, without what hangs over them on a screen: a toast, and the offer to keep an address', async ({
    openTab,
    product,
  }) => {
    const token = await signIn(product, await createInvestor(product, 'paper-sent@example.com'));
    const me = (await sent(product, 'GET', calls.readUser.path, undefined, { token })) as { _id: string };
    const headers = { 'x-reason': 'to withdraw from' };
    await sent(product, 'PUT', `/api/account/${me._id}`, { balance: 1_000 }, { token: admin, headers });
    const page = await openTab(product, token, screens.transactions);
    await page.getByRole('button', { name: 'Withdraw' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
    await dialog.getByLabel('Amount').fill('150');
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'Bitcoin' }).click();
    await dialog.getByLabel('Wallet address').fill(buildWithdrawal().wallet);
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    const offer = page.getByRole('region', { name: 'Keep the address' });
    await expect(offer).toBeVisible();
    const over = page.locator('.averin-toast').or(offer).filter({ visible: true });
    await expect(over).toHaveCount(2);
    await page.emulateMedia({ media: 'print' });
    // At once: a toast leaves by itself.
    expect(await over.count()).toBe(0);
    await expect(page.getByRole('cell', { name: '$150.00' })).toBeVisible();
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
    test(`at ${width} px: all rows and columns of a list of the console, with the status that can be set there, and its filters that are set`, async ({
      openTab,
      product,
    }) => {
      const filter = { userId, status: 'PENDING', amount_gte: 1_001 };
      const page = await openTab(product, admin, transactionsPath(filter), width);
      const statuses = page.getByRole('combobox', { name: /^Status of/ });
      await expect(statuses).toHaveCount(20);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(statuses.filter({ visible: true, hasText: 'PENDING' })).toHaveCount(20);
      await expect(page.getByText('1-20 of 22')).toBeVisible();
      const filters = page.locator('form [data-source]').filter({ visible: true });
      await expect(filters).toHaveText([/^Status\s*PENDING/, /^Person/, /^Amount from/]);
      await expect(filters.getByRole('combobox', { name: 'Person' })).toHaveValue('Ada Lovelace');
      await expect(filters.getByRole('textbox', { name: 'Amount from' })).toHaveValue('1001');
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

  test('all columns of the audit log, whatever those are called who have done it', async ({
    openTab,
    product,
  }) => {
    const filter = { action: 'user.updated', personId: longNamedId };
    const page = await openTab(product, admin, auditPath(filter));
    await expect(page.getByRole('cell', { name: new RegExp(longName) }).first()).toBeVisible();
    await expectAllColumns(page);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1_024, height: 900 });
    await expectAllColumns(page);
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

test('in a window of 320 x 256 px all of the deposit scrolls: its title goes, and its content has the room', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, investor, screens.dashboard);
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Deposit' });
  await page.setViewportSize({ width: 320, height: 256 });
  await dialog.getByRole('textbox', { name: 'Amount' }).focus();
  const inView = () =>
    page.evaluate<number>(`(() => {
      const content = document.querySelector('.MuiDialogContent-root').getBoundingClientRect();
      const paper = document.querySelector('.MuiDialog-paper').getBoundingClientRect();
      return Math.min(content.bottom, paper.bottom) - Math.max(content.top, paper.top);
    })()`);
  await expect.poll(inView).toBeGreaterThan(150);
  await page.mouse.move(160, 128);
  await page.mouse.wheel(0, 5_000);
  await expect(dialog.getByRole('button', { name: 'Proceed' })).toBeInViewport({ ratio: 1 });
});

test('on a phone of 320 px no long name and no large sum is beyond the edge of a dialog', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, admin, transactionsPath({ userId: longNamedId }), 320);
  const dialog = page.getByRole('dialog');
  async function expectWithin(): Promise<void> {
    const beyond = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('[role=dialog] :is(h2, p, dt, dd)')]
      .filter((text) => text.scrollWidth > text.clientWidth + 1
        || text.getBoundingClientRect().right > text.closest('[role=dialog]').getBoundingClientRect().right - (text.matches('dd') ? 16 : 0))
      .map((text) => text.textContent)`);
    await expect.poll(beyond).toEqual([]);
  }
  await page.getByRole('combobox', { name: /^Status of/ }).click();
  await page.getByRole('option', { name: 'CONFIRMED' }).click();
  await expect(dialog.getByText('+$999,999.99').first()).toBeVisible();
  await expectWithin();
  await page.goto(product.address + personPath(longNamedId));
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(dialog.getByRole('heading', { name: new RegExp(longName) })).toBeVisible();
  await expectWithin();
});
