import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { pageMessages, toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { seedPassword } from '../bare-host/data';
import { type BareHost, type BareHostOptions, startBareHost } from '../bare-host/host';
import { buildRegistration, buildWithdrawal } from '../builders';
import { checkLooks } from './axe';
import { giveReason, question } from './console-visit';
import { fillSignIn } from './people';
import { collectComplaints } from './visit';

/* The pages on a host that has the base calls and nothing else (docs/rules.md, "Other hosts"). */
const root = join(import.meta.dirname, '../..');

const test = base.extend<{ host: BareHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed.
  host: async ({}, use) => {
    const host = await startBareHost({ pages: join(root, 'dist/client') });
    await use(host);
    await host.close();
  },
});

const signIn = (page: Page, email: string) => fillSignIn(page, email, seedPassword);

async function visit(page: Page, host: BareHost, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(host.address + screens.login);
}

async function openConsole(page: Page, host: BareHost, width?: number): Promise<void> {
  await visit(page, host, width);
  await signIn(page, 'admin@example.com');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the menu shows what the host has, and it is asked once', async ({ page, host }) => {
  await openConsole(page, host);
  for (const name of ['Accounts', 'Transactions', 'Review', 'Users']) {
    await menu(page).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await expect(menu(page).getByRole('link')).toHaveText(['Users', 'Accounts', 'Transactions', 'Review']);
  const outside = host.received.filter((call) => /^\w+ \/api\/(admin|user\/factors|legal)/.test(call));
  expect(outside.filter((call) => call === 'GET /api/admin/offered')).toHaveLength(1);
  expect(outside.filter((call) => call !== 'GET /api/admin/offered')).toEqual([]);
});

test('figures are edited, and the new one is seen though the host answers true', async ({ page, host }) => {
  await openConsole(page, host);
  await menu(page).getByRole('link', { name: 'Accounts' }).click();
  const row = page.getByRole('row', { name: /ada@example.com/ });
  await expect(row.getByRole('cell', { name: '$1,500.00' })).toBeVisible();
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Make Deposit' });
  await dialog.getByLabel('Balance', { exact: true }).fill('1620.5');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('As agreed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(toasts.accountUpdated, { exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: '$1,620.50' })).toBeVisible();
});

test('transactions are confirmed, and taken back', async ({ page, host }) => {
  await openConsole(page, host);
  await menu(page).getByRole('link', { name: 'Transactions' }).click();
  const row = page.getByRole('row', { name: /alan@example.com/ });
  await row.getByRole('combobox').click();
  await page.getByRole('option', { name: 'CONFIRMED' }).click();
  await expect(question(page).getByText('This host does not say')).toBeVisible();
  await giveReason(page, 'Seen on the chain', 'Set to CONFIRMED');
  await expect(row.getByRole('combobox')).toHaveText('CONFIRMED');
  await expect(row).toContainText('Turing');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('combobox')).toHaveText('PENDING');
});

test('many are changed by one call each', async ({ page, host }) => {
  await openConsole(page, host);
  await menu(page).getByRole('link', { name: 'Transactions' }).click();
  for (const email of ['alan@example.com', 'emmy@example.com'])
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Change status' }).click();
  await expect(
    question(page).getByText('2 transactions of $1,375.00 in all would become CONFIRMED'),
  ).toBeVisible();
  await question(page).getByRole('textbox', { name: 'Reason' }).fill('Seen on the chain');
  await question(page).getByRole('button', { name: 'Set 2 to CONFIRMED' }).click();
  await expect(question(page).getByText('2 changed')).toBeVisible();
  await question(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /emmy/ }).getByRole('combobox')).toHaveText('CONFIRMED');
  expect(host.received.filter((call) => call === 'PUT /api/transaction/:trxId')).toHaveLength(2);
});

test('what waits is reviewed from the lists', async ({ page, host }) => {
  await openConsole(page, host);
  await menu(page).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByText('5 pending', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Investor' })).toContainText('Ada Lovelace');
  await expect(page.getByRole('region', { name: 'Investor' })).toContainText('Balance $1,500.00');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('textbox', { name: 'Reason to confirm' }).fill('Seen on the chain');
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 pending', { exact: true })).toBeVisible();
});

test('the page of a person has what the host knows, found by search from the list', async ({
  page,
  host,
}) => {
  await openConsole(page, host);
  await page.getByRole('textbox', { name: /Search/ }).fill('turing');
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'alan@example.com' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alan Turing' })).toBeVisible();
  await expect(page.getByText('Investor', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('$1,050.00');
  await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('$625.00');
  await expect(page.getByRole('columnheader', { name: 'Id' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(3);
  const lists = page.getByRole('navigation', { name: 'Lists of this person' });
  await expect(lists.getByRole('link')).toHaveText(['Transactions', 'Accounts']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'All 1' }).click();
  await expect(page.getByText('1-1 of 1')).toBeVisible();
});

test('lists are sorted and exported in the browser', async ({ page, host }) => {
  await openConsole(page, host);
  await menu(page).getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: 'Amount' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('$150.00');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '');
  const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true });
  expect(data.map(({ Amount }) => Number(Amount))).toEqual([150, 500, 625, 750, 875]);
  expect(data[0]).toMatchObject({ Email: 'ada@example.com', Plan: pageMessages.missing });
});

test('somebody registers, and enters the code', async ({ page, host }) => {
  await visit(page, host);
  const complaints = collectComplaints(page);
  await page.goto(host.address + screens.register);
  const email = 'mary@example.com';
  const person = buildRegistration({ email, firstName: 'Mary', lastName: 'Somerville' });
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone number').fill(person.phoneNumber);
  await page.getByLabel('Country').selectOption(person.country);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('Agree to terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/verify-email/);
  await page.getByLabel('One-time code').fill(host.codeFor(email) ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Mary Somerville' })).toBeVisible();
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

for (const width of [390, 1280]) {
  test(`an investor sees account, history and profile, ${width} px`, async ({ page, host }) => {
    await visit(page, host, width);
    await signIn(page, 'ada@example.com');
    await expect(page.getByRole('heading', { name: 'Welcome back, Ada Lovelace' })).toBeVisible();
    await expect(page.getByText('$1,500.00').first()).toBeVisible();
    await checkLooks(page, 'dashboard');
    await page.goto(host.address + screens.transactions);
    await expect(page.getByText('WITHDRAWAL').first()).toBeVisible();
    if (width < 600) await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
    await expect(page.getByLabel('From')).toHaveCount(0);
    await expect(page.getByText('Newest first')).toHaveCount(0);
    await page.goto(host.address + screens.profile);
    await page.getByLabel('First name').fill('Augusta');
    await page
      .getByRole('button', { name: /Update|Save/ })
      .first()
      .click();
    await expect(page.getByText(toasts.profileUpdated)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('an investor deposits, withdraws and looks at what became of it', async ({ page, host }) => {
  await visit(page, host);
  await signIn(page, 'ada@example.com');
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  const deposit = page.getByRole('dialog', { name: 'Make Deposit' });
  await deposit.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await expect(deposit.getByText('bc1q-sample-do-not-pay')).toBeVisible();
  await deposit.getByRole('textbox', { name: 'Amount' }).fill('320');
  await deposit.getByRole('button', { name: 'Proceed' }).click();
  await deposit.getByLabel('Transaction Id').fill('tx-0001');
  await deposit.getByRole('button', { name: 'Deposit', exact: true }).click();
  await expect(page.getByText(toasts.deposit)).toBeVisible();
  await expect(deposit).toBeHidden();

  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  const withdrawal = page.getByRole('dialog', { name: 'Make Withdrawal' });
  await withdrawal.getByRole('textbox', { name: 'Amount' }).fill('250');
  await withdrawal.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await withdrawal.getByLabel('Wallet address').fill(buildWithdrawal().wallet);
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText(toasts.withdrawal, { exact: true })).toBeVisible();

  await page.goto(host.address + screens.transactions);
  await expect(page.getByRole('row', { name: /DEPOSIT.*\$320\.00/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /WITHDRAWAL.*\$250\.00/ })).toBeVisible();
  await page.getByRole('button', { name: 'Details of transaction 2' }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByText('Our reference')).toBeVisible();
  await expect(details.getByRole('alert')).toHaveCount(0);
  await expect(details.getByText('Invalid Date')).toHaveCount(0);
  await expect(details.getByRole('button', { name: /Cancel/ })).toHaveCount(0);
});

/** A host that answers as it likes to whatever is no base call. */
async function onHost(alter: NonNullable<BareHostOptions['alter']>, run: (host: BareHost) => Promise<void>) {
  const host = await startBareHost({ pages: join(root, 'dist/client'), alter });
  await run(host).finally(() => host.close());
}

/** Each call has one of the statuses, always the same. */
const oneOf = (statuses: readonly number[], call: string) => statuses[call.length % statuses.length] ?? 404;

// 401 alone: it would end a session.
for (const statuses of [[401], [400, 403, 500]]) {
  test(`what it does not know it may answer by ${statuses.join(', ')}`, async ({ page }) => {
    const alter: NonNullable<BareHostOptions['alter']> = (call, answer) =>
      answer.status === 404 ? { status: oneOf(statuses, call), body: '' } : answer;
    await onHost(alter, async (host) => {
      await openConsole(page, host);
      await expect(menu(page).getByRole('link')).toHaveText(['Users', 'Accounts', 'Transactions', 'Review']);
      await menu(page).getByRole('link', { name: 'Transactions' }).click();
      const row = page.getByRole('row', { name: /alan@example.com/ });
      await row.getByRole('combobox').click();
      await page.getByRole('option', { name: 'CONFIRMED' }).click();
      await expect(question(page).getByText('This host does not say')).toBeVisible();
      await expect(question(page).getByText('Kept in the audit log')).toHaveCount(0);
      await giveReason(page, 'Seen on the chain', 'Set to CONFIRMED');
      await expect(row.getByRole('combobox')).toHaveText('CONFIRMED');
      await menu(page).getByRole('link', { name: 'Review' }).click();
      await expect(page.getByRole('region', { name: 'Investor' })).toContainText('Ada Lovelace');
      await menu(page).getByRole('link', { name: 'Users' }).click();
      await page.getByRole('link', { name: 'alan@example.com' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Alan Turing' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);

      await page.evaluate(() => localStorage.clear());
      await visit(page, host);
      await signIn(page, 'ada@example.com');
      await expect(page.getByRole('heading', { name: 'Welcome back, Ada Lovelace' })).toBeVisible();
      await page.goto(host.address + screens.profile);
      await expect(page.getByRole('region')).toHaveCount(3);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    });
  });
}

test('what it does not know it may never answer', async ({ page, host }) => {
  await page.route(/\/api\/(admin\/|transaction\/[^/]+\/|user\/[0-9a-f]{24}$)/, () => {});
  await openConsole(page, host);
  await menu(page).getByRole('link', { name: 'Transactions' }).click();
  const row = page.getByRole('row', { name: /alan@example.com/ });
  await row.getByRole('combobox').click();
  await page.getByRole('option', { name: 'CONFIRMED' }).click();
  await giveReason(page, 'Seen on the chain', 'Set to CONFIRMED');
  await expect(row.getByRole('combobox')).toHaveText('CONFIRMED');
  await menu(page).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('region', { name: 'Investor' })).toContainText('Ada Lovelace');
});
