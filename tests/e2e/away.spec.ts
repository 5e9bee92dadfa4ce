import { expect, type Page } from '@playwright/test';
import { screens, serverPaths } from '../../contract/paths';
import { appConfig } from '../../src/app.config';
import { checkPage } from './axe';
import { createInvestor, storedToken } from './people';
import { allFetched, openAs, signIn, signInAdmin, test } from './visit';

/** Pages whose code does not come: the network is away, or the server has a newer version of the product. */

let investor: string;
test.beforeAll(async ({ product }) => {
  investor = await signIn(product, await createInvestor(product, 'away@example.com'));
});

const opensByItself = (page: Page) => page.getByText('This opens by itself when the connection is back.');

/** Follows a link to a page that was never loaded, without a network; then the network is back. */
async function expectRecovery(page: Page, link: string, frame: string, arrived: () => Promise<void>) {
  await page.context().setOffline(true);
  await page.getByRole('link', { name: link }).first().click();
  await expect(page.getByText('You are offline').first()).toBeVisible();
  await expect(page.getByText(frame).first()).toBeVisible();
  await expect(page.getByText('Unexpected Application Error!')).toBeHidden();
  await page.context().setOffline(false);
  await arrived();
  await expect(page.getByText('You are offline')).toHaveCount(0);
  await page.context().close();
}

test('offline on the dashboard: the frame stays, and the page comes with the network', async ({
  browser,
  product,
}) => {
  const page = await openAs(browser, product, investor, screens.dashboard);
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(opensByItself(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
  await expect(page.getByText('You are offline')).toHaveCount(0);
  await page.context().close();
});

test('a sign-out without a network says that it is one here alone, and the server is told with the network', async ({
  browser,
  product,
}) => {
  const token = await signIn(product, await createInvestor(product, 'away-leaving@example.com'));
  const page = await openAs(browser, product, token, screens.dashboard);
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(page.getByText(/The service could not be told/)).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeHidden();
  await expect(page).toHaveTitle(`${appConfig.brand} · ${appConfig.tagline}`);
  await expect(async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${product.address}/api/user`, { headers })).status).toBe(401);
  }).toPass();
  await page.context().close();
});

test.describe('the app itself, of which files do not come', () => {
  const files = /\/assets\/.*\.js/;
  for (const path of [screens.dashboard, screens.transactions])
    test(`says so at ${path} after it was asked for once more, without a loop, and comes with the next document`, async ({
      browser,
      product,
    }) => {
      const page = await openAs(browser, product, investor, serverPaths.robots);
      let loads = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1;
      });
      await page.route(files, (route) => route.abort());
      await page.goto(product.address + path);
      await expect(page.getByRole('alert')).toContainText('This page has not loaded completely.');
      await expect.poll(() => loads).toBe(2);
      await checkPage(page, `${path} without its code`, ['color-contrast']);
      await page.unroute(files);
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.context().close();
    });

  test('comes by itself when it was the network that was away', async ({ browser, product }) => {
    const page = await openAs(browser, product, investor, serverPaths.robots);
    await page.route(files, async (route) => {
      await page.context().setOffline(true);
      await route.abort();
    });
    await page.goto(product.address + screens.transactions);
    await expect(page.getByRole('alert')).toContainText('You are offline.');
    await page.unroute(files);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'All Transactions' })).toBeVisible();
    await page.context().close();
  });
});

test('offline on an account page', async ({ browser, product }) => {
  const page = await openAs(browser, product, '', screens.login);
  // By then the app is there: a browser that follows the link by itself shows a page of its own.
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectRecovery(page, 'sign up', appConfig.brand, () =>
    expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible(),
  );
});

test('offline in the console', async ({ browser, product }) => {
  const page = await openAs(browser, product, await signInAdmin(product), screens.adminUsers);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expectRecovery(page, 'Audit', 'Accounts', () =>
    expect(page.getByRole('table', { name: 'Audit' })).toBeVisible(),
  );
});

test.describe('what is done in the console', () => {
  const unreached = 'The service cannot be reached. Check your connection and try again.';

  test('offline from its first page on: dialogs open, and say that nothing was sent', async ({
    browser,
    demo,
  }) => {
    const page = await openAs(browser, demo.product, demo.tokens.admin, screens.adminTransactions);
    // The code of dialogs comes once the page is used.
    const fetched = allFetched(page);
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .hover();
    const isHere = () =>
      page.evaluate<boolean>(
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('/StatusDialog-'))",
      );
    await expect.poll(isHere).toBe(true);
    await fetched();
    await page.context().setOffline(true);
    await page
      .getByRole('combobox', { name: /^Status of / })
      .first()
      .click();
    await page.getByRole('option', { selected: false }).first().click();
    await expect(page.getByRole('dialog')).toContainText(unreached);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.context().close();
  });

  for (const [how, said] of [
    ['is not reached', unreached],
    ['is gone with an older version', 'Reload the page and try again.'],
  ] as const) {
    test(`a write whose code ${how} says so, and keeps what was typed`, async ({ browser, demo }) => {
      const page = await openAs(browser, demo.product, demo.tokens.admin, '/');
      await page.route(/\/assets\/write-checks-.*\.js/, (route) =>
        how === 'is not reached'
          ? route.abort()
          : route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
      );
      await page.goto(demo.product.address + screens.adminAccounts);
      await page
        .getByRole('button', { name: /^Options of / })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Profit', { exact: true }).fill('77.10');
      await dialog.getByLabel('Reason').fill('Return of the year');
      if (how === 'is not reached') await page.context().setOffline(true);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toContainText(said);
      await expect(dialog).not.toContainText('dynamically imported');
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await expect(dialog.getByLabel('Profit', { exact: true })).toHaveValue('77.10');
      await page.context().close();
    });
  }
});

test.describe('a new version of the product', () => {
  // By whatever address: a browser that keeps in mind that it was not there asks by another one.
  const gone = /\/assets\/ProfilePage-.*\.js/;
  const notThere = { status: 404, contentType: 'text/plain', body: 'Not found' };

  test('a page that is gone with the old one loads anew by itself, once', async ({ browser, product }) => {
    const page = await openAs(browser, product, investor, screens.dashboard);
    await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
    await page.route(gone, (route) => route.fulfill(notThere));
    // The new document names the new files.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) void page.unroute(gone);
    });
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
    await expect(page).toHaveURL(product.address + screens.profile);
    await page.context().close();
  });

  test('an account page says so itself, where the toasts are gone that would say why nothing comes of it', async ({
    browser,
    product,
  }) => {
    const page = await openAs(browser, product, '', screens.login);
    await page.route(/\/assets\/ToastViewport-.*\.js/, (route) => route.fulfill(notThere));
    await page.reload();
    await page.getByLabel('Email').fill('away@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not my password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('There is a new version.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('away@example.com');
    await page.context().close();
  });

  test('one that does not come even then is said in the frame, without a loop', async ({
    browser,
    product,
  }) => {
    const page = await openAs(browser, product, investor, screens.dashboard);
    await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    let asked = 0;
    await page.route(gone, (route) => {
      asked += 1;
      return route.fulfill(notThere);
    });
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByText('There is a new version.')).toBeVisible();
    await expect.poll(() => loads).toBe(1);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    // It is asked for again and again, and the document is not.
    const before = asked;
    await expect.poll(() => asked).toBeGreaterThan(before + 1);
    expect(loads).toBe(1);
    await page.unroute(gone);
    await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible();
    await page.context().close();
  });

  test('a part of a page that is gone is said, and what was typed there stays', async ({
    browser,
    product,
  }) => {
    const page = await openAs(browser, product, investor, screens.profile);
    await page.route(/\/assets\/WithdrawModal-.*\.js/, (route) => route.fulfill(notThere));
    const phone = page.getByLabel('Phone number');
    await phone.fill('+44 20 7946 0000');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByText('This comes with a new version')).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(phone).toHaveValue('+44 20 7946 0000');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await page.context().close();
  });
});
