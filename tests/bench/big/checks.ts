import { setTimeout as delay } from 'node:timers/promises';
import { booksStateSchema } from '../../../contract/books';
import { bookCheckNames } from '../../../contract/console-names';
import { type BookCheck, bookChecks } from '../../../contract/enums';
import { figureDaysSchema, figuresSchema } from '../../../contract/figures';
import { type HistoryState, historyStateSchema } from '../../../contract/history';
import { z } from '../../../contract/zod';
import { run } from '../../../scripts/run-command';
import { changeStatus } from '../../../server/transactions/status';
import { buildDeposit } from '../../builders';
import { type CaughtUp, untilCaughtUp } from '../behind';
import { addTransaction, type BenchPerson } from '../data';
import { median, onWhat, writeResults } from '../report';
import { forgetMail } from '../servers';
import { onFilled, type Product } from './database';
import { percentile } from './measure';
import { emailOfOne, type Size, sizeOf, yearOfOne } from './steps';

/** Requests for figures of each kind; fewer, but more than two, where they take longer than that many milliseconds together. */
const requests = 50;
const enough = 60_000;
/** Rows that an incremental check finds new, and how often that is measured. */
const newRows = 1_000;
const increments = 3;

interface Answer {
  status: number;
  ms: number;
  body: unknown;
}

async function ask({ address }: Product, token: string, path: string): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - begun, body: JSON.parse(text) };
}

/** What an answer brings, which must be a success. */
function read<T extends z.ZodType>(schema: T, { status, body }: Answer): z.infer<T> {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return schema.parse(z.object({ data: z.unknown() }).parse(body).data);
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
/** What the server gives up is answered with 503. */
const givenUp = ({ status }: Answer) => status === 503;

/** Each invariant by itself, and all of them as the Books page asks for them. A seeded database keeps them all. */
async function timeBooks(product: Product): Promise<string[]> {
  const { admin } = product;
  const timed = new Map<BookCheck, Answer>();
  for (const check of bookChecks.options) {
    const answer = await ask(product, admin, `/api/admin/books/${check}`);
    if (!givenUp(answer) && read(z.array(z.unknown()), answer).length > 0) {
      throw new Error(
        `${bookCheckNames[check]}: does not hold, ${JSON.stringify(answer.body).slice(0, 1_000)}`,
      );
    }
    timed.set(check, answer);
    console.log(`${check}: ${answer.status} after ${seconds(answer.ms)} s`);
  }
  return [
    '| the rows that break it, of all accounts | seconds |',
    '|---|--:|',
    ...[...timed].map(
      ([check, answer]) =>
        `| ${bookCheckNames[check]} | ${givenUp(answer) ? `given up after ${seconds(answer.ms)}` : seconds(answer.ms)} |`,
    ),
  ];
}

/** Begins a check of the books as the Books page does, and waits for its end. Answers milliseconds and accounts. */
async function timeBooksCheck(product: Product, path: string): Promise<{ ms: number; accounts: number }> {
  const { check } = read(booksStateSchema, await ask(product, product.admin, path));
  if (!check.running) throw new Error('No check of the books has begun');
  for (;;) {
    const { rows } = await product.pool.query<{ accounts: number; holds: boolean | null; ms: number | null }>(
      `select accounts, holds, (extract(epoch from ended_at - at) * 1000)::float8 as ms from book_runs
       order by at desc limit 1`,
    );
    const [run] = rows;
    if (run && run.ms !== null) {
      if (!run.holds) throw new Error('The books do not hold, or could not be checked');
      return { ms: run.ms, accounts: run.accounts };
    }
    await delay(50);
  }
}

/** All accounts, and those that changed since. */
async function timeAllBooks(product: Product): Promise<string[]> {
  const row = (what: string, { ms, accounts }: { ms: number; accounts: number }) => {
    const line = `| ${what} | ${accounts} | ${seconds(ms)} |`;
    console.log(line);
    return line;
  };
  const whole = await timeBooksCheck(product, '/api/admin/books/recheck');
  await addRows(product);
  await untilCaughtUp(product.pool);
  // Whoever looks begins a check 10 s after the last one began.
  await delay(Math.max(0, 10_500 - whole.ms));
  return [
    '| all checks of the books | accounts | seconds |',
    '|---|--:|--:|',
    row('"Check all accounts" of the Books page', whole),
    row('what changed since', await timeBooksCheck(product, '/api/admin/books/state')),
  ];
}

interface Checked {
  /** Milliseconds until the last leaf was looked at, and until the end. */
  leaves: number;
  all: number;
  size: number;
}

/** Begins a check of the history as the Books page does, and waits for its end. */
async function timeHistory(product: Product, path: string): Promise<Checked> {
  const readState = async (from: string): Promise<HistoryState> =>
    read(historyStateSchema, await ask(product, product.admin, from));
  const begun = performance.now();
  let state = await readState(path);
  let leaves: number | undefined;
  while (state.check.running) {
    if (state.check.done === state.check.total) leaves ??= performance.now() - begun;
    await delay(20);
    state = await readState('/api/admin/history');
  }
  const { check, checkpoint } = state;
  const all = performance.now() - begun;
  if (check.finding || check.problem !== null) throw new Error(check.finding?.message ?? check.problem ?? '');
  if (!checkpoint || check.size !== checkpoint.size) {
    throw new Error(`${check.size} leaves of ${checkpoint?.size} were checked`);
  }
  return { leaves: leaves ?? all, all, size: checkpoint.size };
}

/** Adds deposits of many people and confirms them, as the product does: each makes a report, an entry and two events. */
export async function addRows({ database, pool, adminId }: Product): Promise<void> {
  const { rows: people } = await pool.query<BenchPerson>(
    `select id, first_name as "firstName", last_name as "lastName", email from users
     where type = 'investor' and email <> $1 order by id limit $2`,
    [emailOfOne, newRows / 4],
  );
  const actor = { userId: adminId, requestId: undefined, reason: undefined };
  for (let nth = 0; nth < newRows / 4; nth += 1) {
    const owner = people[nth % people.length];
    if (!owner) throw new Error('There are no investors');
    const id = await addTransaction(database, owner, buildDeposit());
    await database.transact((tx) => changeStatus(tx, actor, id, 'CONFIRMED', undefined));
  }
  await forgetMail(pool);
}

/** `npm run verify`, as a process of its own. */
async function timeVerify({ env }: Product): Promise<number> {
  const begun = performance.now();
  const { code, output } = await run(
    { program: 'node', args: ['dist/server/verify-history.js'], env },
    { capture: true },
  );
  if (code !== 0) throw new Error(`npm run verify: ${code}\n${output}`);
  return performance.now() - begun;
}

async function timeChecks(product: Product, filled: CaughtUp): Promise<string[]> {
  const verify = await timeVerify(product);
  console.log(`verify: ${seconds(verify)} s`);
  const whole = await timeHistory(product, '/api/admin/history/check');
  console.log(`whole check: ${seconds(whole.all)} s`);
  const increment: Checked[] = [];
  let { size } = whole;
  for (let round = 0; round < increments; round += 1) {
    await addRows(product);
    await untilCaughtUp(product.pool);
    const checked = await timeHistory(product, '/api/admin/history');
    if (checked.size - size < newRows) throw new Error(`${checked.size - size} leaves are new`);
    size = checked.size;
    increment.push(checked);
    console.log(`incremental check: ${seconds(checked.all)} s`);
  }
  const [leaves, all] = (['leaves', 'all'] as const).map((part) => median(increment.map((one) => one[part])));
  return [
    '| sealed history | leaves | until the last leaf, s | in all, s |',
    '|---|--:|--:|--:|',
    `| \`npm run verify\` | ${whole.size} | | ${seconds(verify)} |`,
    `| "Check all rows" of the Books page | ${whole.size} | ${seconds(whole.leaves)} | ${seconds(whole.all)} |`,
    `| what came since, median of ${increments} | ${newRows} | ${seconds(leaves ?? 0)} | ${seconds(all ?? 0)} |`,
    '',
    `After the seeding, ${filled.leaves} rows were sealed in ${filled.sealing.toFixed(0)} s, while ${filled.entries} entries were put into the figures by day in ${filled.following.toFixed(0)} s.`,
  ];
}

/** Asks for figures until it is enough; a row of a table. */
async function timeFigures(
  product: Product,
  what: string,
  token: string,
  schema: z.ZodType,
  pathOf: (nth: number) => string,
): Promise<string> {
  const times: number[] = [];
  const begun = performance.now();
  // The first one is for warming up.
  for (let nth = 0; nth <= requests && (nth <= 3 || performance.now() - begun < enough); nth += 1) {
    const answer = await ask(product, token, pathOf(nth));
    if (givenUp(answer)) return `| ${what} | ${nth + 1} | given up after ${seconds(answer.ms)} s | | |`;
    read(schema, answer);
    if (nth > 0) times.push(answer.ms);
  }
  const figures = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1));
  const row = `| ${what} | ${times.length} | ${figures.join(' | ')} |`;
  console.log(row);
  return row;
}

/** Moments all over the year. */
function momentOf(nth: number): string {
  const begin = Date.parse(yearOfOne.from);
  return new Date(begin + ((nth * 7_919) % 8_760) * 3_600_000).toISOString();
}

async function timeYear(product: Product): Promise<string[]> {
  const one = await product.signIn(emailOfOne);
  const { admin } = product;
  const year = new URLSearchParams(yearOfOne);
  const at = (nth: number) => new URLSearchParams({ at: momentOf(nth) });
  return [
    '| request, ms | number | p50 | p95 | max |',
    '|---|--:|--:|--:|--:|',
    await timeFigures(
      product,
      "the chart of one account's year",
      one,
      figureDaysSchema,
      () => `/api/account/figures/days?${year}`,
    ),
    await timeFigures(
      product,
      'the figures of one account at a moment',
      one,
      figuresSchema,
      (nth) => `/api/account/figures?${at(nth)}`,
    ),
    await timeFigures(
      product,
      'the chart of all accounts for that year',
      admin,
      figureDaysSchema,
      () => `/api/account/all/figures/days?${year}`,
    ),
    await timeFigures(
      product,
      'the figures of all accounts at a moment',
      admin,
      figuresSchema,
      (nth) => `/api/account/all/figures?${at(nth)}`,
    ),
  ];
}

/** Fails the run when the account of the year is not what the table says. */
async function requireOne({ pool }: Product, { ofOne }: Size): Promise<void> {
  const { rows } = await pool.query<{ entries: number; days: number }>(
    `select count(*)::int as entries, count(distinct (created_at at time zone 'UTC')::date)::int as days
     from ledger_entries where user_id = (select id from users where email = $1) and kind = 'transaction'`,
    [emailOfOne],
  );
  const [found] = rows;
  if (found?.entries !== ofOne || found?.days !== 365) throw new Error(`One: ${JSON.stringify(found)}`);
}

/** Checks of the books and of the sealed history, and figures over time. Writes its part of docs/benchmark.md. */
export async function benchChecks(folder: string, size: Size, filled: CaughtUp): Promise<void> {
  const lines = await onFilled(folder, size, async (product) => {
    await requireOne(product, size);
    // Figures first: what is measured later adds rows.
    const year = await timeYear(product);
    const books = [...(await timeAllBooks(product)), '', ...(await timeBooks(product))];
    return [
      `${onWhat()}, embedded PostgreSQL, ${sizeOf(size)}, of whom one has ${size.ofOne} entries within a year; one request at a time.`,
      '',
      ...(await timeChecks(product, filled)),
      '',
      ...books,
      '',
      ...year,
    ];
  });
  console.log(lines.join('\n'));
  writeResults('checks', lines);
}
