import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The wire shows milliseconds and the database keeps microseconds: a moment is meant up to its last one. */
export const lastMicrosecondOf = (moment: Date) => moment.toISOString().replace('Z', '999Z');

/** Whether what is stored in a column is of a moment or before it. */
export function upTo(column: SQLWrapper, moment: Date): SQL {
  return sql`${column} <= ${lastMicrosecondOf(moment)}`;
}
