import { type SQL, sql } from 'drizzle-orm';
import { type AccountField, accountFields } from '../../contract/account';
import { recordOf } from '../../contract/record-of';
import { z } from '../../contract/zod';
import type { Database, Queries } from '../db/client';
import { accountDays, dayTotals, ledgerEntries, ledgerFollowers, ledgerPostings } from '../db/schema/ledger';
import { accounts } from '../db/schema/money';

/*
 * The figures of accounts by day, made from the entries (docs/decisions/0030-figures-over-time.md). An account's entries
 * have the order of their ids, and become visible in it, as they are posted with the account locked: so what follows the
 * last one that is in a day's row can be added to it at any time, by whoever reads as well as by the round below.
 *
 * The time of an entry is never earlier than that of the account's entry before it: a clock that was set back, and entries
 * of former versions, would otherwise change days that are over.
 */

/** Cents for each figure. */
export type Figures = Record<AccountField, number>;

const fields = accountFields.options;
const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
/** A part of a query for each figure, of its column. */
export const eachFigure = (part: (column: SQL, field: AccountField) => SQL) =>
  list(fields.map((field) => part(sql`${sql.identifier(accounts[field].name)}`, field)));

/** Figures in a row of a query. */
export const figuresRow = z.object(recordOf(fields, () => z.coerce.number()));

/** The sums of the postings `p` of a query, a column for each figure. */
const sums = eachFigure(
  (column, field) => sql`coalesce(sum(p.amount) filter (where p.account = ${field}), 0) as ${column}`,
);

/**
 * The rows that the entries since make of some accounts: those of days that have none yet, and that of the last day that has
 * one, as it is now.
 */
export function newDays(userIds: SQL): SQL {
  return sql`
    with last as (
      select u.user_id, d.day, d.last_entry_id, ${eachFigure((column) => sql`d.${column}`)}
      from unnest(${userIds}) as u (user_id) left join lateral (
        select * from ${accountDays} own where own.user_id = u.user_id order by own.day desc limit 1
      ) d on true
    ), since as (
      select e.id, e.user_id, greatest(
        last.day,
        (max(e.created_at) over (partition by e.user_id order by e.id) at time zone 'UTC')::date
      ) as day
      from last join ${ledgerEntries} e on e.user_id = last.user_id and e.id > coalesce(last.last_entry_id, 0)
    ), changes as (
      select s.user_id, s.day, max(s.id) as last_entry_id, ${sums}
      from since s join ${ledgerPostings} p on p.entry_id = s.id group by s.user_id, s.day
    )
    select c.user_id, c.day, c.last_entry_id, ${eachFigure(
      (column) => sql`(coalesce(last.${column}, 0)
        + sum(c.${column}) over (partition by c.user_id order by c.day))::bigint as ${column}`,
    )}
    from changes c join last on last.user_id = c.user_id`;
}

/**
 * Brings the days of some accounts up to their entries. At once with another who does the same: a row is a function of the
 * entries up to its last one, and the later one stays.
 */
export async function addDays(db: Queries, userIds: readonly string[]): Promise<void> {
  const columns = eachFigure((column) => column);
  await db.execute(sql`
    insert into ${accountDays} as kept (user_id, day, last_entry_id, ${columns})
      ${newDays(sql`${sql.param(userIds)}::uuid[]`)}
    on conflict (user_id, day) do update
      set last_entry_id = excluded.last_entry_id, ${eachFigure((column) => sql`${column} = excluded.${column}`)}
      where kept.last_entry_id < excluded.last_entry_id`);
}

/** The day that an entry `e` counts for: that of the row of its account which has it, or the one it would be put into. */
const dayOfEntry = sql`coalesce(
  (select min(d.day) from ${accountDays} d where d.user_id = e.user_id and d.last_entry_id >= e.id),
  greatest(
    (select max(d.day) from ${accountDays} d where d.user_id = e.user_id),
    (max(e.created_at) over (partition by e.user_id order by e.id) at time zone 'UTC')::date
  )
)`;

/** What some entries, with all that came after them, have added to the figures of all accounts, by day. */
export function changesByDay(entries: SQL): SQL {
  return sql`
    select e.day, ${sums}
    from (select e.id, ${dayOfEntry} as day from (${entries}) e) e join ${ledgerPostings} p on p.entry_id = e.id
    group by e.day`;
}

type Follower = (typeof ledgerFollowers.name.enumValues)[number];

/** Up to which entry a follower has come; null where it has not begun. */
export const followedBy = (name: Follower) =>
  sql`(select entry_id from ${ledgerFollowers} where name = ${name})`;

/** Entries that are followed in one go, and the longest that may take. */
const batchSize = 2_000;
const batchTimeout = 60_000;
/** Any number; of several replicas one follows at a time. */
const followLock = 7_245_131;

/** Ids up to which everything was drawn by transactions before this one. */
interface Mark {
  entryId: number;
  transaction: bigint;
}

const horizonSchema = z.object({
  newest: z.coerce.number(),
  followed: z.coerce.number(),
  oldest: z.coerce.bigint(),
});
const batchSchema = z.object({ id: z.coerce.number(), user_id: z.string() });

/**
 * Keeps the days up with the entries, in the order of their ids, which are drawn before their transactions commit and so
 * have gaps for a while. Calling it is a round; it answers whether all entries that it saw are followed. It is asked before
 * each batch whether there is to be another one.
 */
export function createDayFollower(database: Database, goesOn = () => true): () => Promise<boolean> {
  let mark: Mark | undefined;

  async function readHorizon(): Promise<z.infer<typeof horizonSchema>> {
    const { rows } = await database.db.execute(sql`
      select coalesce((select max(id) from ${ledgerEntries}), 0) as newest,
        coalesce(${followedBy('account_days')}, 0) as followed,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest`);
    return horizonSchema.parse(rows[0]);
  }

  /** Who has drawn a lower id holds a lower transaction id than the one that is given after the look at the ids. */
  async function markAt(entryId: number): Promise<Mark> {
    const { rows } = await database.db.execute(sql`select pg_current_xact_id()::text as transaction`);
    return { entryId, ...z.object({ transaction: z.coerce.bigint() }).parse(rows[0]) };
  }

  /** One batch in a transaction of its own; answers whether it was the last one, or another replica's turn. */
  async function batch(work: (db: Queries) => Promise<{ count: number; last: number }>, name: Follower) {
    return database.transact(async ({ db }) => {
      await db.execute(sql.raw(`set local statement_timeout = ${batchTimeout}`));
      const { rows: locked } = await db.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${followLock}) as free`,
      );
      if (!locked[0]?.free) return true;
      const { count, last } = await work(db);
      if (count === 0) return true;
      await db
        .insert(ledgerFollowers)
        .values({ name, entryId: last })
        .onConflictDoUpdate({ target: ledgerFollowers.name, set: { entryId: last } });
      return count < batchSize;
    });
  }

  const followDays = (until: number) =>
    batch(async (db) => {
      const { rows } = await db.execute(sql`
        select id, user_id from ${ledgerEntries}
        where id > coalesce(${followedBy('account_days')}, 0) and id <= ${until}
        order by id limit ${batchSize}`);
      const entries = z.array(batchSchema).parse(rows);
      await addDays(db, [...new Set(entries.map(({ user_id }) => user_id))]);
      return { count: entries.length, last: entries.at(-1)?.id ?? 0 };
    }, 'account_days');

  /** Adds up by day what the accounts have in theirs. */
  const followTotals = () =>
    batch(async (db) => {
      const columns = eachFigure((column) => column);
      // It begins: what is there was made by a follower whose place is not known any more.
      await db.execute(sql`delete from ${dayTotals} where ${followedBy('day_totals')} is null`);
      const { rows } = await db.execute(sql`
        with batch as (
          select id, user_id, created_at from ${ledgerEntries}
          where id > coalesce(${followedBy('day_totals')}, 0) and id <= ${followedBy('account_days')}
          order by id limit ${batchSize}
        ), added as (
          insert into ${dayTotals} as kept (day, ${columns}) ${changesByDay(sql`select * from batch`)}
          on conflict (day) do update set ${eachFigure((column) => sql`${column} = kept.${column} + excluded.${column}`)}
        )
        select count(*) as count, coalesce(max(id), 0) as last from batch`);
      return z.object({ count: z.coerce.number(), last: z.coerce.number() }).parse(rows[0]);
    }, 'day_totals');

  return async () => {
    const { newest, followed, oldest } = await readHorizon();
    const settled = mark && oldest >= mark.transaction ? Math.max(mark.entryId, followed) : followed;
    if (settled > followed) while (goesOn() && !(await followDays(settled)));
    while (goesOn() && !(await followTotals()));
    if (!goesOn()) return false;
    if (newest > settled && (mark === undefined || settled >= mark.entryId)) mark = await markAt(newest);
    return settled >= newest;
  };
}

/** Milliseconds from one round to the next. */
const roundEvery = 5_000;

/** Follows the entries until it is stopped. Nobody waits for it: whoever reads adds what is new. */
export function startDayFollower(database: Database, log: (error: Error) => void): { stop(): Promise<void> } {
  let stopped = false;
  const follow = createDayFollower(database, () => !stopped);
  let running: Promise<void> | undefined;
  const round = () => {
    running ??= follow()
      .then(() => {}, log)
      .finally(() => {
        running = undefined;
      });
  };
  round();
  const timer = setInterval(round, roundEvery);
  timer.unref();
  return {
    /** Ends with the batch that is under way, which still needs the database. */
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
