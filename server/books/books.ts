import { sql } from 'drizzle-orm';
import type { BookCheckResult, Offender } from '../../contract/books';
import { bookCheckNames } from '../../contract/console-names';
import { type BookCheck, bookChecks } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { bookRuns } from '../db/schema';
import { sqlState } from '../errors/failures';
import { Refusal } from '../errors/refusal';
import type { ListRequest, Page } from '../lists/list';
import { toDollars } from '../money';
import { createSemaphore } from '../semaphore';
import { type Invariant, invariants } from './invariants';

/** Milliseconds: a check reads every row of its tables, and gets longer than an ordinary statement does. */
const checkTimeout = 20_000;
/** Rows of an answer that names no range. */
const wholeList = 1_000;

const sorting = ['user_id', 'trx_id', 'entry_id', 'what'];

/** Which of the offending rows are wanted. */
interface Part {
  first: number;
  count: number;
  order: 'ASC' | 'DESC';
}

const resultSchema = z.object({
  total: z.coerce.number(),
  rows: z.array(
    z.object({
      what: z.string().nullable(),
      found: z.number(),
      expected: z.number(),
      user_id: z.string().nullable(),
      trx_id: z.string().nullable(),
      entry_id: z.number().nullable(),
    }),
  ),
});
type Result = z.infer<typeof resultSchema>;

export interface Books {
  /** Checks every invariant over all data, one after the other, and keeps when that was and how it ended. */
  check(): Promise<BookCheckResult[]>;
  /**
   * The rows that break an invariant: a page of them, or the first thousand. Throws `unavailable` when it takes too
   * long.
   */
  listOffenders(check: BookCheck, request: ListRequest): Promise<Page<Offender>>;
}

/** The books as they can be checked. One check runs at a time, so that they leave the database to others. */
export function createBooks(database: Database, timeout = checkTimeout): Books {
  const semaphore = createSemaphore(1, 3);
  const tooLong = refusals.checkTooLong(timeout / 1_000);

  /** Rows of a check and how many there are; `undefined` when it took too long. */
  async function run({ query }: Invariant, { first, count, order }: Part): Promise<Result | undefined> {
    try {
      return await semaphore(() =>
        database.transact(async ({ db }) => {
          await db.execute(sql.raw(`set local statement_timeout = ${timeout}`));
          const { rows } = await db.execute(sql`
            with offenders as materialized (${sql.raw(query)})
            select (select count(*) from offenders) as total, (
              select coalesce(json_agg(page), '[]') from (
                select * from offenders order by ${sql.raw(sorting.map((column) => `${column} ${order}`).join(', '))}
                limit ${count} offset ${first}
              ) as page) as rows`);
          return resultSchema.parse(rows[0]);
        }),
      );
    } catch (error) {
      if (sqlState(error) === '57014') return undefined;
      throw error;
    }
  }

  return {
    async check() {
      const results: BookCheckResult[] = [];
      for (const _id of bookChecks.options) {
        const result = await run(invariants[_id], { first: 0, count: 0, order: 'ASC' });
        results.push({
          _id,
          name: bookCheckNames[_id],
          holds: result ? result.total === 0 : null,
          offenders: result?.total ?? null,
          problem: result ? null : tooLong,
        });
      }
      const ended = results.map(({ holds }) => holds);
      const holds = ended.includes(false) ? false : !ended.includes(null) || null;
      await database.db.insert(bookRuns).values({ holds });
      return results;
    },

    async listOffenders(check, { range, sort }) {
      const { first, last } = range ?? { first: 0, last: wholeList - 1 };
      const result = await run(invariants[check], {
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
  };
}
