import { type SQL, sql } from 'drizzle-orm';
import { accountFields } from '../../contract/account';
import type { FiguresAt } from '../../contract/figures';
import { recordOf } from '../../contract/record-of';
import type { Queries, ReadSource } from '../db/client';
import { accountDays, dayTotals, ledgerEntries, ledgerPostings } from '../db/schema/ledger';
import { accounts } from '../db/schema/money';
import { readSnapshot } from '../db/snapshot';
import { lastMicrosecondOf } from '../db/up-to';
import { refuse } from '../errors/refusal';
import { toDollars } from '../money';
import { eachFigure, type Figures, figuresRow, followedBy } from './account-days';

/** Milliseconds: what the follower has yet to add up, such as all there is after an upgrade, is read entry by entry. */
export const sumsTimeout = 20_000;

export const toDollarFigures = (figures: Figures) =>
  recordOf(accountFields.options, (field) => toDollars(figures[field]));

const columns = eachFigure((column) => column);

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** The sums of the postings `p` of a query, a column for each figure; null where there is none. */
const postedSums = eachFigure(
  (column, field) => sql`sum(p.amount) filter (where p.account = ${field}) as ${column}`,
);

/** Sums of the figures in rows of a query, by their names. */
const sumsOf = (figure: (column: SQL) => SQL) =>
  eachFigure((column, field) => sql`coalesce(sum(${figure(column)}), 0) as ${sql.identifier(field)}`);

/**
 * For accounts `a` of a query: `base`, their last day that is whole by a moment, and `since`, what their entries after it
 * have made up to the first one that is later. `from` is the entry after which they begin, where that is not the last of `base`.
 */
const asOf = (at: Date, from = sql`coalesce(base.last_entry_id, 0)`) => sql`
  left join lateral (
    select * from ${accountDays} d where d.user_id = a.user_id and d.day < ${dayOf(at)}
    order by d.day desc limit 1
  ) base on true
  left join lateral (
    select ${postedSums}
    from ${ledgerEntries} e join ${ledgerPostings} p on p.entry_id = e.id
    where e.user_id = a.user_id and e.id > ${from} and e.id < coalesce((
      select later.id from ${ledgerEntries} later
      where later.user_id = a.user_id and later.id > ${from} and later.created_at > ${lastMicrosecondOf(at)}
      order by later.user_id, later.id limit 1
    ), ${Number.MAX_SAFE_INTEGER})
  ) since on true`;

/** After all entries. */
const endOfTime = new Date('9999-12-31T23:59:59.999Z');

/**
 * A moment as it is told, and up to which entries count. What is to come is as it is now, with all entries there are: a clock
 * that was ahead may have dated some of them into a time to come.
 */
function momentOf(at: string | undefined): { at: Date; upTo: Date } {
  const now = new Date();
  const asked = at === undefined ? now : new Date(at);
  return asked >= now ? { at: now, upTo: endOfTime } : { at: asked, upTo: asked };
}

/** The figures of an account at a moment; throws `not_found` when there is no such account. */
export async function readFiguresAt(db: Queries, userId: string, at: string | undefined): Promise<FiguresAt> {
  const moment = momentOf(at);
  const { rows } = await db.execute(sql`
    select ${sumsOf((column) => sql`coalesce(base.${column}, 0) + coalesce(since.${column}, 0)`)}
    from ${accounts} a ${asOf(moment.upTo)} where a.user_id = ${userId} group by a.user_id`);
  if (!rows[0]) throw refuse.notFound();
  return { at: moment.at.toISOString(), ...toDollarFigures(figuresRow.parse(rows[0])) };
}

/**
 * The sums of the figures of all accounts at a moment: the totals of the days before it, and of that day the entries of each
 * account that has any, with those that the totals do not have yet.
 */
export async function readAllFiguresAt(source: ReadSource, at: string | undefined): Promise<FiguresAt> {
  const moment = momentOf(at);
  const followed = sql`coalesce(${followedBy('day_totals')}, 0)`;
  const { rows } = await readSnapshot(source, async (db) => {
    await db.execute(sql.raw(`set local statement_timeout = ${sumsTimeout}`));
    return db.execute(sql`
      with a as (
        select user_id from ${accountDays} where day = ${dayOf(moment.upTo)}
        union select user_id from ${ledgerEntries} where id > ${followed}
      ), parts as (
        select ${columns} from ${dayTotals} where day < ${dayOf(moment.upTo)} and ${followedBy('day_totals')} is not null
        union all
        select ${eachFigure((column) => sql`since.${column}`)}
        from a ${asOf(moment.upTo, sql`least(coalesce(base.last_entry_id, 0), ${followed})`)}
      )
      select ${sumsOf((column) => column)} from parts`);
  });
  return { at: moment.at.toISOString(), ...toDollarFigures(figuresRow.parse(rows[0])) };
}
