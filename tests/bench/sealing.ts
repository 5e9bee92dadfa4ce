import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { type Embedded, startEmbedded } from '../../server/db/embedded/start-embedded';
import { sealingLock } from '../../server/history/seal-batch';
import { untilSealed, watchSealing } from './behind';
import { prepareData } from './data';
import { measure, type Workload, workloads } from './load';
import { memoryOf } from './memory';
import { processorTime } from './processor';
import { median, onWhat, writeResults } from './report';
import {
  addDatabase,
  addressesOf,
  end,
  forgetMail,
  holdMail,
  inFolder,
  startServer,
  unlimited,
} from './servers';

const names = ['sealing', 'without', 'again'] as const;
type Name = (typeof names)[number];

/** Seconds of load before each turn: sealing does then what it does all the time, and has as much left at the end as at the beginning. */
const runUp = 3;
/** How much longer than a turn the load lasts in which sealing and memory are watched. */
const longer = 10;

/** A product with a database of its own. */
interface Side {
  address: string;
  child: ChildProcess;
  /** Deposits and decisions. */
  works: Workload[];
  /** Of the product and of PostgreSQL. */
  pids: number[];
  /** Owns the tables. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/** What another replica of the product holds while it seals: where somebody holds it all the time, nothing is sealed. */
const holdLock = `select pg_advisory_lock(${sealingLock})`;

async function startSide(embedded: Embedded, folder: string, name: Name): Promise<Side> {
  const database = `bench_${name}`;
  await addDatabase(embedded, database);
  const addresses = addressesOf(embedded, database);
  const env = { ...unlimited, DATA_DIR: join(folder, name), ...addresses };
  const data = await prepareData(env);
  const pool = new pg.Pool({ connectionString: addresses.DATABASE_OWNER_URL, max: 1 });
  await holdMail(pool);
  const holder = new pg.Client({ connectionString: addresses.DATABASE_OWNER_URL });
  await holder.connect();
  if (name !== 'sealing') await holder.query(holdLock);
  const { child, address } = await startServer('product', env);
  return {
    ...{ address, child, pool, works: workloads(data).slice(1), pids: [embedded.pid, child.pid ?? 0] },
    async close() {
      await end(child);
      await holder.end();
      await pool.end();
    },
  };
}

/** Fails the run when a side has sealed that should not have, or the other way round. */
async function requireSealing(name: Name, { pool }: Side): Promise<void> {
  const { rows } = await pool.query<{ sealed: boolean }>(
    'select exists (select from history_leaves) as sealed',
  );
  if (rows[0]?.sealed !== (name === 'sealing')) throw new Error(`${name}: sealed is ${rows[0]?.sealed}`);
}

type Sides = Record<Name, Side>;

/** Of one turn: requests per second, and milliseconds of a processor for each, in the product and in PostgreSQL. */
interface Turn {
  rate: number;
  processor: number;
}

async function take({ address, pids }: Side, work: Workload, seconds: number): Promise<Turn> {
  const before = processorTime(pids);
  const rate = await measure(address, work, seconds);
  return { rate, processor: (processorTime(pids) - before) / (rate * seconds) };
}

/** Each side in turns; who begins changes. What a round's turns have in common, its ratios are free of. */
async function compare(sides: Sides, nth: number, rounds: number, seconds: number) {
  const taken: Record<Name, Turn>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns: Partial<Record<Name, Turn>> = {};
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] ?? 'sealing';
      const { address, pool, works } = sides[name];
      const work = workOf(works, nth);
      await measure(address, work, runUp);
      turns[name] = await take(sides[name], work, seconds);
      // What is left belongs to this turn, and must not be done during the next.
      if (name === 'sealing') await untilSealed(pool);
      await forgetMail(pool);
    }
    const { sealing, without, again } = turns;
    if (sealing && without && again) taken.push({ sealing, without, again });
  }
  return {
    of: (name: Name, what: keyof Turn) => median(taken.map((turns) => turns[name][what])),
    ratio: (name: Name) => median(taken.map((turns) => turns[name].rate / turns.without.rate)).toFixed(2),
  };
}

function workOf(works: readonly Workload[], nth: number): Workload {
  const work = works[nth];
  if (!work) throw new Error('There is no such workload');
  return work;
}

/** How far behind sealing is at most, and what the process takes, while the load goes on. */
async function watch({ address, child, pool, works }: Side, nth: number, seconds: number) {
  const { pid } = child;
  if (pid === undefined) throw new Error('The product has no process');
  const work = workOf(works, nth);
  const begin = memoryOf(pid).now;
  const { done: rate, most } = await watchSealing(pool, measure(address, work, seconds));
  const atEnd = memoryOf(pid).now;
  await untilSealed(pool);
  await forgetMail(pool);
  return `| \`${work.title}\` | ${Math.round(rate)} | ${most.seconds.toFixed(1)} | ${most.rows} | ${begin} | ${atEnd} |`;
}

/**
 * What the sealed history costs deposits and decisions, how far behind it is at most, and whether the process grows. Writes
 * its part of docs/benchmark.md.
 */
export function benchSealing(rounds: number, seconds: number): Promise<void> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded({ dataDir: folder, log: console.log });
    const started: Side[] = [];
    const start = async (name: Name) => {
      const side = await startSide(embedded, folder, name);
      started.push(side);
      return side;
    };
    try {
      const sides: Sides = {
        sealing: await start('sealing'),
        without: await start('without'),
        again: await start('again'),
      };
      await untilSealed(sides.sealing.pool);
      const titles = sides.sealing.works.map(({ title }) => title);
      const compared: string[] = [];
      for (const [nth, title] of titles.entries()) {
        const { of, ratio } = await compare(sides, nth, rounds, seconds);
        const rates = (['sealing', 'without'] as const).map((name) => Math.round(of(name, 'rate')));
        const times = (['sealing', 'without'] as const).map((name) => of(name, 'processor').toFixed(2));
        const cells = [...rates, ratio('sealing'), ratio('again'), ...times];
        compared.push(`| \`${title}\` | ${cells.join(' | ')} |`);
        console.log(compared.at(-1));
      }
      for (const name of names) await requireSealing(name, sides[name]);
      const watched: string[] = [];
      for (const nth of titles.keys()) {
        watched.push(await watch(sides.sealing, nth, seconds * longer));
        console.log(watched.at(-1));
      }
      writeResults('sealing', [
        `${onWhat()}, embedded PostgreSQL, ${rounds} rounds of ${seconds} s each, 16 connections, medians.`,
        '',
        '| call | sealing, requests/s | without, requests/s | ratio | without against itself | sealing, ms of a processor for each | without, ms |',
        '|---|--:|--:|--:|--:|--:|--:|',
        ...compared,
        '',
        `| sealing, under load for ${seconds * longer} s | requests/s | behind at most, s | rows | memory at first, MB | in the end, MB |`,
        '|---|--:|--:|--:|--:|--:|',
        ...watched,
      ]);
    } finally {
      for (const side of started) await side.close();
      await embedded.stop();
    }
  });
}
