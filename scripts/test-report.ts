import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from '../contract/zod';
import { canInstall } from './apt';
import { root } from './run-command';

/**
 * What a runner counted. A skipped test is no proof, so it counts as failed where what tests need can be had; elsewhere it is
 * named alone.
 */
export interface Count {
  passed: number;
  failed: number;
  /** What failed and why, what was skipped, broke outside of a test or passed at the second try only. */
  remarks: string[];
}

const vitestSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** In the name of a test that no system like this one can run: "(not tried: ...)". */
const saysWhy = '(not tried: ';

/** At most this many characters of an error stand beside the name of what failed. */
const maxReason = 600;

/** A failed test in a line or a few: where, which, and the beginning of the error, without colours. */
function failure(file: string, test: string, errors: readonly string[]): string {
  const reason = stripVTControlCharacters(errors[0] ?? '').slice(0, maxReason);
  return `failed: ${relative(root, resolve(root, file))} \u203a ${test}${reason === '' ? '' : `: ${reason}`}`;
}

/** A test that failed once and passed when it was run again is named, so that it is looked into. */
function secondTry(file: string, test: string): string {
  return `passed at the second try: ${file} \u203a ${test}`;
}

/** Counts Vitest's JSON report. What passed at the second try only has passed. `complete`: whether tests have all that they need. */
export function countVitest(report: unknown, complete = canInstall): Count {
  const { success, numPassedTests, numFailedTests, testResults } = vitestSchema.parse(report);
  const failures: string[] = [];
  const others: string[] = [];
  const flaky: string[] = [];
  const untried: string[] = [];
  for (const { name, status: fileStatus, assertionResults } of testResults) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(failure(name, fullName, failureMessages));
      // A test that passed has errors when it failed at its first try.
      else if (status === 'passed' && failureMessages.length > 0)
        flaky.push(secondTry(relative(root, resolve(root, name)), fullName));
      else if (status !== 'passed' && (!complete || fullName.includes(saysWhy)))
        untried.push(`not tried here: ${fullName}`);
      else if (status !== 'passed') others.push(`skipped: ${fullName}`);
    }
    const said = assertionResults.some(({ status }) => status === 'failed');
    if (fileStatus === 'failed' && !said) others.push(`broke outside of its tests: ${name}`);
  }
  const failed = numFailedTests + others.length;
  const remarks = [...failures, ...others, ...flaky, ...untried];
  return withCrash({ passed: numPassedTests, failed, remarks }, success);
}

const specSchema = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z
        .array(z.object({ error: z.object({ message: z.string().optional() }).optional() }))
        .default([]),
    }),
  ),
});
const suiteSchema = z.object({
  specs: z.array(specSchema).default([]),
  get suites() {
    return z.array(suiteSchema).default([]);
  },
});
type Suite = z.infer<typeof suiteSchema>;

const playwrightSchema = z.object({
  suites: z.array(suiteSchema).default([]),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.object({ message: z.string().optional() })),
});

function specsOf({ specs, suites }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** What became of a test, if it is to be named: it failed, or failed once and passed when it was run again. */
function remarkOn({ file, title, tests }: Suite['specs'][number]): string[] {
  const unexpected = tests.find(({ status }) => status === 'unexpected');
  if (unexpected !== undefined) {
    return [
      failure(
        file,
        title,
        unexpected.results.flatMap(({ error }) => error?.message ?? []),
      ),
    ];
  }
  const flaky = tests.some(({ status }) => status === 'flaky');
  return flaky ? [secondTry(file, title)] : [];
}

/** Counts Playwright's JSON report. What passed at the second try only has passed. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors, suites } = playwrightSchema.parse(report);
  const remarks = errors.map(({ message }) => message ?? 'an error outside of the tests');
  if (stats.skipped > 0) remarks.push(`skipped: ${stats.skipped}`);
  remarks.push(...suites.flatMap(specsOf).flatMap(remarkOn));
  const failed = stats.unexpected + stats.skipped + errors.length;
  return { passed: stats.expected + stats.flaky, failed, remarks };
}

const faultsSchema = z.object({ passed: z.int(), failed: z.int(), failures: z.array(z.string()) });

/** Counts the reports of tests/faults/run.ts and tests/node/run.ts. */
export function countFaults(report: unknown): Count {
  const { passed, failed, failures } = faultsSchema.parse(report);
  return { passed, failed, remarks: failures };
}

/** Reads a runner's report. One that is missing or unreadable, of a runner that crashed, is a failure. */
export function readReport(file: string, exitCode: number, count: (report: unknown) => Count): Count {
  try {
    return withCrash(count(JSON.parse(readFileSync(file, 'utf8'))), exitCode === 0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, remarks: [`no report: ${reason}`] };
  }
}

function withCrash(count: Count, success: boolean): Count {
  if (success || count.failed > 0) return count;
  return { ...count, failed: 1, remarks: [...count.remarks, 'the runner failed although its tests passed'] };
}
