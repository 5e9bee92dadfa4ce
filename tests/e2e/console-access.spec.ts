import { expect, type Request } from '@playwright/test';
import { calls } from '../../contract/calls';
import { headers } from '../../contract/headers';
import { limits } from '../../contract/limits';
import { screens } from '../../contract/paths';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { transactionsPath } from '../../src/admin/record-paths';
import { sent } from './api';
import { openInvestor, paths, test } from './console-visit';
import { fillSignIn, storedToken } from './people';
import { expectFrontPage, openAs, signIn } from './visit';

/** Who gets into the console, and what an auditor may do there. */

test('an auditor sees everything and is offered no change; the server would refuse one', async ({
  open,
  call,
}) => {
  const page = await open(screens.adminTransactions, 'auditor');
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /^Status of/ })).toHaveCount(0);
  const person = await openInvestor(open, 'auditor');
  await expect(person.getByRole('button', { name: /Freeze|Sign out/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Wallets' }).click();
  await page.getByRole('link', { name: 'Open Bitcoin', exact: true }).click();
  await expect(page.getByLabel('Address')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  const { data } = await call('GET', '/api/transaction/transactions?range=[0,0]', undefined, 'auditor');
  const [row] = z.array(transactionSchema).parse(data);
  const refused = await call('PUT', `/api/transaction/${row?._id}`, { status: 'PENDING' }, 'auditor');
  expect(refused.status).toBe(403);
});

test('nobody else loads any of the console', async ({ demo, browser }) => {
  const { investor } = demo.tokens;
  const loaded = async (token: string) => {
    const page = await openAs(browser, demo.product, token, screens.profile);
    // The scripts of this page, some of which the console has too, are not counted.
    await expect(
      token ? page.getByLabel('First name') : page.getByLabel('Password', { exact: true }),
    ).toBeEditable();
    await page.waitForLoadState('networkidle');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    for (const path of [screens.adminUsers, screens.adminTransactions, screens.adminHome]) {
      await page.goto(demo.product.address + path);
      // Where they are led to is a document of its own, whose load ends one that is begun meanwhile.
      if (token) await expectFrontPage(page, demo.product);
      else await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    await page.context().close();
    return scripts.filter((path) => /\/(AdminApp|console|area|records)-/.test(path));
  };
  expect(await loaded(investor)).toEqual([]);
  expect(await loaded('')).toEqual([]);
  // The names are those of the console's files.
  const page = await openAs(browser, demo.product, demo.tokens.admin, screens.adminUsers);
  const links = page.locator('head > link[rel="modulepreload"]');
  for (const name of ['AdminApp', 'console'])
    await expect(links.and(page.locator(`[href^="/assets/${name}-"]`))).toHaveCount(1);
  await page.context().close();
});

test('an administrator whose session has ended comes back to the same page after signing in', async ({
  demo,
  browser,
}) => {
  const address = transactionsPath({ status: 'CONFIRMED' });
  const token = await signIn(demo.product, demo.people.admin);
  const page = await openAs(browser, demo.product, token, address);
  await expect(page.getByText(/^1-20 of /)).toBeVisible();
  await sent(demo.product, 'POST', '/api/auth/logout', {}, { token });
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await fillSignIn(page, demo.people.admin.email, demo.people.admin.password);
  await expect(page.getByText(/^21-40 of /)).toBeVisible();
  expect(new URL(page.url()).search).toContain('CONFIRMED');
  await page.context().close();
});

test('what an open page reads by itself is no use of the session; what somebody asks for is', async ({
  browser,
  demo,
}) => {
  // Of its own: its clock stays in the tab.
  const path = transactionsPath({ status: 'CONFIRMED' });
  const page = await openAs(browser, demo.product, demo.tokens.admin, path);
  await expect(page.getByText(/^1-20 of /)).toBeVisible();
  const isList = (request: Request) => new URL(request.url()).pathname === calls.listTransactions.path;
  const read = async () => (await page.waitForRequest(isList)).headers()[headers.background];

  await page.clock.setFixedTime(Date.now() + limits.backgroundAfter + 1_000);
  const byItself = read();
  // The network was away for a moment.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  expect(await byItself).toBe('true');

  const askedFor = read();
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  expect(await askedFor).toBeUndefined();
  await page.context().close();
});

test('an investor who opens the console is sent to the front page, and stays signed in', async ({
  open,
  demo,
}) => {
  const page = await open(paths.books, 'investor');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(screens.home);
  expect(await storedToken(page)).toBe(demo.tokens.investor);
});
