import { expect, type Page } from '@playwright/test';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import type { Registration } from '../../contract/user';
import { createInvestor, fillSignIn, signInInvestor, storedToken } from './people';
import type { Product } from './product';
import { test } from './shared-tab';
import { enter, expectFrontPage, signIn, signOut } from './visit';

/** Profile, sessions and the shell of the signed-in pages, on the real server. */
let product: Product;
/** For the tests that change nothing of theirs. */
let shell: string;
test.beforeAll(async ({ product: shared }) => {
  product = shared;
  shell = await signIn(product, await createInvestor(product, 'signed-in-shell@example.com'));
});

const at = (path: string) => product.address + path;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const balance = (page: Page) => button(page, /^Balance .*show its entries$/);
const devices = (page: Page) => page.getByRole('list', { name: 'Where you are signed in' });

const openAs = (page: Page, token: string, path: string) => enter(page, product, token, path);

/** The profile of somebody, in a session of their own. */
async function openProfile(page: Page, person: Registration): Promise<void> {
  await openAs(page, await signIn(product, person), screens.profile);
  await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
  await expect(page.getByLabel('First name')).not.toHaveValue('');
}

test('a changed profile is kept, sent field by field, and seen in the greeting', async ({ page }) => {
  await openProfile(page, await createInvestor(product, 'signed-in-ada@example.com'));
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expect(button(page, 'Save changes')).toBeDisabled();
  await page.getByLabel('First name').fill('Augusta');
  await page.getByLabel('Date of birth').fill('1815-12-10');
  await page.getByLabel('Date of birth').blur();
  await expect(page.getByText('invalid date')).toBeVisible();
  await page.getByLabel('Date of birth').fill('1915-12-10');
  const request = page.waitForRequest((sent) => sent.method() === 'PUT');
  await button(page, 'Save changes').click();
  expect((await request).postDataJSON()).toEqual({ firstName: 'Augusta', dob: '1915-12-10' });
  await expect(page.getByText(toasts.profileUpdated)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Augusta Lovelace' })).toBeVisible();
  await page.goto(at(screens.profile));
  await expect(page.getByLabel('Date of birth')).toHaveValue('1915-12-10');
});

test('a profile that cannot be sent keeps what was entered', async ({ page, context }) => {
  await openProfile(page, await createInvestor(product, 'signed-in-bea@example.com'));
  await page.getByLabel('Last name').fill('Abbott');
  await context.setOffline(true);
  await button(page, 'Save changes').click();
  await expect(page.getByText(/^The service cannot be reached/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Last name')).toHaveValue('Abbott');
  await button(page, 'Save changes').click();
  await expect(page.getByText(toasts.profileUpdated)).toBeVisible();
});

test('a password is changed with the old one only, and is the one to sign in with', async ({ page }) => {
  const person = await createInvestor(product, 'signed-in-cleo@example.com');
  await openProfile(page, person);
  await page.getByLabel('Old password').fill('not my password');
  await page.getByLabel('New password').fill('a new password');
  await page.getByLabel('Confirm password').fill('a new password');
  await button(page, 'Change password').click();
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription(refusals.wrongPassword);
  await expect(page.getByLabel('Old password')).toBeFocused();
  await page.getByLabel('Old password').fill(person.password);
  await button(page, 'Change password').click();
  await expect(page.getByText(toasts.passwordChanged, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Old password')).toHaveValue('');
  await signOut(page, product);
  await page.goto(at(screens.login));
  await fillSignIn(page, person.email, 'a new password');
  await expect(page).toHaveURL(at(screens.dashboard));
});

test('a device that is signed out lands on the login at its next step', async ({ page, browser }) => {
  const person = await createInvestor(product, 'signed-in-dora@example.com');
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
  });
  const other = await phone.newPage();
  await signInInvestor(product, other, person);
  await openProfile(page, person);
  // The address was verified, and so signed in, by a third one.
  await expect(devices(page).getByRole('listitem')).toHaveCount(3);
  await expect(devices(page).getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await button(page, 'Sign out Safari on iPhone').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(devices(page).getByRole('listitem')).toHaveCount(2);
  await other.getByRole('link', { name: 'Transactions' }).click();
  await expect(other).toHaveURL(/\/auth\/login\?return=%2Fdashboard%2Ftransactions$/);
  expect(await storedToken(other)).toBeNull();
  await fillSignIn(other, person.email, person.password);
  await expect(other).toHaveURL(at(screens.transactions));

  await page.reload();
  await button(page, 'Sign out everywhere else').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText(/on this device alone/)).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/auth\/login/);
  await phone.close();

  await button(page, 'Sign out here').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expectFrontPage(page, product);
  expect(await storedToken(page)).toBeNull();
});

test('a logout in one tab leaves the pages in the others, and ends the session on the server', async ({
  page,
  context,
}) => {
  const token = await signIn(product, await createInvestor(product, 'signed-in-eve@example.com'));
  await openAs(page, token, screens.dashboard);
  const other = await context.newPage();
  await other.goto(at(screens.profile));
  await expect(other.getByLabel('First name')).toHaveValue('Ada');
  await signOut(page, product);
  await expectFrontPage(other, product);
  const answer = await fetch(at('/api/user'), { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test.describe('the shell', () => {
  /** Opens the dashboard and waits for it. */
  async function openDashboard(page: Page): Promise<void> {
    await openAs(page, shell, screens.dashboard);
    await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
    // The figures come by an answer of their own.
    await expect(balance(page)).toBeVisible();
  }

  test('a route change starts at the top', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await openDashboard(page);
    await page.evaluate('scrollTo(0, 400)');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  });

  test('the menu of a phone takes the focus and gives it back', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openDashboard(page);
    const toggle = button(page, 'Open menu');
    await toggle.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    for (const name of [
      'Dashboard',
      'Transactions',
      'Invest',
      'Withdraw',
      'Profile',
      'Contact us',
      'Logout',
    ]) {
      await page.keyboard.press('Tab');
      await expect(menu.getByText(name, { exact: true })).toBeFocused();
    }
    // Round and round: what is behind is out of reach.
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: 'Transactions' }).press('Enter');
    await expect(page).toHaveURL(at(screens.transactions));
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
  });

  test('the first stop of the Tab key leads past the menu', async ({ page }) => {
    await openDashboard(page);
    await page.keyboard.press('Tab');
    await expect(button(page, 'Skip to the content')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(balance(page)).toBeFocused();
    await page.goto(at(screens.profile));
    await expect(page.getByLabel('First name')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Skip to the content')).toBeFocused();
  });

  test('the dialogs stand in the element made for them', async ({ page }) => {
    await openDashboard(page);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.locator('#modal-root').getByRole('dialog', { name: 'Make Withdrawal' })).toBeVisible();
  });
});
