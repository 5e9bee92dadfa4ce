import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { screens } from '../../contract/paths';
import { auditPath, personPath, transactionsPath } from '../../src/admin/record-paths';
import { buildDeposit, buildRegistration } from '../builders';
import { patient } from '../support/patience';
import { send } from './api';
import {
  columnOf,
  exportList,
  follow,
  listPath,
  missingIn,
  openList,
  readList,
  textIn,
} from './console-lists';
import {
  createHostileInvestors,
  eachOf,
  type HostileInvestor,
  hostileDomain,
  nameOfRun,
  type Text,
} from './hostile-investors';
import { openWatched, planted, type Watched } from './hostile-watch';
import { carelessPages, payloads } from './payloads';
import { type Product, startProduct } from './product';
import { signIn, signUpInvestor } from './visit';

/*
 * Forty investors, each with a payload of their own in every text they can write, in the console of an administrator:
 * every table and dialog shows the payloads as they were written, and none of them does anything.
 */
let folder: string;
let product: Product;
let adminToken: string;
let investors: HostileInvestor[];
/** One of each kind, for what would take too long with all of them. */
let kinds: HostileInvestor[];
/** The console on a desktop. */
let desktop: Watched;

const nameOfKinds = [
  'script',
  'image error',
  'frame with a page',
  'end of double quotes',
  'handler after double quotes',
  'template',
  'formula',
  'prototype',
];

const auditLog = `${screens.admin}/audit`;
const theirs = { q: hostileDomain };

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'averin-hostile-'));
  product = await startProduct({ RATE_LIMITS: 'off', DATA_DIR: folder });
  adminToken = await signIn(product, product.admin);
  investors = await createHostileInvestors(product, adminToken);
  kinds = investors.filter(({ payload }) => nameOfKinds.includes(payload.name));
  expect(kinds).toHaveLength(nameOfKinds.length);
  desktop = await openWatched(browser, product, { token: adminToken });
  await desktop.page.goto(product.address + screens.adminUsers);
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** How often a browser has told the server that a policy refused something. */
const reports = () => product.output().split('was refused something by its policy').length - 1;

/** Nothing of a payload has happened so far, nor waits in the page to be clicked. */
async function nothingHappened({ page, happened }: Watched): Promise<void> {
  expect(await planted(page)).toEqual([]);
  expect(happened).toEqual([]);
  expect(reports()).toBe(0);
}

/** What all investors wrote into these texts. */
function written(...texts: Text[]): string[] {
  return investors.flatMap(({ wrote }) => texts.map(wrote));
}

/** Those whose profile was another one before; a payload that names a property is the same each time. */
const changed = () => investors.filter(({ wrote }) => wrote('firstName') !== wrote('later firstName'));

/** A registration, an agreement to the documents and three transactions of each, and the changes of profiles. */
const audited = () => 5 * investors.length + changed().length;

const sorted = (texts: readonly (string | null)[]) => [...texts].sort();

/** The addresses of proof images, as browsers write them. */
const proofAddresses = () => sorted(written('address in imageUrl').map((address) => new URL(address).href));

/** As mails have what is neither an address nor a hash: without what mail programs make links of. */
function asMailed(text: string): string {
  if (/^[0-9a-z]+$/i.test(text)) return text;
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[/\\:@／＼：＠]|[.․。．｡](?=\S)/g, ' ')
    .trim();
  // Long ones are cut.
  return plain.slice(0, 40).trim();
}

test('what an investor writes is mailed as text', async ({ browser }) => {
  const watched = await openWatched(browser, product);
  const texts = written('transactionId', 'wallet').map(asMailed);
  // Mails leave a while after what they tell of.
  await expect(async () => {
    await watched.page.goto(product.mailbox);
    expect(await missingIn(watched.page.locator('body'), texts)).toEqual([]);
  }).toPass({ timeout: patient(60_000) });
  await nothingHappened(watched);

  // As a mail program shows them, one without any policy.
  const mails = join(folder, 'mail');
  const names = (await readdir(mails)).filter((name) => name.endsWith('.html'));
  const letters = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')));
  const program = await openWatched(browser, product, { withoutPolicy: true });
  await program.page.setContent(letters.join('\n'));
  // Blanks beside each other are one there.
  const shown = texts.map((text) => text.replace(/\s+/g, ' '));
  expect(await missingIn(program.page.locator('body'), shown)).toEqual([]);
  await nothingHappened(program);
});

test('the tables of the console show every payload as text', async () => {
  const { page } = desktop;

  /** Columns of a list of theirs, each over all pages. */
  async function columnsOf(name: string, screen: string, rows: number, labels: readonly string[]) {
    const pages = await readList(
      page,
      name,
      (number) => listPath(screen, theirs, number),
      rows,
      async () => {
        const columns: string[][] = [];
        for (const label of labels) columns.push(await columnOf(page, label));
        await nothingHappened(desktop);
        return columns;
      },
    );
    return labels.map((_, column) => sorted(pages.flatMap((columns) => columns[column] ?? [])));
  }

  await test.step('users', async () => {
    const labels = ['First Name', 'Last Name', 'Phone Number', 'Country'];
    const texts = ['later firstName', 'later lastName', 'later phoneNumber', 'later country'] as const;
    expect(await columnsOf('Users', screens.adminUsers, 40, labels)).toEqual(
      texts.map((text) => sorted(written(text))),
    );
  });

  await test.step('accounts', async () => {
    expect(await columnsOf('Accounts', screens.adminAccounts, 40, ['First Name', 'Last Name'])).toEqual([
      sorted(written('later firstName')),
      sorted(written('later lastName')),
    ]);
  });

  await test.step('transactions', async () => {
    const address = (number: number) => listPath(screens.adminTransactions, theirs, number);
    const pages = await readList(page, 'Transactions', address, 120, async () => {
      const names = await columnOf(page, 'Last Name');
      const titled = page.locator('tbody [title]');
      const titles = await titled.evaluateAll((all) => all.map((each) => each.getAttribute('title')));
      const links = page.locator('tbody').getByRole('link', { name: 'view' });
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      await nothingHappened(desktop);
      return { names, titles, addresses };
    });
    const names = written('later lastName', 'later lastName', 'later lastName');
    expect(sorted(pages.flatMap((shown) => shown.names))).toEqual(sorted(names));
    const titles = pages.flatMap((shown) => shown.titles);
    expect(written('wallet').filter((wallet) => !titles.includes(wallet))).toEqual([]);
    expect(sorted(pages.flatMap((shown) => shown.addresses))).toEqual(proofAddresses());
  });

  await test.step('audit', async () => {
    const texts = written(
      'firstName',
      'lastName',
      'phoneNumber',
      'country',
      'later firstName',
      'later lastName',
      'later phoneNumber',
      'later country',
      'reason',
      'transactionId',
      'wallet',
    );
    const events = audited();
    const address = (number: number) => listPath(auditLog, theirs, number);
    const pages = await readList(page, 'Audit', address, events, async () => {
      const shown = await textIn(page.locator('tbody'));
      await nothingHappened(desktop);
      return shown;
    });
    const shown = pages.join('\n');
    expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
  });

  await test.step('books and wallets', async () => {
    await follow(page, `${screens.admin}/books`);
    await expect(page.getByText(/^The books balance/)).toBeVisible();
    await follow(page, `${screens.admin}/wallets`);
    await expect(page.getByRole('table', { name: 'Wallets' })).toBeVisible();
    await nothingHappened(desktop);
  });
});

test('so do the cards of a phone, also without a policy', async ({ browser }) => {
  const phone = await openWatched(browser, product, { token: adminToken, width: 390, withoutPolicy: true });
  const { page } = phone;
  await page.goto(product.address + screens.adminUsers);
  const names = investors.map(({ fullName }) => fullName);
  for (const [name, screen, rows, texts] of [
    ['Users', screens.adminUsers, 40, written('later phoneNumber', 'later country')],
    ['Accounts', screens.adminAccounts, 40, []],
    ['Transactions', screens.adminTransactions, 120, []],
    ['Audit', auditLog, audited(), written('reason', 'transactionId', 'wallet', 'country')],
  ] as const) {
    const address = (number: number) => listPath(screen, theirs, number);
    const pages = await readList(page, name, address, rows, async () => {
      const shown = await textIn(page.getByRole('list', { name, exact: true }));
      await nothingHappened(phone);
      return shown;
    });
    const shown = pages.join('\n');
    expect(
      [...names, ...texts].filter((text) => !shown.includes(text)),
      name,
    ).toEqual([]);
  }
});

test('so do the pages of the investors, and their dialogs', async () => {
  const { page } = desktop;
  const dialog = page.getByRole('dialog');
  const trail = page.getByRole('region', { name: 'Audit trail' });
  for (const { userId, fullName, wrote, email } of kinds) {
    await follow(page, personPath(userId));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fullName);
    await expect(trail.getByText('User: registered')).toBeVisible();
    await expect(page.getByText('Unknown device', { exact: true })).toBeVisible();
    const texts = ['later phoneNumber', 'later country', 'reason', 'firstName', 'country'] as const;
    expect(await missingIn(page.locator('main'), [email, ...texts.map(wrote)])).toEqual([]);
    await expect.poll(() => page.title()).toContain(fullName);
    await nothingHappened(desktop);
    for (const [button, text] of [
      [/^Balance .*\$/, wrote('reason')],
      ['Freeze', 'Freeze this account?'],
      [/^Sign out /, 'Sign out Unknown device?'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
      await nothingHappened(desktop);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  }
});

test('so does the review of what is pending', async () => {
  const { page } = desktop;
  await follow(page, `${screens.admin}/review`);
  const shown: string[] = [];
  const addresses: (string | null)[] = [];
  await expect(page.getByText('80 pending, the oldest first')).toBeVisible();
  for (let skipped = 0; skipped < 80; skipped += 1) {
    await expect(page.getByRole('region', { name: 'Investor', exact: true })).toBeVisible();
    const next = async () => (await page.locator('main').allInnerTexts()).join();
    const isNext = (text: string) =>
      text !== shown.at(-1) && investors.some(({ email }) => text.includes(email));
    await expect.poll(async () => isNext(await next())).toBe(true);
    shown.push(await next());
    for (const proof of await page.getByRole('link', { name: /^View the proof on x\.test/ }).all()) {
      addresses.push(await proof.getAttribute('href'));
    }
    await nothingHappened(desktop);
    await page.keyboard.press('s');
  }
  for (const { fullName, email, wrote } of investors) {
    const [deposit, withdrawal, ...more] = shown.filter((text) => text.includes(email));
    expect(deposit).toContain(wrote('transactionId'));
    expect(deposit).toContain(`in Bitcoin by ${fullName}, CONFIRMED`);
    expect(withdrawal).toContain(wrote('wallet'));
    expect(withdrawal).toContain(fullName);
    expect(more).toEqual([]);
  }
  expect(sorted(addresses)).toEqual(proofAddresses());
});

test('so do the dialogs of accounts and transactions', async () => {
  const { page } = desktop;
  const ids = kinds.map(({ userId }) => userId);
  await openList(page, 'Accounts', listPath(screens.adminAccounts, { id: ids }), kinds.length);
  for (const { fullName, email } of kinds) {
    await page.getByLabel(`Options of ${fullName}`, { exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Make Deposit' });
    expect(await missingIn(dialog, [fullName, email])).toEqual([]);
    await nothingHappened(desktop);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }

  for (const { fullName, email, userId, depositId, withdrawalId, wrote } of decided()) {
    await follow(page, transactionsPath({ userId, status: 'PENDING' }));
    const choose = async (trxId: string) => {
      const name = `Status of transaction ${trxId.slice(-8)} by ${fullName}`;
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: 'CONFIRMED' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Set to CONFIRMED?' });
    await choose(depositId);
    expect(await missingIn(dialog, [fullName, email, wrote('transactionId')])).toEqual([]);
    await nothingHappened(desktop);
    // The deposit before it names the same transaction id, and is confirmed.
    await dialog.getByRole('checkbox', { name: 'Both are real: confirm this one too' }).check();
    await dialog.getByRole('button', { name: 'Set to CONFIRMED' }).click();
    await expect(page.getByRole('region', { name: 'Last change' })).toContainText(fullName);
    await choose(withdrawalId);
    expect(await missingIn(dialog, [fullName, email, wrote('wallet')])).toEqual([]);
    await nothingHappened(desktop);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }

  const pending = await openPending();
  await page.getByRole('button', { name: `Change status of all ${pending} found` }).click();
  const bulk = page.getByRole('dialog', { name: 'Change the status of many' });
  await bulk.getByRole('checkbox', { name: /^Confirm (it|them) too$/ }).check();
  await bulk.getByLabel('Reason').fill('Month end');
  await bulk.getByRole('button', { name: `Set ${pending} to CONFIRMED` }).click();
  await expect(bulk.getByText(`${pending} changed`, { exact: true })).toBeVisible();
  await nothingHappened(desktop);
  await bulk.getByRole('button', { name: 'Close' }).click();
});

/** Those of whom a deposit is confirmed by hand. */
const decided = () => kinds.slice(0, 4);

/** Shows what the investors still wait for; answers how much that is. */
async function openPending(): Promise<number> {
  const pending = 80 - decided().length;
  const path = listPath(screens.adminTransactions, { ...theirs, status: 'PENDING' });
  await openList(desktop.page, 'Transactions', path, pending);
  return pending;
}

test('so do searches, filters and saved views', async () => {
  const { page } = desktop;
  for (const { wrote, email } of kinds) {
    const text = wrote('later firstName');
    await openList(page, 'Users', listPath(screens.adminUsers, { q: text }), 1);
    await expect(page.getByRole('textbox', { name: 'Search name or email' })).toHaveValue(text);
    await expect(page.locator('tbody')).toContainText(email);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of this view').fill(wrote('phoneNumber'));
    await page.getByRole('button', { name: 'Save' }).click();
    await nothingHappened(desktop);
  }
  await page.getByRole('button', { name: 'Views' }).click();
  for (const { wrote } of kinds) {
    await expect(page.getByRole('button', { name: wrote('phoneNumber'), exact: true })).toBeVisible();
  }
  await nothingHappened(desktop);
  await page.keyboard.press('Escape');

  for (const { wrote } of kinds) {
    await follow(page, auditPath({ requestId: wrote('reason') }));
    await expect(page.getByRole('textbox', { name: 'Request id' })).toHaveValue(wrote('reason'));
    await expect(page.getByText('No audit events match')).toBeVisible();
    await nothingHappened(desktop);
  }
});

test('an export has every payload, none of them as a formula', async () => {
  const { page } = desktop;
  const safe = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);
  const events = changed();
  const updated = { ...theirs, action: 'user.updated' };
  const withdrawn = { ...theirs, trxType: 'WITHDRAWAL' };
  for (const [name, path, label, texts] of [
    ['Users', listPath(screens.adminUsers, theirs), 'First Name', written('later firstName')],
    ['Transactions', listPath(screens.adminTransactions, withdrawn), 'Wallet', written('wallet')],
    ['Audit', listPath(auditLog, updated), 'Reason', events.map(({ wrote }) => wrote('reason'))],
  ] as const) {
    await openList(page, name, path, texts.length);
    const rows = await exportList(page);
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(sorted(rows.map((row) => row[label] ?? ''))).toEqual(sorted(texts.map(safe)));
  }
  await nothingHappened(desktop);
});

test('fields that hold no free text refuse every payload', async () => {
  const token = await signUpInvestor(product);
  const refused = async (method: string, path: string, body: object, field: string) => {
    const reply = await send(product, method, path, body, { token });
    expect(reply, JSON.stringify(body)).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  };
  await eachOf(payloads, async (payload, index) => {
    const text = payload.text(`ran(${100 + index})`);
    await refused('POST', '/api/user/create', buildRegistration({ email: text }), 'email');
    await refused('POST', '/api/user/create', buildRegistration({ firstName: `a\0${text}` }), 'firstName');
    await refused('PUT', '/api/user', { dob: text }, 'dob');
    for (const field of ['amount', 'plan', 'crypto']) {
      await refused('POST', '/api/transaction/create', { ...buildDeposit(), [field]: text }, field);
    }
  });
});

test('all of this would be noticed: every payload does something in a page without care', async ({
  browser,
}) => {
  expect(new Set(payloads.map(({ text }) => text('ran(100)'))).size).toBe(40);
  const { page, happened } = await openWatched(browser, product);
  const careless = 'http://careless.test/';
  let body = '';
  await page.route(careless, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  for (const [index, { text, brief, ...payload }] of payloads.entries()) {
    const write = carelessPages[payload.careless];
    if (!write) continue;
    for (const words of brief ? [text, brief] : [text]) {
      body = write(words(`ran(${100 + index})`));
      happened.length = 0;
      await page.goto(careless, { waitUntil: 'commit' });
      if (body.includes('>open')) await page.getByText('open', { exact: true }).click();
      await expect
        .poll(() => happened.join(), { intervals: [5, 10, 20, 50], message: body })
        .toMatch(nameOfRun(100 + index));
    }
  }
});

for (const [withoutPolicy, notice] of [
  [false, /^stopped by the policy: script-src-attr/],
  [true, /^ran: image error in firstName/],
] as const) {
  test(`and in the console ${withoutPolicy ? 'without' : 'with'} its policy`, async ({ browser }) => {
    const { page, happened } = await openWatched(browser, product, { token: adminToken, withoutPolicy });
    await page.goto(product.address + screens.adminUsers);
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await page.evaluate(`document.querySelector('h1').innerHTML = '<img src onerror=ran(101)>'`);
    await expect.poll(() => happened.some((what) => notice.test(what))).toBe(true);
    expect(await planted(page)).toHaveLength(1);
    if (!withoutPolicy) await expect.poll(reports).toBeGreaterThan(0);
  });
}
