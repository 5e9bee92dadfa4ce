import { expect, type Page, test } from '@playwright/test';
import { toasts } from '../../contract/messages';
import { buildDeposit, buildRegistration } from '../builders';
import { type Product, startWithNpm } from './product';
import { signOut } from './visit';

let product: Product;
test.beforeAll(async () => {
  product = await startWithNpm();
});
test.afterAll(() => product.stop());

const person = buildRegistration({ email: 'ada.lovelace@example.com' });
const deposit = buildDeposit();

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${product.address}/auth/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The figure on a summary card. */
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('register, verify, deposit, confirm, and see the balance move', async ({ page }) => {
  await test.step('register with the form', async () => {
    await page.goto(product.address);
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Phone number').fill(person.phoneNumber);
    await page.getByLabel('Country').selectOption(person.country);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    const submit = page.getByRole('button', { name: 'Sign up' });
    await expect(submit).toBeDisabled();
    await page.getByLabel('Agree to terms and conditions').check();
    await submit.click();
    await expect(page.getByText(toasts.registered)).toBeVisible();
  });

  await test.step('verify the address with the code from the dev mailbox', async () => {
    await expect(page).toHaveTitle(/Verify Email/);
    await expect(page.getByText(person.email)).toBeVisible();
    await page.getByLabel('One-time code').fill(await product.codeFor(person.email));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back, Ada Lovelace' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const name of ['Balance', 'Profit', 'Wallet Balance'])
      await expect(card(page, name)).toContainText('$0.00');
  });

  await test.step('deposit 500 dollars in bitcoin on a plan', async () => {
    await page.getByRole('button', { name: 'Invest' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Make Deposit' });
    await choose(page, 'Plan', /^Starter/);
    await choose(page, 'Currency', 'Bitcoin');
    await dialog.getByLabel('Amount').fill('500');
    await expect(dialog.getByText('DEMO-BITCOIN-DO-NOT-SEND-FUNDS').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Proceed' }).click();
    await dialog.getByLabel('Transaction Id').fill(deposit.transactionId);
    await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
    await expect(page.getByText(toasts.deposit)).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    const row = page.getByRole('row').filter({ hasText: '$500.00' });
    await expect(row).toContainText('PENDING');
    await signOut(page, product);
    await expect(page).toHaveURL(`${product.address}/`);
  });

  await test.step('the administrator finds the deposit and confirms it inline', async () => {
    await signIn(page, product.admin.email, product.admin.password);
    await expect(page).toHaveURL(/\/admin/);
    await page.getByRole('link', { name: 'Transactions' }).click();
    const row = page.getByRole('row').filter({ hasText: person.email });
    await expect(row).toContainText('$500.00');
    await row.getByRole('combobox').click();
    await page.getByRole('option', { name: 'CONFIRMED' }).click();
    await page.getByRole('button', { name: 'Set to CONFIRMED' }).click();
    await expect(page.getByText(toasts.transactionUpdated)).toBeVisible();
    await expect(row.getByRole('combobox')).toContainText('CONFIRMED');
    await signOut(page, product);
  });

  await test.step('the investor sees the balance, the currency and the confirmed transaction', async () => {
    await signIn(page, person.email, person.password);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(card(page, 'Balance')).toContainText('$500.00');
    await expect(card(page, 'Wallet Balance')).toContainText('$500.00');
    const bitcoin = page.getByRole('row').filter({ hasText: 'Bitcoin' });
    await expect(bitcoin).toContainText('$500.00');
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    const row = page.getByRole('row').filter({ hasText: '$500.00' });
    await expect(row).toContainText('CONFIRMED');
  });
});

test('a start tells where to go, where mail is, and how the administrator signs in', () => {
  const output = product.output();
  expect(output).toContain(`Open            ${product.address}`);
  expect(output).toMatch(/^ +Dev mailbox +\S+$/m);
  expect(product.mailbox.replace(product.address, '')).toMatch(/^\/dev\/mailbox\/[\w-]{32}$/);
  expect(output).toContain('Administrator   admin@example.com');
});
