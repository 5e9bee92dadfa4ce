import { gte, isNull, or, sql } from 'drizzle-orm';
import type { TrxStatus } from '../../contract/enums';
import type { Queries } from './client';
import { keptSums } from './schema/lists';

/** Days after which nobody asks for the sums of a day; more than the flows and the migration that began them go back. */
const keptDays = 60;

type KeptFigure = typeof keptSums.$inferSelect.figure;

/**
 * As what transactions of a status are summed up; by nothing where there is none. The database's functions
 * `count_transactions` and `recount_kept_sums` name these statuses, so that a change needs a migration that replaces both.
 */
export const summedAs: Readonly<Record<TrxStatus, KeptFigure | undefined>> = {
  PENDING: 'pending',
  CONFIRMED: 'confirmed',
  DECLINED: undefined,
};

const key = {
  figure: keptSums.figure,
  trxType: keptSums.trxType,
  crypto: keptSums.crypto,
  day: keptSums.day,
};

/**
 * What the triggers have summed up, of each figure by what it is kept by; of the days from one on. `summed` is how many
 * rows that took.
 */
export function readKeptSums(db: Queries, from: string) {
  return db
    .select({
      ...key,
      rows: sql`sum(${keptSums.rows})`.mapWith(Number),
      amount: sql`sum(${keptSums.amount})`.mapWith(Number),
      summed: sql`count(*)`.mapWith(Number),
    })
    .from(keptSums)
    .where(or(isNull(keptSums.day), gte(keptSums.day, from)))
    .groupBy(...Object.values(key));
}

/**
 * Sums up what the triggers have added since, and drops days that are over for good. Readers and writers go on meanwhile,
 * and another replica that does the same takes what this one leaves.
 */
export async function foldKeptSums(db: Queries): Promise<void> {
  await db.execute(sql`
    with folded as (
      delete from ${keptSums}
      where exists (select from ${keptSums} group by figure, trx_type, crypto, day having count(*) > 1)
      returning figure, trx_type, crypto, day, "rows", amount
    )
    insert into ${keptSums} (figure, trx_type, crypto, day, "rows", amount)
      select figure, trx_type, crypto, day, sum("rows"), sum(amount) from folded
      where day is null or day > current_date - ${sql.raw(String(keptDays))}
      group by figure, trx_type, crypto, day having sum("rows") <> 0 or sum(amount) <> 0`);
}
