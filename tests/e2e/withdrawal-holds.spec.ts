import { expect, type Page, test } from '@playwright/test';
import { calls } from '../../contract/calls';
import { toasts } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { buildWithdrawal } from '../builders';
import { sent, tokenFrom } from './api';
import { checkLooks } from './axe';
import { createInvestor, fillSignIn, signInInvestor } from './people';
import { type Product, startProduct } from './product';
import { leftDialogs } from './visit';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ WITHDRAWAL_HOLD: '24h' });
});
test.afterAll(() => product.stop());

const { wallet } = buildWithdrawal();
const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;

/** An investor with 1,000 dollars. */
async function fundedInvestor(email: string) {
  const person = await createInvestor(product, email);
  const [token, admin] = await Promise.all([
    tokenFrom(product, '/api/user/login', { email, password: person.password }),
    tokenFrom(product, '/api/user/login', product.admin),
  ]);
  const userId = idOf(await sent(product, 'GET', '/api/user', undefined, { token }));
  await sent(product, 'PUT', `/api/account/${userId}`, { balance: 1_000 }, { token: admin });
  return person;
}

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
}

test('an address is kept, a withdrawal to it waits, and an administrator confirms it early with a reason', async ({
  page,
}) => {
  const person = await fundedInvestor('grace.hopper@example.com');
  await signInInvestor(product, page, person);

  await test.step('a mistyped address is refused, the right one is kept', async () => {
    await page.goto(product.address + screens.profile);
    const section = page.getByRole('region', { name: 'Withdrawal addresses' });
    await expect(section.getByText('You keep no address yet.')).toBeVisible();
    await section.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an address' });
    await dialog.getByLabel('Label').fill('Ledger');
    await choose(page, 'Currency', 'Bitcoin');
    await dialog.getByLabel('Wallet address').fill(`${wallet.slice(0, -1)}U`);
    await expect(dialog.getByText(/its checksum does not fit/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add address' })).toBeDisabled();
    await dialog.getByLabel('Wallet address').fill(wallet);
    await dialog.getByRole('button', { name: 'Add address' }).click();
    await expect(section.getByRole('listitem')).toContainText(wallet);
    await expect(section.getByRole('listitem')).toContainText('New: withdrawals to it wait until');
  });

  await test.step('it is chosen for a withdrawal, which says until when it waits', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
    await dialog.getByLabel('Amount').fill('250');
    await choose(page, 'From your addresses', /^Ledger/);
    await expect(dialog.getByLabel('Wallet address')).toHaveValue(wallet);
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByText(/It is not paid before/)).toBeVisible();
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    const row = page.getByRole('row').filter({ hasText: '$250.00' });
    await expect(row).toContainText('PENDING');
    await expect(row).toContainText('Not before ');
    await row.getByRole('button', { name: /^Details/ }).click();
    await expect(page.getByText('The address is new: the withdrawal waits')).toBeVisible();
  });

  await test.step('the administrator sees the flags, and confirms it only with an explicit yes and a reason', async () => {
    await page.evaluate('localStorage.clear()');
    await page.goto(product.address + screens.login);
    await fillSignIn(page, product.admin.email, product.admin.password);
    await expect(page).toHaveURL(/\/admin/);
    await page.goto(`${product.address}${screens.admin}/review`);
    await expect(page.getByText('Nothing was paid to this address for this investor before')).toBeVisible();
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await expect(page.getByText(/To confirm it earlier say why/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason to confirm' }).fill('They called us');
    const confirm = page.getByRole('button', { name: /^Confirm now/ });
    await expect(confirm).toBeDisabled();
    await page.getByRole('checkbox', { name: /^Confirm it before its time/ }).check();
    await checkLooks(page, 'a withdrawal that waits, in the review');
    await confirm.click();
    await expect(page.getByText('You are through').or(page.getByText('Nothing is pending'))).toBeVisible();
  });

  await test.step('the investor is told by mail', async () => {
    const mails = z.object({ data: z.array(z.object({ to: z.string(), subject: z.string() })) });
    await expect(async () => {
      const { data } = mails.parse(await (await fetch(`${product.mailbox}.json`)).json());
      const subjects = data.filter(({ to }) => to === person.email).map(({ subject }) => subject);
      expect(subjects).toEqual(
        expect.arrayContaining([
          'A withdrawal address was added to your account',
          'Your withdrawal was confirmed before its waiting time was over',
        ]),
      );
    }).toPass();
  });
});

test('a new address that was withdrawn to is offered to be kept, at the width of a phone as well', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await fundedInvestor('mary.somerville@example.com');
  await signInInvestor(product, page, person);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
  await dialog.getByLabel('Amount').fill('150');
  await choose(page, 'Currency', 'Bitcoin');
  await dialog.getByLabel('Wallet address').fill(wallet);
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const offer = page.getByRole('region', { name: 'Keep the address' });
  await offer.getByRole('button', { name: 'Keep it', exact: true }).click();
  await page.getByLabel('Label').fill('Phone');
  await page
    .getByRole('dialog', { name: 'Keep this address' })
    .getByRole('button', { name: 'Keep it', exact: true })
    .click();
  await expect(page.getByText('Address added')).toBeVisible();
  await leftDialogs(page);
  await page.goto(product.address + screens.profile);
  const section = page.getByRole('region', { name: 'Withdrawal addresses' });
  await expect(section.getByRole('listitem')).toContainText('Phone');
  await checkLooks(page, 'the address book');
});

test('no toast lies over the offer to keep an address, nor on a phone over the field that was refused or the buttons of a dialog', async ({
  page,
}) => {
  const person = await fundedInvestor('ada.yonath@example.com');
  await signInInvestor(product, page, person);
  const dialog = page.getByRole('dialog', { name: 'Make Withdrawal' });
  const toast = page.locator('.averin-toast');

  async function ask(amount: string): Promise<void> {
    await page.getByRole('button', { name: 'Withdraw' }).first().click();
    await dialog.getByLabel('Amount').fill(amount);
    await choose(page, 'Currency', 'Bitcoin');
    await dialog.getByLabel('Wallet address').fill(wallet);
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  }

  /** Beneath the pointer it stays, however long the rest takes to come. */
  async function keepToast(text: string): Promise<void> {
    await expect(toast).toContainText(text);
    await toast.hover();
  }

  await ask('120');
  await keepToast(toasts.withdrawalTitle);
  const dismiss = page.getByRole('button', { name: 'Do not keep it' });
  await dismiss.click({ trial: true });
  await expect(toast).toContainText(toasts.withdrawalTitle);
  await dismiss.click();
  await expect(dismiss).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  const message = 'Not this amount';
  const errors = [{ error: message, message, code: 'validation', field: 'amount' }];
  await page.route(`**${calls.createTransaction.path}`, (route) =>
    route.fulfill({ status: 422, json: { errors } }),
  );
  await page.getByRole('button', { name: 'Open menu' }).click();
  await ask('130');
  await keepToast(message);
  // With its label, which stands on its edge.
  await dialog.getByText('Amount', { exact: true }).first().click({ trial: true });
  await expect(toast).toContainText(message);

  // The same phone on its side: the dialog reaches down to where toasts stand on wide screens.
  await page.setViewportSize({ width: 844, height: 390 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await ask('140');
  await expect(toast).toContainText(message);
  const bounds = (part: string) => `document.querySelector('${part}').getBoundingClientRect()`;
  const above = `${bounds('.averin-toast')}.bottom <= ${bounds('[role=dialog] [type=submit]')}.top`;
  await expect.poll(() => page.evaluate(above)).toBe(true);
});
