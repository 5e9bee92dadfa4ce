import pg from 'pg';
import { cryptos, planValues } from '../../contract/enums';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { sealingLock } from '../../server/history/seal-batch';
import { lists, pageSize } from './big/queries';
import { prepareData } from './data';
import { measure, type Workload, warm } from './load';
import { median, onWhat, writeResults } from './report';
import { addressesOf, end, inFolder, startServer, unlimited } from './servers';

/** Writes per second, each a row and a commit of its own, by so many connections. */
const writesPerSecond = 1_000;
const writers = 4;

/**
 * What is written to meanwhile: nothing; the transactions; or a table as theirs, with the same indexes and with triggers
 * that keep count of it elsewhere. The last one takes as much of the machine and changes nothing that a list reads.
 */
const tables = { quiet: undefined, written: 'transactions', beside: 'bench_transactions' } as const;
type Turn = keyof typeof tables;
const turns: readonly Turn[] = ['quiet', 'written', 'beside'];

const copyOfTransactions = `
  create table bench_transactions (like transactions including all);
  create table bench_counts (like list_counts including all);
  create table bench_sums (like kept_sums including all);
  do $copy$
  declare body text := pg_get_functiondef('count_transactions()'::regprocedure);
  begin
    body := replace(body, 'count_transactions', 'count_bench_transactions');
    body := replace(body, 'list_counts', 'bench_counts');
    execute replace(body, 'kept_sums', 'bench_sums');
  end $copy$;
  create trigger counted after insert on bench_transactions
    referencing new table as added for each statement execute function count_bench_transactions();`;

const arrayOf = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;

/** Adds waiting deposits of the people, evenly over so many seconds. */
const writing = (table: string, people: readonly string[], seconds: number) => `
  do $write$
  declare
    people uuid[] := ${arrayOf(people)}::uuid[];
    cryptos text[] := ${arrayOf(cryptos.options)};
    plans text[] := ${arrayOf(planValues.options)};
    begun timestamptz := clock_timestamp();
    done int := 0;
  begin
    while clock_timestamp() < begun + interval '${seconds} s' loop
      insert into ${table} (id, user_id, trx_type, amount, plan, crypto, transaction_id, status)
        values (uuidv7(), people[1 + done % cardinality(people)], 'DEPOSIT', 100000 + done,
          plans[1 + done % cardinality(plans)], cryptos[1 + done % cardinality(cryptos)], md5(random()::text), 'PENDING');
      commit;
      done := done + 1;
      perform pg_sleep(extract(epoch from
        begun + done * interval '1 s' / ${writesPerSecond / writers} - clock_timestamp()));
    end loop;
  end $write$`;

/** The first page of each list, asked for by one administrator after the other. */
function listWorkloads(admins: readonly string[]): Workload[] {
  let turn = 0;
  return Object.values(lists).map(({ path }) => ({
    title: `GET ${path}`,
    status: 200,
    next: (request) => ({
      ...request,
      method: 'GET',
      path: `${path}?${new URLSearchParams({ range: JSON.stringify([0, pageSize - 1]) })}`,
      headers: { authorization: `Bearer ${admins[turn++ % admins.length] ?? ''}` },
    }),
  }));
}

/** Requests and writes per second. */
interface Rates {
  reads: number;
  writes: number;
}

interface Scene {
  address: string;
  people: readonly string[];
  pool: pg.Pool;
}

async function countRows(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

async function take(
  { address, people, pool }: Scene,
  workload: Workload,
  turn: Turn,
  seconds: number,
): Promise<Rates> {
  const table = tables[turn];
  if (table === undefined) return { reads: await measure(address, workload, seconds), writes: 0 };
  const before = await countRows(pool, table);
  const writes = Array.from({ length: writers }, () => pool.query(writing(table, people, seconds)));
  const reads = await measure(address, workload, seconds);
  await Promise.all(writes);
  return { reads, writes: ((await countRows(pool, table)) - before) / seconds };
}

async function compare(scene: Scene, workload: Workload, rounds: number, seconds: number): Promise<string> {
  await warm(scene.address, workload);
  const taken: Record<Turn, Rates>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const rates = { quiet: nothing, written: nothing, beside: nothing };
    for (const nth of turns.keys()) {
      const turn = turns[(nth + round) % turns.length] ?? 'quiet';
      rates[turn] = await take(scene, workload, turn, seconds);
    }
    taken.push(rates);
  }
  const rate = (turn: Turn, what: keyof Rates) => median(taken.map((rates) => rates[turn][what]));
  const ratio = (to: Turn) => median(taken.map((rates) => rates.written.reads / rates[to].reads)).toFixed(2);
  const cells = [
    ...turns.map((turn) => Math.round(rate(turn, 'reads'))),
    Math.round(rate('written', 'writes')),
    Math.round(rate('beside', 'writes')),
    ratio('quiet'),
    ratio('beside'),
  ];
  return `| \`${workload.title}\` | ${cells.join(' | ')} |`;
}

const nothing: Rates = { reads: 0, writes: 0 };

/**
 * Lists of the console while rows are added to what they show, against the same lists while nothing is written, and while
 * as much is written that no list shows. Writes its part of docs/benchmark.md.
 */
export function benchWrittenLists(rounds: number, seconds: number): Promise<void> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded({ dataDir: folder, log: console.log });
    const addresses = addressesOf(embedded);
    const env = { ...unlimited, DATA_DIR: folder, ...addresses };
    const pool = new pg.Pool({ connectionString: addresses.DATABASE_OWNER_URL, max: writers });
    const holder = new pg.Client({ connectionString: addresses.DATABASE_OWNER_URL });
    try {
      const { admins, people } = await prepareData(env);
      await pool.query(copyOfTransactions);
      // Nothing is sealed meanwhile: only one of the two tables has a history, and what that costs is measured apart.
      await holder.connect();
      await holder.query(`select pg_advisory_lock(${sealingLock})`);
      const { child, address } = await startServer('product', env);
      try {
        const scene: Scene = { address, people: people.map(({ id }) => id), pool };
        const lines: string[] = [];
        for (const workload of listWorkloads(admins)) {
          lines.push(await compare(scene, workload, rounds, seconds));
          console.log(lines.at(-1));
        }
        writeResults('written lists', [
          `${onWhat()}, embedded PostgreSQL, ${rounds} rounds of ${seconds} s each, 16 connections, medians.`,
          '',
          '| call | quiet, requests/s | transactions written | a copy written | writes/s to transactions | to the copy | ratio to quiet | ratio to the copy |',
          '|---|--:|--:|--:|--:|--:|--:|--:|',
          ...lines,
        ]);
      } finally {
        await end(child);
      }
    } finally {
      await holder.end();
      await pool.end();
      await embedded.stop();
    }
  });
}
