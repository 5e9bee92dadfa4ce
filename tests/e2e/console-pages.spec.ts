import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { buildWithdrawal } from '../builders';
import { consoleVisit, loadedAtOnce, readBundle } from '../structure/bundle';
import { send } from './api';
import { brokenChecks, giveReason, openInvestor, paths, question, test } from './console-visit';
import { signIn } from './visit';

/** An investor's page, the books, the wallets and the audit log. */

test('a visit of the users fetches what its limit counts, and a panel when it is opened', async ({
  open,
}) => {
  const bundle = readBundle();
  // Every page of the app fetches the toasts once it has been there for three seconds, or is used.
  const entries = [...consoleVisit(bundle), 'src/shared/ToastViewport.tsx'];
  const files = [...loadedAtOnce(bundle.manifest, ...entries)].map(
    (key) => bundle.manifest[key]?.file ?? key,
  );
  const counted = new Set(files.filter((file) => file.endsWith('.js')));
  const page = await open(screens.adminUsers);
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('link').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const fetched = async () =>
    (
      await page.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1))",
      )
    ).filter((path) => path.endsWith('.js') && !counted.has(path));
  expect(await fetched()).toEqual([]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Country' })).toBeVisible();
  expect(await fetched()).not.toEqual([]);
});

test("an investor's figures open their entries and are edited; withdrawals are frozen and allowed again", async ({
  open,
  call,
}) => {
  const page = await openInvestor(open);
  const account = page.getByRole('region', { name: 'Account' });
  const balance = account.getByRole('button', { name: /^Balance \$/ });
  const figure = ((await balance.textContent()) ?? '').replace(/^Balance\s*/, '');
  await balance.focus();
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText(`Balance: ${figure}`);
  await expect(question(page).getByRole('row').nth(1).getByRole('cell').last()).toHaveText(figure);
  await page.keyboard.press('Escape');
  await expect(balance).toBeFocused();

  await account.getByRole('button', { name: 'Edit' }).click();
  await question(page).getByLabel('Profit', { exact: true }).fill('4321.10');
  await giveReason(page, 'Return of the year', 'Save');
  await expect(account.getByRole('button', { name: 'Profit $4,321.10' })).toBeVisible();

  const withdraw = () => call('POST', '/api/transaction/create', buildWithdrawal(), 'investor');
  await account.getByRole('button', { name: 'Freeze' }).click();
  await giveReason(page, 'Papers are missing', 'Freeze');
  await expect(account.getByRole('alert')).toContainText('Withdrawals are frozen since');
  expect(await withdraw()).toMatchObject({ status: 422 });
  await account.getByRole('button', { name: 'Unfreeze' }).click();
  await giveReason(page, 'Papers are here', 'Unfreeze');
  await expect(account.getByRole('alert')).toHaveCount(0);
  await page.reload();
  const trail = page.getByRole('region', { name: 'Audit trail' });
  // The newest first.
  await expect(trail).toContainText(/Papers are here.*Papers are missing.*Return of the year/s);
  expect(await brokenChecks(call)).toEqual([]);
});

test('a session is ended for a reason, and its token opens nothing more', async ({ open, call, demo }) => {
  const listed = await call('GET', '/api/user/users?filter={"type":"investor"}&range=[0,1]');
  const others = z.array(z.object({ email: z.string() })).parse(listed.data);
  const other = others.find(({ email }) => email !== demo.people.investor.email);
  const token = await signIn(demo.product, { ...demo.people.investor, email: other?.email ?? '' });
  const filter = new URLSearchParams({ filter: JSON.stringify({ q: other?.email }) });
  const page = await open(`${screens.adminUsers}?${filter}`);
  await page.getByRole('link', { name: other?.email ?? '' }).click();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: /^Sign out / }).click();
  await giveReason(page, 'A lost phone', 'Sign out');
  await expect(sessions).toContainText('Not signed in anywhere.');
  expect((await send(demo.product, 'GET', '/api/user', undefined, { token })).status).toBe(401);
});

test('the books say what holds; a figure that was tampered with is found, down to its account', async ({
  open,
  demo,
}) => {
  const database = new pg.Client({
    host: join(demo.dataDir, 'socket'),
    user: 'postgres',
    database: 'postgres',
  });
  await database.connect();
  const tamper = async (cents: number) => {
    await database.query('begin; set local session_replication_role = replica');
    await database.query(
      `update accounts set balance = balance + $1 from users
       where users.id = accounts.user_id and users.email = 'investor@example.com'`,
      [cents],
    );
    await database.query('commit');
  };
  try {
    const page = await open(paths.books);
    const balance = page.getByText(
      /^The books balance: all 12 checks hold\. All [\d,]+ accounts were checked on /,
    );
    const checkAll = () => page.getByRole('button', { name: 'Check all accounts' }).click();
    await expect(balance).toBeVisible();
    await tamper(12_345);
    await checkAll();
    await expect(page.getByText(/^The books do not balance:/)).toBeVisible();
    const broken = page.getByRole('listitem').filter({ hasText: 'Broken' }).first();
    await broken.getByRole('button', { name: /^Rows that break/ }).focus();
    await page.keyboard.press('Enter');
    await broken
      .getByRole('link', { name: /^Investor/ })
      .first()
      .click();
    await expect(page.getByText('investor@example.com').first()).toBeVisible();
    await tamper(-12_345);
    await page.getByRole('link', { name: 'Books' }).click();
    await checkAll();
    await expect(balance).toBeVisible();
  } finally {
    await database.end();
  }
});

test('a wallet is changed to a valid address alone, reaches the investors, and is in the audit log', async ({
  open,
  call,
}) => {
  const page = await open(paths.wallets);
  await page.getByRole('link', { name: 'Edit Bitcoin', exact: true }).click();
  const address = page.getByLabel('Address');
  await expect(address).not.toHaveValue('');
  const before = await address.inputValue();
  // The last letter of a genuine address is another one: its checksum is wrong.
  await address.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5');
  await page.getByLabel('Reason').fill('A new wallet');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill(before);
  await page.getByRole('switch', { name: 'Enabled' }).click();
  await page.getByLabel('Reason').fill('Under repair');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Wallet saved')).toBeVisible();
  await expect(
    page
      .getByRole('row', { name: /Bitcoin/ })
      .getByText('No', { exact: true })
      .first(),
  ).toBeVisible();
  const offered = z
    .array(z.object({ name: z.string() }))
    .parse((await call('GET', '/api/wallets', undefined, 'investor')).data);
  expect(offered.map(({ name }) => name)).not.toContain('bitcoin');

  await page.getByRole('link', { name: 'Audit' }).click();
  const newest = page.getByRole('row').nth(1);
  await expect(newest).toContainText('Wallets: updated');
  await expect(newest).toContainText('Under repair');
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Wallets: updated' }).click();
  // Those of other tests on the same data as well, and nothing else.
  const others = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(others.filter({ hasNotText: 'Wallets: updated' })).toHaveCount(0);
  await expect(newest).toContainText('Under repair');
});

/** Notes each format that the page asks the browser for: the first of them takes a phone long. */
function noteFormats(): void {
  const asked: string[] = [];
  Object.assign(window, { asked });
  for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator'] as const) {
    Object.assign(Intl, {
      [name]: new Proxy(Intl[name], {
        construct: (format: typeof Intl.NumberFormat, given: []) => {
          asked.push(name);
          return new format(...given);
        },
      }),
    });
  }
  for (const type of [Number, Date]) {
    const own = type.prototype.toLocaleString;
    type.prototype.toLocaleString = function (this: number & Date, ...given: []) {
      asked.push('toLocaleString');
      return own.apply(this, given);
    };
  }
}

test('the screens that people come to first are made without a format of the browser', async ({ open }) => {
  for (const [path, who, drawn] of [
    [
      paths.home,
      'admin',
      (page: Page) => page.getByRole('region', { name: 'Deposits and withdrawals, 30 days' }).getByText('$'),
    ],
    [screens.adminTransactions, 'admin', (page: Page) => page.getByRole('cell', { name: '$' })],
    [screens.dashboard, 'investor', (page: Page) => page.getByText('$')],
  ] as const) {
    const page = await open(path, who);
    await page.addInitScript(noteFormats);
    await page.reload();
    await expect(drawn(page).first()).toBeVisible();
    expect(await page.evaluate('asked')).toEqual([]);
  }
});
