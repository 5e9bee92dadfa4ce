import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { personPath } from '../../src/admin/record-paths';
import { sent } from './api';
import { checkLooks } from './axe';
import { createInvestor } from './people';
import { type Product, startProduct } from './product';
import { signIn, test } from './visit';

/** Two administrators at once, each in a browser of their own (docs/rules.md, "Two persons"). */

let product: Product;
let dataDir: string;
let tokens: { first: string; second: string };
/** Of the investor whom it is about. */
let userId: string;

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'averin-eyes-'));
  product = await startProduct({
    RATE_LIMITS: 'off',
    DATA_DIR: dataDir,
    FOUR_EYES: 'address,adjustment:1000,withdrawal:10000,people',
  });
  const helper = await createInvestor(product, 'grace.hopper@example.com');
  const investor = await createInvestor(product, 'ada.lovelace@example.com');
  const database = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' });
  await database.connect();
  await database.query(`update users set type = 'admin' where email = $1`, [helper.email]);
  await database.end();
  tokens = { first: await signIn(product, product.admin), second: await signIn(product, helper) };
  const token = await signIn(product, investor);
  userId = idOf(await sent(product, 'GET', '/api/user', undefined, { token }));
});
test.afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('an edit is proposed by one, seen by the other at once, and done when they approve by keyboard', async ({
  openTab,
}) => {
  const [first, second] = await Promise.all([
    openTab(product, tokens.first, personPath(userId)),
    openTab(product, tokens.second, screens.adminProposals, 390),
  ]);
  await expect(second.getByText('There are no approvals yet.')).toBeVisible();

  await button(first, 'Edit').click();
  const dialog = first.getByRole('dialog', { name: 'Make Deposit' });
  await dialog.getByLabel('Profit').fill('5000');
  await dialog.getByLabel('Reason').fill('Return of March');
  await button(first, 'Save').click();
  await expect(first.getByText('Sent for approval')).toBeVisible();
  await button(first, 'See it').click();
  await expect(heading(first, 'Adjustment of an account')).toBeVisible();
  await expect(first.getByText(/^You proposed this yourself/)).toBeVisible();
  await expect(button(first, /^Approve/)).toHaveCount(0);
  await expect(first.getByRole('link', { name: 'Approvals 1 waiting' })).toBeVisible();

  await second.reload();
  await second.getByRole('link', { name: 'Adjustment of an account' }).click();
  await expect(second.getByRole('region', { name: 'What was proposed' })).toContainText('$5,000.00');
  await expect(second.getByText('Return of March').first()).toBeVisible();
  await expect(button(second, /^Approve/)).toBeVisible();
  await checkLooks(second, 'proposal on a phone');
  await second.keyboard.press('a');
  await expect(second.getByLabel('Note')).toBeFocused();
  await second.keyboard.type('Seen the statement');
  await second.keyboard.press('Enter');
  await expect(second.getByText('Approved, and done')).toBeVisible();
  await expect(second.getByRole('region', { name: 'Decision' })).toContainText('Approved by Ada Lovelace');

  await first.reload();
  await expect(first.getByRole('region', { name: 'Decision' })).toContainText('Seen the statement');
  const account = await sent(product, 'GET', `/api/account/${userId}`, undefined, { token: tokens.first });
  expect(account).toMatchObject({ profit: 5_000 });
});

test('an address is compared letter by letter by the other, who declines it: the old one stays', async ({
  openTab,
}) => {
  const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const [first, second] = await Promise.all([
    openTab(product, tokens.first, `${screens.admin}/wallets`),
    openTab(product, tokens.second, screens.adminProposals),
  ]);
  await first.getByRole('link', { name: 'Edit Bitcoin', exact: true }).click();
  // The form has what is stored before it is typed into.
  await expect(first.getByLabel('Address')).not.toHaveValue('');
  await first.getByLabel('Address').fill(address);
  await first.getByLabel('Reason').fill('New cold wallet');
  await button(first, 'Save').click();
  await expect(first.getByText('Sent for approval')).toBeVisible();
  await expect(heading(first, 'Wallets')).toBeVisible();

  await second.reload();
  await second.getByRole('link', { name: 'Platform address' }).click();
  const effect = second.getByRole('region', { name: 'What was proposed' });
  await expect(effect).toContainText(address);
  await checkLooks(second, 'proposal of an address');
  await button(second, /^Decline/).click();
  await second.getByLabel('Reason to decline').fill('Not the one we agreed on');
  await second.keyboard.press('Enter');
  await expect(second.getByText('Declined', { exact: true }).first()).toBeVisible();
  const wallets = await sent(product, 'GET', '/api/admin/wallets', undefined, { token: tokens.first });
  expect(JSON.stringify(wallets)).not.toContain(address);
});
