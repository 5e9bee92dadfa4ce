import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { buildDeposit, buildRegistration } from '../builders';
import { inForce, sent } from './api';
import { checkLooks } from './axe';
import { follow } from './console-lists';
import { test } from './console-visit';
import type { Product } from './product';
import { closeAll } from './visit';

/** What administrators do in the lists of the console, in a browser on the real server with its sample data. */
let product: Product;
let adminToken: string;

/** Ada's deposits are confirmed and taken back here; Alan's fill the lists. */
const people = {
  ada: buildRegistration({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }),
  alan: buildRegistration({ firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com' }),
};
const tokens = { ada: '', alan: '' };

test.beforeAll(async ({ demo }) => {
  ({ product } = demo);
  adminToken = demo.tokens.admin;
  for (const name of ['ada', 'alan'] as const) {
    const person = people[name];
    await call('POST', '/api/user/create', { ...person, acceptedDocuments: await inForce(product) });
    const otp = await product.codeFor(person.email);
    const verified = await call('POST', '/api/auth/verify-email', { email: person.email, otp });
    tokens[name] = z.string().parse(verified);
  }
  for (let n = 1; n <= 23; n += 1) await deposit('alan', 200 + n);
});

const call = (method: string, path: string, body?: unknown, token = '') =>
  sent(product, method, path, body, { token });

async function deposit(who: keyof typeof tokens, amount: number): Promise<string> {
  const body = buildDeposit({ amount, transactionId: `${who}-${amount}` });
  const created = await call('POST', '/api/transaction/create', body, tokens[who]);
  return z.object({ _id: z.string() }).parse(created)._id;
}

const accountSchema = z.object({
  _id: z.string(),
  balance: z.number(),
  profit: z.number(),
  bitcoin: z.number(),
  bnb: z.number(),
});
const accountOf = async (who: keyof typeof tokens) =>
  accountSchema.parse(await call('GET', '/api/account', undefined, tokens[who]));

const search = (filter: object, list: string = screens.adminTransactions) =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
const accountOfAda = search({ q: 'ada@example.com' }, screens.adminAccounts);
const statusOf = (page: Page, trxId: string) =>
  page.getByRole('combobox', { name: `Status of transaction ${trxId.slice(-8)}` });

async function choose(page: Page, trxId: string, status: string): Promise<void> {
  await statusOf(page, trxId).click();
  await page.getByRole('option', { name: status }).click();
}

test('a status is shown with its effect before it is set, and taken back by Undo', async ({ open }) => {
  const trxId = await deposit('ada', 1_000);
  const page = await open(search({ q: 'lovelace' }));
  await choose(page, trxId, 'CONFIRMED');
  const dialog = page.getByRole('dialog', { name: 'Set to CONFIRMED?' });
  const effect = dialog.getByRole('region', { name: 'Effect' });
  await expect(effect).toContainText(/Balance\s*\$0\.00 to \$1,000\.00\s*\+\$1,000\.00/);
  await expect(effect).toContainText(/Bitcoin\s*\$0\.00 to \$1,000\.00\s*\+\$1,000\.00/);
  expect(await accountOf('ada')).toMatchObject({ balance: 0 });
  await dialog.getByLabel('Reason (optional)').fill('Seen on chain');
  await dialog.getByRole('button', { name: 'Set to CONFIRMED' }).click();
  await expect(page.getByText(toasts.transactionUpdated)).toBeVisible();
  await expect(page.getByText(toasts.transactionUpdatedTitle)).toBeVisible();
  await expect(statusOf(page, trxId)).toContainText('CONFIRMED');
  expect(await accountOf('ada')).toMatchObject({ balance: 1_000, bitcoin: 1_000 });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(statusOf(page, trxId)).toContainText('PENDING');
  expect(await accountOf('ada')).toMatchObject({ balance: 0, bitcoin: 0 });
});

test('of two administrators at the same deposit one wins and the other is told', async ({ open }) => {
  const trxId = await deposit('ada', 300);
  const [first, second] = await Promise.all([
    open(search({ q: 'lovelace' })),
    open(search({ q: 'lovelace' })),
  ]);
  await choose(first, trxId, 'CONFIRMED');
  await choose(second, trxId, 'DECLINED');
  await first.getByRole('button', { name: 'Set to CONFIRMED' }).click();
  await expect(statusOf(first, trxId)).toContainText('CONFIRMED');
  await second.getByRole('button', { name: 'Set to DECLINED' }).click();
  const notice = second.getByRole('alert').filter({ hasText: 'Someone else has changed this transaction' });
  await expect(notice).toContainText('You saw: PENDING');
  await expect(notice).toContainText('It is now: CONFIRMED');
  expect(await accountOf('ada')).toMatchObject({ balance: 300 });
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(statusOf(second, trxId)).toContainText('CONFIRMED');
  await call('PUT', `/api/transaction/${trxId}`, { status: 'DECLINED' }, adminToken);
});

test('an account is edited with a reason; the second of two administrators keeps what was typed', async ({
  open,
}) => {
  const [first, second] = await Promise.all([open(accountOfAda), open(accountOfAda)]);
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Options of Ada Lovelace' }).click();
    await expect(page.getByRole('dialog', { name: 'Make Deposit' })).toContainText('Ada Lovelace');
  }
  const fill = async (page: Page, values: Record<string, string>) => {
    for (const [name, text] of Object.entries(values)) {
      await page.getByLabel(name, { exact: true }).fill(text);
    }
  };
  await fill(first, { Profit: '75.50', Reason: 'Return of March' });
  await expect(first.getByRole('region', { name: 'Changes' })).toContainText(
    /Profit\s*\$0\.00 to \$75\.50\s*\+\$75\.50/,
  );
  await fill(second, { Profit: '10', BNB: '4', Reason: 'Late entry' });
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByText(toasts.accountUpdated)).toBeVisible();
  await expect(first.getByRole('cell', { name: '$75.50' })).toBeVisible();

  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Someone else has changed this account')).toBeVisible();
  await expect(second.getByLabel('Profit', { exact: true })).toHaveValue('10');
  await expect(second.getByRole('region', { name: 'Changes' })).toContainText(
    /Profit\s*\$75\.50 to \$10\.00/,
  );
  expect(await accountOf('ada')).toMatchObject({ profit: 75.5 });
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText(toasts.accountUpdated)).toBeVisible();
  expect(await accountOf('ada')).toMatchObject({ profit: 10, bnb: 4 });

  const { _id } = await accountOf('ada');
  const filter = encodeURIComponent(JSON.stringify({ field: 'profit' }));
  const entries = await call('GET', `/api/account/${_id}/entries?filter=${filter}`, undefined, adminToken);
  expect(entries).toMatchObject([
    { amount: -65.5, reason: 'Late entry' },
    { amount: 75.5, reason: 'Return of March' },
  ]);
});

test('an export holds what the filters show, over all pages', async ({ open }) => {
  const page = await open(`${search({ q: 'turing', amount_gte: 203 })}&sort=amount&order=DESC`);
  await expect(page.getByText('1-20 of 21')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const { data } = Papa.parse<Record<string, string>>((await readFile(file, 'utf8')).replace('\uFEFF', ''), {
    header: true,
  });
  expect(data.map((row) => Number(row.Amount))).toEqual(Array.from({ length: 21 }, (_, n) => 223 - n));
  expect(data[20]).toMatchObject({ 'S/N': '21', Email: people.alan.email, Status: 'PENDING', Wallet: 'NaN' });
});

test('filters survive a reload and the way back', async ({ open }) => {
  const page = await open(screens.adminTransactions);
  await page.getByRole('textbox', { name: 'Search name or email' }).fill('turing');
  await expect(page.getByText('1-20 of 23')).toBeVisible();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Amount from').fill('220');
  await expect(page.getByText('1-4 of 4')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1-4 of 4')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Search name or email' })).toHaveValue('turing');
  await expect(page.getByLabel('Amount from')).toHaveValue('220');
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1-4 of 4')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1-20 of 23')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Search name or email' })).toHaveValue('turing');
});

for (const width of [1280, 390]) {
  test(`a deposit is confirmed and taken back by keyboard alone, ${width} px`, async ({ open }) => {
    const trxId = await deposit('ada', 400 + width);
    const page = await open(search({ q: 'lovelace', status: 'PENDING' }), 'admin', width);
    await statusOf(page, trxId).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Set to CONFIRMED' })).toBeEnabled();
    await page.keyboard.type('seen');
    await page.keyboard.press('Enter');
    // It is no pending one any more: the row goes, and the focus to what takes the change back.
    await expect(statusOf(page, trxId)).toHaveCount(0);
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect(statusOf(page, trxId)).toContainText('PENDING');
  });
}

test('the scroll bars of a table go 600 ms after the pointer has left it', async ({ open }) => {
  const page = await open(screens.adminTransactions);
  const table = page.locator('.MuiTableContainer-root');
  const hidden = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)';
  await table.hover();
  await expect(table).not.toHaveCSS('scrollbar-color', hidden);
  await page.getByRole('heading', { name: 'Transactions' }).hover();
  await expect(table).toHaveCSS('scrollbar-color', hidden);
  await expect(table).toHaveCSS('transition-delay', '0.6s');
});

for (const width of [1280, 390]) {
  test(`dialogs and panels pass axe and stay within their width, ${width} px`, async ({ open }) => {
    const trxId = await deposit('ada', 5_000 + width);
    const page = await open(search({ q: 'lovelace', amount_gte: 5_000 }), 'admin', width);
    await choose(page, trxId, 'CONFIRMED');
    await expect(page.getByRole('button', { name: 'Set to CONFIRMED' })).toBeEnabled();
    await checkLooks(page, 'status dialog');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await checkLooks(page, 'last change');
    await page.getByRole('button', { name: 'Views' }).click();
    await expect(page.getByLabel('Name of this view')).toBeVisible();
    await checkLooks(page, 'views');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('checkbox', { name: 'Email' })).toBeVisible();
    await checkLooks(page, 'columns');
    await closeAll(page);
    await follow(page, accountOfAda);
    await page.getByRole('button', { name: 'Options of Ada Lovelace' }).click();
    await page.getByLabel('Balance', { exact: true }).fill('-5');
    await page.getByLabel('Profit', { exact: true }).fill('1.234');
    await page.getByLabel('Reason').focus();
    await checkLooks(page, 'account dialog');
  });
}
