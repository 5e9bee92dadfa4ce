import { expect, type Page } from '@playwright/test';
import { type BookCheckResult, bookCheckSchema } from '../../contract/books';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { send } from './api';
import type { Demo } from './demo';
import { test as base, leftDialogs } from './visit';

/** The console of the product with its sample data. */
interface Console {
  /** A page of somebody who is signed in. */
  open(path: string, who?: keyof Demo['tokens'], width?: number): Promise<Page>;
  /** What a call of the API answers in `data`; with its status. */
  call(method: string, path: string, body?: unknown, who?: keyof Demo['tokens']): ReturnType<typeof send>;
}
/** A test of the console. */
export const test = base.extend<Console>({
  open: ({ demo, openTab }, use) =>
    use((path, who = 'admin', width) => openTab(demo.product, demo.tokens[who], path, width)),
  call: async ({ demo }, use) => {
    await use((method, path, body, who = 'admin') =>
      send(demo.product, method, path, body, { token: demo.tokens[who] }),
    );
  },
});

/** Pages of the console besides its three lists. */
export const paths = {
  home: screens.adminHome,
  review: `${screens.admin}/review`,
  wallets: `${screens.admin}/wallets`,
  invitations: `${screens.admin}/invitations`,
  proposals: screens.adminProposals,
  audit: `${screens.admin}/audit`,
  security: `${screens.admin}/security`,
  mail: `${screens.admin}/mail`,
  reports: screens.adminReports,
  books: `${screens.admin}/books`,
};
/** The checks of the books that do not hold. */
export async function brokenChecks(call: Console['call']): Promise<BookCheckResult[]> {
  const checks = z.array(bookCheckSchema).parse((await call('GET', '/api/admin/books')).data);
  return checks.filter(({ holds }) => holds !== true);
}

/** The page of the investor of the sample data, from the list of users. */
export async function openInvestor(
  open: Console['open'],
  who?: 'admin' | 'auditor',
  width?: number,
): Promise<Page> {
  const filter = new URLSearchParams({ filter: JSON.stringify({ q: 'investor@example.com' }) });
  const page = await open(`${screens.adminUsers}?${filter}`, who, width);
  await page.getByRole('link', { name: 'investor@example.com' }).click();
  await expect(page.getByRole('region', { name: 'Account' }).getByRole('list')).toBeVisible();
  return page;
}

/** What a decision does to the account, in figures or in words. */
export const effect = (page: Page) =>
  page.getByRole('region', { name: 'Effect' }).or(page.getByText('No figure of the account changes.'));

/** The dialog that is open. */
export const question = (page: Page) => page.getByRole('dialog');

/** Says why in the dialog that is open, and sends it. */
export async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  await question(page).getByRole('textbox', { name: 'Reason' }).fill(reason);
  await question(page).getByRole('button', { name: button, exact: true }).click();
  await expect(question(page)).toHaveCount(0);
  await leftDialogs(page);
}
