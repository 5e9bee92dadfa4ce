import { expect, type Page } from '@playwright/test';
import { calls } from '../../contract/calls';
import { screens } from '../../contract/paths';
import type { Transaction } from '../../contract/transaction';
import type { User } from '../../contract/user';
import { reviewPath } from '../../src/admin/record-paths';
import { buildDeposit } from '../builders';
import { patient } from '../support/patience';
import { sent } from './api';
import { unfoldsForKeyboard } from './console-lists';
import { createInvestor } from './people';
import { signIn, signInAdmin, test } from './visit';

/** The largest amounts there can be, in every place that shows one, on screens of every width. */
const largest = 999_999_999.99;
const widths = [320, 390, 600, 900, 1280, 1920];
/** To zoom in to 200 % leaves a page half of its pixels. */
const zoomed = widths.map((width) => width / 2);

let tokens: { admin: string; investor: string };
let userId: string;
let trxId: string;

test.beforeAll(async ({ product }) => {
  tokens = {
    admin: await signInAdmin(product),
    investor: await signIn(product, await createInvestor(product, 'amounts@example.com')),
  };
  const call = (method: string, path: string, body?: unknown, token = tokens.admin, headers = {}) =>
    sent(product, method, path, body, { token, headers });
  userId = ((await call('GET', calls.readUser.path, undefined, tokens.investor)) as User)._id;
  for (const amount of [largest, 100_000, 1_234.5]) {
    const deposit = (await call(
      'POST',
      calls.createTransaction.path,
      buildDeposit({ amount, transactionId: `tx-${amount}` }),
      tokens.investor,
    )) as Transaction;
    trxId ??= deposit._id;
  }
  await call(
    'PUT',
    `/api/account/${userId}`,
    {
      balance: largest,
      walletBalance: largest,
      profit: -largest,
      investment: largest,
      bitcoin: largest,
      litecoin: largest,
      usdt: -largest,
      ethereum: largest,
      bnb: largest,
    },
    tokens.admin,
    { 'x-reason': 'figures as large as there can be' },
  );
});

/** The home counts what was confirmed: of somebody else, whose transactions the others do not meet. */
test.beforeAll(async ({ product }) => {
  const token = await signIn(product, await createInvestor(product, 'amounts-flow@example.com'));
  const body = buildDeposit({ amount: largest });
  const { _id } = (await sent(product, 'POST', calls.createTransaction.path, body, { token })) as Transaction;
  const confirmed = { status: 'CONFIRMED' };
  await sent(product, 'PUT', `/api/transaction/${_id}`, confirmed, { token: tokens.admin });
});

/** Runs in the page: the amounts in view that are cut, and how many there are in all. */
const findCut = `(() => {
  const cut = [];
  // Pixels that other cells of the row cover at its end, while the box is scrolled sideways.
  const stuckAt = (element, box) => {
    const cell = element.closest('td, th');
    const row = cell && box.contains(cell) ? [...cell.parentElement.children] : [];
    const stuck = row.filter((each) => each !== cell && getComputedStyle(each).position === 'sticky' && getComputedStyle(each).right === '0px');
    return stuck.reduce((sum, each) => sum + each.getBoundingClientRect().width, 0);
  };
  let seen = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: text, index } of node.data.matchAll(/[-+]?\\$[\\d,]+\\.\\d\\d/g)) {
      if (!node.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.length === 0) continue;
      seen += 1;
      for (let box = node.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        // Read out, not shown.
        if (style.clipPath !== 'none') break;
        if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && box.scrollWidth > box.clientWidth) {
          cut.push(text + ' ends in an ellipsis in ' + box.className);
          break;
        }
        const { left, right } = box.getBoundingClientRect();
        if (['auto', 'scroll'].includes(style.overflowX)) {
          // Here it can be brought into view, unless what stays at the end of its row covers it however far it is scrolled.
          const end = stuckAt(node.parentElement, box);
          const hidden = end > 0 && lines.some((line) => {
            const from = line.left - left - box.clientLeft + box.scrollLeft;
            const needed = Math.max(0, from + line.width - (box.clientWidth - end));
            return needed > box.scrollWidth - box.clientWidth + 1 || needed > from + 1;
          });
          if (hidden) cut.push(text + ' is covered in ' + box.className);
          break;
        }
        const out = lines.some((line) => line.left < left - 1 || line.right > right + 1);
        if (out && ['hidden', 'clip'].includes(style.overflowX)) {
          cut.push(text + ' is cut by ' + box.className);
          break;
        }
      }
    }
  }
  return { cut, seen };
})()`;

async function expectWhole(page: Page, name: string): Promise<void> {
  for (const width of [...widths, ...zoomed]) {
    await test.step(`${name} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: width < 320 ? 400 : 800 });
      await expect(async () => {
        const { cut, seen } = await page.evaluate<{ cut: string[]; seen: number }>(findCut);
        expect(seen).toBeGreaterThan(0);
        expect(cut).toEqual([]);
      }).toPass({ timeout: patient(15_000) });
    });
  }
}

test("no amount is cut on the investor's pages", async ({ openTab, product }) => {
  const page = await openTab(product, tokens.investor, screens.dashboard);
  await expect(page.getByRole('table', { name: 'Account Overview' })).toContainText('-$999,999,999.99');
  await expect(page.getByText('Recent activity')).toBeVisible();
  await expectWhole(page, 'the dashboard');
  await page.goto(`${product.address}${screens.dashboard}?entries=profit`);
  await expect(page.getByRole('dialog').getByText('Equal to the figure')).toBeVisible();
  await expectWhole(page, 'the entries');
  await page.goto(product.address + screens.transactions);
  await expect(page.getByText('$1,234.50')).toBeVisible();
  await expectWhole(page, 'the transactions');
  await page.goto(`${product.address}${screens.transactions}?transaction=${trxId}`);
  await expect(page.getByRole('dialog').getByText('$999,999,999.99')).toBeVisible();
  await expectWhole(page, 'the details');
});

/** Runs in the page: tables that are wider than the box they scroll in. */
const findWide = `[...document.querySelectorAll('.RaDataTable-tableWrapper')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ scrollWidth, clientWidth }) => scrollWidth + ' in ' + clientWidth)`;

const filtered = (path: string, q: string) =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify({ q }) })}`;

test('the tables of users, accounts and transactions are whole on 1,280 pixels', async ({
  openTab,
  demo,
  product,
}) => {
  for (const [name, path] of [
    ['Users', screens.adminUsers],
    ['Accounts', screens.adminAccounts],
    ['Transactions', screens.adminTransactions],
  ] as const) {
    await test.step(name, async () => {
      const page = await openTab(demo.product, demo.tokens.admin, path);
      await expect(page.getByRole('table', { name }).getByRole('link').nth(9)).toBeVisible();
      await expect.poll(() => page.evaluate<string[]>(findWide)).toEqual([]);
    });
  }

  const owner = await createInvestor(product, 'million@example.com');
  const { _id } = (await sent(product, 'GET', calls.readUser.path, undefined, {
    token: await signIn(product, owner),
  })) as User;
  const figures = Object.fromEntries(
    'balance walletBalance profit investment bitcoin litecoin usdt ethereum bnb'
      .split(' ')
      .map((field) => [field, 999_999.99]),
  );
  await sent(product, 'PUT', `/api/account/${_id}`, figures, {
    token: tokens.admin,
    headers: { 'x-reason': 'figures as large as they usually are' },
  });
  const page = await openTab(product, tokens.admin, filtered(screens.adminAccounts, 'million@example.com'));
  await expect(page.getByRole('cell', { name: '$999,999.99' })).toHaveCount(7);
  await expect.poll(() => page.evaluate<string[]>(findWide)).toEqual([]);
});

test('a long address is whole in its row while its link has the focus', async ({ openTab, product }) => {
  const email = `${'long-name.'.repeat(5)}owners@${'long-host.'.repeat(4)}of-many-letters.example`;
  expect(email).toHaveLength(120);
  await createInvestor(product, email);
  for (const path of [screens.adminUsers, screens.adminAccounts]) {
    const page = await openTab(product, tokens.admin, filtered(path, 'of-many-letters'));
    const link = page.getByRole('table').getByRole('link').first();
    await expect(link).toHaveText(email);
    await unfoldsForKeyboard(page, link);
    // Its cell cuts what is outside of it, and would cut the ring.
    await expect(link).toHaveCSS('outline-offset', '-2px');
  }
});

test('no amount is cut in the tables of the console', async ({ openTab, product }) => {
  const page = await openTab(product, tokens.admin, screens.adminAccounts);
  await expect(page.getByText('-$999,999,999.99').first()).toBeVisible();
  await expectWhole(page, 'the accounts');
  await page.goto(product.address + screens.adminTransactions);
  await expect(page.getByText('$999,999,999.99').first()).toBeVisible();
  await expectWhole(page, 'the transactions');
  await page.goto(product.address + reviewPath(trxId));
  await expect(page.getByRole('table', { name: 'Transactions of the investor so far' })).toBeVisible();
  await expectWhole(page, 'a review');
  await page.goto(product.address + screens.adminHome);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Deposits and withdrawals by day' })).toBeVisible();
  await expectWhole(page, 'the home');
  await page.goto(`${product.address}${screens.adminUsers}/${userId}/show`);
  await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
  await expectWhole(page, 'a person');
  await page
    .getByRole('list', { name: 'Figures' })
    .getByRole('button', { name: /Profit/ })
    .click();
  await expect(page.getByRole('dialog').getByText('-$999,999,999.99').first()).toBeVisible();
  await expectWhole(page, 'the entries');
});
