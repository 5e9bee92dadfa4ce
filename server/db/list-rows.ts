import { and, asc, desc, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';

/** One condition of a list; dates as Date, amounts in cents. */
export type Condition =
  | { kind: 'search'; field: 'q'; text: string }
  | { kind: 'oneOf'; field: string; values: string[] }
  | { kind: 'from' | 'to'; field: string; value: Date | number };

/** A list's query, checked. */
export interface ListRequest {
  sort: { field: string; order: 'ASC' | 'DESC' } | undefined;
  /** Positions of the first and the last row, both inside; none asks for all. */
  range: { first: number; last: number } | undefined;
  conditions: Condition[];
}

/** Where each field of a list is stored. */
export type ColumnMap<Field extends string = string> = Record<Exclude<Field, 'q'>, PgColumn>;

export interface Page<Row> {
  rows: Row[];
  /** All rows that match; only counted when a range was asked for. */
  total: number | undefined;
  /** There are more rows than `total`, which was as far as it was counted. */
  atLeast?: boolean;
  /** What follows `rows`, of a whole list too long to be in memory at once, and how many both are. */
  rest?: AsyncIterable<Row[]>;
  all?: number;
}

/** Rows of a long list that are read and written out at once; nobody else is answered meanwhile. */
export const rowsAtOnce = 250;

/** The page with each of its rows changed. */
export function mapPage<Row, Shown>(
  { rows, rest, ...page }: Page<Row>,
  show: (row: Row) => Shown,
): Page<Shown> {
  async function* showRest(some: AsyncIterable<Row[]>) {
    for await (const more of some) yield more.map(show);
  }
  return { ...page, rows: rows.map(show), ...(rest && { rest: showRest(rest) }) };
}

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
  rows: (where: SQL | undefined) => Select;
  count: (where: SQL | undefined) => Promise<number>;
}

/** Runs a list: one page with its total, counted apart so that it is right past the end too, or everything. */
export async function listRows<Select extends PgSelect>(
  parts: ListQueryParts<Select>,
): Promise<Page<Awaited<Select>[number]>> {
  const { request, columns, orderedBy, tieBreaker } = parts;
  const where = and(...request.conditions.map((condition) => conditionSql(condition, parts)));
  const [field, order] = request.sort ? [request.sort.field, request.sort.order] : parts.defaultSort;
  const direction = order === 'ASC' ? asc : desc;
  const sorting = orderedBy ?? columnOf(columns, field);
  const query = parts.rows(where).orderBy(direction(sorting), direction(tieBreaker));
  if (!request.range) return { rows: await query, total: undefined };
  const { first, last } = request.range;
  const [rows, total] = await Promise.all([query.limit(last - first + 1).offset(first), parts.count(where)]);
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
      const words = condition.text.split(/\s+/).filter(Boolean);
      return and(
        ...words.map((word) =>
          or(...searched.map((column) => sql`${column} ilike ${`%${escapeLike(word)}%`}`)),
        ),
      );
    }
    case 'oneOf':
      return inArray(columnOf(columns, condition.field), condition.values);
    case 'from':
      return gte(columnOf(columns, condition.field), condition.value);
    case 'to':
      return atMost(columnOf(columns, condition.field), condition.value);
  }
}

/** The wire shows milliseconds and the database keeps microseconds: a moment is meant up to its last one. */
function atMost(column: PgColumn, value: Date | number): SQL {
  if (!(value instanceof Date)) return lte(column, value);
  return lt(column, new Date(value.getTime() + 1));
}

/** Takes % and _ for themselves in a pattern. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
