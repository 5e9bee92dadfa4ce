import { PgArray, type PgColumn } from 'drizzle-orm/pg-core';

/** What the values of an array are, of a column that is one. */
export const elementOf = (column: PgColumn | undefined): PgColumn | undefined =>
  column instanceof PgArray ? column.baseColumn : undefined;

/** What a column holds, or what is in an array of whatever depth. */
export function innermost(column: PgColumn): PgColumn {
  const element = elementOf(column);
  return element ? innermost(element) : column;
}

/**
 * Whether a column is of JSON, which comes from the driver as what it says: drizzle would take a text in it for JSON once
 * more, and make a number of "42".
 */
export const isJson = (column: PgColumn): boolean => innermost(column).dataType === 'json';
