import { sql } from 'drizzle-orm';
import { accountFields } from '../../contract/account';
import type { FiguresAt } from '../../contract/figures';
import { recordOf } from '../../contract/record-of';
import { z } from '../../contract/zod';
import type { Queries, ReadSource } from '../db/client';
import { accountDays, accounts, ledgerEntries, ledgerPostings } from '../db/schema';
import { readSnapshot } from '../db/snapshot';
import { refuse } from '../errors/refusal';
import { toDollars } from '../money';
import { type Figures, figuresRow } from './account-days';

/** Milliseconds: the sums of all accounts take a look at each of them. */
export const sumsTimeout = 20_000;

export const toDollarFigures = (figures: Figures) =>
  recordOf(accountFields.options, (field) => toDollars(figures[field]));

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

const figureSums = sql.join(
  accountFields.options.map((field) => {
    const column = sql.identifier(accounts[field].name);
    return sql`coalesce(sum(coalesce(base.${column}, 0) + coalesce(since.${column}, 0)), 0) as ${sql.identifier(field)}`;
  }),
  sql`, `,
);
const postedSums = sql.join(
  accountFields.options.map(
    (field) =>
      sql`sum(p.amount) filter (where p.account = ${field}) as ${sql.identifier(accounts[field].name)}`,
  ),
  sql`, `,
);

/** Entries after the last day that is whole by then, up to the first one that is later. */
async function sumFigures(db: Queries, at: Date, userId?: string): Promise<Figures | undefined> {
  // The wire shows milliseconds and the database keeps microseconds: a moment is meant up to its last one.
  const until = new Date(at.getTime() + 1);
  const { rows } = await db.execute(sql`
    select count(*) as accounts, ${figureSums}
    from ${accounts} a
    left join lateral (
      select * from ${accountDays} d where d.user_id = a.user_id and d.day < ${dayOf(at)}
      order by d.day desc limit 1
    ) base on true
    left join lateral (
      select ${postedSums}
      from ${ledgerEntries} e join ${ledgerPostings} p on p.entry_id = e.id
      where e.user_id = a.user_id and e.id > coalesce(base.last_entry_id, 0) and e.id < coalesce((
        select later.id from ${ledgerEntries} later
        where later.user_id = a.user_id and later.id > coalesce(base.last_entry_id, 0)
          and later.created_at >= ${until.toISOString()}
        order by later.user_id, later.id limit 1
      ), ${Number.MAX_SAFE_INTEGER})
    ) since on true
    ${userId === undefined ? sql`` : sql`where a.user_id = ${userId}`}`);
  const [row] = rows;
  const { accounts: counted } = z.object({ accounts: z.coerce.number() }).parse(row);
  return userId !== undefined && counted === 0 ? undefined : figuresRow.parse(row);
}

/** A moment as it was asked for; what is to come is as it is now. */
function momentOf(at: string | undefined): Date {
  const now = new Date();
  const asked = at === undefined ? now : new Date(at);
  return asked > now ? now : asked;
}

/** The figures of an account at a moment; throws `not_found` when there is no such account. */
export async function readFiguresAt(db: Queries, userId: string, at: string | undefined): Promise<FiguresAt> {
  const moment = momentOf(at);
  const figures = await sumFigures(db, moment, userId);
  if (!figures) throw refuse.notFound();
  return { at: moment.toISOString(), ...toDollarFigures(figures) };
}

/** The sums of the figures of all accounts at a moment. */
export async function readAllFiguresAt(source: ReadSource, at: string | undefined): Promise<FiguresAt> {
  const moment = momentOf(at);
  const figures = await readSnapshot(source, async (db) => {
    await db.execute(sql.raw(`set local statement_timeout = ${sumsTimeout}`));
    return sumFigures(db, moment);
  });
  if (!figures) throw new Error('Sums without a row');
  return { at: moment.toISOString(), ...toDollarFigures(figures) };
}
