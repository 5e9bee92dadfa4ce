import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from '../../contract/zod';
import type { Database, Queries } from '../db/client';
import { hasEnded, soon } from '../db/ended-runs';
import { type BooksMark, bookRuns } from '../db/schema/ledger';
import { auditEvents } from '../db/schema/writes';
import { uuidIn } from '../db/uuid-in';
import type { Scope } from './invariants';

/*
 * The checks of the books that were begun, by any process of the database: whoever asks is told of the same one, and a
 * check that follows looks at what has changed since.
 */

export type BookRun = typeof bookRuns.$inferSelect;
type Outcome = Partial<Pick<BookRun, 'holds' | 'offenders'>>;

/** Seconds after which a check is over whose process has not said that it is at it, and how often it does. */
const lostAfter = 30;
export const sayEvery = 5;
/** Any number; of several processes one begins a check. */
const beginLock = 7_245_132;
/** Milliseconds that a transaction which wrote a row may have lasted before. */
const longestWrite = 600_000;

const isUnderWay = and(
  isNull(bookRuns.endedAt),
  sql`${bookRuns.seenAt} between now() - make_interval(secs => ${lostAfter}) and ${soon}`,
);

/** With the seconds since it began, and since the check of all accounts that it adds to did, by the database's clock. */
interface KnownRun extends BookRun {
  age: number;
  wholeAge: number;
}

export interface KnownRuns {
  /** Under way. */
  current: KnownRun | undefined;
  /** The last one that ended, however. */
  ended: KnownRun | undefined;
  /** The last one that ended with an answer. */
  last: KnownRun | undefined;
}

export async function readRuns(db: Queries): Promise<KnownRuns> {
  const secondsSince = (moment: PgColumn) => sql`extract(epoch from now() - ${moment})`.mapWith(Number);
  const newest = async (condition: ReturnType<typeof and>) => {
    const [run] = await db
      .select({
        ...getTableColumns(bookRuns),
        age: secondsSince(bookRuns.at),
        wholeAge: secondsSince(bookRuns.wholeAt),
      })
      .from(bookRuns)
      .where(condition)
      .orderBy(desc(bookRuns.at))
      .limit(1);
    return run;
  };
  return {
    current: await newest(isUnderWay),
    ended: await newest(hasEnded),
    last: await newest(and(hasEnded, isNotNull(bookRuns.offenders))),
  };
}

/** Where a check stands that begins now, in a cluster. */
async function readMark(db: Queries, cluster: string): Promise<BooksMark> {
  const { rows } = await db.execute(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
      coalesce((select entry_id from ledger_followers where name = 'account_days'), 0) as entry`);
  return { cluster, ...z.object({ transaction: z.string(), entry: z.coerce.number() }).parse(rows[0]) };
}

/** Notes that a check has begun. `after` is the one that it adds to; without it, all accounts are looked at. */
export async function beginRun(db: Queries, cluster: string, after?: BookRun): Promise<BookRun> {
  const whole = after
    ? { wholeAt: after.wholeAt, wholeAccounts: after.wholeAccounts }
    : { wholeAt: sql`now()` };
  const [run] = await db
    .insert(bookRuns)
    .values({ endedAt: null, mark: await readMark(db, cluster), ...whole })
    .returning();
  if (!run) throw new Error('The check of the books has no row');
  return run;
}

/** The same, unless one is under way. */
export function beginOnlyRun(
  database: Database,
  cluster: string,
  after?: BookRun,
): Promise<BookRun | undefined> {
  return database.transact(async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(${beginLock})`);
    const [current] = await db.select({ id: bookRuns.id }).from(bookRuns).where(isUnderWay).limit(1);
    return current ? undefined : beginRun(db, cluster, after);
  });
}

/** Notes how far a check is, and that its process is at it. */
export async function noteProgress(
  db: Queries,
  { id }: BookRun,
  progress: Partial<Pick<BookRun, 'accounts' | 'wholeAccounts' | 'progress'>>,
): Promise<void> {
  await db
    .update(bookRuns)
    .set({ ...progress, seenAt: sql`now()` })
    .where(eq(bookRuns.id, id));
}

/** Notes how a check ended: with nothing where it could not be finished. */
export async function endRun(db: Queries, { id }: BookRun, outcome: Outcome): Promise<void> {
  await db
    .update(bookRuns)
    .set({ ...outcome, endedAt: sql`now()` })
    .where(eq(bookRuns.id, id));
}

const changedSchema = z.array(z.object({ user_id: z.string() }));

export interface Changes {
  /** Whose entries, transactions, events, statements or figures by day may have changed. */
  userIds: string[];
  /** Of sums over all accounts: whose entries came, and from which day on the sums may have changed. */
  sums: Scope;
}

/**
 * What may have changed since a check began. Everything the product changes comes with one of these rows; what is changed
 * behind it is found when all accounts are looked at.
 */
export async function readChanges(db: Queries, { at, mark }: BookRun): Promise<Changes> {
  const { transaction, entry } = mark ?? { transaction: '0', entry: 0 };
  const { rows } = await db.execute(sql`
    with subjects as (
      select distinct subject_type, ${uuidIn(auditEvents.subjectId)} as id
      from audit_events
      where written_in >= ${transaction}::xid8 and subject_type in ('user', 'account', 'transaction')
    )
    select user_id from ledger_entries where written_in >= ${transaction}::xid8 or id > ${entry}
    union select user_id from transactions where written_in >= ${transaction}::xid8
    union select t.user_id from transactions t join subjects s on s.id = t.id and s.subject_type = 'transaction'
    union select a.user_id from accounts a join subjects s on s.id = a.user_id and s.subject_type <> 'transaction'
    union select user_id from statements where created_at >= ${new Date(at.getTime() - longestWrite)}
    order by user_id`);
  const { rows: days } = await db.execute(sql`
    select least(
      (select min(created_at) from ledger_entries where id > ${entry} or written_in >= ${transaction}::xid8),
      ${new Date(at.getTime() - longestWrite)}::timestamptz
    ) at time zone 'UTC' as first`);
  const [{ first } = { first: at.toISOString() }] = z.array(z.object({ first: z.string() })).parse(days);
  return {
    userIds: changedSchema.parse(rows).map(({ user_id }) => user_id),
    sums: {
      of: (column) =>
        `${column} in (select c.user_id from ledger_entries c where c.written_in >= '${BigInt(transaction)}'::xid8)`,
      fromDay: first.slice(0, 10),
    },
  };
}
