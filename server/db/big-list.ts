import { and, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgSelect, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { type Page, rowsAtOnce } from '../lists/list';
import {
  type BigList,
  idsInOrder,
  inOrder,
  isByPerson,
  isOneOfEach,
  keysOf,
  type PageOf,
  readPage,
} from './big-list-order';
import type { Queries, ReadSource } from './client';
import { countKept, foldWhenMany } from './list-counts';
import { conditionSql } from './list-rows';
import { searchPeople } from './people-search';
import { users } from './schema/people';
import { isAnyOf, readIds, readInParts } from './whole-list';

/** Filters that no kept count answers are counted up to here; beyond it a total says "at least". */
export const countLimit = 10_000;
/** Pages that begin before this row are read from the start, however few rows there are. */
const nearStart = 1_000;
/** So many rows are found and sorted faster than an order is searched for them, whatever the filter. */
const few = 2_000;
/** How many people a list is taken to be of: with fewer both ways to a page are short. */
const manyPeople = 100_000;
/**
 * In the order of a person's field so many people are passed fast, each by way of their rows; beyond that to find and sort all
 * that pass is shorter, if these are no more than `mostFound` (docs/decisions/0007-long-lists.md).
 */
const farByPerson = 1_500;
const mostFound = 300_000;
/** Where each person has one row, people are passed without their rows on the way to a page beyond so many. */
const farByPeople = 6_000;

/** What a list is read from. */
export type ListSource = Pick<ReadSource, 'db' | 'together' | 'rest'>;

/**
 * Runs a list of any size: one page with its total, or everything. A page takes about as long at the end of the list
 * as at its beginning (docs/decisions/0007-long-lists.md).
 */
export async function listBigRows<Select extends PgSelect>(
  source: ListSource,
  list: BigList<Select>,
): Promise<Page<Awaited<Select>[number]>> {
  const { db, together, rest = db } = source;
  const { request, only, kept, table, columns } = list;
  const search = await searchPeople(db, list);
  const others = request.conditions.filter(({ kind }) => kind !== 'search');
  const passing = (personId: PgColumn) =>
    and(only, search?.where(personId), ...others.map((one) => conditionSql(one, { columns, searched: [] })));
  const where = passing(list.personId);
  if (!request.range) return readWhole({ db, rest }, list, where);
  const { first, last } = request.range;
  const size = last - first + 1;
  // Sorted by a field of people, rows are come to by way of them: a search narrows the people then.
  const whereOnWay = isByPerson(list) ? passing(users.id) : where;
  const read = (page: PageOf) => readPage(db, list, whereOnWay, page);

  const keptTotal = only || search ? undefined : countKept(kept, others);
  if (together && keptTotal && !whereOnWay && first < nearStart) {
    // Whatever the total is, this is the way to these rows.
    const [counted, rows] = await together((connection) =>
      Promise.all([
        keptTotal(connection),
        readPage(connection, list, undefined, { by: 'order', from: 'start', offset: first, limit: size }),
      ]),
    );
    foldWhenMany(db, counted);
    // Rows that came after the count was taken are counted by being there.
    const total = rows.length === 0 ? counted.total : Math.max(counted.total, first + rows.length);
    return { rows, total };
  }
  const counted = await keptTotal?.(db);
  if (counted && together) foldWhenMany(db, counted);
  const total = counted?.total ?? (await countRows(db, table, where, countLimit + 1));
  if (!keptTotal && total > countLimit) {
    // People that a search has found are passed fast.
    const enough = isByPerson(list) && !search ? Math.min(mostFound, farFrom(last + 1)) : 0;
    const found = enough > total && (await countRows(db, table, where, enough + 1)) <= enough;
    // One row more than asked for tells whether another page follows.
    const rows = await read({
      by: found ? 'filter' : 'order',
      from: 'start',
      offset: first,
      limit: size + 1,
    });
    if (rows.length === 0) return { rows, total: await countRows(db, table, where) };
    const more = rows.length > size;
    return { rows: rows.slice(0, size), total: Math.max(first + rows.length, total), atLeast: more };
  }
  if (first >= total) return { rows: [], total };
  const limit = Math.min(size, total - first);
  const nearer: Pick<PageOf, 'from' | 'offset'> =
    first <= total / 2 ? { from: 'start', offset: first } : { from: 'end', offset: total - first - limit };
  const way = {
    farFrom: isByPerson(list) ? farFrom(nearer.offset + limit) : 0,
    peopleFound: search?.byId === true,
  };
  const alone = !whereOnWay && isByPerson(list) && isOneOfEach(list) && nearer.offset + limit > farByPeople;
  const by = alone ? 'people' : where && isFoundFirst(total, way) ? 'filter' : 'order';
  return { rows: await read({ by, ...nearer, limit }), total };
}

/**
 * Where a field of people sorts the list: when no more rows than these pass, too many people are passed on the way to a page
 * that ends `reach` rows from its nearer end.
 */
export function farFrom(reach: number): number {
  return Math.floor((reach * manyPeople) / farByPerson);
}

/** The way to a page of the rows that pass a filter. */
interface Way {
  /** When no more rows than these pass, the way in the order of the list is long; 0 where it is sorted by a field of its own. */
  farFrom: number;
  /** Whether the filter names the people whose rows they are. */
  peopleFound: boolean;
}

/** Whether all rows that pass are found and then sorted, and not looked for in the order of the list. */
export function isFoundFirst(total: number, { farFrom: far, peopleFound }: Way): boolean {
  if (total <= few) return true;
  // What is searched for is often what is sorted by, so the order is a bad way to it; the people found are a good one.
  if (peopleFound && total <= countLimit) return true;
  return total <= Math.min(far, mostFound);
}

/** How many rows pass, counted up to a limit if there is one. */
async function countRows(
  db: Queries,
  table: PgTable,
  where: SQL | undefined,
  limit?: number,
): Promise<number> {
  const found = new QueryBuilder()
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .$dynamic();
  return db.$count((limit === undefined ? found : found.limit(limit)).as('found'));
}

/**
 * Everything, of which only the ids are in memory at once, 16 bytes each: the first rows here, what follows as it is
 * read. Which rows, and in what order, is as of now. What one person has is short as a rule, and then read by one
 * statement: all of it is of one moment.
 */
async function readWhole<Select extends PgSelect>(
  { db, rest }: { db: Queries; rest: Queries },
  list: BigList<Select>,
  where: SQL | undefined,
): Promise<Page<Awaited<Select>[number]>> {
  if (list.only) {
    const rows: Awaited<Select> = await list
      .rows(db, where)
      .orderBy(...inOrder(list, keysOf(list)))
      .limit(rowsAtOnce + 1);
    if (rows.length <= rowsAtOnce) return { rows, total: undefined };
  }
  return readInParts({ db, rest }, await readIds(db, list.id, idsInOrder(list, where)), (queries, some) =>
    list.rows(queries, isAnyOf(list.id, some)).orderBy(...inOrder(list, keysOf(list))),
  );
}
