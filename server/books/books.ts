import type { BookCheckResult, BooksState, Offender } from '../../contract/books';
import { bookCheckNames } from '../../contract/console-names';
import { type BookCheck, bookChecks } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import type { Database } from '../db/client';
import { readCluster } from '../db/cluster';
import { Refusal } from '../errors/refusal';
import type { ListRequest, Page } from '../lists/list';
import { toDollars } from '../money';
import { everything, type Invariant, invariants, type Scope } from './invariants';
import { type BookRun, beginOnlyRun, beginRun, endRun, noteProgress, readChanges, readRuns } from './runs';
import { type Batch, batchesOf, createSweep } from './sweep';

/** Milliseconds: a statement reads many rows, and gets longer than an ordinary one does. */
const checkTimeout = 20_000;
/** Rows of an answer that names no range. */
const wholeList = 1_000;
/** Milliseconds after which whoever looks has the books checked again, and after which all accounts are. */
const freshFor = 10_000;
const wholeEvery = 3_600_000;
/** Milliseconds from one note of how far a check is to the next. */
const noteEvery = 500;

export interface Books {
  /** Checks every invariant over all data, one after the other, and keeps when that was and how it ended. */
  check(): Promise<BookCheckResult[]>;
  /**
   * How they stand. Begins to check the accounts that changed since the last check, or all when that was not done for an
   * hour or when something did not hold.
   */
  read(): Promise<BooksState>;
  /** The same, checking all accounts anew. */
  recheck(): Promise<BooksState>;
  /**
   * The rows that break an invariant: a page of them, or the first thousand. Throws `unavailable` when it takes too
   * long.
   */
  listOffenders(check: BookCheck, request: ListRequest): Promise<Page<Offender>>;
  /** Ends after the statement that is under way. */
  stop(): Promise<void>;
}

type Outcome = NonNullable<BookRun['offenders']>;

const names = bookChecks.options;
/** How all invariants together stand: none where one is unknown and none is broken. */
function verdictOf(outcome: Outcome): boolean | null {
  const counts = names.map((name) => outcome[name] ?? null);
  if (counts.some((count) => count !== null && count > 0)) return false;
  return counts.includes(null) ? null : true;
}

/** The books as they can be checked. `log` is told why a check in the background could not be finished. */
export function createBooks(
  database: Database,
  { timeout = checkTimeout, log = () => {} }: { timeout?: number; log?: (error: unknown) => void } = {},
): Books {
  const { db } = database;
  const sweep = createSweep(database, timeout);
  const tooLong = refusals.checkTooLong(timeout / 1_000);
  let cluster: string | undefined;
  let stopped = false;
  const background = new Set<Promise<unknown>>();

  const readThisCluster = async () => {
    cluster ??= await readCluster({ rows: async (text) => (await database.pool.query(text)).rows });
    return cluster;
  };

  const resultsOf = (outcome: Outcome): BookCheckResult[] =>
    names
      .filter((_id) => outcome[_id] !== undefined)
      .map((_id) => {
        const offenders = outcome[_id] ?? null;
        return {
          _id,
          name: bookCheckNames[_id],
          holds: offenders === null ? null : offenders === 0,
          offenders,
          problem: offenders === null ? tooLong : null,
        };
      });

  /** Counts what breaks each invariant in batches of accounts, and in sums over all of them. */
  async function count(
    run: BookRun,
    batches: readonly Batch[],
    sums: Scope,
    total: number,
  ): Promise<Outcome> {
    const outcome: Outcome = Object.fromEntries(names.map((name) => [name, 0]));
    const add = async (about: Invariant['about'], scope: Scope) => {
      for (const name of names) {
        const sofar = outcome[name] ?? null;
        if (invariants[name].about !== about || sofar === null) continue;
        if (stopped) throw new Error('The process ends');
        const found = await sweep.find(name, scope, { first: 0, count: 0, order: 'ASC' });
        outcome[name] = found ? sofar + found.total : null;
      }
    };
    let done = 0;
    let noted = performance.now();
    for (const batch of batches) {
      await add('each account', batch);
      done += batch.accounts;
      if (performance.now() - noted < noteEvery) continue;
      await noteProgress(db, run, done, total);
      noted = performance.now();
    }
    await add('all accounts', sums);
    return outcome;
  }

  /** Does a check that has begun; `after` is the one that it adds to. */
  async function work(run: BookRun, after?: BookRun): Promise<Outcome> {
    let total = 0;
    try {
      const changes = after && (await readChanges(db, after));
      const batches = changes ? batchesOf(changes.userIds) : await sweep.batches();
      total = batches.reduce((all, { accounts }) => all + accounts, 0);
      await noteProgress(db, run, 0, total);
      const outcome = await count(run, batches, changes?.sums ?? everything, total);
      await endRun(db, run, total, { holds: verdictOf(outcome), offenders: outcome });
      return outcome;
    } catch (error) {
      await endRun(db, run, total, {});
      throw error;
    }
  }

  async function begin(after?: BookRun): Promise<void> {
    const run = await beginOnlyRun(database, await readThisCluster(), after);
    if (!run) return;
    const working = work(run, after).catch(log);
    background.add(working);
    working.finally(() => background.delete(working));
  }

  async function state(): Promise<BooksState> {
    const { current, ended, last } = await readRuns(db);
    return {
      checks: last?.offenders ? resultsOf(last.offenders) : [],
      check: {
        running: current !== undefined,
        done: current?.done ?? 0,
        total: current?.total ?? 0,
        checkedAt: last?.at.toISOString() ?? null,
        accounts: last?.total ?? null,
        wholeAt: last?.wholeAt?.toISOString() ?? null,
        wholeAccounts: last?.wholeAccounts ?? null,
        problem: ended && ended.offenders === null && ended.id !== last?.id ? refusals.checkUnfinished : null,
      },
    };
  }

  return {
    async check() {
      return resultsOf(await work(await beginRun(db, await readThisCluster())));
    },

    async read() {
      const { current, ended, last } = await readRuns(db);
      if (!current && Date.now() - (ended?.at.getTime() ?? 0) >= freshFor) {
        const known =
          last?.holds === true &&
          last.mark?.cluster === (await readThisCluster()) &&
          Date.now() - (last.wholeAt?.getTime() ?? 0) < wholeEvery;
        await begin(known ? last : undefined);
      }
      return state();
    },

    async recheck() {
      await begin();
      return state();
    },

    async listOffenders(check, { range, sort }) {
      const { first, last } = range ?? { first: 0, last: wholeList - 1 };
      const result = await sweep.findAll(check, {
        first,
        count: last - first + 1,
        order: sort?.order ?? 'ASC',
      });
      if (!result) throw new Refusal('unavailable', tooLong, { retryAfter: 60 });
      const toUnit = invariants[check].unit === 'cents' ? toDollars : (count: number) => count;
      const rows = result.rows.map(({ user_id, trx_id, entry_id, what, found, expected }) => ({
        _id: [trx_id ?? user_id, entry_id, what].filter((part) => part !== null).join('-'),
        what,
        found: toUnit(found),
        expected: toUnit(expected),
        userId: user_id,
        trxId: trx_id,
        entryId: entry_id,
      }));
      return { rows, total: result.total };
    },

    async stop() {
      stopped = true;
      await Promise.all(background);
    },
  };
}
