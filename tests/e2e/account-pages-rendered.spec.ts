import { gzipSync } from 'node:zlib';
import { hexToRgb } from '@mui/material/styles';
import { expect, type Page, type Route } from '@playwright/test';
import { limits } from '../../contract/limits';
import { screens } from '../../contract/paths';
import { storageKeys } from '../../contract/storage-keys';
import { resetStep } from '../../src/auth/reset-steps';
import { themeOf } from '../../src/shared/theme-options';
import { sent } from './api';
import { createInvestor, invitationLink, storedToken } from './people';
import { test } from './shared-tab';
import { collectComplaints, signIn, signInAdmin, store } from './visit';

/** The account pages come as HTML, and are brought to life with what was done in them meanwhile. */

const scripts = '**/assets/*.js';
/** All but the lines that fetch the rest. */
const laterScripts = /\/assets\/(?!start-)[^/]+\.js$/;
const pages = [
  [screens.login, 'Log in'],
  [`${screens.login}/`, 'Log in'],
  [screens.register, 'Create your account'],
  [screens.verifyEmail, 'Verify your email'],
  [screens.resetPassword, 'Reset your password'],
  [`${screens.changePassword}?token=given`, 'Choose a new password'],
] as const;

/** Holds back the page's code until `release` is called. */
async function holdScripts(page: Page, which: string | RegExp = scripts): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(which, async (route: Route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Marks the form; one that React has made anew has no mark. */
const markForm = (page: Page) => page.evaluate(`document.querySelector('form').dataset.mark = 'html'`);
const phone = { viewport: { width: 390, height: 844 } };

const isAlive = (page: Page): Promise<boolean> =>
  page.evaluate(`Object.keys(document.querySelector('form')).some((key) => key.startsWith('__react'))`);

/** Uses the page, which brings it to life. */
async function alive(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect.poll(() => isAlive(page)).toBe(true);
}

/** Opens a page, which reads before any script; its HTML stays when the script has come. */
async function readsBeforeScripts(page: Page, address: string, heading: string): Promise<void> {
  const complaints = collectComplaints(page);
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page.locator('form button[type=submit]')).toBeDisabled();
  await markForm(page);
  release();
  await alive(page);
  await expect(page.locator('form')).toHaveAttribute('data-mark', 'html');
  expect(complaints).toEqual([]);
}

for (const [path, heading] of pages) {
  test(`${path} reads before any script, and its HTML stays when the script has come`, async ({
    alone: page,
    product,
  }) => readsBeforeScripts(page, product.address + path, heading));
}

test('so does an invitation, which says what it is to once the script has come', async ({
  alone: page,
  product,
}) => {
  const email = 'rendered-grace@example.com';
  const headers = { 'x-reason': 'A%20new%20colleague' };
  await sent(
    product,
    'POST',
    '/api/admin/invitations',
    { email, type: 'auditor' },
    { token: await signInAdmin(product), headers },
  );
  const link = await invitationLink(product, email);
  await readsBeforeScripts(page, link, 'Accept your invitation');
  await expect(page.getByText('Auditor', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(product.address + screens.invitation);
});

test('what was typed, chosen and ticked before the script has come is kept, and the focus as well', async ({
  alone: page,
  product,
}) => {
  const release = await holdScripts(page);
  await page.goto(product.address + screens.register, { waitUntil: 'commit' });
  const password = 'a long enough passphrase';
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill('rendered-ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Phone number').fill('+33');
  await page.getByLabel('Country').selectOption('France');
  await page.getByLabel('Agree to terms and conditions').check();
  await page.getByLabel('Last name').pressSequentially('Love');
  await markForm(page);
  release();
  await alive(page);
  await page.keyboard.type('lace');
  // Of a field that was left again it says what is wrong, as it does afterwards.
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Phone number').fill('+33 1 23 45 67 89');
  await page.getByLabel('Confirm password').fill(password);
  await expect(page.locator('form')).toHaveAttribute('data-mark', 'html');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace');
  await expect(page.getByLabel('Country')).toHaveValue('France');
  await expect(page.getByLabel('Agree to terms and conditions')).toBeChecked();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(product.address + screens.verifyEmail);
  await expect(page.getByText('rendered-ada@example.com')).toBeVisible();
});

test('Enter before the script has come signs in once it is there, unless anything is typed after it', async ({
  alone: page,
  product,
}) => {
  const email = 'rendered-fay@example.com';
  const { password } = await createInvestor(product, email);
  await page.goto(product.address + screens.login);
  for (const complete of [false, true]) {
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await page.getByLabel('Email').fill(email);
    const field = page.getByLabel('Password', { exact: true });
    await field.fill(complete ? password : password.slice(0, -1));
    await field.press('Enter');
    if (!complete) await field.pressSequentially(password.slice(-1));
    release();
    if (complete) continue;
    await alive(page);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await expect(page).toHaveURL(product.address + screens.login);
  }
  await expect(page).toHaveURL(product.address + screens.dashboard);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the page has the ${scheme} theme before any script file`, async ({ alone: page, product }) => {
    const background = hexToRgb(themeOf(scheme).palette.background.default);
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    await store(page, product, { [storageKeys.theme]: scheme });
    const release = await holdScripts(page);
    await page.goto(product.address + screens.login, { waitUntil: 'commit' });
    await expect(page.locator('body')).toHaveCSS('background-color', background);
    release();
    await alive(page);
    await expect(page.locator('body')).toHaveCSS('background-color', background);
    await expect(page.getByRole('button', { name: `Theme: ${scheme}` })).toBeVisible();
  });
}

test('whoever is signed in sees no form of a guest, and is led on', async ({ alone: page, product }) => {
  const token = await signIn(product, await createInvestor(product, 'rendered-bea@example.com'));
  await store(page, product, { [storageKeys.token]: token });
  const release = await holdScripts(page);
  await page.goto(product.address + screens.login, { waitUntil: 'commit' });
  await expect(page.locator('form')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeHidden();
  release();
  await expect(page).toHaveURL(product.address + screens.dashboard);
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  expect(await storedToken(page)).toBe(token);
});

test('the address whose code is awaited and its wait are there, although the HTML knows neither', async ({
  alone: page,
  product,
}) => {
  const email = 'rendered-cleo@example.com';
  await store(page, product, {
    [storageKeys.email]: email,
    'resend:verify_email': `${Date.now() + limits.otpResendAfter} ${email}`,
  });
  await page.goto(product.address + screens.verifyEmail);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole('button', { name: /^resend otp in 0:/i })).toBeDisabled();
});

test('the step of a reset at which a code is awaited is there on a phone that nobody touches', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const email = 'rendered-eve@example.com';
  await store(page, product, { 'resend:reset_password': `${Date.now()} ${email}` });
  await page.goto(product.address + resetStep('code'));
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByLabel('One-time code')).toBeFocused();
  await context.close();
});

for (const path of [screens.login, screens.register, screens.resetPassword]) {
  test(`${path} fetches at most 150 kB of code on a phone before it is used, gzipped, and runs none of it`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      );
    });
    const largest = page.waitForResponse(/\/assets\/ui-/);
    await page.goto(product.address + path);
    await largest;
    await page.waitForLoadState('networkidle');
    const fetched = await Promise.all(sizes.values());
    expect(fetched.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
    expect(await isAlive(page)).toBe(false);
    await context.close();
  });
}

test('a page that nobody uses is led on when another tab signs in', async ({ browser, product }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(product.address + screens.login);
  const token = await signIn(product, await createInvestor(product, 'rendered-dora@example.com'));
  const other = await page.context().newPage();
  await store(other, product, { [storageKeys.token]: token });
  await other.goto(product.address);
  await other.evaluate(`localStorage.setItem('${storageKeys.token}', ${JSON.stringify(token)})`);
  await expect(page).toHaveURL(product.address + screens.dashboard);
  await context.close();
});

test('the rules of a form and the toasts are fetched with the first key', async ({
  alone: page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Without a key they come by themselves after a while (src/shared/loading/when-used.ts), which never passes here.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    Object.assign(window, {
      setTimeout: (work: () => void, milliseconds = 0) =>
        milliseconds < 3_000 ? later(work, milliseconds) : 0,
    });
  });
  await page.goto(product.address + screens.login);
  // Beside a banner it comes to life by itself; a pointer that comes later than that is a use of the page as well.
  await expect.poll(() => isAlive(page)).toBe(true);
  const late = () => asked.filter((url) => /\/(form-rules|zod|ToastViewport)-/.test(url));
  expect(late()).toEqual([]);
  await page.getByLabel('Email').press('a');
  await expect.poll(() => late().length).toBeGreaterThanOrEqual(3);
});

test('code that does not come without a network comes with it, and what was typed is kept', async ({
  alone: page,
  product,
}) => {
  const failed = page.waitForEvent('requestfailed');
  const release = await holdScripts(page, laterScripts);
  await page.goto(product.address + screens.login, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('ada@example.com');
  await page.context().setOffline(true);
  release();
  await failed;
  await page.context().setOffline(false);
  await alive(page);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('code that is not there any more has the page loaded anew', async ({ alone: page, product }) => {
  // As after a deployment between the page and its scripts.
  await page.route(laterScripts, (route) => route.fulfill({ status: 404 }));
  const refused = page.waitForResponse(laterScripts);
  await page.goto(product.address + screens.login);
  const reloaded = page.waitForEvent('load');
  await page.getByLabel('Email').press('Shift');
  await refused;
  await page.unroute(laterScripts);
  await reloaded;
  await alive(page);
});
