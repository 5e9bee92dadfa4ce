import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks, runCheck } from './checks';
import { ensureChromium } from './chromium';
import { type Command, elapsed, root, run, script } from './run-command';
import { type Count, countFaults, countPlaywright, countVitest, readReport } from './test-report';

/*
 * `npm test`: everything, from the format of the source to kill -9 under load. Goes on after a failure; the last line
 * is the sum of what the runners reported, and the exit code is 0 only when nothing failed.
 */
const reports = join(root, 'test-results');
const faultRounds = '3';

interface Step {
  title: string;
  run: () => Promise<Count>;
}

/** A runner that writes a report of its own. */
function reported(command: Command, file: string, count: (report: unknown) => Count) {
  return async () => {
    const { code } = await run(command);
    return readReport(join(reports, file), code, count);
  };
}

const vitestReport = join(reports, 'vitest.json');
const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];

const steps: Step[] = [
  { title: 'Source', run: validate },
  { title: 'Build', run: build },
  {
    title: 'Unit, property and API tests',
    run: reported({ program: 'vitest', args: vitestArgs }, 'vitest.json', countVitest),
  },
  { title: 'The product in Chromium', run: browse },
  {
    title: 'kill -9 under load',
    run: reported(
      script('tests/faults/run.ts', '--rounds', faultRounds, '--report', join(reports, 'faults.json')),
      'faults.json',
      countFaults,
    ),
  },
];

async function validate(): Promise<Count> {
  const total: Count = { passed: 0, failed: 0, remarks: [] };
  for (const check of checks) {
    if (await runCheck(check)) total.passed += 1;
    else {
      total.failed += 1;
      total.remarks.push(check.name);
    }
  }
  return total;
}

async function build(): Promise<Count> {
  const { code } = await run(script('scripts/build.ts', '--if-stale'));
  return code === 0
    ? { passed: 1, failed: 0, remarks: [] }
    : { passed: 0, failed: 1, remarks: ['the build failed'] };
}

async function browse(): Promise<Count> {
  const env = {
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  };
  const { code } = await run({ program: 'playwright', args: ['test', '--reporter=list,json'], env });
  return readReport(join(reports, 'playwright.json'), code, countPlaywright);
}

/** Runs a step; one that throws counts as a failure, and the next ones still run. */
async function runStep({ title, run: work }: Step): Promise<Count> {
  const start = performance.now();
  console.log(`\n== ${title}`);
  let count: Count;
  try {
    count = await work();
  } catch (error) {
    count = { passed: 0, failed: 1, remarks: [error instanceof Error ? error.message : String(error)] };
  }
  for (const remark of count.remarks) console.log(`!! ${remark}`);
  console.log(`== ${title}: ${count.passed} passed, ${count.failed} failed (${elapsed(start)})`);
  return count;
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const sum = { passed: 0, failed: 0 };
for (const step of steps) {
  const { passed, failed } = await runStep(step);
  sum.passed += passed;
  sum.failed += failed;
}
// A report, and no test: its figures are this machine's at this moment.
console.log('\n== Lighthouse, one run of each page');
await run(script('scripts/lighthouse.ts', '--runs', '1', '--report'));
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
