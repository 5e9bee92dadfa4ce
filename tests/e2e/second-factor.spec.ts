import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import type { Registration } from '../../contract/user';
import { z } from '../../contract/zod';
import { totpCode } from '../support/second-factor';
import { checkLooks } from './axe';
import { createInvestor, fillSignIn, storedToken } from './people';
import { type Product, startProduct } from './product';
import { openAs, signIn, signOut, store } from './visit';

/**
 * Second factors in a real browser, on a product of its own that asks administrators for one: set up, signed in with,
 * and shown once more in the middle of something (docs/rules.md, "Second factor" and "Step-up").
 */

let product: Product;
/** The same product under a name: passkeys belong to names. */
let named: Product;
let dataDir: string;
let database: pg.Client;
/** Of the first administrator, once the first test has set it up. */
let adminSecret = '';

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'averin-factors-'));
  product = await startProduct({ RATE_LIMITS: 'off', SECOND_FACTOR: 'console', DATA_DIR: dataDir });
  named = { ...product, address: product.address.replace('127.0.0.1', 'localhost') };
  database = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' });
  await database.connect();
});
test.afterAll(async () => {
  await database?.end();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });
const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** As if all factors had been shown in all sessions so long ago, and no step of an app been used. */
async function age(): Promise<void> {
  await database.query(
    "update sessions set factor_at = now() - interval '6 minutes' where factor_at is not null",
  );
  await forgetSteps();
}

/** A code serves once, and the next one takes half a minute. */
async function forgetSteps(): Promise<void> {
  await database.query('update factors set last_step = null');
}

const enterCode = (page: Page, code: string) => page.getByLabel('Code of your app').fill(code);

async function secretShown(page: Page): Promise<string> {
  const text = await page.getByTestId('totp-secret').textContent();
  return text?.replaceAll(' ', '') ?? '';
}

/** Sets an authenticator app up as the first factor; gives its secret and the recovery codes. */
async function setUpApp(page: Page, password: string) {
  await button(page, 'Add an authenticator app').click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Continue').click();
  const secret = await secretShown(page);
  await enterCode(page, totpCode(secret));
  await button(page, 'Add').click();
  await expect(heading(page, 'Save your recovery codes')).toBeVisible();
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  await expect(button(page, 'Continue')).toBeDisabled();
  await page.getByLabel('I have saved them').check();
  await button(page, 'Continue').click();
  await forgetSteps();
  return { secret, codes };
}

/** An authenticator that answers by itself, as a phone does whose owner agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openSignedIn(
  browser: Browser,
  at: Product,
  person: Registration,
  path: string,
): Promise<Page> {
  return openAs(browser, at, await signIn(at, person), path);
}

test('an administrator who needs a second factor sets one up before anything else, and goes on', async ({
  browser,
}) => {
  const page = await openAs(browser, product, '', screens.adminAccounts);
  await fillSignIn(page, product.admin.email, product.admin.password);
  await expect(heading(page, 'Second factor')).toBeVisible();
  await expect(page.getByText('Your role needs one before anything else')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Back/ })).toHaveCount(0);
  await expect(button(page, 'Sign out')).toBeVisible();
  await checkLooks(page, 'setting up what is required');
  // Other pages lead here as well.
  await page.goto(product.address + screens.adminUsers);
  await expect(heading(page, 'Second factor')).toBeVisible();
  await expect(page.getByText(refusals.factorSetupRequired)).toHaveCount(0);

  const { secret, codes } = await setUpApp(page, product.admin.password);
  adminSecret = secret;
  expect(codes).toHaveLength(10);
  await expect(page).toHaveURL(product.address + screens.adminUsers);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await page.context().close();
});

test('an authenticator app is set up, signs in, and is removed; recovery codes stand in for it, each once', async ({
  browser,
}) => {
  const ada = await createInvestor(product, 'factors-ada@example.com');
  const page = await openSignedIn(browser, product, ada, screens.profile);
  const section = page.getByRole('region', { name: 'Second factor' });
  await expect(section).toContainText('Off');
  await section.getByRole('link', { name: 'Set up' }).click();
  await expect(page).toHaveTitle(/^Second factor \| ./);
  await expect(page.getByText('There is none yet')).toBeVisible();

  // A wrong password and a wrong code set nothing up.
  await button(page, 'Add an authenticator app').click();
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await button(page, 'Continue').click();
  await expect(page.getByText(refusals.passwordNeeded).first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await button(page, 'Continue').click();
  const secret = await secretShown(page);
  await enterCode(page, '000000');
  await button(page, 'Add').click();
  await expect(page.getByText(refusals.invalidFactor).first()).toBeVisible();
  await page.getByLabel('Name').fill('Pixel');
  await enterCode(page, totpCode(secret));
  await button(page, 'Add').click();
  await expect(heading(page, 'Save your recovery codes')).toBeFocused();
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await download).suggestedFilename()).toBe('averin-recovery-codes.txt');
  // A step back does not lose what is shown this once.
  await page.goBack();
  await expect(heading(page, 'Save your recovery codes')).toBeVisible();
  await page.getByLabel('I have saved them').check();
  await button(page, 'Continue').click();
  await expect(item(page, 'Pixel')).toContainText('Authenticator app');
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to your profile' }).click();
  await expect(section).toContainText('1 second factor, 10 recovery codes left');

  // The password alone opens nothing.
  await signOut(page, product);
  await page.goto(`${product.address}${screens.login}?return=${screens.transactions}`);
  await fillSignIn(page, ada.email, ada.password);
  await expect(heading(page, 'Confirm it is you')).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await expect(page.getByLabel('Code of your app')).toBeFocused();
  await enterCode(page, '000000');
  await button(page, 'Log in').click();
  await expect(page.getByText(refusals.invalidFactor).first()).toBeVisible();
  await expect(page.getByLabel('Code of your app')).toHaveValue('');
  await forgetSteps();
  await enterCode(page, totpCode(secret));
  await button(page, 'Log in').click();
  await expect(page).toHaveURL(product.address + screens.transactions);

  // A recovery code, once.
  for (const [code, taken] of [
    [codes[0] ?? '', true],
    [codes[0] ?? '', false],
  ] as const) {
    await store(page, product, { token: '' });
    await page.goto(product.address + screens.login);
    await fillSignIn(page, ada.email, ada.password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.getByLabel('Recovery code').fill(code);
    await page.keyboard.press('Enter');
    if (taken) await expect(heading(page, 'Welcome back')).toBeVisible();
    else await expect(page.getByText(refusals.recoveryCodeRefused).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Use the code of your app' }).click();
  await forgetSteps();
  await enterCode(page, totpCode(secret));
  await button(page, 'Log in').click();
  await expect(heading(page, 'Welcome back')).toBeVisible();

  await page.goto(product.address + screens.secondFactor);
  await expect(page.getByText('9 codes are left.')).toBeVisible();
  await button(page, 'Make new codes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
  await expect(heading(page, 'Save your recovery codes')).toBeVisible();
  await page.getByLabel('I have saved them').check();
  await button(page, 'Continue').click();
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Pixel' }).click();
  await page.getByRole('dialog', { name: 'Remove Pixel?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('There is none yet')).toBeVisible();
  await signIn(product, ada);
  await page.context().close();
});

test('a sign-in that was guessed at too often begins again at the password', async ({ browser }) => {
  const bea = await createInvestor(product, 'factors-bea@example.com');
  const page = await openSignedIn(browser, product, bea, screens.secondFactor);
  await setUpApp(page, bea.password);
  await store(page, product, { token: '' });
  await page.goto(product.address + screens.login);
  await fillSignIn(page, bea.email, bea.password);
  for (let guess = 0; guess < 6; guess += 1) {
    await enterCode(page, '000000');
    await button(page, 'Log in').click();
    if (guess < 5) await expect(page.getByLabel('Code of your app')).toHaveValue('');
  }
  await expect(heading(page, 'Log in')).toBeVisible();
  await expect(page.getByText('Please begin again with your password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(bea.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.context().close();
});

test('a passkey is set up and signs in; a browser that gives none says so', async ({ browser }) => {
  const cyd = await createInvestor(product, 'factors-cyd@example.com');
  const page = await openSignedIn(browser, named, cyd, screens.secondFactor);
  await addAuthenticator(page);
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Password', { exact: true }).fill(cyd.password);
  await button(page, 'Continue').click();
  await page.getByLabel('Name').fill('Laptop');
  await button(page, 'Create passkey').click();
  await expect(heading(page, 'Save your recovery codes')).toBeVisible();
  await page.getByLabel('I have saved them').check();
  await button(page, 'Continue').click();
  await expect(item(page, 'Laptop')).toContainText('never');

  await store(page, named, { token: '' });
  await page.goto(named.address + screens.login);
  await fillSignIn(page, cyd.email, cyd.password);
  await expect(button(page, 'Use a passkey')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Welcome back')).toBeVisible();

  // In the middle of something as well.
  await page.goto(named.address + screens.secondFactor);
  await expect(item(page, 'Laptop')).not.toContainText('never');
  await age();
  await button(page, 'Add an authenticator app').click();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(heading(page, 'Add an authenticator app')).toBeVisible();
  await page.context().close();

  // Another device does not have the passkey; the browser waits for one no longer than it is told to.
  const other = await openAs(browser, named, '', screens.login);
  await addAuthenticator(other);
  await other.route(`**${calls.startPasskeySignIn.path}`, async (route) => {
    const response = await route.fetch();
    const { data } = z.object({ data: z.looseObject({}) }).parse(await response.json());
    await route.fulfill({ response, json: { data: { ...data, timeout: 500 } } });
  });
  await fillSignIn(other, cyd.email, cyd.password);
  await button(other, 'Use a passkey').click();
  await expect(other.getByRole('alert')).toContainText('No passkey was given');
  await expect(button(other, 'Use a passkey')).toBeEnabled();
  await other.context().close();
});

test('at an IP address the page says that passkeys need a name', async ({ browser }) => {
  const dan = await createInvestor(product, 'factors-dan@example.com');
  const page = await openSignedIn(browser, product, dan, screens.secondFactor);
  await expect(page.getByText('Passkeys need an address with a name')).toBeVisible();
  await expect(button(page, 'Add a passkey')).toBeDisabled();
  await page.context().close();
});

test('a question that has gone with an older version is said so over the dialog that waits for it, which can be left', async ({
  browser,
}) => {
  const fay = await createInvestor(product, 'factors-fay@example.com');
  const page = await openSignedIn(browser, product, fay, screens.secondFactor);
  await setUpApp(page, fay.password);
  await page.route(/\/assets\/StepUpDialog-.*\.js/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  );
  await page.reload();
  await age();
  await page.getByRole('button', { name: /^Remove / }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove / });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'This comes with a new version' });
  await expect(told.getByRole('button', { name: 'Reload' })).toBeVisible();
  await checkLooks(page, 'a question that does not come');
  await told.getByRole('button', { name: 'Not now' }).click();
  await expect(told).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove / })).toBeFocused();
  await page.context().close();
});

test.describe('in the middle of something', () => {
  let page: Page;
  let balance = 1_000;

  test.beforeAll(async ({ browser }) => {
    await createInvestor(product, 'factors-eve@example.com');
    page = await openAs(browser, product, '', screens.adminAccounts);
    await fillSignIn(page, product.admin.email, product.admin.password);
    // Of the first test, unless this one is run alone.
    if (adminSecret === '') {
      adminSecret = (await setUpApp(page, product.admin.password)).secret;
    } else {
      await forgetSteps();
      await enterCode(page, totpCode(adminSecret));
      await button(page, 'Log in').click();
    }
    await expect(page.getByRole('table', { name: 'Accounts' })).toBeVisible();
  });
  test.afterAll(() => page?.context().close());

  const edit = () => page.getByRole('dialog', { name: 'Make Deposit' });

  /** Types an edit of an account, longer than the factor is good for, and sends it. */
  async function send(): Promise<void> {
    balance += 1;
    await page
      .getByRole('row')
      .filter({ hasText: 'factors-eve@example.com' })
      .getByRole('button')
      .last()
      .click();
    await edit().getByLabel('Balance', { exact: true }).fill(String(balance));
    await edit().getByLabel('Reason').fill('A correction');
    await age();
    await edit().getByRole('button', { name: 'Save' }).click();
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByLabel('Code of your app')).toBeFocused();
  }

  test('the factor is asked for, and what was being done goes on with all that was typed', async () => {
    await send();
    await checkLooks(page, 'the question for the second factor');
    await enterCode(page, '000000');
    await button(page, 'Confirm').click();
    await expect(question(page).getByText(refusals.invalidFactor)).toBeVisible();
    await enterCode(page, totpCode(adminSecret));
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(edit()).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'factors-eve@example.com' })).toContainText(
      balance.toLocaleString('en-US'),
    );
    const { rows } = await database.query(
      "select count(*)::int as count from audit_events where action = 'account.edited'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  for (const [way, leave] of [
    ['its button', () => button(page, 'Cancel').last().click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['the way back', () => page.goBack()],
  ] as const)
    test(`left by ${way} it leaves everything as it was typed, and nothing is sent`, async () => {
      await send();
      await leave();
      await expect(question(page)).toBeHidden();
      await expect(edit()).toBeVisible();
      await expect(edit().getByLabel('Balance', { exact: true })).toHaveValue(String(balance));
      await expect(edit().getByLabel('Reason')).toHaveValue('A correction');
      // It is said without alarm.
      await expect(edit().getByRole('alert')).toHaveCount(0);
      await expect(edit().getByRole('button', { name: 'Save' })).toBeFocused();
      // It can be sent again, or left as any other.
      await edit().getByRole('button', { name: 'Save' }).click();
      await expect(question(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question(page)).toBeHidden();
      await edit().getByRole('button', { name: 'Cancel' }).click();
      await expect(edit()).toBeHidden();
      const { rows } = await database.query(
        "select count(*)::int as count from audit_events where action = 'account.edited'",
      );
      expect(rows).toEqual([{ count: 1 }]);
    });
});

for (const width of [1280, 390])
  test(`the screens pass axe and stay within their width, light and dark, ${width} px`, async ({
    browser,
  }) => {
    const person = await createInvestor(product, `factors-looks-${width}@example.com`);
    const page = await openAs(browser, named, await signIn(named, person), screens.secondFactor, width);
    await expect(page.getByText('There is none yet')).toBeVisible();
    await checkLooks(page, 'no factor yet');
    await button(page, 'Add an authenticator app').click();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await checkLooks(page, 'the password before');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await button(page, 'Continue').click();
    const secret = await secretShown(page);
    await checkLooks(page, 'an authenticator app');
    await enterCode(page, totpCode(secret));
    await button(page, 'Add').click();
    await expect(heading(page, 'Save your recovery codes')).toBeVisible();
    await checkLooks(page, 'recovery codes');
    await page.getByLabel('I have saved them').check();
    await button(page, 'Continue').click();
    await expect(item(page, 'Authenticator app')).toBeVisible();
    await checkLooks(page, 'a factor');
    await button(page, 'Add a passkey').click();
    await expect(button(page, 'Create passkey')).toBeVisible();
    await checkLooks(page, 'a passkey');
    await button(page, 'Cancel').click();
    await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkLooks(page, 'removing a factor');
    await store(page, named, { token: '' });
    await page.goto(named.address + screens.login);
    await fillSignIn(page, person.email, person.password);
    await expect(heading(page, 'Confirm it is you')).toBeVisible();
    await checkLooks(page, 'second step of a sign-in');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await checkLooks(page, 'a recovery code');
    await page.context().close();
  });
