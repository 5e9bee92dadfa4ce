import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Condition } from '../lists/list';
import type { Queries } from './client';
import { listCounts } from './schema/lists';

/** What the database's triggers keep count of: a list, by the values of some of its fields. */
export interface KeptCount {
  list: (typeof listCounts.list.enumValues)[number];
  facets: readonly string[];
}

/** How many rows a list has, and how many kept counts were summed up for that. */
interface Counted {
  total: number;
  summed: number;
}

/**
 * Asks for the exact number of rows that pass; there is no such question when one of the conditions is on something that
 * is not kept count of.
 */
export function countKept(
  { list, facets }: KeptCount,
  conditions: readonly Condition[],
): ((db: Queries) => Promise<Counted>) | undefined {
  const where: (SQL | undefined)[] = [eq(listCounts.list, list)];
  for (const condition of conditions) {
    if (condition.kind !== 'oneOf' || !facets.includes(condition.field)) return undefined;
    where.push(inArray(sql`${listCounts.facets} ->> ${condition.field}`, condition.values));
  }
  return async (db) => {
    const [row] = await db
      .select({
        total: sql`coalesce(sum(${listCounts.rows}), 0)`.mapWith(Number),
        summed: sql`count(*)`.mapWith(Number),
      })
      .from(listCounts)
      .where(and(...where));
    return row ?? { total: 0, summed: 0 };
  };
}

/** Whoever sums up more rows than these has them folded: a list stays as fast under many writes as under none. */
const mostSummed = 300;
const folding = new WeakSet<Queries>();

/** Folds the counts, or what else is kept so, when there are many; `db` is outside of any transaction, and nobody waits. */
export function foldWhenMany(
  db: Queries,
  { summed }: Pick<Counted, 'summed'>,
  fold: (db: Queries) => Promise<void> = foldListCounts,
): void {
  if (summed <= mostSummed || folding.has(db)) return;
  folding.add(db);
  // When it fails, the next reader tries again, and so does the server's own round (server/pruning.ts), which reports it.
  fold(db)
    .catch(() => {})
    .finally(() => folding.delete(db));
}

/** Sums up what the triggers have added since. Readers and writers go on meanwhile, and so may another replica. */
export async function foldListCounts(db: Queries): Promise<void> {
  await db.execute(sql`
    with grown as (
      select list, facets from ${listCounts} group by list, facets having count(*) > 1
    ), folded as (
      delete from ${listCounts} using grown
      where ${listCounts.list} = grown.list and ${listCounts.facets} = grown.facets
      returning ${listCounts.list}, ${listCounts.facets}, ${listCounts.rows}
    )
    insert into ${listCounts} (list, facets, "rows")
      select list, facets, sum("rows") from folded group by list, facets having sum("rows") <> 0`);
}
