import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { screens } from '../contract/paths';
import { ensureChromium } from './chromium';
import { root, run, script } from './run-command';

/** `npm run screens`: the pictures of docs/screens, taken of the built product on sample data. */
const port = '3399';
const address = `http://127.0.0.1:${port}`;
const folder = join(root, 'docs/screens');
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
  { name: 'dashboard', path: screens.dashboard, email: investor },
  { name: 'deposit', path: screens.dashboard, email: investor, act: openDeposit },
  { name: 'transactions', path: screens.transactions, email: investor },
  { name: 'console-users', path: screens.adminUsers, email: admin },
  { name: 'console-accounts', path: screens.adminAccounts, email: admin },
  { name: 'console-transactions', path: screens.adminTransactions, email: admin },
];

const looks = [
  { theme: 'light', viewport: { width: 1280, height: 900 } },
  { theme: 'dark', viewport: { width: 390, height: 844 } },
];

async function openDeposit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await page.getByLabel('Amount').fill('500');
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address + screens.login);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith(screens.auth));
  await page.close();
}

async function waitUntilReady(): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    const answer = await fetch(`${address}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The product did not start');
}

async function takeAll(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  for (const { theme, viewport } of looks) {
    for (const { name, path, email, act } of shots) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await context.addInitScript({ content: `localStorage.setItem('theme', '${theme}')` });
      if (email) await signIn(context, email);
      const page = await context.newPage();
      await page.goto(address + path);
      await page.waitForLoadState('networkidle');
      await act?.(page);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${name}-${theme}-${viewport.width}.png`) });
      await context.close();
      console.log(`  ${name}, ${theme}, ${viewport.width} px`);
    }
  }
  await browser.close();
}

const dataDir = mkdtempSync(join(tmpdir(), 'averin-screens-'));
mkdirSync(folder, { recursive: true });
try {
  for (const step of [
    script('scripts/build.ts', '--if-stale'),
    script('scripts/demo.ts', '--folder', dataDir),
  ]) {
    if ((await run(step)).code !== 0) throw new Error('The product could not be prepared');
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => server.on('exit', resolve));
  try {
    await waitUntilReady();
    await takeAll();
  } finally {
    server.kill('SIGTERM');
    await gone;
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
