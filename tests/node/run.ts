import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/built-product';
import { elapsed, root, run } from '../../scripts/run-command';
import { countVitest, readReport } from '../../scripts/test-report';
import { playMoneyPath } from './money-path';
import { missingLibrary, nodeProgram } from './programs';

/*
 * `node --import tsx tests/node/run.ts [--report FILE]`: the built product under each supported version of Node but the
 * one that runs this, and under one of them once more the tests of what depends on Node: its own modules (http, net, tls,
 * crypto, zlib, streams, processes) and the packages with machine code (argon2, sharp). The rest of the API tests is our
 * own arithmetic and PostgreSQL's, and the pages run in a browser: neither has another version there. All unit
 * and API tests have been run under Node 24.21, and with those of components under Node 26.12: nothing failed there for its sake.
 */
const supported = [20, 22, 24, 26];
const own = Number.parseInt(process.versions.node, 10);
const others = supported.filter((major) => major !== own);
const tooOld = 16;

/** By what they use. */
const dependingOnNode = [
  // Unit tests of the server, and of what server and pages share.
  'server/',
  'contract/',
  // The money, once from end to end through the source; sessions and tokens.
  'tests/api/money-path.test.ts',
  'tests/api/sessions.test.ts',
  // Sockets, TLS and the parser of http.
  'tests/api/smtp.test.ts',
  'tests/api/forwarding.test.ts',
  'tests/api/hostile-json.test.ts',
  'tests/api/outage.test.ts',
  // Compression and files.
  'tests/api/pages.test.ts',
  // What newer ones have of a browser's, where tests of pages need the document's.
  'src/shared/session.test.tsx',
];

interface Outcome {
  passed: number;
  failures: string[];
}

async function attempt(title: string, work: () => Promise<void>): Promise<Outcome> {
  const start = performance.now();
  try {
    await work();
    console.log(`ok     ${title} (${elapsed(start)})`);
    return { passed: 1, failures: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`FAILED ${title}: ${reason}`);
    return { passed: 0, failures: [`${title}: ${reason}`] };
  }
}

/** Whether this system has what the program needs; says what it lacks. */
async function canRun(major: number): Promise<boolean> {
  let lacking: string | undefined;
  try {
    lacking = missingLibrary(await nodeProgram(major));
  } catch {
    // That it cannot be fetched fails what is tried with it.
    return true;
  }
  if (lacking !== undefined) console.log(`Node ${major} was not tried: ${lacking} is missing here`);
  return lacking === undefined;
}

function playOn(major: number): Promise<Outcome> {
  return attempt(`the built product under Node ${major}`, async () => {
    const node = await nodeProgram(major);
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    if (!version.startsWith(`v${major}.`)) throw new Error(`npm's package holds Node ${version}`);
    await playMoneyPath(node);
  });
}

/** One that is too old is told so, whatever it cannot read. */
function refuseOn(major: number): Promise<Outcome> {
  return attempt(`the built product says that Node ${major} is too old`, async () => {
    const node = await nodeProgram(major);
    for (const program of ['dist/server/main.js', 'scripts/before-start.js']) {
      const { status, stderr } = spawnSync(node, [program], { cwd: root, encoding: 'utf8' });
      if (status !== 1 || !/^Node\.js [\d.]+ or newer is needed, .*\n$/.test(stderr))
        throw new Error(`${program} ended with ${status}: ${stderr}`);
    }
  });
}

async function repeatTests(major: number): Promise<Outcome> {
  const title = `tests under Node ${major}`;
  const start = performance.now();
  const report = join(root, `test-results/vitest-node-${major}.json`);
  // Those of programs take minutes, and the built product has been started, stopped and started again.
  const projects = ['unit', 'component', 'api on the embedded PostgreSQL'].flatMap((name) => [
    '--project',
    name,
  ]);
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  rmSync(report, { force: true });
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters, ...dependingOnNode];
    const { code, output } = await run(
      { program: await nodeProgram(major), args: vitest },
      { capture: true },
    );
    const { passed, failed, remarks } = readReport(report, code, countVitest);
    if (failed > 0) console.log(output);
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${passed} ${title} (${elapsed(start)})`);
    return { passed, failures: failed === 0 ? [] : [`${title}: ${failed} failed`, ...remarks] };
  } catch (error) {
    return { passed: 0, failures: [`${title}: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

const { values } = parseArgs({ options: { report: { type: 'string' } } });
await ensureBuilt();
const outcomes: Outcome[] = [];
const tried: number[] = [];
for (const major of others) if (await canRun(major)) tried.push(major);
for (const major of tried) outcomes.push(await playOn(major));
outcomes.push(await refuseOn(tooOld));
const [furthest] = tried.toSorted((one, other) => Math.abs(other - own) - Math.abs(one - own));
if (furthest !== undefined) outcomes.push(await repeatTests(furthest));

const failures = outcomes.flatMap((outcome) => outcome.failures);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
for (const failure of failures) console.log(`!! ${failure}`);
if (values.report !== undefined) {
  mkdirSync(dirname(values.report), { recursive: true });
  writeFileSync(values.report, JSON.stringify({ passed, failed: failures.length, failures }));
}
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
