import { join } from 'node:path';
import { SimpleFaker } from '@faker-js/faker';
import pg from 'pg';
import type { Clients } from '../history/clients';
import { Examiner, shorten } from './examine';
import { examineHistory, startLoad } from './load';
import type { Outcome } from './outcome';
import { textInDevMailbox } from './requests';
import type { Fault, Victim } from './victim';

const accounts = 4;
/** Clients of one account. */
const each = 4;
/** Milliseconds of load before a fault; a different moment each time. */
const loadTime = { min: 300, max: 1_200 };

interface Round {
  problems: string[];
  /** Milliseconds from the fault until it answered again. */
  restart: number;
}

/** What is played with. */
interface Scene {
  victim: Victim;
  load: Clients;
  examiner: Examiner;
}

async function playRound({ victim, load, examiner }: Scene, fault: Fault, wait: number): Promise<Round> {
  await new Promise((resolve) => setTimeout(resolve, wait));
  await examiner.hold();
  const promised = load.acknowledged;
  await victim.suffer(fault);
  const begun = performance.now();
  // A database that was stopped under the running product is the product's to start again.
  if (fault === 'database') await victim.untilReady();
  else await victim.start();
  const restart = performance.now() - begun;
  // A client that met a mistake has gone, and without clients there is nothing to lose.
  return { problems: [...load.mistakes, ...(await examiner.examine(promised))], restart };
}

/**
 * Ends the product, or its database, or both, in the given order under load, and looks at the books and the sealed history
 * each time; in the end checks the history of every account. The seed decides what the clients do and when a fault comes.
 */
export async function playOutages(victim: Victim, faults: readonly Fault[], seed: number): Promise<Outcome> {
  const host = join(victim.dataDir, 'socket');
  const pool = new pg.Pool({ host, user: 'postgres', database: 'postgres', max: 1 });
  pool.on('error', () => {});
  try {
    return await playOn(victim, new Examiner(pool, victim.dataDir), faults, seed);
  } finally {
    await pool.end();
  }
}

async function playOn(
  victim: Victim,
  examiner: Examiner,
  faults: readonly Fault[],
  seed: number,
): Promise<Outcome> {
  const { address } = victim;
  const failures: string[] = [];
  const restarts = new Map<Fault, number[]>();
  await victim.start();
  const textOf = (email: string) => textInDevMailbox(address, email);
  const load = await startLoad({ address, seed, accounts, each, textOf });
  const random = new SimpleFaker();
  random.seed(seed);
  for (const [index, fault] of faults.entries()) {
    const { problems, restart } = await playRound(
      { victim, load, examiner },
      fault,
      random.number.int(loadTime),
    );
    restarts.set(fault, [...(restarts.get(fault) ?? []), restart]);
    if (problems.length > 0) failures.push(`round ${index + 1}, ${fault}: ${shorten(problems)}`);
    console.log(
      `${String(index + 1).padStart(3)}/${faults.length}  ${fault.padEnd(20)} ${problems.length === 0 ? 'ok    ' : 'FAILED'} ${load.acknowledged.length} transactions, back after ${Math.round(restart)} ms`,
    );
  }
  const unexplained = await examineHistory(load);
  const atTheEnd = [...(await examiner.examine(load.acknowledged)), ...load.mistakes];
  const passed =
    faults.length - failures.length + (atTheEnd.length === 0 ? 1 : 0) + (unexplained.length === 0 ? 1 : 0);
  if (atTheEnd.length > 0) failures.push(`at the end: ${shorten(atTheEnd)}`);
  if (unexplained.length > 0) failures.push(`history: ${unexplained.join('\n')}`);
  for (const [fault, times] of restarts) {
    const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    console.log(
      `${fault}: ended ${times.length} times, median ${Math.round(median)} ms until it answered again`,
    );
  }
  console.log(`all sealed after ${Math.round(examiner.longestWait)} ms at most`);
  console.log(`${load.acknowledged.length} transactions acknowledged, ${load.retries} requests sent again`);
  return { passed, failures };
}
