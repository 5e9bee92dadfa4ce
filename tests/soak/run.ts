import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run, script } from '../../scripts/run-command';
import { allowedGrowth } from './judgement';
import { soak } from './soak';

/*
 * `npm run soak [-- --minutes 30 --rate 200 --slow 500 --uploads 50 --seed N --report FILE]`, on the built product with its
 * embedded database and its limits: mixed requests at a constant rate, clients on slow lines, images that come all at once,
 * and a mail server that is down half of the time. Compares memory, handles, database connections and the slowest answers
 * at the end with those at the begin, and ends with 1 when one has grown by more than a tenth, or anything went wrong
 * that was not provoked.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    slow: { type: 'string', default: '500' },
    uploads: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    report: { type: 'string' },
  },
});

function numberOf(name: 'minutes' | 'rate' | 'slow' | 'uploads' | 'seed', least: number): number {
  const number = Number(values[name]);
  if (!(number >= least)) throw new Error(`--${name} is a number from ${least} on, not ${values[name]}`);
  return number;
}

const options = {
  minutes: numberOf('minutes', 0.5),
  rate: numberOf('rate', 1),
  slow: numberOf('slow', 0),
  uploads: numberOf('uploads', 0),
  seed: numberOf('seed', 0),
};
/** Minutes from which on a run is judged by what has grown: in shorter ones chance decides. */
const judgedFrom = 6;

if ((await run(script('scripts/build.ts', '--if-stale'))).code !== 0) throw new Error('The build failed');
console.log(
  `seed ${options.seed}: ${options.rate} requests/s for ${options.minutes} min, ${options.slow} slow clients, ${options.uploads} images at once`,
);
const dataDir = mkdtempSync(join(tmpdir(), 'averin-soak-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const { figures, problems, lines } = await soak({ ...options, dataDir });
for (const line of lines) console.log(line);
console.log(
  `${''.padEnd(22)}${'first third'.padStart(12)}${'last third'.padStart(12)}${'growth'.padStart(10)}`,
);
for (const { name, judged, first, last, growth, flat } of figures) {
  const percent = `${growth < 0 ? '' : '+'}${(growth * 100).toFixed(1)} %`;
  const verdict = !judged || options.minutes < judgedFrom ? '' : flat ? '  flat' : '  GROWN';
  console.log(
    `${name.padEnd(22)}${first.toFixed(1).padStart(12)}${last.toFixed(1).padStart(12)}${percent.padStart(10)}${verdict}`,
  );
}
if (options.minutes < judgedFrom) {
  console.log(`Too short to say whether anything has grown: from --minutes ${judgedFrom} on it is judged.`);
} else {
  for (const { name, judged, flat, growth } of figures) {
    if (judged && !flat)
      problems.add(`${name}: grown by ${(growth * 100).toFixed(1)} %, ${allowedGrowth * 100} % are allowed`);
  }
}
for (const [problem, times] of problems.counts) console.error(`${times} times: ${problem}`);
if (values.report) {
  const report = { ...options, figures, lines, problems: Object.fromEntries(problems.counts) };
  writeFileSync(values.report, JSON.stringify(report, null, 2));
}
console.log(problems.counts.size === 0 ? 'nothing went wrong' : `${problems.counts.size} things went WRONG`);
process.exit(problems.counts.size === 0 ? 0 : 1);
