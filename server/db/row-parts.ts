import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './client';
import { isJson } from './column-types';

/** Rows that are read at a time: what is done with them keeps others waiting for some milliseconds at most. */
const rowsOfPart = 500;

/** Columns of a table, and which of its rows, by which order. */
interface Wanted<Columns extends Record<string, PgColumn>> {
  columns: Columns;
  table: PgTable;
  where: SQL | undefined;
  orderBy?: SQL[];
}

type RowOf<Columns extends Record<string, PgColumn>> = {
  [Name in keyof Columns]: GetColumnData<Columns[Name]>;
};

/** Any number of rows, a few at a time. Only in a transaction, and one such reading after the other. */
export async function* readInParts<Columns extends Record<string, PgColumn>>(
  db: Queries,
  { columns, table, where, orderBy = [] }: Wanted<Columns>,
): AsyncGenerator<RowOf<Columns>[]> {
  const query = db
    .select(columns)
    .from(table)
    .where(where)
    .orderBy(...orderBy);
  await db.execute(sql`declare row_parts no scroll cursor for ${query}`);
  const named = Object.entries<PgColumn>(columns);
  const read = (row: Record<string, unknown>) =>
    Object.fromEntries(
      named.map(([name, column]) => {
        const value = row[column.name];
        return [name, value === null || isJson(column) ? value : column.mapFromDriverValue(value)];
      }),
      // Each column has read its own value.
    ) as RowOf<Columns>;
  let size: number;
  do {
    const { rows } = await db.execute(sql.raw(`fetch ${rowsOfPart} from row_parts`));
    size = rows.length;
    if (size > 0) yield rows.map(read);
  } while (size === rowsOfPart);
  await db.execute(sql`close row_parts`);
}
