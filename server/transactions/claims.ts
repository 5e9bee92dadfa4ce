import { and, ne, type SQL, sql } from 'drizzle-orm';
import { currencies } from '../../contract/currencies';
import type { Queries } from '../db/client';
import { transactions } from '../db/schema/money';

// A deposit is a claim: that the payment of a transaction id has come. Ids are hashes, which are written in capitals or
// not, and with 0x before them or not; one names a payment of whatever currency its chain has.

/** The id without what it can be written with or without. */
const bare = (id: SQL) => sql`regexp_replace(lower(${id}), '^0x', '')`;

const chains = currencies.map(({ value, chain }) => `when '${value}' then '${chain}'`).join(' ');
const chainOf = (column: string) => sql.raw(`case ${column} ${chains} end`);

// In words and not by drizzle's columns, whose table it leaves out where a query has no other one.
const own = { claim: bare(sql.raw('transactions.transaction_id')), chain: chainOf('transactions.crypto') };

/**
 * For the columns of a query on `transactions`: another deposit of the row's transaction id and chain that is confirmed;
 * null when there is none. Those of the id are few, and found first (`offset 0`): while statistics know of few confirmed
 * ones, PostgreSQL would look at each of these instead, however many have come since.
 */
export const confirmedDuplicate = sql<string | null>`(select other.id from (
    select named.id, named.crypto, named.trx_type, named.status from transactions named
      where lower(named.transaction_id) in (${own.claim}, '0x' || ${own.claim}) offset 0
  ) other where other.id <> transactions.id
    and other.trx_type = 'DEPOSIT' and other.status = 'CONFIRMED' and ${chainOf('other.crypto')} = ${own.chain}
  limit 1)`;

/**
 * For the columns of a query on `transactions`: lets nobody else confirm a claim of the row's id until the transaction
 * ends. What names no id, such as a withdrawal, takes no lock.
 */
export const claimLock = sql<unknown>`pg_advisory_xact_lock(hashtextextended('claim|' || ${own.claim}, 0))`;

/** A condition on `transactions`: others that name a transaction id, on whatever chain. */
export function namesSameId(trxId: string, transactionId: string): SQL | undefined {
  const claim = bare(sql`${transactionId}::text`);
  return and(
    sql`lower(${transactions.transactionId}) in (${claim}, '0x' || ${claim})`,
    ne(transactions.id, trxId),
  );
}

/**
 * Those of some unconfirmed deposits that name the transaction id of a confirmed one, or of another one of them. One of
 * somebody who is erased names none.
 */
export async function findDuplicates(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select id, ${confirmedDuplicate} as confirmed_duplicate,
        count(transaction_id) over (partition by ${own.chain}, ${own.claim}) as claims
      from transactions where id = any(${sql.param(ids)}::uuid[])
    ) as claimed where confirmed_duplicate is not null or claims > 1`);
  return new Set(rows.map(({ id }) => id));
}
