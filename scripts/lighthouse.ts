import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { screens } from '../contract/paths';
import { freePort } from '../tests/support/free-port';
import { ensureBuilt, startBuilt } from './built-product';
import { ensureChromium } from './chromium';
import { root, run, script } from './run-command';
import { withTemporaryFolder } from './temporary-folder';

/*
 * `npm run lighthouse`: Lighthouse's mobile preset against the built product on sample data, the median of so many runs, as a
 * table in docs/lighthouse.md; what asks for a sign-in is opened by somebody who is signed in, with nothing in the browser's
 * cache, and again. With --report it prints the table only.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, report: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const document = join(root, 'docs/lighthouse.md');

interface Target {
  name: string;
  path: string;
  /** Points it is to have. */
  performance: number;
  /** Who is signed in. */
  email?: string;
  /** It was opened before. */
  warm?: true;
}

const dashboard = { path: screens.dashboard, performance: 90, email: 'investor@example.com' };
const transactions = { path: screens.adminTransactions, performance: 90, email: 'admin@example.com' };
/** Of the people of the sample data. */
const password = 'demo password';

const targets: readonly Target[] = [
  { name: 'Front page', path: screens.home, performance: 97 },
  { name: 'Sign-in page', path: screens.login, performance: 95 },
  { name: 'Registration', path: screens.register, performance: 95 },
  { name: 'Dashboard', ...dashboard },
  { name: 'Dashboard, again', ...dashboard, warm: true },
  { name: 'Console', ...transactions },
  { name: 'Console, again', ...transactions, warm: true },
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What one page got in one run: scores of 0 to 100, times in milliseconds. */
interface Result {
  scores: number[];
  paint: number;
  largest: number;
  blocked: number;
  shift: number;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Signs out whoever was signed in, and signs in who is named. */
async function signIn(context: BrowserContext, address: string, email: string | undefined): Promise<void> {
  const page = await context.newPage();
  await page.goto(address + screens.login);
  await page.evaluate('localStorage.clear()');
  if (email) {
    await page.goto(address + screens.login);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith(screens.auth));
    await page.waitForLoadState('networkidle');
  }
  await page.close();
}

async function emptyCache(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
}

async function measure(address: string, port: number): Promise<Result> {
  const outcome = await lighthouse(address, {
    port,
    onlyCategories: [...categories],
    logLevel: 'error',
    // Who is signed in stays so.
    disableStorageReset: true,
  });
  if (!outcome) throw new Error(`Lighthouse says nothing of ${address}`);
  const { lhr } = outcome;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  for (const { title, score, scoreDisplayMode } of Object.values(lhr.audits)) {
    if (scoreDisplayMode === 'binary' && score === 0) console.log(`    not passed: ${title}`);
  }
  return {
    scores: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    paint: figure('first-contentful-paint'),
    largest: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function row({ name, path, performance }: (typeof targets)[number], results: readonly Result[]): string {
  const scores = categories.map((_, index) =>
    median(results.map((result) => result.scores[index] ?? Number.NaN)),
  );
  const of = (figure: (result: Result) => number) => median(results.map(figure));
  const cells = [
    `${name} \`${path}\``,
    `${scores[0]} (target ${performance})`,
    ...scores.slice(1),
    seconds(of(({ paint }) => paint)),
    seconds(of(({ largest }) => largest)),
    `${Math.round(of(({ blocked }) => blocked))} ms`,
    of(({ shift }) => shift).toFixed(3),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function measureAll(context: BrowserContext, address: string, port: number): Promise<string> {
  const rows: string[] = [];
  for (const target of targets) {
    const results: Result[] = [];
    await signIn(context, address, target.email);
    for (let done = 0; done < runs; done += 1) {
      console.log(`  ${target.path}, run ${done + 1} of ${runs}`);
      if (!target.warm) await emptyCache(context);
      results.push(await measure(address + target.path, port));
    }
    rows.push(row(target, results));
  }
  return [
    '| page | performance | accessibility | best practices | SEO | first paint | largest paint | blocked | shift |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

async function measureIn(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const filled = await run(script('scripts/demo.ts', '--folder', dataDir));
  if (filled.code !== 0) throw new Error('The sample data could not be made');
  const { address, stop } = await startBuilt(dataDir);
  try {
    const port = await freePort();
    // Lighthouse opens its pages beside those of the browser's own profile.
    const context = await chromium.launchPersistentContext(join(folder, 'browser'), {
      executablePath: ensureChromium(),
      args: [
        `--remote-debugging-port=${port}`,
        '--disable-background-networking',
        // Text is as wide as on a phone: widths of letters are not rounded.
        '--font-render-hinting=none',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
    const table = await measureAll(context, address, port);
    await context.close();
    return table;
  } finally {
    await stop();
  }
}

await ensureBuilt();
const table = await withTemporaryFolder('lighthouse', measureIn);
console.log(`\n${table}`);
if (!values.report) {
  writeFileSync(
    document,
    `# Lighthouse\n\nLighthouse 12, mobile preset (a slow phone on slow 4G, simulated), median of ${runs} runs against the built\nproduct on loopback with sample data, by \`npm run lighthouse\`. "Again" is with the files of the first time in the browser's cache.\nScreens behind a sign-in are not to be indexed, which SEO counts against them.\n\n${table}\n`,
  );
}
