import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureCluster, ProgramsMissing } from '../../scripts/cluster/programs';
import { run, script } from '../../scripts/run-command';
import { inFolder } from '../bench/servers';
import { freePort } from '../support/free-port';
import { smtpEnvironment } from '../support/smtp';
import { playBrowserKills } from './browser-kills';
import { playClock } from './clock';
import { clusterFaults, playCluster } from './cluster';
import { playDiskFull } from './disk-full';
import { playDnsOutage } from './dns-outage';
import { playMailOutage } from './mail-outage';
import { playOutages } from './outages';
import type { Outcome } from './outcome';
import { type Fault, Victim } from './victim';

/*
 * `npm run faults [-- --rounds 20 --seed N --report FILE]`, on the built product: ends it, ends it with its database, and restarts the database, each so many times while clients deposit,
 * withdraw, decide, edit and read; after each restart looks for what was acknowledged, and at the books. In the end checks
 * that the history of each account is linearizable. Then stops the mail server for a while. The seed repeats what the
 * clients do.
 *
 * `npm run faults -- --only 'mail server hangs'` plays one of `parts` below; `--cluster` breaks a cluster instead
 * (docs/cluster.md), `--cluster --only 'leader killed'` in one way. `--only` may be given several times.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    report: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed is a whole number, not ${values.seed}`);
console.log(`seed ${seed}`);
/** `usual` unless told otherwise. */
const rounds = (usual: number) => Number(values.rounds ?? usual);
const times = (fault: Fault): Fault[] => Array.from({ length: rounds(20) }, () => fault);

const victims: Victim[] = [];

async function makeVictim(environment?: NodeJS.ProcessEnv, prefix?: readonly string[]): Promise<Victim> {
  const dataDir = mkdtempSync(join(tmpdir(), 'averin-faults-'));
  const victim = new Victim(dataDir, await freePort(), environment, undefined, prefix);
  victims.push(victim);
  return victim;
}

/** Plays one part; whatever it has started has ended afterwards. */
async function play(part: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await part();
  } catch (error) {
    return { passed: 0, failures: [error instanceof Error ? error.message : String(error)] };
  } finally {
    for (const victim of victims.splice(0)) {
      await victim.stop();
      discard(victim);
    }
  }
}

function discard(victim: Victim): void {
  victim.destroy();
  rmSync(victim.dataDir, { recursive: true, force: true, maxRetries: 5 });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const victim of victims) discard(victim);
    process.exit(1);
  });
}

if ((await run(script('scripts/build.ts', '--if-stale'))).code !== 0) throw new Error('The build failed');

const withMail = (port: number) => makeVictim(smtpEnvironment(port));
const kills: Fault[] = [...times('server'), ...times('server and database'), ...times('database')];

/** What is broken on one machine, by name. */
const parts = {
  kills: async () => playOutages(await makeVictim(), kills, seed),
  'mail server stopped': () => playMailOutage(withMail, 'stopped', seed),
  'mail server hangs': () => playMailOutage(withMail, 'hangs', seed),
  'names gone': () => inFolder((folder) => playDnsOutage(makeVictim, folder, seed)),
  'disk full': async () => playDiskFull(await makeVictim(), seed),
  clock: () => inFolder((folder) => playClock(makeVictim, folder, seed)),
  // Each time leaves a deposit that waits.
  'browser killed': async () =>
    playBrowserKills(await makeVictim({ PENDING_DEPOSITS: '1000000' }), rounds(50), seed),
} as const satisfies Record<string, () => Promise<Outcome>>;
type Part = keyof typeof parts;

/** What is played when nothing is named. */
const usualParts: readonly Part[] = ['kills', 'mail server stopped'];

/** Those that `--only` names, of what there is. */
function named<T extends string>(all: readonly T[]): T[] {
  const unknown = values.only.find((name) => !all.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: one of ${all.join(', ')}`);
  return all.filter((one) => values.only.includes(one));
}

async function breakOne(): Promise<Outcome[]> {
  const chosen = values.only.length === 0 ? usualParts : named(Object.keys(parts) as Part[]);
  const outcomes: Outcome[] = [];
  for (const part of chosen) outcomes.push(await play(parts[part]));
  return outcomes;
}

/** Where the programs of a cluster are missing and cannot be installed, that is said, and nothing has failed. */
async function breakCluster(): Promise<Outcome[]> {
  const chosen = values.only.length === 0 ? clusterFaults : named(clusterFaults);
  try {
    const programs = ensureCluster();
    return [await play(() => playCluster(programs, chosen, seed))];
  } catch (error) {
    if (!(error instanceof ProgramsMissing)) throw error;
    console.log(error.message);
    return [];
  }
}

const outcomes = values.cluster ? await breakCluster() : await breakOne();
const failures = outcomes.flatMap((outcome) => outcome.failures);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
for (const failure of failures) console.error(failure);
console.log(`${passed} passed, ${failures.length} failed`);
if (values.report)
  writeFileSync(values.report, JSON.stringify({ passed, failed: failures.length, failures }));
process.exit(failures.length === 0 ? 0 : 1);
