import { sql } from 'drizzle-orm';
import { bigint, customType, type ExtraConfigColumn, type PgColumn, timestamp } from 'drizzle-orm/pg-core';

/** `column IN (...)` made from the contract's own enum, so that the database and the schemas cannot differ. */
export function oneOf(column: PgColumn | ExtraConfigColumn, options: readonly string[]) {
  return sql`${column} in (${sql.raw(options.map((option) => `'${option}'`).join(', '))})`;
}

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The transaction of the database that wrote a row: the sealer takes rows in this order (server/history/sealer.ts). */
export const writtenIn = () => transactionId('written_in').notNull().default(sql`pg_current_xact_id()`);

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Integer cents. All sums stay far below 2^53. */
export const cents = (name: string) => bigint(name, { mode: 'number' });
/** The column of a field of the wire. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
