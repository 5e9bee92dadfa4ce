import type pg from 'pg';
import type { CaughtUp } from '../behind';
import type { BenchData, BenchPerson } from '../data';
import { measure, workloads } from '../load';
import { median, onWhat, writeResults } from '../report';
import { forgetMail, inFolder } from '../servers';
import { fillDatabase, onFilled, type Product } from './database';
import { percentile } from './measure';
import type { Size } from './steps';

/** People who send, and transactions that are decided on, each pass with another status. */
const senders = 200;
const decided = 2_000;
/** Pages of lists that are asked for. */
const pages = 60;
const pagePaths = ['/api/transaction/transactions', '/api/user/users', '/api/account/all'];
/** Tables with less than this share of all bytes are added up. */
const smallest = 0.01;

interface Table {
  name: string;
  rows: number;
  /** Bytes of rows with what is stored beside them, and of indexes. */
  table: number;
  indexes: number;
}

interface Rate {
  title: string;
  /** Requests a second. */
  rate: number;
  /** Bytes of PostgreSQL's log for each. */
  log: number;
}

interface Scale {
  size: Size;
  caughtUp: CaughtUp;
  tables: Table[];
  rates: Rate[];
  /** Milliseconds of a page, in the middle and of 95 of 100. */
  page: { p50: number; p95: number };
}

async function readTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows,
      pg_table_size(oid)::float8 as table, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     order by pg_total_relation_size(oid) desc`,
  );
  return rows;
}

/** Who sends and what is decided on, of those that a filled database has. */
async function chooseData({ pool, admin, signIn }: Product): Promise<BenchData> {
  const { rows: people } = await pool.query<BenchPerson>(
    `select id, first_name as "firstName", last_name as "lastName", email from users
     where type = 'investor' order by id limit $1`,
    [senders],
  );
  // Deposits: a withdrawal of a seeded person may be refused a second time.
  const { rows: transactions } = await pool.query<{ id: string }>(
    `select id from transactions where trx_type = 'DEPOSIT' and status = 'DECLINED' order by id desc limit $1`,
    [decided],
  );
  return {
    people,
    investors: await Promise.all(people.map(({ email }) => signIn(email))),
    admin,
    admins: [admin],
    transactions: transactions.map(({ id }) => id),
    ofOne: [],
  };
}

async function readLogPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}

async function measureRates(product: Product, rounds: number, seconds: number): Promise<Rate[]> {
  const data = await chooseData(product);
  const rates: Rate[] = [];
  for (const workload of workloads(data)) {
    await measure(product.address, workload, 1);
    const figures: { rate: number; log: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await readLogPosition(product.pool);
      const rate = await measure(product.address, workload, seconds);
      figures.push({ rate, log: ((await readLogPosition(product.pool)) - before) / (rate * seconds) });
      await forgetMail(product.pool);
    }
    const { title } = workload;
    rates.push({
      title,
      rate: median(figures.map(({ rate }) => rate)),
      log: median(figures.map(({ log }) => log)),
    });
  }
  return rates;
}

async function measurePages({ address, admin }: Product): Promise<Scale['page']> {
  const times: number[] = [];
  for (let nth = 0; nth < pages; nth += 1) {
    const begun = performance.now();
    const path = `${pagePaths[nth % pagePaths.length]}?range=${encodeURIComponent('[0,19]')}`;
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${admin}` } });
    await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    times.push(performance.now() - begun);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);
const sum = (tables: readonly Table[], of: 'table' | 'indexes') =>
  tables.reduce((total, table) => total + table[of], 0);

/** A line for each table that matters, and one for the others. */
function tableLines({ size, tables }: Scale): string[] {
  const all = sum(tables, 'table') + sum(tables, 'indexes');
  const isLarge = ({ table, indexes }: Table) => table + indexes >= all * smallest;
  const line = (name: string, rows: string, each: Pick<Table, 'table' | 'indexes'>, of: number) =>
    `| ${size.transactions} | ${name} | ${rows} | ${megabytes(each.table)} | ${megabytes(each.indexes)} | ${of > 0 ? `${Math.round(each.table / of)} + ${Math.round(each.indexes / of)}` : ''} |`;
  const others = tables.filter((table) => !isLarge(table));
  return [
    ...tables
      .filter(isLarge)
      .map((table) => line(`\`${table.name}\``, String(Math.round(table.rows)), table, table.rows)),
    line('all others', '', { table: sum(others, 'table'), indexes: sum(others, 'indexes') }, 0),
    line(
      '**all**, bytes for each transaction',
      '',
      { table: sum(tables, 'table'), indexes: sum(tables, 'indexes') },
      size.transactions,
    ),
  ];
}

function rateLine({ size, caughtUp, rates, page }: Scale): string {
  const cells = rates.flatMap(({ rate, log }) => [rate.toFixed(0), (log / 1_000).toFixed(1)]);
  // Reads leave nothing worth naming in the log.
  cells.splice(1, 1);
  const sealing = caughtUp.leaves / caughtUp.sealing;
  return `| ${[size.transactions, ...cells, page.p50.toFixed(1), page.p95.toFixed(1), sealing.toFixed(0)].join(' | ')} |`;
}

/**
 * What one database holds: sizes of tables and indexes, and how many requests a second it takes, when it has so many transactions.
 * Writes its part of docs/scale.md.
 */
export async function benchScale(counts: readonly number[], rounds: number, seconds: number): Promise<void> {
  const scales: Scale[] = [];
  for (const transactions of counts) {
    const size: Size = { users: Math.ceil(transactions / 10), transactions };
    const scale = await inFolder(async (folder): Promise<Scale> => {
      const caughtUp = await fillDatabase(folder, size);
      return onFilled(folder, size, async (product) => ({
        size,
        caughtUp,
        tables: await readTables(product.pool),
        page: await measurePages(product),
        rates: await measureRates(product, rounds, seconds),
      }));
    });
    scales.push(scale);
    console.log([...tableLines(scale), rateLine(scale)].join('\n'));
    writeResults(
      'scale',
      [
        `${onWhat()}, embedded PostgreSQL with 128 MB of its own memory, ${rounds} rounds of ${seconds} s, 16 connections, medians.`,
        '',
        '| transactions | accounts read/s | deposits/s | log of each, kB | decisions/s | log of each, kB | page p50, ms | p95 | rows sealed/s |',
        '|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
        ...scales.map(rateLine),
        '',
        '| transactions | table | rows | table, MB | indexes, MB | bytes of a row: table + indexes |',
        '|--:|---|--:|--:|--:|--:|',
        ...scales.flatMap(tableLines),
      ],
      'scale.md',
    );
  }
}
