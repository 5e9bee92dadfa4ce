import { and, asc, desc, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import { wordsOf } from '../../contract/filters';
import { type Condition, type ListRequest, type Page, rowsAtOnce } from '../lists/list';
import type { Queries, ReadSource } from './client';
import { upTo } from './up-to';
import { isAnyOf, readIds, readInParts } from './whole-list';

/** Where each field of a list is stored. */
export type ColumnMap<Field extends string = string> = Record<Exclude<Field, 'q'>, PgColumn>;

interface ListQueryParts<Select extends PgSelect> {
  request: ListRequest;
  defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
  columns: ColumnMap;
  /** Sorts instead of the column of the field that was asked for, where it says the same more exactly. */
  orderedBy?: PgColumn | undefined;
  /** What the filter `q` searches. */
  searched: readonly PgColumn[];
  /** Unique; keeps the order of equal rows, so that pages neither repeat nor miss one. */
  tieBreaker: PgColumn;
  /** What else narrows the list. */
  only?: SQL | undefined;
  rows: (db: Queries, where: SQL | undefined) => Select;
  /** The column of `tieBreaker` as `id`, of what `rows` answers; with the tables that conditions and order name. */
  ids: (db: Queries, where: SQL | undefined) => PgSelect;
  /** Rows are counted up to so many; all of them without it. */
  countTo?: number;
}

/**
 * Runs a list: one page with its total, counted apart so that it is right past the end too, or everything. Of a whole list
 * that is not short only the ids are in memory at once; its rows are read as they are sent.
 */
export async function listRows<Select extends PgSelect>(
  { db, rest = db }: Pick<ReadSource, 'db' | 'rest'>,
  parts: ListQueryParts<Select>,
): Promise<Page<Awaited<Select>[number]>> {
  const { request, columns, orderedBy, tieBreaker, countTo } = parts;
  const where = and(...request.conditions.map((condition) => conditionSql(condition, parts)), parts.only);
  const [field, sense] = request.sort ? [request.sort.field, request.sort.order] : parts.defaultSort;
  const direction = sense === 'ASC' ? asc : desc;
  const sorting = orderedBy ?? columnOf(columns, field);
  const order = [direction(sorting), direction(tieBreaker)];
  const query = parts.rows(db, where).orderBy(...order);
  const ids = parts.ids(db, where);
  if (!request.range) {
    const rows: Awaited<Select> = await query.limit(rowsAtOnce + 1);
    if (rows.length <= rowsAtOnce) return { rows, total: undefined };
    const all = await readIds(db, tieBreaker, sql`${ids.orderBy(...order)}`);
    return readInParts({ db, rest }, all, (queries, some) =>
      parts.rows(queries, isAnyOf(tieBreaker, some)).orderBy(...order),
    );
  }
  const { first, last } = request.range;
  const [rows, total] = await Promise.all([
    query.limit(last - first + 1).offset(first),
    db.$count((countTo === undefined ? ids : ids.limit(countTo)).as('found')),
  ]);
  return { rows, total };
}

/** The column of a field; throws when the list has none. */
export function columnOf(columns: ColumnMap, field: string): PgColumn {
  const column = columns[field];
  if (column === undefined) throw new Error(`The list has no column for ${field}`);
  return column;
}

/** A condition as SQL; none when it lets everything pass. */
export function conditionSql(
  condition: Condition,
  { columns, searched }: Pick<ListQueryParts<PgSelect>, 'columns' | 'searched'>,
): SQL | undefined {
  switch (condition.kind) {
    case 'search': {
      const words = wordsOf(condition.text);
      return and(
        ...words.map((word) =>
          or(...searched.map((column) => sql`${column} ilike ${`%${escapeLike(word)}%`}`)),
        ),
      );
    }
    case 'oneOf':
      return isOneOf(columnOf(columns, condition.field), condition.values);
    case 'from':
      return atLeast(columnOf(columns, condition.field), condition.value);
    case 'to':
      return atMost(columnOf(columns, condition.field), condition.value);
  }
}

/** Other values than those of its own an enum of the database does not take, not even to compare with. */
function isOneOf(column: PgColumn, values: string[]): SQL {
  const isEnum = column.columnType === 'PgEnumColumn';
  return inArray(column, isEnum ? values.filter((value) => column.enumValues?.includes(value)) : values);
}

/** Days of the calendar are compared as such: the day of a moment depends on where one is. */
const dayOf = (column: PgColumn, value: Date) =>
  column.columnType === 'PgDateString' ? value.toISOString().slice(0, 10) : undefined;

function atLeast(column: PgColumn, value: Date | number | string): SQL {
  return gte(column, (value instanceof Date && dayOf(column, value)) || value);
}

function atMost(column: PgColumn, value: Date | number | string): SQL {
  if (!(value instanceof Date)) return lte(column, value);
  const day = dayOf(column, value);
  return day ? lte(column, day) : upTo(column, value);
}

/** Takes % and _ for themselves in a pattern. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
