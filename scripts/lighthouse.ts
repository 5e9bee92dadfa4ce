import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { screens } from '../contract/paths';
import { freePort } from '../tests/support/free-port';
import { ensureBuilt, startBuilt } from './built-product';
import { ensureChromium } from './chromium';
import { root } from './run-command';

/*
 * `npm run lighthouse`: Lighthouse's mobile preset against the built product, the median of so many runs, as a table in
 * docs/lighthouse.md. With --report it prints the table only.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, report: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const document = join(root, 'docs/lighthouse.md');

const targets = [
  { name: 'Front page', path: screens.home, performance: 97 },
  { name: 'Sign-in page', path: screens.login, performance: 95 },
  { name: 'Registration', path: screens.register, performance: 95 },
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

async function measure(address: string, port: number): Promise<Result> {
  const outcome = await lighthouse(address, { port, onlyCategories: [...categories], logLevel: 'error' });
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

async function measureAll(address: string, port: number): Promise<string> {
  const rows: string[] = [];
  for (const target of targets) {
    const results: Result[] = [];
    for (let done = 0; done < runs; done += 1) {
      console.log(`  ${target.path}, run ${done + 1} of ${runs}`);
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

await ensureBuilt();
const dataDir = mkdtempSync(join(tmpdir(), 'averin-lighthouse-'));
const { address, stop } = await startBuilt(dataDir);
try {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const table = await measureAll(address, port);
  await browser.close();
  console.log(`\n${table}`);
  if (!values.report) {
    writeFileSync(
      document,
      `# Lighthouse\n\nLighthouse 12, mobile preset (a slow phone on slow 4G, simulated), median of ${runs} runs against the built\nproduct on loopback, by \`npm run lighthouse\`.\n\n${table}\n`,
    );
  }
} finally {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
}
