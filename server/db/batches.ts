import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './client';

/** Rows of one statement, which has to end within the time that statements have. */
export const batchRows = 1_000;

/**
 * Changes rows batch by batch until none is left: what is done stays, whatever becomes of a later batch. `change` changes so
 * many of them at most; `signal` ends it between two.
 */
export async function inBatches(
  change: (rows: number) => Promise<{ rowCount: number | null }>,
  signal: AbortSignal | undefined,
  rows = batchRows,
): Promise<void> {
  let changed = rows;
  while (changed === rows && !signal?.aborted) changed = (await change(rows)).rowCount ?? 0;
}

/**
 * Rows of a table that are so, as many as a batch has. It is asked of each twice: where somebody changes a row meanwhile, PostgreSQL goes on
 * with what has become of it, and asks of that only what is said outside of the sub-select.
 */
export const someRows = (table: PgTable, which: SQL, most: number): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${most})) and (${which})`;

/** Removes rows of a table batch by batch. */
export function removeRows(
  db: Queries,
  table: PgTable,
  which: SQL,
  signal: AbortSignal | undefined,
  rows?: number,
): Promise<void> {
  return inBatches(
    (most) => db.execute(sql`delete from ${table} where ${someRows(table, which, most)}`),
    signal,
    rows,
  );
}
