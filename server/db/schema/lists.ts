import { bigint, date, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Crypto, TrxType } from '../../../contract/enums';
import { cents } from './columns';

/**
 * How many rows a list has, by the values of the fields that filter it; kept by triggers. Each change adds a row, so
 * that no writer waits for another, and the rows are summed up from time to time (server/db/list-counts.ts).
 */
export const listCounts = pgTable('list_counts', {
  list: text('list', { enum: ['users', 'accounts', 'transactions'] }).notNull(),
  facets: jsonb('facets').notNull(),
  rows: bigint('rows', { mode: 'number' }).notNull(),
});

/**
 * Numbers and sums that the home of operators shows (server/db/kept-sums.ts); kept by triggers, a row for each change, as
 * the counts above are. `balance` and `held` are those of all accounts. `pending` and `confirmed` are transactions by kind
 * and currency, the confirmed ones by the day they were confirmed on; `investors` are people by the day they came on. Days
 * are those of UTC.
 */
export const keptSums = pgTable('kept_sums', {
  figure: text('figure', { enum: ['balance', 'held', 'pending', 'confirmed', 'investors'] }).notNull(),
  trxType: text('trx_type').$type<TrxType>(),
  crypto: text('crypto').$type<Crypto>(),
  day: date('day', { mode: 'string' }),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  amount: cents('amount').notNull(),
});
