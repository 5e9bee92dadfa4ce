import { expect, type Page } from '@playwright/test';
import { limits } from '../../contract/limits';
import { toasts, validation } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import { storageKeys } from '../../contract/storage-keys';
import type { Registration } from '../../contract/user';
import { resetStep } from '../../src/auth/reset-steps';
import { patient } from '../support/patience';
import { createInvestor, fillSignIn, registerPerson, storedToken } from './people';
import type { Product } from './product';
import { test } from './shared-tab';
import { allFetched, enter, expectFrontPage, signIn, store } from './visit';

/** The pages for guests and the guards, on the real server. */
let product: Product;
let ada: Registration;
let unverified: Registration;

test.beforeAll(async ({ product: shared }) => {
  product = shared;
  ada = await createInvestor(product, 'account-pages-ada@example.com');
  unverified = await registerPerson(product, 'account-pages-bea@example.com');
});

const open = (page: Page, path: string) => page.goto(product.address + path);
const at = (path: string) => product.address + path;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A code that is not the one that was mailed. */
const otherThan = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

test.describe('login', () => {
  test('with a wrong password says so, signs nobody in and keeps what was entered', async ({ page }) => {
    await open(page, screens.login);
    await expect(page).toHaveTitle(/^Login \| ./);
    await expect(button(page, 'Log in')).toBeDisabled();
    await fillSignIn(page, ada.email, 'not my password');
    await expect(page.getByText(refusals.invalidCredentials)).toBeVisible();
    await expect(page).toHaveURL(at(screens.login));
    await expect(page.getByLabel('Email')).toHaveValue(ada.email);
    expect(await storedToken(page)).toBeNull();
  });

  test('under way keeps the colour of its button, with a ring that can be seen on it', async ({ page }) => {
    await open(page, screens.login);
    const colorOf = () => button(page, 'Log in').evaluate((it) => getComputedStyle(it).backgroundColor);
    await page.route('**/api/user/login', () => {});
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await expect(button(page, 'Log in')).toBeEnabled();
    await page.mouse.move(0, 0);
    // As it is at rest, once it has come to it.
    await expect.poll(colorOf).toBe('rgb(14, 90, 71)');
    await button(page, 'Log in').press('Enter');
    await expect(button(page, 'Log in')).toBeDisabled();
    await expect.poll(colorOf).toBe('rgb(14, 90, 71)');
    const ring = page.getByRole('progressbar');
    await expect(ring).toHaveCSS('color', 'rgb(255, 255, 255)');
  });

  test('before the address is verified leads to the code', async ({ page }) => {
    await open(page, screens.login);
    await fillSignIn(page, unverified.email, unverified.password);
    await expect(page).toHaveURL(at(screens.verifyEmail));
    await expect(page.getByText(unverified.email)).toBeVisible();
    await expect(page.getByText(refusals.emailNotVerified)).toBeVisible();
  });

  test('leads a guest back to the page of the dashboard that was asked for', async ({ page }) => {
    await open(page, `${screens.transactions}?from=mail`);
    await expect(page).toHaveURL(/\/auth\/login\?return=/);
    await fillSignIn(page, ada.email, ada.password);
    await expect(page).toHaveURL(at(`${screens.transactions}?from=mail`));
    await expect(heading(page, 'All Transactions')).toBeVisible();
  });

  test('without a network says so and loses nothing', async ({ page, context }) => {
    await open(page, screens.login);
    // The toasts are fetched when the page is used.
    const toasts = page.waitForResponse(/ToastViewport/);
    const fetched = allFetched(page);
    await page.getByLabel('Email').press('Shift');
    await toasts;
    await fetched();
    await context.setOffline(true);
    await fillSignIn(page, ada.email, ada.password);
    await expect(page.getByText(/^The service cannot be reached/)).toBeVisible();
    await context.setOffline(false);
    await button(page, 'Log in').click();
    await expect(page).toHaveURL(at(screens.dashboard));
  });

  test('shows two pictures in turn, every eight seconds until paused', async ({ alone: page }) => {
    const start = new Date('2026-01-05T08:00:00Z');
    await page.clock.install({ time: start });
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, screens.login);
    const banner = page.getByRole('complementary', { name: 'About us' });
    const inView = banner.locator('[aria-hidden=false]');
    const pause = banner.getByRole('button', { name: 'Pause the pictures' });
    await expect(pause).toBeVisible();
    // The clock stands from here on, wherever the turns were: a slow machine turns no picture between two looks.
    await page.clock.pauseAt(start.getTime() + 3_600_000);
    const texts = ['Every figure can be traced.', 'A target is not a promise.'];
    const shown = async () => ((await inView.textContent())?.includes(texts[0] ?? '') ? 0 : 1);
    // Again, where the turn that was due by then was seen later only.
    await expect(async () => {
      const first = await shown();
      await page.clock.runFor(limits.bannerRotation + 1000);
      await expect(inView).toContainText(texts[1 - first] ?? '', { timeout: patient(2_000) });
    }).toPass();
    const last = await shown();
    await pause.click();
    await page.mouse.move(10, 10);
    await page.clock.runFor(3 * limits.bannerRotation);
    await expect(banner.getByRole('button', { name: 'Play the pictures' })).toBeVisible();
    await expect(inView).toContainText(texts[last] ?? '');
  });

  test('moves nothing for people who prefer reduced motion', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, screens.login);
    const banner = page.getByRole('complementary', { name: 'About us' });
    await expect(banner.getByText('Every figure can be traced.')).toBeVisible();
    await expect(banner.getByRole('button')).toHaveCount(0);
  });
});

test('registering leads to the code; a wrong one is refused, the right one opens the dashboard', async ({
  page,
}) => {
  const email = 'account-pages-cleo@example.com';
  await open(page, screens.register);
  await expect(page).toHaveTitle(/^Register \| ./);
  await page.getByLabel('First name').fill('Cleo');
  await page.getByLabel('Last name').fill('Abbott');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone number').fill('+44 20 7946 0000');
  await page.getByLabel('Country').selectOption('Nigeria');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct house');
  await page.getByLabel('Agree to terms and conditions').check();
  await expect(page.getByText(validation.passwordsMustMatch)).toBeVisible();
  await expect(button(page, 'Sign up')).toBeDisabled();
  await page.getByLabel('Confirm password').fill('correct horse');
  await button(page, 'Sign up').click();
  await expect(page.getByText(toasts.registered)).toBeVisible();

  await expect(page).toHaveURL(at(screens.verifyEmail));
  await expect(page).toHaveTitle(/^Verify Email \| ./);
  await expect(page.getByText(email)).toBeVisible();
  await expect(button(page, /^resend otp in \d:\d\d$/)).toBeDisabled();
  await expect(button(page, 'Verify')).toBeDisabled();
  const code = await product.codeFor(email);
  const field = page.getByLabel('One-time code');
  await field.fill(otherThan(code));
  await button(page, 'Verify').click();
  await expect(page.getByText(refusals.invalidOtp).first()).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();

  await field.pressSequentially(code);
  await button(page, 'Verify').click();
  await expect(page).toHaveURL(at(screens.dashboard));
  await expect(heading(page, 'Welcome back, Cleo Abbott')).toBeVisible();
});

test('a code is taken as it is pasted, with the spaces it was printed with', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, screens.verifyEmail);
  await page.evaluate("navigator.clipboard.writeText('12 34 56')");
  const field = page.getByLabel('One-time code');
  // The page listens by then; before, the browser cuts what is pasted at six characters.
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(field).toHaveValue('123456');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
});

test('another code is sent on demand, also in another browser than the one that registered', async ({
  page,
}) => {
  await store(page, product, { [storageKeys.email]: unverified.email });
  const first = await product.codeFor(unverified.email);
  await open(page, screens.verifyEmail);
  await button(page, 'resend otp').click();
  await expect(page.getByText(toasts.otpResent)).toBeVisible();
  await expect(button(page, /^resend otp in \d:\d\d$/)).toBeDisabled();
  const second = await product.codeFor(unverified.email);
  expect(second).not.toBe(first);
  await page.getByLabel('One-time code').fill(second);
  await button(page, 'Verify').click();
  await expect(page).toHaveURL(at(screens.dashboard));
});

test('no code is asked for where no address is stored', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, screens.verifyEmail);
  await button(page, 'resend otp').click();
  await expect(page.getByText(/no email address to verify/)).toBeVisible();
  expect(asked).not.toContain('/api/auth/resendOTP');
  await page.getByRole('link', { name: 'Back to the front page' }).click();
  await expectFrontPage(page, product);
});

test('a forgotten password is replaced by a new one', async ({ page }) => {
  const person = await createInvestor(product, 'account-pages-dora@example.com');
  await open(page, screens.login);
  await page.getByRole('link', { name: 'forgot password?' }).click();
  await expect(page).toHaveTitle(/^Reset Password \| ./);
  await page.getByLabel('Email').fill(person.email);
  await button(page, 'Send code').click();
  await expect(page.getByText(toasts.resetOtpSent)).toBeVisible();
  const code = await product.codeFor(person.email);
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByLabel('One-time code').fill(otherThan(code));
  await button(page, 'Verify').click();
  await expect(page.getByText(refusals.invalidOtp).first()).toBeVisible();
  await page.getByLabel('One-time code').fill(code);
  await button(page, 'Verify').click();

  // Without the token in the address bar.
  await expect(page).toHaveURL(at(screens.changePassword));
  await page.getByLabel('New password').fill('shorter');
  await page.getByLabel('Confirm password').fill('another');
  await expect(page.getByText(validation.newPasswordShort)).toBeVisible();
  await page.getByLabel('New password').fill('a new password');
  await page.getByLabel('Confirm password').fill('a new passwort');
  await page.getByLabel('Confirm password').blur();
  await expect(page.getByText(validation.newPasswordsMatch)).toBeVisible();
  await page.getByLabel('Confirm password').fill('a new password');
  await button(page, 'Change password').click();
  await expect(page).toHaveURL(at(screens.login));
  // Behind the toasts before it, each of which has its five seconds.
  await expect(page.getByText(toasts.passwordReset)).toBeVisible();

  await fillSignIn(page, person.email, person.password);
  await expect(page.getByText(refusals.invalidCredentials)).toBeVisible();
  await fillSignIn(page, person.email, 'a new password');
  await expect(page).toHaveURL(at(screens.dashboard));
});

test('a new password cannot be set without a token, nor with one that is not', async ({ page }) => {
  await open(page, screens.changePassword);
  await expect(page).toHaveURL(at(resetStep('again')));
  await expect(page.getByText(/enter your email, and we send another one/)).toBeVisible();
  await open(page, `${screens.changePassword}?token=made-up`);
  await expect(page).toHaveURL(at(screens.changePassword));
  await page.getByLabel('New password').fill('a new password');
  await page.getByLabel('Confirm password').fill('a new password');
  await button(page, 'Change password').click();
  await expect(page.getByText(refusals.invalidResetToken)).toBeVisible();
});

test.describe('the guards', () => {
  test('lead people who are signed in away from the pages for guests', async ({ page }) => {
    await store(page, product, { [storageKeys.token]: await signIn(product, ada) });
    for (const path of [screens.auth, screens.login, screens.register, screens.verifyEmail]) {
      await open(page, path);
      await expect(page).toHaveURL(at(screens.dashboard));
    }
  });

  test('lead a signed-in administrator to the users table, and to the console after a login', async ({
    page,
  }) => {
    await open(page, screens.login);
    await fillSignIn(page, product.admin.email, product.admin.password);
    await expect(page).toHaveURL(/\/admin/);
    await open(page, screens.login);
    await expect(page).toHaveURL(at(screens.adminUsers));
  });

  test('send an investor who opens the console to the front page, still signed in', async ({ page }) => {
    await enter(page, product, await signIn(product, ada), screens.adminAccounts);
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
    await expectFrontPage(page, product);
    expect(await storedToken(page)).not.toBeNull();
    await open(page, screens.dashboard);
    await expect(heading(page, /^Welcome back/)).toBeVisible();
  });
});

test('a page that does not exist says so, with its status, and shows the way home', async ({ page }) => {
  const response = await open(page, '/nowhere');
  expect(response?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the front page' }).click();
  await expectFrontPage(page, product);
});

test('a page that cannot be loaded says so in its place, and comes once it can be', async ({ page }) => {
  await page.route(/ProfilePage.*\.js/, (route) => route.abort());
  await enter(page, product, await signIn(product, ada), screens.profile);
  await expect(page.getByText('This comes with a new version')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.unroute(/ProfilePage.*\.js/);
  await expect(heading(page, 'Account Profile')).toBeVisible();
});

test('an account page that cannot be loaded is there as HTML, and comes to life once it can be', async ({
  page,
}) => {
  await open(page, screens.login);
  // By then the app has the page, and follows links by itself.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.route(/RegisterPage.*\.js/, (route) => route.abort());
  await page.getByRole('link', { name: 'sign up' }).click();
  await expect(heading(page, 'Create your account')).toBeVisible();
  await page.getByLabel('First name').fill('Ada');
  await button(page, 'Show password').first().click();
  await page.unroute(/RegisterPage.*\.js/);
  await expect(button(page, 'Hide password')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});

test('a button of an account page that is pressed before any script is here is pressed once it is', async ({
  page,
}) => {
  let release = () => {};
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(at(screens.login), { waitUntil: 'commit' });
  await button(page, 'Show password').click();
  release();
  await expect(button(page, 'Hide password')).toBeVisible();
});
