import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import { totpCode } from '../support/second-factor';
import { checkLooks } from './axe';
import { giveReason, question } from './console-visit';
import { createInvestor, fillSignIn, invitationLink, storedToken } from './people';
import { type Product, startProduct } from './product';
import { leftDialogs, openAs, signIn, test } from './visit';

/**
 * Letting people in and shutting them out, on a product of its own that asks administrators for a second factor
 * (docs/rules.md, "Invitations and standing").
 */

let product: Product;
let dataDir: string;
let database: pg.Client;
/** The first administrator's page, signed in with a factor. */
let admin: Page;

test.beforeAll(async ({ browser }) => {
  dataDir = await mkdtemp(join(tmpdir(), 'averin-people-'));
  product = await startProduct({ RATE_LIMITS: 'off', SECOND_FACTOR: 'console', DATA_DIR: dataDir });
  database = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' });
  await database.connect();
  admin = await openAs(browser, product, '', screens.adminUsers);
  await fillSignIn(admin, product.admin.email, product.admin.password);
  await setUpApp(admin, product.admin.password);
  await expect(admin.getByRole('table', { name: 'Users' })).toBeVisible();
});
test.afterAll(async () => {
  await database?.end();
  await admin?.context().close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The administrator's factor is as new for each of them, however long those before have taken. */
test.beforeEach(() => database.query('update sessions set factor_at = now() where factor_at is not null'));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Sets an authenticator app up, as the first factor of somebody who needs one; gives its secret. */
async function setUpApp(page: Page, password: string): Promise<string> {
  await expect(heading(page, 'Second factor')).toBeVisible();
  await button(page, 'Add an authenticator app').click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Continue').click();
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code of your app').fill(totpCode(secret));
  await button(page, 'Add').click();
  await page.getByLabel('I have saved them').check();
  await button(page, 'Continue').click();
  // A code serves once, and the next one takes half a minute.
  await database.query('update factors set last_step = null');
  return secret;
}

async function invite(email: string, role: string): Promise<string> {
  await admin.goto(product.address + screens.adminUsers);
  await button(admin, 'Invite').click();
  const dialog = question(admin);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await admin.getByRole('option', { name: role }).click();
  await dialog.getByLabel('Reason').fill('A new colleague');
  await button(admin, 'Invite').last().click();
  await expect(question(admin)).toHaveCount(0);
  await leftDialogs(admin);
  return invitationLink(product, email);
}

async function fillInvitation(page: Page, password: string): Promise<void> {
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await button(page, 'Accept').click();
}

const grace = { email: 'grace@example.com', password: 'a long password of the own' };

test('from the invitation over the second factor to the first act of a new administrator', async ({
  openTab,
}) => {
  const link = await invite(grace.email, 'Administrator');
  await admin.goto(`${product.address}${screens.admin}/invitations`);
  await expect(admin.getByRole('cell', { name: grace.email, exact: true })).toBeVisible();
  await checkLooks(admin, 'the invitations');

  const page = await openTab(product, '', screens.home, 390);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(link);
  await expect(heading(page, 'Accept your invitation')).toBeVisible();
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
  // What is secret is in no address, neither in the bar nor of a request.
  await expect(page).toHaveURL(product.address + screens.invitation);
  expect(asked.filter((url) => url.includes(link.split('#')[1] ?? '-'))).toEqual([]);
  await checkLooks(page, 'an invitation');
  await fillInvitation(page, grace.password);
  await setUpApp(page, grace.password);
  await expect(page).toHaveURL(new RegExp(`^${product.address}${screens.admin}`));
  await expect(heading(page, 'Users')).toBeVisible();

  // The first act: an investor is shut out, with the factor shown just now.
  const ada = await createInvestor(product, 'people-ada@example.com');
  await page.goto(product.address + screens.adminUsers);
  await page.getByRole('link', { name: ada.email }).click();
  await button(page, 'Disable').click();
  await checkLooks(page, 'shutting somebody out');
  await giveReason(page, 'Asked for it by telephone', 'Disable');
  // The audit log beneath says it as well.
  await expect(page.locator('.MuiChip-label', { hasText: /^Disabled$/ })).toBeVisible();

  // The link has served.
  const again = await openTab(product, '', screens.home);
  await again.goto(link);
  await expect(heading(again, 'This invitation cannot be used')).toBeVisible();
  await expect(again.getByText(refusals.invalidInvitation)).toBeVisible();
});

test('whoever is disabled while signed in elsewhere is out with the next step, and back when enabled', async ({
  openTab,
}) => {
  const bea = await createInvestor(product, 'people-bea@example.com');
  const page = await openTab(product, await signIn(product, bea), screens.dashboard);
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();

  await admin.goto(product.address + screens.adminUsers);
  await admin.getByRole('link', { name: bea.email }).click();
  await button(admin, 'Disable').click();
  await giveReason(admin, 'A lost phone', 'Disable');
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page).toHaveURL(new RegExp(screens.login));
  expect(await storedToken(page)).toBeNull();
  await fillSignIn(page, bea.email, bea.password);
  await expect(page.getByText(refusals.invalidCredentials).first()).toBeVisible();

  await button(admin, 'Enable').click();
  await giveReason(admin, 'The phone was found', 'Enable');
  await fillSignIn(page, bea.email, bea.password);
  await expect(heading(page, 'Account Profile')).toBeVisible();
});

test('a link that is opened where somebody is signed in waits until they have signed out', async ({
  openTab,
}) => {
  const cleo = await createInvestor(product, 'people-cleo@example.com');
  const link = await invite('people-alan@example.com', 'Auditor');
  const page = await openTab(product, await signIn(product, cleo), screens.dashboard);
  await page.goto(link);
  await expect(heading(page, 'Someone is signed in here')).toBeVisible();
  await checkLooks(page, 'an invitation while signed in');
  await button(page, 'Sign out and go on').click();
  await expect(page.getByText('Auditor', { exact: true })).toBeVisible();
  await fillInvitation(page, grace.password);
  await expect(heading(page, 'Second factor')).toBeVisible();
});

test('a revoked invitation opens nothing', async ({ openTab }) => {
  const email = 'people-dora@example.com';
  const link = await invite(email, 'Auditor');
  await admin.goto(`${product.address}${screens.admin}/invitations`);
  await button(admin, `Revoke: ${email}`).click();
  await giveReason(admin, 'A mistake', 'Revoke');
  await expect(admin.getByText(email)).toHaveCount(0);
  const page = await openTab(product, '', screens.home);
  await page.goto(link);
  await expect(heading(page, 'This invitation cannot be used')).toBeVisible();
});
