import type pg from 'pg';
import type { BookCheckResult } from '../../contract/books';
import { createBooks } from '../books/books';
import { openDatabase } from '../db/client';
import type { Recovered } from '../db/embedded/recover';
import { MigrationRefused, requireMigrated } from '../db/migrate';
import { withClient } from './with-client';

/** What a restored database is like. */
export interface Verified {
  /** None where it is of an earlier version, whose books are checked once it was started. */
  books: BookCheckResult[] | null;
  totals: Totals;
}

/** What no version of the product ever changes or removes, up to a moment. */
export interface Totals {
  entries: number;
  postings: number;
  /** Cents that were added and taken, without their signs. */
  moved: string;
  events: number;
  /** Of all entries and postings as they are. */
  hash: string;
}

/** Milliseconds for each check of the books, which are asked with nobody waiting. */
export const checkTimeout = 600_000;

/** Checks the books of a restored database, and sums up what may never change. */
export async function verify({ connection, superuser }: Recovered, until = new Date()): Promise<Verified> {
  const database = openDatabase(connection, () => {}, 2);
  try {
    const totals = await readTotals(superuser, until);
    try {
      await requireMigrated(database.pool);
    } catch (error) {
      if (error instanceof MigrationRefused) return { books: null, totals };
      throw error;
    }
    return { books: await createBooks(database, { timeout: checkTimeout }).check(), totals };
  } finally {
    await database.close();
  }
}

/** The sums of what was written up to a moment. */
export function readTotals(superuser: pg.ClientConfig, until: Date): Promise<Totals> {
  return withClient(superuser, async (client) => {
    await client.query('set default_transaction_read_only = on');
    const { rows } = await client.query<Totals>(
      `with entries as (select * from ledger_entries where created_at <= $1),
         postings as (select p.* from ledger_postings p join entries e on e.id = p.entry_id),
         hashes as (
           select hashtextextended(row(id, user_id, kind, transaction_id, status, actor_id, created_at)::text, 0) as hash
             from entries
           union all select hashtextextended(p::text, 1) from postings p)
       select (select count(*)::int from entries) as entries, (select count(*)::int from postings) as postings,
         (select coalesce(sum(abs(amount)), 0)::text from postings) as moved,
         (select count(*)::int from audit_events where at <= $1) as events,
         (select coalesce(sum(hash::numeric), 0)::text from hashes) as hash`,
      [until],
    );
    const [totals] = rows;
    if (!totals) throw new Error('The totals have no row');
    return totals;
  });
}

/** Whether the books of a restored database hold, as far as they could be checked. */
export function booksHold({ books }: Verified): boolean {
  return books === null || books.every(({ holds }) => holds === true);
}
