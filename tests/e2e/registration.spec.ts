import { expect, type Page } from '@playwright/test';
import { calls } from '../../contract/calls';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import { storageKeys } from '../../contract/storage-keys';
import { buildRegistration } from '../builders';
import { inForce, sent } from './api';
import { fillSignIn } from './people';
import type { Product } from './product';
import { test } from './shared-tab';
import { store } from './visit';

/** Registration in a browser, which tells itself from others by its cookie. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

async function register(page: Page, email: string): Promise<string> {
  const person = buildRegistration({ email });
  await page.goto(product.address + screens.register);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone number').fill(person.phoneNumber);
  await page.getByLabel('Country').selectOption(person.country);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('Agree to terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(toasts.registered)).toBeVisible();
  return person.password;
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}

const otherThan = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

test('a stranger who registers the address meanwhile gets nothing by the owner entering the newest code', async ({
  page,
  context,
  browser,
}) => {
  const email = 'registration-owner@example.com';
  const password = await register(page, email);
  const own = await product.codeFor(email);
  const stranger = buildRegistration({ email, firstName: 'Mallory', password: 'the password of a stranger' });
  await sent(product, 'POST', '/api/user/create', stranger);
  await enter(page, await product.codeFor(email));
  await expect(page.getByText(refusals.invalidOtp).first()).toBeVisible();
  await enter(page, own);
  await expect(page.getByRole('heading', { name: 'Welcome back, Ada Lovelace' })).toBeVisible();
  // One that tells the browser from others, one that tells the owner's devices from strangers'.
  for (const cookie of await context.cookies()) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(cookie.name).toMatch(/^(browser|device-[0-9a-f]{16})$/);
  }

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(product.address + screens.login);
  await fillSignIn(elsewhere, email, stranger.password);
  // As it is where nobody has an account: the stranger's registration waits for a code that never comes.
  await expect(elsewhere).toHaveURL(product.address + screens.verifyEmail);
  await elsewhere.goto(product.address + screens.login);
  await fillSignIn(elsewhere, email, password);
  await expect(elsewhere.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await elsewhere.context().close();
});

test('a code that was tried too often says that a new one is needed', async ({ page }) => {
  const email = 'registration-eve@example.com';
  // By the browser, which gets its cookie, without its form.
  const person = buildRegistration({ email, acceptedDocuments: await inForce(product) });
  const answer = await page.request.post(product.address + calls.register.path, { data: person });
  expect(answer.ok()).toBe(true);
  await store(page, product, { [storageKeys.email]: email });
  await page.goto(product.address + screens.verifyEmail);
  const code = await product.codeFor(email);
  for (let guess = 1; guess <= 6; guess += 1) {
    const answered = page.waitForResponse(/verify-email$/);
    await enter(page, otherThan(code));
    expect((await answered).status()).toBe(422);
    await expect(page.getByLabel('One-time code')).toHaveValue('');
  }
  await expect(page.getByText(refusals.otpUsedUp).first()).toBeVisible();
});
