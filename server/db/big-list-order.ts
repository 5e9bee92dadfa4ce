import { asc, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type PgColumn, type PgSelect, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import type { ListRequest } from '../lists/list';
import type { Queries } from './client';
import type { KeptCount } from './list-counts';
import { type ColumnMap, columnOf } from './list-rows';
import { users } from './schema/people';

/** A list that may be long: what is asked of it, and where it is stored. */
export interface BigList<Select extends PgSelect> {
  request: ListRequest;
  defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
  columns: ColumnMap;
  table: PgTable;
  id: PgColumn;
  /** Unique together; keep the order of equal rows, so that pages neither repeat nor miss one. */
  tieBreakers: readonly PgColumn[];
  /** Whose row it is: `q` searches the names and addresses of people. It is `id` where each person has one row at most. */
  personId: PgColumn;
  kept: KeptCount;
  /** Narrows the list for those who may see no other rows. */
  only?: SQL | undefined;
  rows: (db: Queries, where: SQL | undefined) => Select;
}

/**
 * Which rows, and how they are found: in the order of the list, leaving out those that do not pass, or all that pass
 * first. PostgreSQL decides that well for many rows; for a few it takes what sorts late, such as the name searched for,
 * as evenly spread. By people where all rows are listed, a person has one at most, and people sort them: they are walked
 * without their rows.
 */
export interface PageOf {
  by: 'order' | 'filter' | 'people';
  from: 'start' | 'end';
  offset: number;
  limit: number;
}

/** The rows of a page. Only ids and what sorts them are walked through; the rest is looked up for those of the page. */
export async function readPage<Select extends PgSelect>(
  db: Queries,
  list: BigList<Select>,
  where: SQL | undefined,
  { by, from, offset, limit }: PageOf,
): Promise<Awaited<Select>> {
  const ids = by === 'people' ? orderedPeople(list, from) : orderedIds(list, where, by, from);
  const page = sql`(${ids} limit ${limit} offset ${offset})`;
  return await list.rows(db, inArray(list.id, page)).orderBy(...inOrder(list, keysOf(list)));
}

/** The ids of all rows that pass, in order. */
export function idsInOrder(list: BigList<PgSelect>, where: SQL | undefined): SQL {
  return orderedIds(list, where, 'order', 'start');
}

/** Whether a person has one row at most, by a key of the table. */
export function isOneOfEach({ table, id, personId }: BigList<PgSelect>): boolean {
  return table !== users && id === personId;
}

/** The people who have a row, in order. Who has none is looked up in a hash of those who have one. */
function orderedPeople(list: BigList<PgSelect>, from: PageOf['from']): SQL {
  const row = sql`(select 1 from ${list.table} where ${list.personId} = ${users.id})`;
  const order = sql.join(inOrder(list, [columnOf(list.columns, sortOf(list)[0]), users.id], from), sql`, `);
  // The planner takes an `exists` by itself for a join, with all its rows.
  return sql`select ${users.id} from ${users} where (exists ${row}) is not false order by ${order}`;
}

function orderedIds(
  list: BigList<PgSelect>,
  where: SQL | undefined,
  by: 'order' | 'filter',
  from: PageOf['from'],
): SQL {
  const { table, id, personId } = list;
  const keys = keysOf(list).map((key, index) => [`key${index}`, sql`${key}`.as(`key${index}`)] as const);
  const all = new QueryBuilder()
    .select({ id: sql`${id}`.as('id'), ...Object.fromEntries(keys) })
    .from(table)
    .$dynamic();
  const passing = (isByPerson(list) ? all.innerJoin(users, eq(users.id, personId)) : all).where(where);
  // The planner moves no order into a query with an offset.
  const found = by === 'filter' ? sql`(${passing} offset 0)` : sql`${passing}`;
  const names = keys.map(([name]) => sql.identifier(name));
  return sql`select id from ${found} as found order by ${sql.join(inOrder(list, names, from), sql`, `)}`;
}

function sortOf({ request, defaultSort }: BigList<PgSelect>): readonly [string, 'ASC' | 'DESC'] {
  return request.sort ? [request.sort.field, request.sort.order] : defaultSort;
}

/** Whether the list is sorted by a field of the person, and not of the row itself. */
export function isByPerson(list: BigList<PgSelect>): boolean {
  return list.table !== users && columnOf(list.columns, sortOf(list)[0]).table === users;
}

/** What sorts the rows. Those of one person stand together, so that an index of the people gives the order. */
export function keysOf(list: BigList<PgSelect>): PgColumn[] {
  const column = columnOf(list.columns, sortOf(list)[0]);
  return [column, ...(isByPerson(list) ? [users.id] : []), ...list.tieBreakers];
}

/** Keys in the order of the list, or in the opposite one. */
export function inOrder(
  list: BigList<PgSelect>,
  keys: readonly SQLWrapper[],
  from: PageOf['from'] = 'start',
): SQL[] {
  const direction = (sortOf(list)[1] === 'ASC') === (from === 'start') ? asc : desc;
  return keys.map((key) => direction(key));
}
