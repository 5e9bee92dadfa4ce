import { sql } from 'drizzle-orm';
import type { BookCheck } from '../../contract/enums';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { accounts } from '../db/schema';
import { sqlState } from '../errors/failures';
import { createSemaphore } from '../semaphore';
import { everything, invariants, type Scope } from './invariants';

/** Accounts that a statement looks at. */
const atOnce = 1_000;

const sorting = ['user_id', 'trx_id', 'entry_id', 'what'];

/** Which of the offending rows are wanted. */
export interface Part {
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

/** Some accounts, and how many they are. */
export interface Batch extends Scope {
  accounts: number;
}

export interface Sweep {
  /** All accounts, in the order of their ids, in batches that leave none out. */
  batches(): Promise<Batch[]>;
  /** The rows of a scope that break an invariant: how many, and a part of them. `undefined` when it took too long. */
  find(check: BookCheck, scope: Scope, part: Part): Promise<Result | undefined>;
  /** The same over everything. */
  findAll(check: BookCheck, part: Part): Promise<Result | undefined>;
}

/** Those accounts, in batches. */
export function batchesOf(userIds: readonly string[]): Batch[] {
  const batches: Batch[] = [];
  for (let first = 0; first < userIds.length; first += atOnce) {
    const some = userIds.slice(first, first + atOnce);
    batches.push({ accounts: some.length, of: (column) => `${column} = any('{${some.join()}}'::uuid[])` });
  }
  return batches;
}

/**
 * Looks through the books in statements that are short, whatever the number of accounts: one for each batch of them and
 * each invariant. One runs at a time, so that they leave the database to others. `timeout` is that of a statement, in
 * milliseconds.
 */
export function createSweep(database: Database, timeout: number, accountsAtOnce = atOnce): Sweep {
  const semaphore = createSemaphore(1, 3);

  async function find(
    check: BookCheck,
    scope: Scope,
    { first, count, order }: Part,
  ): Promise<Result | undefined> {
    try {
      return await semaphore(() =>
        database.transact(async ({ db }) => {
          // The rows of a batch are few among those of a large table, and lie in memory: they are to be read by index.
          await db.execute(
            sql.raw(
              `set local statement_timeout = ${timeout}; set local random_page_cost = 1.1; set local jit = off`,
            ),
          );
          const { rows } = await db.execute(sql`
            with offenders as materialized (${sql.raw(invariants[check].query(scope))})
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

  async function batches(): Promise<Batch[]> {
    const { rows } = await database.db.execute(sql`
      select user_id, n from (
        select user_id, row_number() over (order by user_id) as n, count(*) over () as total from ${accounts}
      ) numbered
      where n % ${accountsAtOnce} = 0 or n = total order by n`);
    const last = z.array(z.object({ user_id: z.uuid(), n: z.coerce.number() })).parse(rows);
    // The first one and the last one are open: rows of an owner without an account would be in no other.
    return last.map(({ user_id, n }, place) => {
      const before = last[place - 1];
      const isLast = place === last.length - 1;
      return {
        accounts: n - (before?.n ?? 0),
        of: (column) =>
          [
            ...(before ? [`${column} > '${before.user_id}'`] : []),
            ...(isLast ? [] : [`${column} <= '${user_id}'`]),
          ].join(' and ') || 'true',
      };
    });
  }

  async function findAll(check: BookCheck, part: Part): Promise<Result | undefined> {
    if (invariants[check].about === 'all accounts') return find(check, everything, part);
    const all: Result = { total: 0, rows: [] };
    const inOrder = await batches();
    if (part.order === 'DESC') inOrder.reverse();
    for (const batch of inOrder) {
      const found = await find(check, batch, {
        order: part.order,
        first: Math.max(0, part.first - all.total),
        count: part.count - all.rows.length,
      });
      if (!found) return undefined;
      all.total += found.total;
      all.rows.push(...found.rows);
    }
    return all;
  }

  return { batches, find, findAll };
}
