import { expect, type Locator, type Page } from '@playwright/test';
import { screens } from '../../contract/paths';
import { follow } from './console-lists';
import { openInvestor, paths, question, test } from './console-visit';
import { openAs } from './visit';

/** The console without a mouse: what the Tab key reaches, what Enter and Escape do, and where the focus is then. */

/** Names of what can be clicked or typed into and is not reached by going through the page with Tab. */
function controlsTabMisses(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const controls = [...document.querySelectorAll('main a[href], main button, main input, main [role=combobox], nav a, nav button')]
      .filter((each) => !each.disabled && each.checkVisibility({ visibilityProperty: true }) && each.type !== 'hidden')
      .filter((each) => !each.matches('.MuiSelect-nativeInput, [aria-hidden=true], [aria-disabled=true]'));
    window.missed = new Set(controls);
    document.addEventListener('focusin', ({ target }) => window.missed.delete(target));
    return controls.map((each) => each.getAttribute('aria-label') ?? each.textContent);
  })()`);
}

async function tabThrough(page: Page): Promise<string[]> {
  const controls = await controlsTabMisses(page);
  expect(controls.length).toBeGreaterThan(5);
  await page.evaluate('document.activeElement.blur()');
  for (let presses = 0; presses < 2 * controls.length + 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (presses % 20 === 19 && (await page.evaluate('window.missed.size')) === 0) return [];
  }
  return page.evaluate<string[]>(
    '[...window.missed].map((each) => each.getAttribute("aria-label") ?? each.outerHTML.slice(0, 120))',
  );
}

/** The console, which goes from screen to screen as people do. */
let page: Page;
test.beforeAll(async ({ browser, demo }) => {
  page = await openAs(browser, demo.product, demo.tokens.admin, screens.adminUsers);
});
test.afterAll(() => page?.context().close());

async function untilLoaded(): Promise<void> {
  await expect(page.getByRole('status', { name: /^(Loading|Checking)/ })).toHaveCount(0);
}

async function pressOn(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.page().keyboard.press(key);
}

for (const [name, path] of [
  ['Users', screens.adminUsers],
  ['Accounts', screens.adminAccounts],
  ['Transactions', screens.adminTransactions],
  ['Review', paths.review],
  ['Wallets', paths.wallets],
  ['Invitations', paths.invitations],
  ['Approvals', paths.proposals],
  ['Audit', paths.audit],
  ['Reports', paths.reports],
  ['Books', paths.books],
] as const) {
  test(`the Tab key reaches every control of ${name}`, async () => {
    // A few rows have what all have.
    await follow(page, `${path}?perPage=4`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await untilLoaded();
    expect(await tabThrough(page)).toEqual([]);
  });
}

test('the Tab key reaches every control of an investor’s page', async () => {
  await openInvestor(async (path) => {
    await follow(page, path);
    return page;
  });
  await expect(page.getByRole('region', { name: 'Audit trail' }).getByRole('listitem').first()).toBeVisible();
  await untilLoaded();
  expect(await tabThrough(page)).toEqual([]);
});

test('a list is sorted, turned, filtered, and its panels are opened and left by keyboard', async ({
  open,
}) => {
  const page = await open(screens.adminTransactions);
  const firstCell = page.getByRole('row').nth(1).getByRole('cell').nth(4);
  await expect(firstCell).toBeVisible();
  await pressOn(page.getByRole('button', { name: 'Amount', exact: true }));
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await pressOn(page.getByRole('button', { name: 'Amount', exact: true }));
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await pressOn(page.getByRole('button', { name: 'Go to page 2' }));
  await expect(page.getByText(/^21-40 of /)).toBeVisible();

  await pressOn(page.getByRole('combobox', { name: 'Type' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/WITHDRAWAL/);
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused();

  for (const [name, inside] of [
    ['Views', 'Name of this view'],
    ['Columns', 'Email'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await pressOn(button);
    await expect(page.getByLabel(inside, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(inside, { exact: true })).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  const theme = page.getByRole('button', { name: /^Theme:/ });
  await pressOn(theme);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(theme).toBeFocused();
});

test('from the last row the Tab key comes to what can be done with the chosen ones, whatever the width', async ({
  open,
}) => {
  for (const width of [1280, 390]) {
    const page = await open(screens.adminTransactions, 'admin', width);
    const last = page.getByRole('checkbox', { name: /^Select row/ }).last();
    await pressOn(last, 'Space');
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible();
    const change = page.getByRole('button', { name: 'Change status', exact: true });
    const focused = () => page.evaluate<boolean>("document.activeElement.textContent === 'Change status'");
    let presses = 0;
    while (presses < 8 && !(await focused())) {
      await page.keyboard.press('Tab');
      presses += 1;
    }
    await expect(change).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(change).toBeFocused();
  }
});

test('an account is edited, and a form and a question are answered, by keyboard', async ({ open }) => {
  const filter = new URLSearchParams({ filter: JSON.stringify({ q: 'investor@example.com' }) });
  const page = await open(`${screens.adminAccounts}?${filter}`);
  const options = page.getByRole('button', { name: /^Options of / });
  await pressOn(options);
  await question(page).getByLabel('Profit', { exact: true }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('987.65');
  await question(page).getByLabel('Reason').focus();
  await page.keyboard.type('Found in the post');
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole('cell', { name: '$987.65' })).toBeVisible();
  await expect(options).toBeFocused();

  await pressOn(page.getByRole('link', { name: 'Wallets' }));
  await pressOn(page.getByRole('link', { name: 'Edit Ethereum', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet: Ethereum' })).toBeFocused();
  await pressOn(page.getByRole('switch', { name: 'Enabled' }), 'Space');
  await page.getByRole('textbox', { name: 'Reason' }).focus();
  await page.keyboard.type('Under repair');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wallet saved')).toBeVisible();
  // What had the focus has gone with the form.
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeFocused();

  const person = await openInvestor(open);
  const freeze = person.getByRole('button', { name: 'Freeze' });
  await pressOn(freeze);
  await expect(question(person).getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await person.keyboard.press('Escape');
  await expect(question(person)).toHaveCount(0);
  await expect(freeze).toBeFocused();
});
