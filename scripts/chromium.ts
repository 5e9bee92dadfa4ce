import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { canInstall } from './apt';

/** Chromium keeps quiet about everything but the product; its sandbox does not work for root. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The first is Chromium without windows, menus and what draws them: the same pages for three fifths of the work. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Whether the file is a browser that can start; some systems put a script there that only gives advice. */
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

/**
 * The Chromium the browser tests run in: CHROMIUM_PATH, the system's, or Playwright's own download; undefined when
 * there is none. Throws when CHROMIUM_PATH names something else.
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (starts(named)) return named;
    throw new Error(`CHROMIUM_PATH: ${named} is not a Chromium that starts`);
  }
  return [...usualPlaces, chromium.executablePath()].find(starts);
}

function runInstaller(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}

function install(): void {
  if (canInstall) {
    runInstaller('apt-get', ['update']);
    // Older systems have the whole browser only.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (runInstaller('apt-get', ['install', '-y', name])) return;
    }
  }
  runInstaller('npx', ['playwright', 'install', 'chromium']);
}

/** As `findChromium`, but installs one when there is none. Throws when that does not help. */
export function ensureChromium(): string {
  const present = findChromium();
  if (present) return present;
  console.log('No Chromium found, installing one ...');
  install();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium: install one (Debian: apt-get install chromium; else: npx playwright install --with-deps chromium), or name it in CHROMIUM_PATH',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(ensureChromium());
