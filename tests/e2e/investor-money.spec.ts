import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { calls } from '../../contract/calls';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import type { Transaction } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { phonePhoto, picture } from '../support/images';
import { inForce, sent } from './api';
import { createInvestor, fillSignIn, storedToken } from './people';
import type { Product } from './product';
import { test } from './shared-tab';
import { enter, signIn, signInAdmin } from './visit';

/** An investor's money in a real browser, on the real server: what works, and what happens when something does not. */
let product: Product;
let admin: string;
test.beforeAll(async ({ product: shared }) => {
  product = shared;
  admin = await signInAdmin(product);
});

const call = (method: string, path: string, body?: unknown, token = '') =>
  sent(product, method, path, body, { token });

/** An investor of their own for each test. */
let count = 0;
async function newInvestor(): Promise<string> {
  count += 1;
  const person = buildRegistration({ email: `investor-money-${count}@example.com` });
  await call('POST', calls.register.path, { ...person, acceptedDocuments: await inForce(product) });
  const otp = await product.codeFor(person.email);
  return z.string().parse(await call('POST', calls.verifyEmail.path, { email: person.email, otp }));
}

async function transactionsOf(token: string): Promise<Transaction[]> {
  return (await call('GET', calls.listOwnTransactions.path, undefined, token)) as Transaction[];
}

/** Gives an investor a balance: a deposit that the administrator confirms. */
async function fund(token: string, amount: number): Promise<void> {
  const { _id } = (await call(
    'POST',
    calls.createTransaction.path,
    buildDeposit({ amount }),
    token,
  )) as Transaction;
  await call('PUT', calls.changeStatus.path.replace(':trxId', _id), { status: 'CONFIRMED' }, admin);
}

/** Opens a screen as that investor, or administrator. */
const openAs = (page: Page, token: string, path: string) => enter(page, product, token, path);

const depositDialog = (page: Page) => page.getByRole('dialog', { name: 'Make Deposit' });
const proofInput = (dialog: Locator) => dialog.locator('input[type=file]');

async function openDeposit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  const dialog = depositDialog(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Fills the deposit up to its last click. */
async function fillDeposit(page: Page): Promise<Locator> {
  const dialog = await openDeposit(page);
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('500');
  await proceed(page, dialog);
  return dialog;
}

/** Goes to the payment; the deposits of before, which the new one is compared with before it is sent, are there then. */
async function proceed(page: Page, dialog: Locator): Promise<void> {
  const reported = page.waitForResponse((response) => {
    const { pathname, search } = new URL(response.url());
    return pathname === calls.listOwnTransactions.path && search.includes('DEPOSIT');
  });
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await dialog.getByLabel('Transaction Id').fill('tx-0001');
  await (await reported).finished();
}

const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
const sendAgain = (dialog: Locator) => dialog.getByRole('button', { name: 'Send again' }).click();

test('a deposit with a photo as proof, which the administrator can look at', async ({
  page,
  browser,
}, testInfo) => {
  const token = await newInvestor();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await openAs(page, token, screens.dashboard);
  const dialog = await fillDeposit(page);

  await test.step('a photo larger than the server keeps is made smaller before it is sent', async () => {
    const sent = page.waitForRequest((request) => request.url().endsWith(calls.uploadProof.path));
    const photo = testInfo.outputPath('receipt.png');
    // Wider than what is kept, and more bytes than are easy to send.
    await picture(2_200, 500).png().toFile(photo);
    await proofInput(dialog).setInputFiles(photo);
    await expect(dialog.getByText('Uploaded')).toBeVisible();
    await expect(dialog.getByAltText('Proof of the payment')).toBeVisible();
    // Drawn anew by the browser: the file was a PNG.
    expect((await sent).headers()['content-type']).toBe('image/jpeg');
  });

  await test.step('it survives a reload, and is replaced by another one', async () => {
    await page.reload();
    await openDeposit(page);
    await expect(dialog.getByText('Nothing was sent yet')).toBeVisible();
    await dialog.getByRole('button', { name: 'Proceed' }).click();
    await expect(dialog.getByAltText('Proof of the payment')).toBeVisible();
    await proofInput(dialog).setInputFiles({
      name: 'phone.jpg',
      mimeType: 'image/jpeg',
      buffer: await phonePhoto(),
    });
    await expect(dialog.getByText('phone.jpg')).toBeVisible();
    await expect(dialog.getByText('Uploaded')).toBeVisible();
  });

  await submit(dialog);
  await expect(page.getByText(toasts.deposit)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(complaints).toEqual([]);

  await test.step('the link in the details shows it', async () => {
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    await page.getByRole('button', { name: 'Details of transaction 1' }).click();
    const [view] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'View the image' }).click(),
    ]);
    await view.waitForLoadState();
    // Upright, as the phone was held: the file itself lies on its side.
    expect(
      await view.evaluate('[document.images[0].naturalWidth, document.images[0].naturalHeight]'),
    ).toEqual([200, 320]);
  });

  await test.step("so does the administrator's", async () => {
    const rows = (await call('GET', calls.listTransactions.path, undefined, admin)) as Transaction[];
    const own = rows.find(({ transactionId }) => transactionId === 'tx-0001');
    const response = await fetch(own?.imageUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const console = await browser.newPage();
    await openAs(console, admin, screens.adminTransactions);
    const row = console.getByRole('row').filter({ hasText: `investor-money-${count}@example.com` });
    const [view] = await Promise.all([
      console.waitForEvent('popup'),
      row.getByRole('link', { name: /view/i }).click(),
    ]);
    await view.waitForLoadState();
    expect(await view.evaluate('document.images[0].naturalWidth')).toBe(200);
    await console.close();
  });
});

test('a file that is no image is refused in words, and the form goes on without it', async ({ page }) => {
  const token = await newInvestor();
  await openAs(page, token, screens.dashboard);
  const dialog = await fillDeposit(page);
  await proofInput(dialog).setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not an image'),
  });
  await expect(dialog.getByText('This image cannot be read')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await submit(dialog);
  await expect(page.getByText(toasts.deposit)).toBeVisible();
  expect((await transactionsOf(token))[0]?.imageUrl).toBeNull();
});

test('a withdrawal whose answer was lost is made once, though the session ends with another tab open', async ({
  page,
  context,
}) => {
  const person = await createInvestor(product, 'investor-money-tabs@example.com');
  const token = await signIn(product, person);
  await fund(token, 1_000);
  await openAs(page, token, screens.dashboard);
  const other = await context.newPage();
  await other.goto(product.address + screens.transactions);
  await expect(other.getByText('1–1 of 1')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
  const open = () => page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await open();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('123');
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await dialog.getByLabel('Wallet address').fill(buildWithdrawal().wallet);
  // The server takes it; its answer never reaches the page.
  await page.route(`**${calls.createTransaction.path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByText(/not known whether this arrived/)).toBeVisible();
  await page.unrouteAll();
  await call('POST', calls.logout.path, {}, token);
  await sendAgain(dialog);

  await expect(page).toHaveURL(/\/auth\/login\?return=%2Fdashboard$/);
  await expect(other).toHaveURL(/\/auth\/login\?return=%2Fdashboard%2Ftransactions$/);
  await fillSignIn(page, person.email, person.password);
  await expect(other).toHaveURL(product.address + screens.transactions);
  await open();
  await sendAgain(dialog);
  await expect(dialog).toBeHidden();
  const rows = await transactionsOf((await storedToken(page)) ?? '');
  expect(rows.filter(({ trxType }) => trxType === 'WITHDRAWAL')).toHaveLength(1);
});

test('a reload in mid-submit makes one deposit', async ({ page }) => {
  const token = await newInvestor();
  await openAs(page, token, screens.dashboard);
  const dialog = await fillDeposit(page);
  await proofInput(dialog).setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await picture().png().toBuffer(),
  });
  await expect(dialog.getByText('Uploaded')).toBeVisible();

  // The server takes it; its answer never reaches the page.
  let arrived = () => {};
  const taken = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let held = false;
  // Not taken away before the reload: the browser would go on with what is held.
  await page.route(`**${calls.createTransaction.path}`, async (route: Route) => {
    if (held) return route.continue();
    held = true;
    await route.fetch();
    arrived();
  });
  await submit(dialog);
  await expect(dialog.getByText('Sending your deposit')).toBeVisible();
  await taken;
  await page.reload();

  await openDeposit(page);
  await expect(dialog.getByText('It is not known whether this arrived')).toBeVisible();
  await expect(dialog.getByLabel('Transaction Id')).toHaveValue('tx-0001');
  await expect(dialog.getByAltText('Proof of the payment')).toBeVisible();
  await sendAgain(dialog);
  await expect(page.getByText(toasts.deposit)).toBeVisible();
  const made = await transactionsOf(token);
  expect(made).toHaveLength(1);
  expect(made[0]?.imageUrl).not.toBeNull();
});

test('offline in mid-submit keeps what was typed, says so, and completes once', async ({ page, context }) => {
  const token = await newInvestor();
  await openAs(page, token, screens.dashboard);
  const dialog = await fillDeposit(page);
  await context.setOffline(true);
  await submit(dialog);
  await expect(page.getByText('The service cannot be reached').first()).toBeVisible();
  await expect(dialog.getByText('It is not known whether this arrived')).toBeVisible();
  await expect(dialog.getByLabel('Transaction Id')).toHaveValue('tx-0001');
  await context.setOffline(false);
  await sendAgain(dialog);
  await expect(page.getByText(toasts.deposit)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await transactionsOf(token)).toHaveLength(1);
});

test('a withdrawal whose answer was lost is sent again over a reload, and reserved once', async ({
  page,
}) => {
  const token = await newInvestor();
  await fund(token, 330);
  await openAs(page, token, screens.dashboard);
  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('250');
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await dialog.getByLabel('Wallet address').fill(buildWithdrawal().wallet);
  // The server takes it; its answer never reaches the page.
  let lost = 0;
  await page.route(`**${calls.createTransaction.path}`, async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByText('It is not known whether this arrived')).toBeVisible();
  const balance = page.getByRole('region', { name: 'Balance', exact: true, includeHidden: true });
  await expect(balance).toContainText('$80.00');
  await expect(dialog.getByText('too low')).toBeHidden();

  await page.reload();
  await expect(balance).toContainText('$80.00');
  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  await expect(dialog.getByText('too low')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Give up' })).toBeEnabled();
  await sendAgain(dialog);
  await expect(page.getByText(toasts.withdrawal)).toBeVisible();
  await expect(balance).toContainText('$80.00');
  const made = await transactionsOf(token);
  expect(made.filter(({ trxType }) => trxType === 'WITHDRAWAL')).toHaveLength(1);
});

test('a withdrawal is reserved, cancelled from its details, and the balance is back', async ({ page }) => {
  const token = await newInvestor();
  await fund(token, 1_000);
  await openAs(page, token, screens.dashboard);
  const balance = page.getByRole('region', { name: 'Balance', exact: true });
  await expect(balance).toContainText('$1,000.00');
  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await amount.fill('999999');
  await amount.hover();
  await expect(amount).toHaveAccessibleDescription(/More than your balance/);
  // Beneath the pointer too the field has the colour of what is wrong.
  const colourOf = (part: string) =>
    amount.evaluate((input, selector) => {
      const field = input.closest('.MuiFormControl-root')?.querySelector(selector);
      return field && getComputedStyle(field)[selector === 'fieldset' ? 'borderTopColor' : 'color'];
    }, part);
  await expect.poll(() => colourOf('fieldset')).toBe(await colourOf('.MuiFormHelperText-root'));
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('250');
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  const address = dialog.getByLabel('Wallet address');
  await address.fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyU');
  await expect(dialog.getByText('This does not look like a Bitcoin address')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
  await address.fill(buildWithdrawal().wallet);
  await expect(dialog.getByText('This does not look like a Bitcoin address')).toBeHidden();
  await expect(dialog.getByText('$750.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText(toasts.withdrawal)).toBeVisible();
  await expect(balance).toContainText('$750.00');

  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await page.getByRole('button', { name: 'Details of transaction 1' }).press('Enter');
  const details = page.getByRole('dialog', { name: 'Transaction details' });
  await expect(details.getByText(buildWithdrawal().wallet)).toBeVisible();
  await expect(details.getByText('Requested by you')).toBeVisible();
  await details.getByRole('button', { name: 'Cancel this withdrawal' }).click();
  await details.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByText('$250.00 is back in your balance.')).toBeVisible();
  await expect(details.getByText('Cancelled by you')).toBeVisible();
  await expect(details.getByText('DECLINED', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(details).toBeHidden();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(balance).toContainText('$1,000.00');
});

test('filters are kept in the address; the CSV file holds the rows they show and no formula', async ({
  page,
}) => {
  const token = await newInvestor();
  await fund(token, 2_000);
  const formula = '=HYPERLINK("https://example.com","x")';
  await call(
    'POST',
    calls.createTransaction.path,
    buildDeposit({ amount: 321.5, transactionId: formula }),
    token,
  );
  await call('POST', calls.createTransaction.path, buildWithdrawal(), token);
  await openAs(page, token, screens.transactions);
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'DEPOSIT' }).click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await expect(page).toHaveURL(/type=DEPOSIT/);
  await page.reload();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  // What a day with its sign takes in Firefox, which is more than in Chromium.
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  for (const name of ['From', 'To'])
    expect((await page.getByLabel(name, { exact: true }).boundingBox())?.width).toBeGreaterThanOrEqual(166);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^averin-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8'))
    .replace('\ufeff', '')
    .split('\r\n');
  expect(head).toBe('s/n,trxType,amount (USD),plan,status,currency,date (UTC),transaction id,wallet');
  const shown = await page
    .locator('[role=row][data-id]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        ['sn', 'trxType', 'amount', 'plan', 'status', 'crypto'].map(
          (field) => row.querySelector(`[data-field=${field}]`)?.textContent,
        ),
      ),
    );
  const saved = lines.map((line) => line.split(',').slice(0, 6));
  expect(saved).toEqual(shown.map((row) => row.map((cell) => cell?.replace(/[$,]/g, ''))));
  expect(lines[0]).toContain(`"'=HYPERLINK(""https://example.com"",""x"")"`);

  await page.goto(`${product.address}${screens.transactions}?to=2001-01-01`);
  await expect(page.getByText('No Data')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('a slow server shows that something is under way', async ({ page }) => {
  const token = await newInvestor();
  await fund(token, 500);
  const server = await holdRequests(page, '**/api/transaction/**');
  server.hold();
  await openAs(page, token, screens.transactions);
  await expect(page.getByRole('status', { name: 'Loading transactions' })).toBeVisible();
  server.release();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  server.hold();
  await page.getByRole('button', { name: 'Details of transaction 1' }).click();
  await expect(page.getByRole('status', { name: 'Loading the history' })).toBeVisible();
  server.release();
  await expect(page.getByText('Confirmed by the operator')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Invest' }).first().click();
  const dialog = depositDialog(page);
  await dialog.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: /^Starter/ }).click();
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('500');
  await proceed(page, dialog);
  server.hold();
  await submit(dialog);
  await expect(dialog.getByText('Sending your deposit')).toBeVisible();
  await expect(dialog.getByRole('status').filter({ hasText: 'Sending your deposit' })).toBeFocused();
  // A second Enter is no Cancel.
  await page.keyboard.press('Enter');
  server.release();
  await expect(page.getByText(toasts.deposit)).toBeVisible();
});

/** A server that answers some requests only when it is told to; until it is told to hold them, at once. */
async function holdRequests(page: Page, pattern: string) {
  let waiting = Promise.resolve();
  let release = () => {};
  await page.route(pattern, async (route) => {
    await waiting;
    await route.continue();
  });
  return {
    hold: () => {
      waiting = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

test('a server that is down is told, and nothing typed is lost', async ({ page }) => {
  const token = await newInvestor();
  await fund(token, 500);
  await openAs(page, token, screens.dashboard);
  const dialog = await fillDeposit(page);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await proofInput(dialog).setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await picture().png().toBuffer(),
  });
  await expect(dialog.getByText('The image was not sent')).toBeVisible();
  await submit(dialog);
  await expect(dialog.getByText('It is not known whether this arrived')).toBeVisible();
  await dialog.press('Escape');
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('button', { name: 'Invest' }).first().click();
  await expect(dialog.getByLabel('Transaction Id')).toHaveValue('tx-0001');
  await sendAgain(dialog);
  await expect(page.getByText(toasts.deposit)).toBeVisible();
  expect(await transactionsOf(token)).toHaveLength(2);
});
