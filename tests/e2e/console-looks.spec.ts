import { expect, type Page } from '@playwright/test';
import { transactionsPath } from '../../src/admin/record-paths';
import { checkLooks } from './axe';
import { follow } from './console-lists';
import { effect, openInvestor, paths, question, test } from './console-visit';
import { closeAll, collectComplaints, openAs } from './visit';

/** Pages and dialogs of the console by axe, in both themes and both widths (docs/rules.md, "Accessibility"). */

/** The console, which goes from screen to screen as people do, and what the browser has complained about. */
let page: Page;
let complaints: string[];
test.beforeAll(async ({ browser, demo }) => {
  page = await openAs(browser, demo.product, demo.tokens.admin, paths.review);
  complaints = collectComplaints(page);
});
test.afterAll(() => page?.context().close());

async function untilLoaded(heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Loading|Checking)/ })).toHaveCount(0);
}

interface Place {
  name: string;
  path: string;
  /** Opens what is to be looked at. */
  show: () => Promise<void>;
}

const places: readonly Place[] = [
  {
    name: 'home',
    path: paths.home,
    async show() {
      await untilLoaded('Home');
      await expect(page.getByRole('list', { name: 'What waits' })).toBeVisible();
    },
  },
  {
    name: 'flows as a table',
    path: paths.home,
    async show() {
      // The page stays as it was left when the address is the same.
      const asTable = page.getByRole('button', { name: 'Show as table' });
      await expect(page.getByRole('button', { name: /^Show as/ })).toBeVisible();
      if (await asTable.isVisible()) await asTable.click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'review',
    path: paths.review,
    async show() {
      await page.getByRole('button', { name: /^Decline/ }).click();
      await expect(effect(page)).toBeVisible();
    },
  },
  {
    name: 'bulk dialog',
    path: transactionsPath({ trxType: 'WITHDRAWAL', amount_gte: 500 }),
    async show() {
      await page.getByRole('button', { name: /^Change status of all/ }).click();
      await expect(question(page).getByRole('region', { name: 'Effect' })).toBeVisible();
    },
  },
  { name: 'wallets', path: paths.wallets, show: () => untilLoaded('Wallets') },
  { name: 'invitations', path: paths.invitations, show: () => untilLoaded('Invitations') },
  {
    name: 'invite dialog',
    path: paths.invitations,
    async show() {
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(question(page).getByLabel('Email')).toBeVisible();
    },
  },
  { name: 'approvals', path: paths.proposals, show: () => untilLoaded('Approvals') },
  { name: 'audit', path: paths.audit, show: () => untilLoaded('Audit') },
  { name: 'security', path: paths.security, show: () => untilLoaded('Security') },
  { name: 'mail', path: paths.mail, show: () => untilLoaded('Mail') },
  { name: 'reports', path: paths.reports, show: () => untilLoaded('Reports') },
  { name: 'books', path: paths.books, show: () => untilLoaded('Books') },
  {
    name: 'wallet',
    path: paths.wallets,
    async show() {
      await page.getByRole('link', { name: 'Edit Bitcoin', exact: true }).click();
      await expect(page.getByLabel('Address')).toBeVisible();
    },
  },
  {
    name: 'theme menu',
    path: paths.wallets,
    async show() {
      await untilLoaded('Wallets');
      await page.getByRole('button', { name: /^Theme:/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'filter menu',
    path: paths.audit,
    async show() {
      await page.getByRole('combobox', { name: 'What' }).click();
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
];

const panels: readonly Omit<Place, 'path'>[] = [
  {
    name: 'person',
    async show() {
      const trail = page.getByRole('region', { name: 'Audit trail' });
      await expect(trail.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'entries',
    async show() {
      await page.getByRole('button', { name: /^Balance \$/ }).click();
      await expect(question(page).getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'disable dialog',
    async show() {
      await page.getByRole('button', { name: 'Disable' }).click();
      await expect(question(page)).toBeVisible();
    },
  },
  {
    name: 'freeze dialog',
    async show() {
      await page.getByRole('button', { name: 'Freeze' }).click();
      await expect(question(page)).toBeVisible();
    },
  },
];

for (const width of [1280, 390]) {
  const title = (name: string) => `${name} passes axe and stays within its width, ${width} px`;

  async function go(path: string): Promise<Page> {
    await page.setViewportSize({ width, height: 900 });
    await follow(page, path);
    return page;
  }

  async function look(name: string): Promise<void> {
    await checkLooks(page, name);
    await closeAll(page);
    expect(complaints.splice(0)).toEqual([]);
  }

  for (const { name, path, show } of places) {
    test(title(name), async () => {
      await go(path);
      await show();
      await look(name);
    });
  }

  for (const { name, show } of panels) {
    test(title(name), async () => {
      await openInvestor(go);
      await show();
      await look(name);
    });
  }
}
