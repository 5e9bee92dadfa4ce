import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table with at most one row of each person, to be read with the question whose session it is. */
export interface OwnTable {
  /** Part of the statement's name. */
  name: string;
  table: PgTable;
  columns: Record<string, PgColumn>;
  /** Whose a row is. */
  userId: PgColumn;
}
