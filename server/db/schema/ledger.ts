import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AccountField } from '../../../contract/account';
import { accountFieldNames } from '../../../contract/chart';
import type { BookCheck, TrxStatus } from '../../../contract/enums';
import { recordOf } from '../../../contract/record-of';
import { at, bytes, cents, oneOf, snakeCase, writtenIn } from './columns';
import { accounts, transactions } from './money';
import { users } from './people';

/** What happened to an investor's money, append-only. Each entry's postings sum to zero in each book. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    kind: text('kind', { enum: ['transaction', 'adjustment'] }).notNull(),
    /** The transaction whose status this entry puts into effect; none for an adjustment. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    status: text('status').$type<TrxStatus>(),
    actorId: uuid('actor_id').notNull(),
    /** In the clear in entries of former versions alone, until the next start. */
    reason: text('reason'),
    /** The reason, sealed by the key of the account's owner (server/db/sealed-events.ts). */
    sealedReason: bytes('sealed_reason'),
    createdAt: at('created_at').notNull().defaultNow(),
    writtenIn: writtenIn(),
  },
  (table) => [
    index('ledger_entries_written_in_idx').on(table.writtenIn, table.id),
    index('ledger_entries_user_id_idx').on(table.userId, table.id),
    // What is to be sealed: nothing, but for entries of former versions.
    index('ledger_entries_plain_idx').on(table.id).where(sql`${table.reason} is not null`),
    index('ledger_entries_transaction_id_idx').on(table.transactionId, table.id),
    check('ledger_entries_kind_check', oneOf(table.kind, ['transaction', 'adjustment'])),
  ],
);

/** One side of an entry: cents added to an account of a book. Append-only. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerEntries.id),
    line: integer('line').notNull(),
    book: text('book', { enum: ['money', 'statement'] }).notNull(),
    /** `balance`, `held`, `custody:{currency}`, `adjustments`, `profit`, `contra:profit`, ... */
    account: text('account').notNull(),
    amount: cents('amount').notNull(),
    /** True on the postings that reverse what an earlier status had posted. */
    reversal: boolean('reversal').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.line] }),
    check('ledger_postings_book_check', oneOf(table.book, ['money', 'statement'])),
    check('ledger_postings_amount_check', sql`${table.amount} <> 0`),
  ],
);

/** Up to which entry something that follows the ledger has read it: none with this id or a lower one is to come. */
export const ledgerFollowers = pgTable('ledger_followers', {
  name: text('name', { enum: ['account_days', 'day_totals'] }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
});

/**
 * The figures of an account at the end of each day of UTC that has an entry, made from the entries alone and kept up behind
 * them (server/ledger/account-days.ts): they can be deleted and made anew. Cents.
 */
export const accountDays = pgTable(
  'account_days',
  {
    // No reference: keeping them up touches no row that the writers of entries wait for.
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    ...recordOf(accountFieldNames, (field) => cents(snakeCase(field)).notNull().default(0)),
    /** The last entry in these figures: those of the account after it are not in any row. */
    lastEntryId: bigint('last_entry_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day] }),
    // Whose figures changed on a day.
    index('account_days_day_idx').on(table.day).concurrently(),
  ],
);

/**
 * What the entries of each day of UTC have added to the figures of all accounts together, kept up as the days of accounts
 * are. Cents.
 */
export const dayTotals = pgTable('day_totals', {
  day: date('day', { mode: 'string' }).primaryKey(),
  ...recordOf(accountFieldNames, (field) => cents(snakeCase(field)).notNull().default(0)),
});

/** Of a figure in a statement; cents: opening + deposits + withdrawals + adjustments = closing. */
export interface StoredLine {
  opening: number;
  deposits: number;
  withdrawals: number;
  adjustments: number;
  closing: number;
}

/** By the names of figures: those that the chart of accounts had when the statement was stored. */
export type StoredLines = Partial<Record<AccountField, StoredLine>>;

/**
 * Statements of periods that are over (server/statements); append-only, each with the hash of the one before it. They hold
 * sums and hashes alone: names are those of the day on which a statement is looked at.
 */
export const statements = pgTable(
  'statements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    /** "2026-03" is a month, "2026" a year; of UTC. */
    period: text('period').notNull(),
    figures: jsonb('figures').$type<StoredLines>().notNull(),
    entries: integer('entries').notNull(),
    /** The last entry up to the end of the period; 0 when there was none. */
    lastEntryId: bigint('last_entry_id', { mode: 'number' }).notNull(),
    /** Of a month's entries, of a year's months; SHA-256 in hexadecimal. */
    entriesHash: text('entries_hash').notNull(),
    /** Of the statement before it of the same kind. */
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
    /** The newest checkpoint of the sealed history when it was stored, as it was signed; none when there was none. */
    checkpoint: text('checkpoint'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.period] }),
    check('statements_period_check', sql`${table.period} ~ '^[0-9]{4}(-[0-9]{2})?$'`),
  ],
);

/** Who wants a mail when a statement is ready, and the last month that they were told of. */
export const statementMails = pgTable('statement_mails', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  lastPeriod: text('last_period').notNull(),
});

/** Where a check of the books began: what was written later, the next one looks at (server/books/runs.ts). */
export interface BooksMark {
  /** The PostgreSQL cluster, whose transactions are counted. */
  cluster: string;
  /** The oldest transaction that had not ended. */
  transaction: string;
  /** Up to which entry the figures by day had followed. */
  entry: number;
}

/** Checks of the books: when they began, how far those are that run, and how they ended. */
export const bookRuns = pgTable(
  'book_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: at('at').notNull().defaultNow(),
    /** Whether all held; none where a part of it took too long, or has not ended. */
    holds: boolean('holds'),
    /** None while it runs, and of one whose process ended before. */
    endedAt: at('ended_at').defaultNow(),
    /** Its process was at it. */
    seenAt: at('seen_at').notNull().defaultNow(),
    /** How far it is, in percent. */
    progress: integer('progress').notNull().default(0),
    /** How many accounts it looks at. */
    accounts: integer('accounts').notNull().default(0),
    /** The last check of all accounts that this one adds to, which may be itself, and how many accounts that looked at. */
    wholeAt: at('whole_at'),
    wholeAccounts: integer('whole_accounts'),
    /** How many rows broke each invariant, none where that took too long. */
    offenders: jsonb('offenders').$type<Partial<Record<BookCheck, number | null>>>(),
    mark: jsonb('mark').$type<BooksMark>(),
  },
  (table) => [index('book_runs_at_idx').on(table.at)],
);
