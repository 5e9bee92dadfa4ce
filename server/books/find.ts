import { sql } from 'drizzle-orm';
import { type BookCheck, bookChecks } from '../../contract/enums';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { sqlState } from '../errors/failures';
import { createFairSemaphore, type Requester } from '../fair-semaphore';
import { everything, type Invariant, invariants, type Scope } from './invariants';

/** Accounts that a statement looks at when it does not look at all of them. */
const accountsAtOnce = 1_000;

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
      found: z.number().nullable(),
      expected: z.number().nullable(),
      user_id: z.string().nullable(),
      trx_id: z.string().nullable(),
      entry_id: z.number().nullable(),
    }),
  ),
});
type Result = z.infer<typeof resultSchema>;

/** One statement of a check of the books. */
export interface Step {
  check: BookCheck;
  scope: Scope;
}

const about = (which: Invariant['about']) =>
  bookChecks.options.filter((check) => invariants[check].about === which);

/** The steps that look at everything. */
export const wholeSteps: readonly Step[] = bookChecks.options.map((check) => ({ check, scope: everything }));

/** The steps that look at some accounts, a number of them at a time, and at sums over all. */
export function stepsFor(userIds: readonly string[], sums: Scope): Step[] {
  const steps: Step[] = [];
  for (let first = 0; first < userIds.length; first += accountsAtOnce) {
    const some = userIds.slice(first, first + accountsAtOnce).join();
    const scope: Scope = { of: (column) => `${column} = any('{${some}}'::uuid[])` };
    steps.push(...about('each account').map((check) => ({ check, scope })));
  }
  return [...steps, ...about('all accounts').map((check) => ({ check, scope: sums }))];
}

/** For whom a statement is, and how many milliseconds it may take. */
export interface Patience {
  requester: Requester;
  timeLimit: number;
}

export interface Finder {
  /**
   * The rows of a step that break its invariant: how many, and a part of them. `undefined` when it took longer than
   * that. Throws `unavailable` as a fair semaphore does.
   */
  find(step: Step, part: Part, patience: Patience): Promise<Result | undefined>;
  /** Ends the statement that is under way, and begins none any more. */
  stop(): Promise<void>;
}

/**
 * Asks what breaks an invariant. One statement runs at a time, so that they leave the database to others; whoever asks takes
 * turns.
 */
export function createFinder(database: Database): Finder {
  const statements = createFairSemaphore(1, 3);
  /** The server process of the connection that is asked. */
  let backend: number | undefined;
  let stopped = false;

  return {
    async find({ check, scope }, { first, count, order }, { requester, timeLimit }) {
      try {
        return await statements.run(requester, () =>
          database.transact(async ({ db }) => {
            await db.execute(sql.raw(`set local statement_timeout = ${timeLimit}; set local jit = off`));
            const { rows: ids } = await db.execute<{ id: number }>(sql`select pg_backend_pid() as id`);
            if (stopped) throw new Error('The process ends');
            backend = ids[0]?.id;
            try {
              const { rows } = await db.execute(sql`
                with offenders as materialized (${sql.raw(invariants[check].query(scope))})
                select (select count(*) from offenders) as total, (
                  select coalesce(json_agg(page), '[]') from (
                    select * from offenders order by ${sql.raw(sorting.map((column) => `${column} ${order}`).join(', '))}
                    limit ${count} offset ${first}
                  ) as page) as rows`);
              return resultSchema.parse(rows[0]);
            } finally {
              backend = undefined;
            }
          }),
        );
      } catch (error) {
        if (sqlState(error) === '57014') return undefined;
        throw error;
      }
    },

    async stop() {
      stopped = true;
      if (backend !== undefined) await database.db.execute(sql`select pg_cancel_backend(${backend})`);
    },
  };
}
