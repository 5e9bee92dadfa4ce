import { readFileSync } from 'node:fs';
import { z } from '../contract/zod';

/** What a runner counted. A skipped test is no proof, so it counts as failed. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of what was skipped or broke outside of a test. */
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
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Counts Vitest's JSON report. */
export function countVitest(report: unknown): Count {
  const { success, numPassedTests, numFailedTests, testResults } = vitestSchema.parse(report);
  const remarks: string[] = [];
  for (const file of testResults) {
    const ran = file.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
    for (const { fullName } of file.assertionResults.filter((test) => !ran.includes(test))) {
      remarks.push(`skipped: ${fullName}`);
    }
    const said = file.assertionResults.some(({ status }) => status === 'failed');
    if (file.status === 'failed' && !said) remarks.push(`broke outside of its tests: ${file.name}`);
  }
  const failed = numFailedTests + remarks.length;
  return withCrash({ passed: numPassedTests, failed, remarks }, success);
}

const specSchema = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(z.object({ status: z.string() })),
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

/** The tests that failed once and passed when they were run again. */
function flakyOf({ specs, suites }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file} \u203a ${title}`), ...suites.flatMap(flakyOf)];
}

/** Counts Playwright's JSON report. What passed at the second try only has passed, and is named. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors, suites } = playwrightSchema.parse(report);
  const remarks = errors.map(({ message }) => message ?? 'an error outside of the tests');
  if (stats.skipped > 0) remarks.push(`skipped: ${stats.skipped}`);
  remarks.push(...suites.flatMap(flakyOf).map((name) => `passed at the second try: ${name}`));
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
