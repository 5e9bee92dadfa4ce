import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { slowness } from '../tests/support/patience';
import { ensurePrograms } from '../tests/support/system-programs';
import { checks, runCheck } from './checks';
import { ensureChromium } from './chromium';
import { ensureOtherPostgres } from './postgresql';
import { type Command, elapsed, root, run, script } from './run-command';
import { makeScratch } from './scratch';

import { type Count, countFaults, countPlaywright, countVitest, readReport } from './test-report';

/*
 * `npm test`: everything, from the format of the source to kill -9 under load. Goes on after a failure; the last line is
 * the sum of what the runners reported, and the exit code is 0 only when nothing failed.
 */
const reports = join(root, 'test-results');
const faultRounds = '3';

interface Step {
  title: string;
  /** Begins each line of its output. */
  label: string;
  run: (label: string) => Promise<Count>;
}

/** A runner that writes a report of its own. */
function reported(command: Command, file: string, count: (report: unknown) => Count): Step['run'] {
  return async (label) => {
    const { code } = await run(command, { label });
    return readReport(join(reports, file), code, count);
  };
}

/**
 * Parts one after the other; the steps of a part beside each other. A browser takes what others need, so it is alone.
 * The source is looked at by programs that use one core, the tests use what is left; tests of programs mostly wait.
 */
const parts: readonly (readonly Step[])[] = [
  [
    { title: 'Build', label: 'build  |', run: build },
    { title: 'Programs of the system', label: 'system |', run: prepare },
  ],
  [
    { title: 'Source', label: 'source |', run: validate },
    {
      title: 'Unit, property and API tests',
      label: 'vitest |',
      run: vitest('vitest.json', '--project=!programs*'),
    },
    {
      title: 'Programs that are started and stopped',
      label: 'program|',
      run: vitest('programs.json', '--project=programs*', '--maxWorkers=1'),
    },
  ],
  [{ title: 'The product in Chromium', label: 'browser|', run: browse }],
  [
    {
      title: 'kill -9 under load',
      label: 'faults |',
      run: reported(
        script('tests/faults/run.ts', '--rounds', faultRounds, '--report', join(reports, 'faults.json')),
        'faults.json',
        countFaults,
      ),
    },
    { title: 'A cluster whose leader is killed', label: 'cluster|', run: breakCluster },
    {
      title: 'Other versions of Node',
      label: 'node   |',
      run: reported(
        script('tests/node/run.ts', '--report', join(reports, 'node.json')),
        'node.json',
        countFaults,
      ),
    },
  ],
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

async function build(label: string): Promise<Count> {
  const { code } = await run(script('scripts/build.ts', '--if-stale'), { label });
  return code === 0
    ? { passed: 1, failed: 0, remarks: [] }
    : { passed: 0, failed: 1, remarks: ['the build failed'] };
}

function vitest(report: string, ...options: string[]): Step['run'] {
  const output = `--outputFile.json=${join(reports, report)}`;
  const command = {
    program: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', output, ...options],
  };
  return reported(command, report, countVitest);
}

/** What the tests need of the system, installed where that is possible; tells of what is missing, here at the beginning. */
async function prepare(): Promise<Count> {
  const remarks: string[] = [];
  try {
    ensureChromium();
  } catch (error) {
    // The step in the browser tries once more, and fails without one.
    remarks.push(messageOf(error));
  }
  const other = ensureOtherPostgres();
  const missing = ensurePrograms();
  if (!other)
    remarks.push(
      'no PostgreSQL of another major version: the external one was the embedded one over TCP, and no dump was restored',
    );
  if (missing.length > 0)
    remarks.push(`tests that need ${missing.join(', ')} did not run: these programs are missing`);
  return { passed: 0, failed: 0, remarks };
}

async function breakCluster(label: string): Promise<Count> {
  const command = script(
    'tests/faults/run.ts',
    ...['--cluster', '--only', 'leader killed', '--report', join(reports, 'cluster.json')],
  );
  const count = await reported(command, 'cluster.json', countFaults)(label);
  if (count.passed + count.failed === 0)
    count.remarks.push(
      'no cluster was broken: what it needs is missing (docs/cluster.md; its output says what)',
    );
  return count;
}

async function browse(label: string): Promise<Count> {
  const env = {
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  };
  const { code } = await run(
    { program: 'playwright', args: ['test', '--reporter=list,json'], env },
    { label },
  );
  return readReport(join(reports, 'playwright.json'), code, countPlaywright);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs a step; one that throws counts as a failure, and the next ones still run. */
async function runStep({ title, label, run: work }: Step): Promise<Count> {
  const start = performance.now();
  console.log(`\n== ${title}`);
  let count: Count;
  try {
    count = await work(label);
  } catch (error) {
    count = { passed: 0, failed: 1, remarks: [messageOf(error)] };
  }
  for (const remark of count.remarks) console.log(`!! ${remark}`);
  console.log(`== ${title}: ${count.passed} passed, ${count.failed} failed (${elapsed(start)})`);
  return count;
}

const start = performance.now();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const scratch = makeScratch();
// What is started takes it for the system's folder of temporary files.
if (scratch !== undefined) process.env.TMPDIR = scratch;
console.log(`Time limits are ${slowness.toFixed(1)} times those of a quiet machine.`);
const counts: Count[] = [];
for (const part of parts) counts.push(...(await Promise.all(part.map(runStep))));
console.log(`\nAll of it took ${elapsed(start)}.`);
// Once more at the end, where whoever sees the last lines only finds it.
for (const remark of counts.flatMap(({ remarks }) => remarks)) console.log(`!! ${remark}`);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
