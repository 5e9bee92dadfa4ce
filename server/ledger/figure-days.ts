import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { accountFields } from '../../contract/account';
import type { FigureDays } from '../../contract/figures';
import { recordOf } from '../../contract/record-of';
import { z } from '../../contract/zod';
import type { Queries, ReadSource } from '../db/client';
import { accountDays, dayTotals, ledgerEntries } from '../db/schema/ledger';
import { accounts } from '../db/schema/money';
import { readSnapshot } from '../db/snapshot';
import { refuse } from '../errors/refusal';
import { changesByDay, eachFigure, figuresRow, followedBy, newDays } from './account-days';
import { sumsTimeout, toDollarFigures } from './figures-at';

interface Span {
  from: string;
  to: string;
}

const columns = eachFigure((column) => column);
const named = eachFigure((column, field) => sql`${column} as ${sql.identifier(field)}`);

const dayRow = z.object({ day: z.string(), ...figuresRow.shape });
type DayRow = z.infer<typeof dayRow>;
/** With the first day of all. */
const sumsRow = dayRow.extend({ first: z.string() });

async function readDays(db: Queries, query: SQL): Promise<DayRow[]> {
  const { rows } = await db.execute(query);
  return z.array(dayRow).parse(rows);
}

/** Days of a span, of rows that begin with the last one before it or earlier. */
function daysIn({ from, to }: Span, days: readonly DayRow[], since: string | undefined): FigureDays {
  const before = days.findLast(({ day }) => day < from);
  return {
    from,
    to,
    opening: toDollarFigures(before ?? recordOf(accountFields.options, () => 0)),
    days: days
      .filter(({ day }) => day >= from && day <= to)
      .map((figures) => ({ day: figures.day, ...toDollarFigures(figures) })),
    since: since ?? null,
  };
}

/**
 * The figures of an account at the end of each day with an entry, from one day to another; throws `not_found` when there is
 * no such account. Days that the follower has yet to bring up to their entries are made here.
 */
export async function listFigureDays(source: ReadSource, userId: string, span: Span): Promise<FigureDays> {
  const { from, to } = span;
  return readSnapshot(source, async (db) => {
    const [account] = await db
      .select({ id: accounts.userId })
      .from(accounts)
      .where(eq(accounts.userId, userId));
    if (!account) throw refuse.notFound();
    const ownDays = db.select().from(accountDays).where(eq(accountDays.userId, userId));
    const [first] = await ownDays.orderBy(asc(accountDays.day)).limit(1);
    const kept = await readDays(
      db,
      sql`
      select day::text, ${named} from ${accountDays}
      where user_id = ${userId} and day <= ${to} and day >= coalesce((
        select max(day) from ${accountDays} where user_id = ${userId} and day < ${from}
      ), ${from})
      order by day`,
    );
    const fresh = await readDays(
      db,
      sql`select day::text, ${named} from (${newDays(sql`array[${userId}]::uuid[]`)}) as added order by day`,
    );
    const replaced = new Set(fresh.map(({ day }) => day));
    const days = [...kept.filter(({ day }) => !replaced.has(day)), ...fresh];
    return daysIn(span, days, first?.day ?? fresh[0]?.day);
  });
}

/**
 * The sums of the figures of all accounts at the end of each day with an entry of any. What the follower has yet to add up
 * is added here.
 */
export async function listAllFigureDays(source: ReadSource, span: Span): Promise<FigureDays> {
  return readSnapshot(source, async (db) => {
    await db.execute(sql.raw(`set local statement_timeout = ${sumsTimeout}`));
    const { rows } = await db.execute(sql`
      with changes as (
        select day, ${columns} from ${dayTotals} where ${followedBy('day_totals')} is not null
        union all ${changesByDay(
          sql`select id, user_id, created_at from ${ledgerEntries} where id > coalesce(${followedBy('day_totals')}, 0)`,
        )}
      ), spanned as (
        -- All that was before is one day.
        select greatest(day, ${span.from}::date - 1) as day, day as own, ${columns}
        from changes where day <= ${span.to}
      )
      select day::text, (min(min(own)) over ())::text as first, ${eachFigure(
        (column, field) => sql`sum(sum(${column})) over (order by day) as ${sql.identifier(field)}`,
      )}
      from spanned group by day order by day`);
    const days = z.array(sumsRow).parse(rows);
    return daysIn(span, days, days[0]?.first);
  });
}
