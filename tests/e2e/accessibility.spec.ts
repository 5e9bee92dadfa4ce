import { type Browser, expect, type Page } from '@playwright/test';
import { screens, serverPaths } from '../../contract/paths';
import { chromiumArgs, findChromium } from '../../scripts/chromium';
import { buildDeposit } from '../builders';
import { sent } from './api';
import { checkLooks, checkPage } from './axe';
import { follow } from './console-lists';
import { createInvestor } from './people';
import type { Product } from './product';
import { closeAll, collectComplaints, openAs, signIn, signInAdmin, test } from './visit';

/** WCAG 2.2 AA on every screen, in both themes and both widths (docs/rules.md, "Accessibility"). */

/** A page, and what the browser has complained about on it. */
interface Watched {
  page: Page;
  complaints: string[];
}
type Who = 'nobody' | 'investor' | 'admin';
/** The app by who is signed in: each goes from screen to screen in one page, as people do. */
let app: Record<Who, Watched>;

async function openWatched(
  browser: Browser,
  product: Product,
  token: string,
  path: string,
  width?: number,
): Promise<Watched> {
  const page = await openAs(browser, product, token, serverPaths.robots, width);
  const complaints = collectComplaints(page);
  await page.goto(product.address + path);
  return { page, complaints };
}

test.beforeAll(async ({ browser, product }) => {
  const investor = await signIn(product, await createInvestor(product, 'looks@example.com'));
  await sent(product, 'POST', '/api/transaction/create', buildDeposit(), { token: investor });
  app = {
    nobody: await openWatched(browser, product, '', screens.login),
    investor: await openWatched(browser, product, investor, screens.dashboard),
    admin: await openWatched(browser, product, await signInAdmin(product), screens.adminUsers),
  };
});
test.afterAll(() => Promise.all(Object.values(app ?? {}).map(({ page }) => page.context().close())));

interface Place {
  name: string;
  path: string;
  /** Of what the path leads to. */
  heading: string;
  /** Opens what is to be looked at there. */
  open?: (page: Page) => Promise<void>;
}

const dashboard = { path: screens.dashboard, heading: 'Welcome back' };
const transactions = { path: screens.transactions, heading: 'All Transactions' };
const profile = { path: screens.profile, heading: 'Account Profile' };
const places: Readonly<Record<Who, readonly Place[]>> = {
  nobody: [
    { name: 'login', path: screens.login, heading: 'Log in' },
    { name: 'register', path: screens.register, heading: 'Create your account' },
    { name: 'verify email', path: screens.verifyEmail, heading: 'Verify your email' },
    { name: 'reset password', path: screens.resetPassword, heading: 'Reset your password' },
    { name: 'change password', path: `${screens.changePassword}?token=x`, heading: 'Choose a new password' },
    { name: 'invitation', path: screens.invitation, heading: 'Open your invitation again' },
    { name: 'not me', path: `${screens.notMe}#token=x`, heading: 'Was this not you?' },
  ],
  investor: [
    { name: 'dashboard', ...dashboard },
    { name: 'deposit', ...dashboard, open: openDeposit },
    { name: 'withdrawal', ...dashboard, open: openWithdrawal },
    {
      name: 'entries',
      path: `${screens.dashboard}?entries=balance`,
      heading: 'Balance',
      open: waitForDialog,
    },
    { name: 'transactions', ...transactions },
    { name: 'details', ...transactions, open: openDetails },
    { name: 'profile', ...profile },
    { name: 'signing out a device', ...profile, open: askToSignOut },
    { name: 'second factor', path: screens.secondFactor, heading: 'Second factor' },
  ],
  admin: [
    { name: 'home', path: screens.adminHome, heading: 'Home' },
    { name: 'users', path: screens.adminUsers, heading: 'Users' },
    { name: 'accounts', path: screens.adminAccounts, heading: 'Accounts' },
    { name: 'all transactions', path: screens.adminTransactions, heading: 'Transactions' },
  ],
};

async function openDeposit(page: Page): Promise<void> {
  const choose = page.getByRole('button', { name: 'Choose Starter' });
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await choose.click();
  await expect(currency).toBeVisible();
  // Not with what was filled in at another width.
  const clear = page.getByRole('button', { name: 'Clear' });
  if (await clear.isVisible()) {
    await clear.click();
    await closeAll(page);
    await choose.click();
  }
  await currency.click();
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
  const title = (name: string) =>
    `${name} passes axe and stays within its width, light and dark, ${width} px`;

  test(title('front page'), async ({ browser, product }) => {
    const { page, complaints } = await openWatched(browser, product, '', screens.home, width);
    await page.waitForLoadState('networkidle');
    await checkPage(page, 'front page');
    expect.soft(complaints).toEqual([]);
    await page.context().close();
  });

  test(title('not found'), async ({ browser, product }) => {
    const page = await openAs(browser, product, '', '/nowhere', width);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await checkLooks(page, 'not found');
    await page.context().close();
  });

  for (const who of ['nobody', 'investor', 'admin'] as const)
    for (const { name, path, heading, open } of places[who])
      test(title(name), async () => {
        const { page, complaints } = app[who];
        await page.setViewportSize({ width, height: 900 });
        await follow(page, path);
        await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
        await open?.(page);
        await checkLooks(page, name);
        await closeAll(page);
        expect.soft(complaints.splice(0), `${name} complains`).toEqual([]);
      });
}

test("with the system's own colours the current page and the chosen tab are told apart", async () => {
  const { page } = app.investor;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await follow(page, screens.dashboard);
  await expect(page.locator('nav a[aria-current=page]')).toHaveCSS('border-left-width', '4px');
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  const colour = (part: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${part}')).backgroundColor`);
  await expect(page.getByRole('tab').first()).toBeVisible();
  expect(await colour('.MuiTabs-indicator')).not.toBe(await colour('.MuiDialog-paper'));
  // A filled button is one to be seen as well.
  await expect(page.getByRole('button', { name: 'Proceed' })).toHaveCSS('border-top-width', '1px');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.emulateMedia({ forcedColors: null });

  const { page: consolePage } = app.admin;
  await consolePage.setViewportSize({ width: 1280, height: 900 });
  await consolePage.emulateMedia({ forcedColors: 'active' });
  await follow(consolePage, screens.adminUsers);
  await expect(consolePage.locator('nav a[aria-current=page]')).toHaveCSS('border-left-width', '4px');
  await consolePage.emulateMedia({ forcedColors: null });
});

test('in the window that a screen of 1280 pixels is at 400 % no list of the console scrolls sideways, and all of a panel is reached', async () => {
  const { page } = app.admin;
  await page.setViewportSize({ width: 320, height: 256 });
  for (const [path, heading] of [
    [screens.adminUsers, 'Users'],
    [screens.adminTransactions, 'Transactions'],
    [screens.adminReports, 'Reports'],
    [screens.adminProposals, 'Approvals'],
    [`${screens.admin}/audit`, 'Audit'],
    [`${screens.admin}/wallets`, 'Wallets'],
  ] as const) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect.soft(overflow, path).toBeLessThanOrEqual(0);
  }
  await follow(page, screens.adminUsers);
  // Fetched for the first time here: it stands where there is room for what it holds.
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await expect(panel.getByRole('checkbox').first()).toBeVisible();
  const bottom = 'document.querySelector("[role=dialog]").getBoundingClientRect().bottom';
  await expect.poll(() => page.evaluate<number>(bottom)).toBeLessThanOrEqual(256);
  await panel.getByRole('checkbox', { name: 'Country' }).click({ trial: true });
  await closeAll(page);
});

/** Runs in the page: names of fields, entries of the menu and what stands in a row that have no room for all of their text. */
const findCut = `[...document.querySelectorAll('label, nav li > *, .MuiDataGrid-cell, .MuiChip-label')]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map(({ textContent }) => textContent)`;

/** Runs in the page: names that stand on the edge of their field, and hang from it into what is chosen there. */
const findHanging = `[...document.querySelectorAll('.MuiInputLabel-shrink')]
  .filter((label) => {
    const { top, height } = label.getBoundingClientRect();
    return top + height / 2 > label.parentElement.querySelector('.MuiInputBase-root').getBoundingClientRect().top + 2;
  })
  .map(({ textContent }) => textContent)`;

/** Runs in the page: statuses whose letters are higher than their ground. */
const findTooLow = `[...document.querySelectorAll('.MuiChip-root')]
  .filter((chip) => chip.clientHeight < Number.parseFloat(getComputedStyle(chip).fontSize) * 1.2)
  .map(({ textContent }) => textContent)`;

/** Runs in the page: selects whose text may run beneath their arrow. */
const findBeneathArrow = `[...document.querySelectorAll('.MuiSelect-icon')]
  .filter((arrow) => {
    const shown = arrow.parentElement.querySelector('.MuiSelect-select');
    const end = shown.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(shown).paddingRight);
    return end > arrow.getBoundingClientRect().left + 1;
  })
  .map((arrow) => arrow.parentElement.textContent)`;

test('with letters set twice as large in the browser pages fit, and nothing of a menu or a form is cut', async ({
  browser,
  product,
}) => {
  const executablePath = findChromium();
  const large = await browser.browserType().launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'],
  });
  const investor = await signIn(product, await createInvestor(product, 'large@example.com'));
  await sent(product, 'POST', '/api/transaction/create', buildDeposit(), { token: investor });
  const admin = await signInAdmin(product);
  for (const width of [1280, 390])
    for (const [token, path, heading] of [
      ['', screens.home, 'Our core values'],
      ['', screens.register, 'Create your account'],
      [investor, screens.dashboard, 'Welcome back'],
      [investor, screens.transactions, 'All Transactions'],
      [investor, screens.profile, 'Account Profile'],
      [admin, screens.adminTransactions, 'Transactions'],
      [admin, screens.adminAccounts, 'Accounts'],
    ] as const) {
      const page = await openAs(large, product, token, path, width);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      const row = page.getByText('large@example.com').or(page.getByText('PENDING'));
      if (path === screens.transactions || token === admin) await expect(row.first()).toBeVisible();
      const menu = page.getByRole('button', { name: 'Open menu' });
      if (token) {
        await menu.click();
        await expect(page.getByRole('link', { name: 'Transactions', exact: true })).toBeVisible();
      }
      const name = `${path} at ${width} px`;
      expect.soft(await page.evaluate(findHanging), `${name}: hangs into its field`).toEqual([]);
      expect.soft(await page.evaluate(findTooLow), `${name}: higher than its ground`).toEqual([]);
      expect.soft(await page.evaluate(findBeneathArrow), `${name}: beneath its arrow`).toEqual([]);
      expect.soft(await page.evaluate(findCut), name).toEqual([]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  await large.close();
});
