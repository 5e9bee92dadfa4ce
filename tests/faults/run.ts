import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { bookProblems } from '../support/books';
import { freePort } from '../support/free-port';
import { type Acknowledged, type Load, startLoad } from './load';
import { type Fault, Victim } from './victim';

/*
 * `node --import tsx tests/faults/run.ts [--rounds 20] [--report FILE]`, on the built product: ends it again and again
 * while clients deposit and confirm, and after each restart looks for what was acknowledged, and at the books.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, report: { type: 'string' } },
});
const rounds = Number(values.rounds);
const clients = 16;
/** Milliseconds of load before a fault; a different moment each time. */
const loadTime = { shortest: 300, longest: 1_200 };

const plan: Fault[] = [
  ...Array.from({ length: rounds }, (): Fault => 'server'),
  ...Array.from({ length: rounds }, (): Fault => 'server and database'),
  // An operator's restart of the database under the running product.
  'database',
];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is wrong after a restart; `promised` is what had been acknowledged before the fault. */
async function examine(victim: Victim, promised: Acknowledged[]): Promise<string[]> {
  const pool = new pg.Pool({
    host: join(victim.dataDir, 'socket'),
    user: 'postgres',
    database: 'postgres',
    max: 1,
  });
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query<{ id: string; reference: string; status: string }>(
      'select id, transaction_id as reference, status from transactions',
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const references = new Set(rows.map(({ reference }) => reference));
    const problems = promised.flatMap(({ id, key, confirmed }) => {
      const row = stored.get(id);
      if (row?.reference !== key) return [`lost: the deposit ${key}`];
      return confirmed && row.status !== 'CONFIRMED' ? [`lost: the confirmation of ${key}`] : [];
    });
    if (references.size !== rows.length) problems.push(`doubled: ${rows.length - references.size} deposits`);
    return [...problems, ...(await bookProblems(pool))];
  } finally {
    await pool.end();
  }
}

async function playRound(
  victim: Victim,
  load: Load,
  fault: Fault,
): Promise<{ problems: string[]; restart: number }> {
  await pause(loadTime.shortest + Math.random() * (loadTime.longest - loadTime.shortest));
  const promised = load.acknowledged.map((entry) => ({ ...entry }));
  await victim.suffer(fault);
  const begun = performance.now();
  if (fault === 'database') {
    await pause(200);
    while (
      !(await fetch(`${victim.address}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (performance.now() - begun > 30_000)
        return { problems: ['the database did not come back'], restart: 0 };
      await pause(20);
    }
    if (!victim.isRunning()) return { problems: ['the server ended with its database'], restart: 0 };
  } else await victim.start();
  const restart = performance.now() - begun;
  return { problems: await examine(victim, promised), restart };
}

async function main(): Promise<{ passed: number; failed: number; failures: string[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'averin-faults-'));
  const victim = new Victim(dataDir, await freePort());
  const failures: string[] = [];
  const restarts = new Map<Fault, number[]>();
  let passed = 0;
  try {
    await victim.start();
    const load = await startLoad(victim, clients);
    for (const [index, fault] of plan.entries()) {
      const { problems, restart } = await playRound(victim, load, fault);
      restarts.set(fault, [...(restarts.get(fault) ?? []), restart]);
      if (problems.length === 0) passed += 1;
      else failures.push(`round ${index + 1}, ${fault}: ${problems.slice(0, 5).join('; ')}`);
      console.log(
        `${String(index + 1).padStart(3)}/${plan.length}  ${fault.padEnd(20)} ${problems.length === 0 ? 'ok' : 'FAILED'}   ${load.acknowledged.length} deposits, back after ${Math.round(restart)} ms`,
      );
    }
    await load.stop();
    const last = await examine(victim, load.acknowledged);
    const unanswered = [...last, ...load.refusals];
    if (unanswered.length === 0) passed += 1;
    else failures.push(`at the end: ${unanswered.slice(0, 5).join('; ')}`);
    summarize(restarts, load);
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  } finally {
    await victim.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { passed, failed: failures.length, failures };
}

function summarize(restarts: Map<Fault, number[]>, load: Load): void {
  for (const [fault, times] of restarts) {
    const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    console.log(
      `${fault}: ended ${times.length} times, median ${Math.round(median)} ms until it answered again`,
    );
  }
  console.log(`${load.acknowledged.length} deposits acknowledged, ${load.retries()} requests sent again`);
}

const report = await main();
for (const failure of report.failures) console.error(failure);
if (values.report) writeFileSync(values.report, JSON.stringify(report));
process.exit(report.failed === 0 ? 0 : 1);
