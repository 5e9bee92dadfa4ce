import { expect, type Page } from '@playwright/test';
import { mailSubjects } from '../../contract/mail-subjects';
import { screens } from '../../contract/paths';
import type { Registration } from '../../contract/user';
import { z } from '../../contract/zod';
import { buildWithdrawal } from '../builders';
import { send, sent } from './api';
import { checkLooks } from './axe';
import { createInvestor, fillSignIn, signInInvestor } from './people';
import type { Product } from './product';
import { collectComplaints, openAs, signIn, signInAdmin, test } from './visit';

/** The link "This was not me": from the mail to the locked account, and to the administrator who closes the report. */

const mailsSchema = z.object({
  data: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

interface Victim {
  person: Registration;
  userId: string;
  /** The link in the mail about a withdrawal. */
  link: string;
}

/** An investor from whose account a withdrawal was asked for, and the link in the mail about it. */
async function robbed(product: Product, email: string): Promise<Victim> {
  const person = await createInvestor(product, email);
  const token = await signIn(product, person);
  const { _id: userId } = z
    .object({ _id: z.string() })
    .parse(await sent(product, 'GET', '/api/user', undefined, { token }));
  const admin = await signInAdmin(product);
  await sent(product, 'PUT', `/api/account/${userId}`, { balance: 1_000 }, { token: admin });
  await sent(product, 'POST', '/api/transaction/create', buildWithdrawal({ amount: 250 }), { token });
  let link: string | undefined;
  await expect(async () => {
    const { data } = mailsSchema.parse(await (await fetch(`${product.mailbox}.json`)).json());
    const mail = data.find(({ to, subject }) => to === email && subject === mailSubjects.received.WITHDRAWAL);
    link = /\S+\/auth\/not-me#\S+/.exec(mail?.text ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return { person, userId, link: link ?? '' };
}

const lockButton = (page: Page) => page.getByRole('button', { name: 'This was not me: lock my account' });

test('opening the link does nothing, pressing it locks the account, and an administrator closes the report', async ({
  browser,
  page,
  product,
}) => {
  const { person, userId, link } = await robbed(product, 'not-me-ada@example.com');
  const token = await signInAdmin(product);
  const frozenAt = async () => {
    const account = await sent(product, 'GET', `/api/account/${userId}`, undefined, { token });
    return z.object({ frozenAt: z.string().nullable() }).parse(account).frozenAt;
  };
  await signInInvestor(product, page, person);
  const elsewhere = await openAs(browser, product, '', screens.login);
  const complaints = collectComplaints(elsewhere);

  await test.step('opening does nothing, by whatever program', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect((await fetch(link, { method, headers: { accept: 'text/html' } })).status).toBe(200);
    }
    await elsewhere.goto(link);
    await expect(lockButton(elsewhere)).toBeEnabled();
    await expect(elsewhere).toHaveURL(product.address + screens.notMe);
    await elsewhere.mouse.move(10, 10);
    await expect(lockButton(elsewhere)).toBeEnabled();
    expect(await frozenAt()).toBeNull();
    await checkLooks(elsewhere, 'not me');
  });

  await test.step('one press locks the account', async () => {
    await lockButton(elsewhere).click();
    await expect(elsewhere.getByRole('heading', { name: 'Your account is locked' })).toBeVisible();
    await expect(elsewhere.getByRole('main').getByRole('status')).toBeFocused();
    expect(await frozenAt()).not.toBeNull();
    await checkLooks(elsewhere, 'locked');
    expect(complaints).toEqual([]);
  });

  await test.step('whoever was signed in is thrown out, and the password opens nothing', async () => {
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await fillSignIn(page, person.email, person.password);
    await expect(page.getByText('Wrong email or password').first()).toBeVisible();
    expect(
      (await send(product, 'POST', '/api/user/login', { email: person.email, password: person.password }))
        .status,
    ).toBe(401);
  });

  await test.step('the link works once', async () => {
    await elsewhere.goto('about:blank');
    await elsewhere.goto(link);
    await lockButton(elsewhere).click();
    await expect(elsewhere.getByRole('heading', { name: 'Reported already' })).toBeVisible();
  });

  await test.step('the administrator finds the report, cannot pay, and closes it', async () => {
    const console = await openAs(browser, product, token, screens.adminReports);
    await expect(console.getByRole('link', { name: /^Reports \d+ open$/ })).toBeVisible();
    await checkLooks(console, 'reports');
    await console.setViewportSize({ width: 390, height: 900 });
    // A phone shows cards: each leads to its report, too.
    await expect(
      console.getByRole('list', { name: 'Reports' }).getByRole('heading').first().getByRole('link').first(),
    ).toHaveAttribute('href', new RegExp(`^${screens.adminReports}/`));
    await checkLooks(console, 'reports, 390 px');
    await console.setViewportSize({ width: 1280, height: 900 });
    await console.goto(`${product.address}${screens.adminUsers}/${userId}/show`);
    await expect(console.getByText(/locked by its owner on/)).toBeVisible();
    await expect(console.getByRole('button', { name: 'Unfreeze' })).toHaveCount(0);
    await console.getByRole('link', { name: 'See the report' }).click();
    await expect(console.getByRole('region', { name: 'Reported' })).toContainText(person.email);
    await checkLooks(console, 'report');
    await console.getByRole('link', { name: '$250.00 in Bitcoin' }).click();
    await expect(console.getByText(/this cannot be confirmed before/)).toBeVisible();
    await console.getByRole('button', { name: /^Confirm/ }).click();
    await expect(console.getByText(/cannot be confirmed before they are allowed again/)).toBeVisible();
    await console.getByRole('textbox', { name: 'Reason to confirm' }).fill('Why not');
    await expect(console.getByRole('button', { name: /^Confirm now/ })).toBeDisabled();
    await console.goBack();
    // What was typed is asked about.
    await console
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await console.setViewportSize({ width: 390, height: 900 });
    await console.getByRole('button', { name: 'Close…' }).focus();
    await console.keyboard.press('Enter');
    const dialog = console.getByRole('dialog', { name: 'Close this report?' });
    await dialog.getByRole('radio', { name: 'Somebody else was in the account' }).check();
    await dialog.getByRole('checkbox', { name: 'Allow withdrawals again' }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called them');
    await checkLooks(console, 'closing a report');
    await dialog.getByRole('button', { name: 'Close the report' }).click();
    await expect(console.getByText('Not frozen')).toBeVisible();
    expect(await frozenAt()).toBeNull();
    await console.context().close();
  });
  await elsewhere.context().close();
});

test('the page reads before its scripts have come, and a press that came earlier counts', async ({
  page,
  product,
}) => {
  const { link } = await robbed(product, 'not-me-bea@example.com');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(link, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await lockButton(page).click();
  await expect(lockButton(page)).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Your account is locked' })).toBeVisible();
});

test('without the link the page says where it is found', async ({ page, product }) => {
  await page.goto(product.address + screens.notMe);
  await expect(page.getByRole('heading', { name: 'This was not me' })).toBeVisible();
  await expect(lockButton(page)).toHaveCount(0);
  await checkLooks(page, 'not me without a link');
});
