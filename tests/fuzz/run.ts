import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { elapsed, run } from '../../scripts/run-command';
import type { FuzzReport, StatusCounts } from '../api/hostile-requests';

/*
 * `npm run fuzz [-- --requests 100000 --seed N]`: mutated requests over all calls and roles, the test of hostile input
 * (tests/api/hostile-input.test.ts) with more of them. It ends with the first answer that is wrong. The requests go into
 * the server without a network, because what each has changed is looked up in its database before the next one.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

for (const [name, value] of Object.entries(values)) {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${name} is a whole number, not ${value}`);
}

/** Each call with its answers by status, as lines of text. */
function table(statuses: StatusCounts): string[] {
  const calls = Object.entries(statuses).sort(([one], [other]) => one.localeCompare(other));
  const width = Math.max(0, ...calls.map(([call]) => call.length));
  return calls.map(([call, counts]) => {
    const told = Object.entries(counts).map(([status, count]) => `${status}: ${count}`);
    return `${call.padEnd(width)}  ${told.join(', ')}`;
  });
}

const begun = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'averin-fuzz-'));
try {
  const file = join(folder, 'report.json');
  console.log(`seed ${values.seed}`);
  const { code } = await run({
    program: 'vitest',
    args: [
      ...['run', '--project', 'api on the embedded PostgreSQL', 'tests/api/hostile-input.test.ts'],
      ...['--testTimeout', '0', '--disable-console-intercept'],
    ],
    env: { FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed, FUZZ_REPORT: file },
  });
  process.exitCode = code;
  if (existsSync(file)) {
    const { sent, statuses } = JSON.parse(readFileSync(file, 'utf8')) as FuzzReport;
    for (const line of table(statuses)) console.log(line);
    console.log(
      `${sent} requests of seed ${values.seed} in ${elapsed(begun)}: ${code === 0 ? 'no answer was wrong' : 'FAILED'}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
