import type { BookCheckResult, BooksState, Offender } from '../../contract/books';
import { bookCheckNames } from '../../contract/console-names';
import { type BookCheck, bookChecks } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import type { Database } from '../db/client';
import { readCluster } from '../db/cluster';
import { accounts as accountTable } from '../db/schema/money';
import { Refusal } from '../errors/refusal';
import type { Requester } from '../fair-semaphore';
import type { ListRequest, Page } from '../lists/list';
import { toDollars } from '../money';
import { createFinder, type Patience, type Step, stepsFor, wholeSteps } from './find';
import { everything, invariants } from './invariants';
import {
  type BookRun,
  beginOnlyRun,
  beginRun,
  endRun,
  noteProgress,
  readChanges,
  readRuns,
  sayEvery,
} from './runs';

/** Milliseconds for a statement: it reads many rows, and gets longer than an ordinary one does. */
const checkTimeout = 20_000;
/** Where nobody waits: its statements have turns of their own, and take no place of anybody who does. */
const background: Patience = { requester: { key: 'background', known: false }, timeLimit: 600_000 };
/** Rows of an answer that names no range. */
const wholeList = 1_000;
/** Seconds after which whoever looks has the books checked again, and after which all accounts are. */
const freshFor = 10;
const wholeEvery = 3_600;

export interface Books {
  /** Checks every invariant over all data, one after the other, and keeps when that was and how it ended. */
  check(requester?: Requester): Promise<BookCheckResult[]>;
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
  listOffenders(check: BookCheck, request: ListRequest, requester?: Requester): Promise<Page<Offender>>;
  /** Ends with the statement that is under way. */
  stop(): Promise<void>;
}

/** How many rows break each invariant; none where that took too long. */
type Outcome = NonNullable<BookRun['offenders']>;

const names = bookChecks.options;

/** How all invariants together stand: none where one is unknown and none is broken. */
function verdictOf(outcome: Outcome): boolean | null {
  const counts = names.map((name) => outcome[name] ?? null);
  if (counts.some((count) => count !== null && count > 0)) return false;
  return counts.includes(null) ? null : true;
}

/** An outcome as it is told; `timeLimit` is what a statement was given, in milliseconds. */
function resultsOf(outcome: Outcome, timeLimit: number): BookCheckResult[] {
  return names.flatMap((_id) => {
    const offenders = outcome[_id];
    if (offenders === undefined) return [];
    return {
      _id,
      name: bookCheckNames[_id],
      holds: offenders === null ? null : offenders === 0,
      offenders,
      problem: offenders === null ? refusals.checkTooLong(timeLimit / 1_000) : null,
    };
  });
}

/**
 * The books as they can be checked. `timeout` is that of a statement somebody waits for, in milliseconds; `log` is told why
 * a check in the background could not be finished.
 */
export function createBooks(
  database: Database,
  { timeout = checkTimeout, log = () => {} }: { timeout?: number; log?: (error: unknown) => void } = {},
): Books {
  const { db } = database;
  const finder = createFinder(database);
  let cluster: string | undefined;
  let stopped = false;
  const running = new Set<Promise<unknown>>();

  const readThisCluster = async () => {
    cluster ??= await readCluster({ rows: async (text) => (await database.pool.query(text)).rows });
    return cluster;
  };

  /** Counts what breaks each invariant, step by step. `say` is told how far it is, in percent. */
  async function count(steps: readonly Step[], patience: Patience, say: (percent: number) => void) {
    const outcome: Outcome = Object.fromEntries(names.map((name) => [name, 0]));
    for (const [done, step] of steps.entries()) {
      say(Math.floor((100 * done) / steps.length));
      const before = outcome[step.check] ?? null;
      if (before === null) continue;
      const found = await finder.find(step, { first: 0, count: 0, order: 'ASC' }, patience);
      if (stopped) throw new Error('The process ends');
      outcome[step.check] = found ? before + found.total : null;
    }
    return outcome;
  }

  /** Does a check that has begun; `after` is the one that it adds to. */
  async function work(run: BookRun, patience: Patience, after?: BookRun): Promise<Outcome> {
    let progress = 0;
    // One after the other: on several connections an earlier one might come last.
    let noting: Promise<void> = Promise.resolve();
    const note = () => {
      noting = noting.then(() => noteProgress(db, run, { progress })).catch(log);
    };
    const timer = setInterval(note, sayEvery * 1_000);
    try {
      const changes = after && (await readChanges(db, after));
      const accounts = changes ? changes.userIds.length : await db.$count(accountTable);
      await noteProgress(db, run, { accounts, ...(!after && { wholeAccounts: accounts }) });
      const steps = changes ? stepsFor(changes.userIds, changes.sums) : wholeSteps;
      const outcome = await count(steps, patience, (percent) => {
        if (percent === progress) return;
        progress = percent;
        note();
      });
      await endRun(db, run, { holds: verdictOf(outcome), offenders: outcome });
      return outcome;
    } catch (error) {
      await endRun(db, run, {});
      throw error;
    } finally {
      clearInterval(timer);
      await noting;
    }
  }

  async function begin(after?: BookRun): Promise<void> {
    const run = await beginOnlyRun(database, await readThisCluster(), after);
    if (!run) return;
    const working = work(run, background, after).catch(log);
    running.add(working);
    working.finally(() => running.delete(working));
  }

  async function state(): Promise<BooksState> {
    const { current, ended, last } = await readRuns(db);
    return {
      checks: last?.offenders ? resultsOf(last.offenders, background.timeLimit) : [],
      check: {
        running: current ? { accounts: current.accounts, percent: current.progress } : null,
        checkedAt: last?.at.toISOString() ?? null,
        accounts: last?.accounts ?? null,
        wholeAt: last?.wholeAt?.toISOString() ?? null,
        wholeAccounts: last?.wholeAccounts ?? null,
        problem: ended && ended.offenders === null ? refusals.checkUnfinished : null,
      },
    };
  }

  return {
    async check(requester = background.requester) {
      const run = await beginRun(db, await readThisCluster());
      return resultsOf(await work(run, { requester, timeLimit: timeout }), timeout);
    },

    async read() {
      const { current, ended, last } = await readRuns(db);
      if (!current && (ended === undefined || ended.age >= freshFor)) {
        const follows =
          last?.holds === true &&
          last.mark?.cluster === (await readThisCluster()) &&
          last.wholeAt !== null &&
          last.wholeAge < wholeEvery;
        await begin(follows ? last : undefined);
      }
      return state();
    },

    async recheck() {
      await begin();
      return state();
    },

    async listOffenders(check, { range, sort }, requester = background.requester) {
      const { first, last } = range ?? { first: 0, last: wholeList - 1 };
      const part = { first, count: last - first + 1, order: sort?.order ?? 'ASC' };
      const result = await finder.find({ check, scope: everything }, part, { requester, timeLimit: timeout });
      if (!result) {
        throw new Refusal('unavailable', refusals.checkTooLong(timeout / 1_000), { retryAfter: 60 });
      }
      const inCents = invariants[check].unit === 'cents';
      const toUnit = (number: number | null) => (number !== null && inCents ? toDollars(number) : number);
      const rows = result.rows.map(({ user_id, trx_id, entry_id, what, found, expected }) => ({
        _id: [trx_id ?? user_id, entry_id, what].filter((id) => id !== null).join('-'),
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
      // Without the database the statement fails by itself.
      if (running.size > 0) await finder.stop().catch(log);
      await Promise.all(running);
    },
  };
}
