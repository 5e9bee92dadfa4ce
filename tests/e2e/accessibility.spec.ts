import { expect, type Page, test } from '@playwright/test';
import { screens, serverPaths } from '../../contract/paths';
import { buildDeposit } from '../builders';
import { sent } from './api';
import { checkLooks, checkPage } from './axe';
import { type Product, startProduct } from './product';
import { collectComplaints, openAs, signInAdmin, signUpInvestor } from './visit';

/** WCAG 2.2 AA on every screen, in both themes and both widths (docs/rules.md, "Accessibility"). */
let product: Product;
/** Tokens by who is signed in. */
const tokens = { nobody: '', investor: '', admin: '' };
type Who = keyof typeof tokens;

test.beforeAll(async () => {
  product = await startProduct();
  tokens.investor = await signUpInvestor(product);
  tokens.admin = await signInAdmin(product);
  await sent(product, 'POST', '/api/transaction/create', buildDeposit(), { token: tokens.investor });
});
test.afterAll(() => product.stop());

const places: { name: string; path: string; who: Who; open?: (page: Page) => Promise<void> }[] = [
  { name: 'front page', path: screens.home, who: 'nobody' },
  { name: 'login', path: screens.login, who: 'nobody' },
  { name: 'register', path: screens.register, who: 'nobody' },
  { name: 'verify email', path: screens.verifyEmail, who: 'nobody' },
  { name: 'reset password', path: screens.resetPassword, who: 'nobody' },
  { name: 'change password', path: `${screens.changePassword}?token=x`, who: 'nobody' },
  { name: 'not found', path: '/nowhere', who: 'nobody' },
  { name: 'dashboard', path: screens.dashboard, who: 'investor' },
  { name: 'deposit', path: screens.dashboard, who: 'investor', open: openDeposit },
  { name: 'withdrawal', path: screens.dashboard, who: 'investor', open: openWithdrawal },
  { name: 'entries', path: `${screens.dashboard}?entries=balance`, who: 'investor', open: waitForDialog },
  { name: 'transactions', path: screens.transactions, who: 'investor' },
  { name: 'details', path: screens.transactions, who: 'investor', open: openDetails },
  { name: 'profile', path: screens.profile, who: 'investor' },
  { name: 'signing out a device', path: screens.profile, who: 'investor', open: askToSignOut },
  { name: 'users', path: screens.adminUsers, who: 'admin' },
  { name: 'accounts', path: screens.adminAccounts, who: 'admin' },
  { name: 'all transactions', path: screens.adminTransactions, who: 'admin' },
];

async function openDeposit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await expect(page.getByText('Demo: do not send funds')).toBeVisible();
}

async function waitForDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** From the sidebar, which small screens keep behind their menu. */
async function openWithdrawal(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true });
  if (!(await withdraw.isVisible())) await menu.click();
  await withdraw.click();
  await expect(page.getByRole('dialog', { name: 'Make Withdrawal' })).toBeVisible();
}

async function openDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Details of transaction 1' }).click();
  await waitForDialog(page);
}

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign out here?' })).toBeVisible();
}

for (const width of [1280, 390]) {
  for (const { name, path, who, open } of places) {
    test(`${name} passes axe and stays within its width, light and dark, ${width} px`, async ({
      browser,
    }) => {
      const page = await openAs(browser, product, tokens[who], serverPaths.robots, width);
      const complaints = collectComplaints(page);
      await page.goto(product.address + path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await open?.(page);
      if (path === screens.home) await checkPage(page, name);
      else await checkLooks(page, name);
      if (path !== '/nowhere') expect.soft(complaints, `${name} complains`).toEqual([]);
      await page.context().close();
    });
  }
}
