import { join } from 'node:path';
import pg from 'pg';
import { bookProblems } from '../support/books';
import { type Acknowledged, type Load, startLoad } from './load';
import type { Outcome } from './outcome';
import { textInDevMailbox } from './requests';
import type { Fault, Victim } from './victim';

const clients = 16;
/** Milliseconds of load before a fault; a different moment each time. */
const loadTime = { shortest: 300, longest: 1_200 };

/** What is wrong after a restart; `promised` is what had been acknowledged before the fault. */
async function examine(victim: Victim, promised: readonly Acknowledged[]): Promise<string[]> {
  const host = join(victim.dataDir, 'socket');
  const pool = new pg.Pool({ host, user: 'postgres', database: 'postgres', max: 1 });
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query<{ id: string; mark: string; status: string }>(
      'select id, coalesce(transaction_id, wallet) as mark, status from transactions',
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const marks = new Set(rows.map(({ mark }) => mark));
    const problems = promised.flatMap(({ id, mark, status }) => {
      const row = stored.get(id);
      if (row?.mark !== mark) return [`lost: the transaction ${mark}`];
      // Each gets one status after PENDING; the answer that says so may still be on its way.
      return status !== 'PENDING' && row.status !== status ? [`lost: ${mark} was ${status}`] : [];
    });
    if (marks.size !== rows.length) problems.push(`doubled: ${rows.length - marks.size} transactions`);
    return [...problems, ...(await bookProblems(pool))];
  } finally {
    await pool.end();
  }
}

interface Round {
  problems: string[];
  /** Milliseconds from the fault until it answered again. */
  restart: number;
}

async function playRound(victim: Victim, load: Load, fault: Fault): Promise<Round> {
  const { shortest, longest } = loadTime;
  await new Promise((resolve) => setTimeout(resolve, shortest + Math.random() * (longest - shortest)));
  const promised = load.acknowledged.map((entry) => ({ ...entry }));
  await victim.suffer(fault);
  const begun = performance.now();
  // A database that was stopped under the running product is the product's to start again.
  if (fault === 'database') await victim.untilReady();
  else await victim.start();
  const restart = performance.now() - begun;
  // A client that was refused has gone, and without clients there is nothing to lose.
  return { problems: [...load.refusals, ...(await examine(victim, promised))], restart };
}

/** Ends the product, or its database, or both, in the given order under load, and looks at the books each time. */
export async function playOutages(victim: Victim, faults: readonly Fault[]): Promise<Outcome> {
  const { address } = victim;
  const failures: string[] = [];
  const restarts = new Map<Fault, number[]>();
  await victim.start();
  const load = await startLoad({ address, clients, textOf: (email) => textInDevMailbox(address, email) });
  for (const [index, fault] of faults.entries()) {
    const { problems, restart } = await playRound(victim, load, fault);
    restarts.set(fault, [...(restarts.get(fault) ?? []), restart]);
    if (problems.length > 0) failures.push(`round ${index + 1}, ${fault}: ${shorten(problems)}`);
    console.log(
      `${String(index + 1).padStart(3)}/${faults.length}  ${fault.padEnd(20)} ${problems.length === 0 ? 'ok    ' : 'FAILED'} ${load.acknowledged.length} writes, back after ${Math.round(restart)} ms`,
    );
  }
  await load.stop();
  const atTheEnd = [...(await examine(victim, load.acknowledged)), ...load.refusals];
  const passed = faults.length - failures.length + (atTheEnd.length === 0 ? 1 : 0);
  if (atTheEnd.length > 0) failures.push(`at the end: ${shorten(atTheEnd)}`);
  for (const [fault, times] of restarts) {
    const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    console.log(
      `${fault}: ended ${times.length} times, median ${Math.round(median)} ms until it answered again`,
    );
  }
  console.log(`${load.acknowledged.length} transactions acknowledged, ${load.retries()} requests sent again`);
  return { passed, failures };
}

const shorten = (problems: string[]) => problems.slice(0, 5).join('; ');
