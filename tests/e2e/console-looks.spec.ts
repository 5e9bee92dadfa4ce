import { expect } from '@playwright/test';
import { transactionsPath } from '../../src/admin/record-paths';
import { checkLooks } from './axe';
import { effect, openInvestor, paths, question, test } from './console-visit';
import { collectComplaints } from './visit';

/** Pages and dialogs of the console by axe, in both themes and both widths (design, section 11). */

for (const width of [1280, 390]) {
  test(`every page and dialog passes axe and stays within its width, ${width} px`, async ({ open }) => {
    const page = await open(paths.review, 'admin', width);
    const complaints = collectComplaints(page);
    await page.getByRole('button', { name: /^Decline/ }).click();
    await expect(effect(page)).toBeVisible();
    await checkLooks(page, 'review');

    await page.goto(
      page.url().replace(paths.review, transactionsPath({ trxType: 'WITHDRAWAL', amount_gte: 500 })),
    );
    await page.getByRole('button', { name: /^Change status of all/ }).click();
    await expect(question(page).getByRole('region', { name: 'Effect' })).toBeVisible();
    await checkLooks(page, 'bulk dialog');

    for (const [name, path] of [
      ['wallets', paths.wallets],
      ['audit', paths.audit],
      ['books', paths.books],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: /^(Loading|Checking)/ })).toHaveCount(0);
      await checkLooks(page, name);
    }
    await page.goto(new URL(paths.wallets, page.url()).href);
    await page.getByRole('link', { name: 'Edit Bitcoin', exact: true }).click();
    await expect(page.getByLabel('Address')).toBeVisible();
    await checkLooks(page, 'wallet');

    await page.getByRole('button', { name: /^Theme:/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await checkLooks(page, 'theme menu');
    await page.goto(new URL(paths.audit, page.url()).href);
    await page.getByRole('combobox', { name: 'What' }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await checkLooks(page, 'filter menu');

    const person = await openInvestor(open, 'admin', width);
    await expect(
      person.getByRole('region', { name: 'Audit trail' }).getByRole('listitem').first(),
    ).toBeVisible();
    await checkLooks(person, 'person');
    await person.getByRole('button', { name: /^Balance \$/ }).click();
    await expect(question(person).getByRole('table')).toBeVisible();
    await checkLooks(person, 'entries');
    await person.keyboard.press('Escape');
    await person.getByRole('button', { name: 'Freeze' }).click();
    await expect(question(person)).toBeVisible();
    await checkLooks(person, 'freeze dialog');
    expect(complaints).toEqual([]);
  });
}
