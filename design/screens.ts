import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { screens } from '../contract/paths';
import { ensureBuilt, startBuilt } from '../scripts/built-product';
import { ensureChromium } from '../scripts/chromium';
import { shownPictures } from '../scripts/documents';
import { root, run, script } from '../scripts/run-command';
import { renderSheet } from './identity/render-sheet';

/*
 * `npm run screens`: the pictures that the documents show, taken of the built product on sample data. With --all every
 * screen in every look, into test-results/screens.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const folder = values.all ? 'test-results/screens' : 'docs/screens';
const shown = new Set(shownPictures().filter((path) => path.startsWith(`${folder}/`)));
const password = 'demo password';

interface Shot {
  name: string;
  path: string;
  /** Who is signed in. */
  email?: string;
  /** What to do before the picture. */
  act?: (page: Page) => Promise<void>;
}

const investor = 'investor@example.com';
const admin = 'admin@example.com';

const shots: Shot[] = [
  { name: 'landing', path: screens.home },
  { name: 'login', path: screens.login },
  { name: 'register', path: screens.register },
  { name: 'verify-email', path: screens.verifyEmail },
  { name: 'reset-password', path: screens.resetPassword },
  { name: 'change-password', path: `${screens.changePassword}?token=x` },
  { name: 'not-me', path: `${screens.notMe}#token=x` },
  { name: 'dashboard', path: screens.dashboard, email: investor },
  { name: 'deposit', path: screens.dashboard, email: investor, act: openDeposit },
  { name: 'entries', path: `${screens.dashboard}?entries=balance`, email: investor },
  { name: 'withdrawal', path: screens.dashboard, email: investor, act: openWithdrawal },
  { name: 'transactions', path: screens.transactions, email: investor },
  { name: 'details', path: screens.transactions, email: investor, act: openDetails },
  { name: 'profile', path: screens.profile, email: investor },
  { name: 'console-home', path: screens.adminHome, email: admin },
  { name: 'console-users', path: screens.adminUsers, email: admin },
  { name: 'console-accounts', path: screens.adminAccounts, email: admin },
  { name: 'console-transactions', path: screens.adminTransactions, email: admin },
  { name: 'console-review', path: `${screens.admin}/review`, email: admin, act: decide },
  { name: 'console-person', path: screens.adminUsers, email: admin, act: openPerson },
  { name: 'console-reports', path: screens.adminReports, email: admin },
  { name: 'console-approvals', path: screens.adminProposals, email: admin },
  { name: 'console-invitations', path: `${screens.admin}/invitations`, email: admin },
  { name: 'console-wallets', path: `${screens.admin}/wallets`, email: admin },
  { name: 'console-audit', path: `${screens.admin}/audit`, email: admin },
  { name: 'console-security', path: `${screens.admin}/security`, email: admin },
  { name: 'console-mail', path: `${screens.admin}/mail`, email: admin },
  { name: 'console-books', path: `${screens.admin}/books`, email: admin },
];

const looks = [
  { theme: 'light', viewport: { width: 1280, height: 900 } },
  { theme: 'dark', viewport: { width: 1280, height: 900 } },
  { theme: 'light', viewport: { width: 390, height: 844 } },
  { theme: 'dark', viewport: { width: 390, height: 844 } },
];

async function openWithdrawal(page: Page): Promise<void> {
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true });
  if (!(await withdraw.isVisible())) await page.getByRole('button', { name: 'Open menu' }).click();
  await withdraw.click();
}

async function openDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Details of transaction 1', exact: true }).click();
}

async function decide(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Confirm/ }).click();
}

async function openPerson(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Search name or email' }).fill(investor);
  await page.getByRole('link', { name: investor }).click();
  await page.getByRole('list', { name: 'Figures' }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function openDeposit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('500');
}

async function signIn(context: BrowserContext, address: string, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address + screens.login);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith(screens.auth));
  await page.close();
}

const fileOf = (name: string) => `${folder}/${name}.webp`;

function isWanted(name: string): boolean {
  return values.all || shown.has(fileOf(name));
}

async function save(name: string, picture: Buffer): Promise<void> {
  await sharp(picture)
    .webp({ quality: 85, effort: 6 })
    .toFile(join(root, fileOf(name)));
  shown.delete(fileOf(name));
  console.log(`  ${name}`);
}

/** The identity's sheet in both modes (docs/identity.md). */
async function takeSheets(browser: Browser): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    const name = `identity-${mode}`;
    if (!isWanted(name)) continue;
    const page = await browser.newPage({ viewport: { width: 1120, height: 900 } });
    await page.setContent(renderSheet(mode));
    await page.evaluate('document.fonts.ready');
    await save(name, await page.screenshot({ fullPage: true }));
    await page.close();
  }
}

/** The front page as it is seen while scrolling: each part comes into view once before the picture. */
async function takeFrontPage(browser: Browser, address: string): Promise<void> {
  for (const width of [390, 768, 1280, 1920]) {
    const name = `front-page-${width}`;
    if (!isWanted(name)) continue;
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(address);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 600) {
      await page.evaluate((to) => window.scrollTo(0, to), top);
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(1_500);
    await page.evaluate(() => window.scrollTo(0, 0));
    await save(name, await page.screenshot({ fullPage: true }));
    await page.close();
  }
}

async function takeAll(address: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await takeSheets(browser);
  await takeFrontPage(browser, address);
  for (const { theme, viewport } of looks) {
    for (const { name: screen, path, email, act } of shots) {
      const name = `${screen}-${theme}-${viewport.width}`;
      if (!isWanted(name)) continue;
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await context.addInitScript({ content: `localStorage.setItem('theme', '${theme}')` });
      if (email) await signIn(context, address, email);
      const page = await context.newPage();
      await page.goto(address + path);
      await page.waitForLoadState('networkidle');
      await act?.(page);
      await page.waitForTimeout(400);
      await save(name, await page.screenshot());
      await context.close();
    }
  }
  await browser.close();
}

const dataDir = mkdtempSync(join(tmpdir(), 'averin-screens-'));
rmSync(join(root, folder), { recursive: true, force: true });
mkdirSync(join(root, folder), { recursive: true });
try {
  await ensureBuilt();
  const filled = await run(script('scripts/demo.ts', '--folder', dataDir));
  if (filled.code !== 0) throw new Error('The sample data could not be made');
  const { address, stop } = await startBuilt(dataDir);
  try {
    await takeAll(address);
  } finally {
    await stop();
  }
  if (shown.size > 0) throw new Error(`No screen is called so: ${[...shown].join(', ')}`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
