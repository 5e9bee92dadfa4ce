import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { screens } from '../../contract/paths';
import { createInvestor } from './people';
import { openAs, signIn, signInAdmin, test } from './visit';

/** The browser's way back over dialogs and drawers: it closes them, and nothing of them stays in the history. */

let investor: string;
test.beforeAll(async ({ product }) => {
  investor = await signIn(product, await createInvestor(product, 'way-back@example.com'));
});

const deposit = (page: Page) => page.getByRole('dialog', { name: 'Make Deposit' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Everything the app has put into the history has come to rest: the same length at two looks, one after another. */
async function depthIs(page: Page, layers: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate<number>('(history.state && history.state.usr && history.state.usr.layers) || 0'),
    )
    .toBe(layers);
}

test('Back closes a dialog and stays on its page', async ({ openTab, product }) => {
  const page = await openTab(product, investor, screens.transactions);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(heading(page)).toContainText('Welcome back');
  for (const name of ['Invest', 'Withdraw']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await depthIs(page, 1);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(product.address + screens.dashboard);
  }
  await page.goBack();
  await expect(heading(page)).toHaveText('All Transactions');
});

test('on the first page of a tab as well, where there is nothing to go back to', async ({
  browser,
  product,
}) => {
  // New: one that others have used has a history.
  const page = await openAs(browser, product, investor, screens.dashboard);
  await page.getByRole('button', { name: 'Choose Gold' }).click();
  await expect(deposit(page)).toBeVisible();
  await depthIs(page, 1);
  await page.goBack();
  await expect(deposit(page)).toBeHidden();
  await expect(heading(page)).toContainText('Welcome back');
  await page.context().close();
});

test('a dialog that was closed otherwise leaves nothing to go back or forward to', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, investor, screens.transactions);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Invest', exact: true }).click();
  await expect(deposit(page)).toBeVisible();
  await depthIs(page, 1);
  await deposit(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(deposit(page)).toBeHidden();
  await depthIs(page, 0);
  // There, and left again by the app.
  await page.evaluate("steps = 0; addEventListener('popstate', () => { steps += 1; }); history.forward()");
  await expect.poll(() => page.evaluate<number>('steps')).toBe(2);
  await depthIs(page, 0);
  await expect(deposit(page)).toBeHidden();
  await page.goBack();
  await expect(heading(page)).toHaveText('All Transactions');
});

test('a reload with a dialog open closes it, and one step back leaves the page', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, investor, screens.transactions);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Invest', exact: true }).click();
  await expect(deposit(page)).toBeVisible();
  await depthIs(page, 1);
  await page.reload();
  await expect(heading(page)).toContainText('Welcome back');
  await depthIs(page, 0);
  await page.goBack();
  await expect(heading(page)).toHaveText('All Transactions');
});

test('on a phone: the menu, a dialog opened from it, and a link followed from it', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, investor, screens.dashboard, 390);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const openMenu = () => page.getByRole('button', { name: 'Open menu' }).click();
  await test.step('Back closes the menu', async () => {
    await openMenu();
    await expect(menu).toBeVisible();
    await depthIs(page, 1);
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(heading(page)).toContainText('Welcome back');
  });
  await test.step('Back closes the dialog, not into the menu', async () => {
    await openMenu();
    await depthIs(page, 1);
    await menu.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('dialog', { name: 'Make Withdrawal' })).toBeVisible();
    await depthIs(page, 1);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading(page)).toContainText('Welcome back');
  });
  await test.step('a link of the menu is one step', async () => {
    await openMenu();
    await depthIs(page, 1);
    await menu.getByRole('link', { name: 'Transactions' }).click();
    await expect(heading(page)).toHaveText('All Transactions');
    await depthIs(page, 0);
    await page.goBack();
    await expect(heading(page)).toContainText('Welcome back');
    await page.goForward();
    await expect(heading(page)).toHaveText('All Transactions');
  });
});

test('Back closes the entries behind a figure, whose code coming late adds no step of its own', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, investor, screens.dashboard);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/EntriesDrawer.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Profit .*show its entries$/ }).click();
  await expect(page.getByRole('progressbar', { name: 'Opening the entries' })).toBeVisible();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await depthIs(page, 0);
  // A step that was left again would stay there to go forward to.
  expect(await page.evaluate<boolean>('navigation.canGoForward')).toBe(false);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(heading(page)).toContainText('Welcome back');
});

test('details of a transaction whose code does not come say that they are on their way, and are given up', async ({
  openTab,
  product,
}) => {
  const page = await openTab(product, investor, screens.transactions);
  await page.route(/DetailsDrawer.*\.js$/, () => {});
  await page.goto(`${product.address}${screens.transactions}?transaction=one`);
  const coming = page.getByRole('progressbar', { name: 'Opening the details' });
  await expect(coming).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(coming).toBeHidden();
  await expect(page).toHaveURL(product.address + screens.transactions);
});

test('Back closes a dialog of the console', async ({ openTab, product }) => {
  const page = await openTab(product, await signInAdmin(product), screens.adminUsers);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page
    .getByRole('button', { name: /^Options of / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await depthIs(page, 1);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${screens.adminAccounts}`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${screens.adminUsers}`));
});
