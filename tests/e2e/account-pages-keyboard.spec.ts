import { expect, type Locator, type Page } from '@playwright/test';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { buildDeposit, buildRegistration } from '../builders';
import { test } from './shared-tab';
import { expectFrontPage } from './visit';

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let stops = 0; stops < 60; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Opens a list of choices, goes to one by its first letters, and takes it. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await press(page, page.getByRole('combobox', { name: label }));
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(option);
  await expect(page.getByRole('option', { name: new RegExp(`^${option}`) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('from the front page to a deposit with the keyboard alone', async ({ page, product }) => {
  const person = buildRegistration({ email: 'keyboard-ada@example.com' });

  await test.step('register', async () => {
    await page.goto(product.address);
    await press(page, page.getByRole('link', { name: 'Get Started' }));
    await expect(page).toHaveURL(product.address + screens.register);
    await type(page, 'First name', person.firstName);
    await type(page, 'Last name', person.lastName);
    await type(page, 'Email', person.email);
    await type(page, 'Phone number', person.phoneNumber);
    await type(page, 'Country', person.country);
    await expect(page.getByLabel('Country')).toHaveValue(person.country);
    await type(page, 'Password', person.password);
    await type(page, 'Confirm password', person.password);
    await press(page, page.getByLabel('Agree to terms and conditions'), 'Space');
    await expect(button(page, 'Sign up')).toBeEnabled();
    await press(page, button(page, 'Sign up'));
  });

  await test.step('verify', async () => {
    await expect(page).toHaveURL(product.address + screens.verifyEmail);
    await type(page, 'One-time code', await product.codeFor(person.email));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Welcome back, Ada Lovelace' })).toBeVisible();
  });

  await test.step('deposit', async () => {
    await press(page, button(page, 'Invest'));
    await expect(page.getByRole('dialog', { name: 'Make Deposit' })).toBeVisible();
    await choose(page, 'Plan', 'Starter');
    await choose(page, 'Currency', 'Bitcoin');
    await type(page, 'Amount', '500');
    await press(page, button(page, 'Proceed'));
    await type(page, 'Transaction Id', buildDeposit().transactionId);
    await press(page, button(page, 'Deposit'));
    await expect(page.getByText(toasts.deposit)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('see it listed, and sign out', async () => {
    await press(page, page.getByRole('link', { name: 'Transactions', exact: true }));
    await expect(page.getByRole('row').filter({ hasText: '$500.00' })).toContainText('PENDING');
    await press(page, button(page, 'Logout'));
    await expectFrontPage(page, product);
  });
});
