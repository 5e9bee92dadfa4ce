import { expect } from '@playwright/test';
import { transactionsPath } from '../../src/admin/record-paths';
import { buildDeposit } from '../builders';
import { brokenChecks, effect, paths, question, test } from './console-visit';

/** What waits for a decision: one by one, those that are chosen, and all that a filter finds. */

test('the review queue is decided by keyboard alone, the oldest first, the next one at once', async ({
  open,
  call,
}) => {
  const page = await open(paths.review);
  const waiting = page.getByText(/^[\d,]+ pending, the oldest first$/);
  const count = Number.parseInt((await waiting.textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(20);
  const claims = new Set<string>();
  let left = count;
  for (const [key, verdict] of [
    ['c', 'confirm'],
    ['d', 'decline'],
    ['s', 'skip'],
  ] as const) {
    const claim = await page.getByRole('region', { name: 'Claim' }).textContent();
    if (!claim) throw new Error('Nothing is claimed');
    expect(claims).not.toContain(claim);
    claims.add(claim);
    await page.keyboard.press(key);
    if (verdict !== 'skip') {
      left -= 1;
      await expect(page.getByLabel(`Reason to ${verdict}`)).toBeFocused();
      await expect(effect(page)).toBeVisible();
      await page.keyboard.type(`Checked to ${verdict}`);
      await expect(page.getByRole('button', { name: /now \(Enter\)$/ })).toBeEnabled();
      await page.keyboard.press('Enter');
    }
    // What is skipped still waits.
    await expect(waiting).toHaveText(`${left} pending, the oldest first`);
    await expect(page.getByRole('region', { name: 'Claim' })).not.toHaveText(claim);
  }
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Checked to decline');
  await expect(page.getByRole('row').nth(2)).toContainText('Checked to confirm');
  expect(await brokenChecks(call)).toEqual([]);
});

test('rows that are chosen by keyboard get a status, and it says what became of each', async ({ open }) => {
  const page = await open(transactionsPath({ status: 'PENDING', trxType: 'DEPOSIT' }));
  for (const row of [1, 2]) {
    await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  await page.getByRole('button', { name: 'Change status', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText(/^.*2 transactions of \$[\d,.]+ in all would become CONFIRMED/);
  await question(page).getByRole('textbox', { name: 'Reason' }).focus();
  await page.keyboard.type('Seen on chain');
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText('2 changed');
  await expect(question(page)).toContainText('2 changed');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByText('2 selected')).toHaveCount(0);
});

test('all that a filter finds gets a status; the queue is empty then, and shows who names a payment twice', async ({
  open,
  call,
}) => {
  const page = await open(transactionsPath({ status: 'PENDING' }));
  const all = page.getByRole('button', { name: /^Change status of all \d+ found$/ });
  const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(20);
  await all.click();
  await question(page).getByRole('combobox', { name: 'New status' }).click();
  await page.getByRole('option', { name: 'DECLINED' }).click();
  await question(page).getByRole('textbox', { name: 'Reason' }).fill('End of the month');
  await question(page)
    .getByRole('button', { name: `Set ${count} to DECLINED` })
    .click();
  await expect(question(page)).toContainText(`${count} changed`);
  await question(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/^No transactions match/)).toBeVisible();
  expect(await brokenChecks(call)).toEqual([]);

  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByText('Nothing is pending')).toBeVisible();
  for (const amount of [300, 400]) {
    const body = buildDeposit({ amount, transactionId: 'named-twice' });
    expect((await call('POST', '/api/transaction/create', body, 'investor')).status).toBe(201);
  }
  await page.getByRole('button', { name: 'Begin again' }).click();
  const claim = page.getByRole('region', { name: 'Claim' });
  await expect(claim.getByRole('heading', { name: '$300.00 in Bitcoin' })).toBeVisible();
  await expect(claim.getByRole('alert')).toContainText('Another deposit names the same transaction id.');
  await claim.getByRole('link', { name: /^\$400.00 in Bitcoin by/ }).click();
  await expect(page.getByText('1-1 of 1')).toBeVisible();
});
