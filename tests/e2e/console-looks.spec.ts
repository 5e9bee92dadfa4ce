import { expect, type Page } from '@playwright/test';
import { transactionsPath } from '../../src/admin/record-paths';
import { checkLooks } from './axe';
import { effect, openInvestor, paths, question, test } from './console-visit';
import { collectComplaints } from './visit';

/** Pages and dialogs of the console by axe, in both themes and both widths (docs/rules.md, "Accessibility"). */

async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Loading|Checking)/ })).toHaveCount(0);
}

interface Place {
  name: string;
  path: string;
  /** Opens what is to be looked at. */
  show: (page: Page) => Promise<void>;
}

const places: readonly Place[] = [
  {
    name: 'review',
    path: paths.review,
    async show(page) {
      await page.getByRole('button', { name: /^Decline/ }).click();
      await expect(effect(page)).toBeVisible();
    },
  },
  {
    name: 'bulk dialog',
    path: transactionsPath({ trxType: 'WITHDRAWAL', amount_gte: 500 }),
    async show(page) {
      await page.getByRole('button', { name: /^Change status of all/ }).click();
      await expect(question(page).getByRole('region', { name: 'Effect' })).toBeVisible();
    },
  },
  { name: 'wallets', path: paths.wallets, show: untilLoaded },
  { name: 'audit', path: paths.audit, show: untilLoaded },
  { name: 'security', path: paths.security, show: untilLoaded },
  { name: 'mail', path: paths.mail, show: untilLoaded },
  { name: 'books', path: paths.books, show: untilLoaded },
  {
    name: 'wallet',
    path: paths.wallets,
    async show(page) {
      await page.getByRole('link', { name: 'Edit Bitcoin', exact: true }).click();
      await expect(page.getByLabel('Address')).toBeVisible();
    },
  },
  {
    name: 'theme menu',
    path: paths.wallets,
    async show(page) {
      await untilLoaded(page);
      await page.getByRole('button', { name: /^Theme:/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'filter menu',
    path: paths.audit,
    async show(page) {
      await page.getByRole('combobox', { name: 'What' }).click();
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
];

const panels: readonly Omit<Place, 'path'>[] = [
  {
    name: 'person',
    async show(person) {
      const trail = person.getByRole('region', { name: 'Audit trail' });
      await expect(trail.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'entries',
    async show(person) {
      await person.getByRole('button', { name: /^Balance \$/ }).click();
      await expect(question(person).getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'freeze dialog',
    async show(person) {
      await person.getByRole('button', { name: 'Freeze' }).click();
      await expect(question(person)).toBeVisible();
    },
  },
];

for (const width of [1280, 390]) {
  const title = (name: string) => `${name} passes axe and stays within its width, ${width} px`;

  for (const { name, path, show } of places) {
    test(title(name), async ({ open }) => {
      const page = await open(path, 'admin', width);
      const complaints = collectComplaints(page);
      await show(page);
      await checkLooks(page, name);
      expect(complaints).toEqual([]);
    });
  }

  for (const { name, show } of panels) {
    test(title(name), async ({ open }) => {
      const person = await openInvestor(open, 'admin', width);
      const complaints = collectComplaints(person);
      await show(person);
      await checkLooks(person, name);
      expect(complaints).toEqual([]);
    });
  }
}
