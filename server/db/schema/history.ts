import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { historyKinds } from '../../../contract/history';
import { at, bytes, oneOf, transactionId } from './columns';
import { users } from './people';

/**
 * The leaves of the sealed history, one for each ledger entry, report of a transaction and audit event, in the order in
 * which they were sealed (docs/ledger.md). Append-only.
 */
export const historyLeaves = pgTable(
  'history_leaves',
  {
    index: bigint('index', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: historyKinds }).notNull(),
    /** Of an entry or an event. */
    rowId: bigint('row_id', { mode: 'number' }),
    /** Of a report. */
    transactionId: uuid('transaction_id'),
    /** Part of the text that is hashed, so that nobody finds out by guesses what a hash stands for. */
    blind: uuid('blind').notNull(),
    /** Of a report: the salted hash of its personal texts, which outlives them. */
    commitment: bytes('commitment'),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    uniqueIndex('history_leaves_row_key').on(table.kind, table.rowId).where(sql`${table.rowId} is not null`),
    uniqueIndex('history_leaves_transaction_id_key')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    check('history_leaves_kind_check', oneOf(table.kind, historyKinds)),
    check(
      'history_leaves_row_check',
      sql`(${table.kind} = 'report') = (${table.transactionId} is not null) and (${table.kind} = 'report') = (${table.rowId} is null)`,
    ),
  ],
);

/** Roots of complete subtrees of the history, of 16, 256, 4096 ... leaves. Append-only. */
export const historyNodes = pgTable(
  'history_nodes',
  {
    /** Its height: the subtree has 2^level leaves. */
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
);

/** Signed statements of how long the history was and what its root was. Append-only. */
export const historyCheckpoints = pgTable(
  'history_checkpoints',
  {
    /** Leaves. */
    size: bigint('size', { mode: 'number' }).primaryKey(),
    root: bytes('root').notNull(),
    sealedAt: at('sealed_at').notNull(),
    /** As it was signed (server/history/checkpoint.ts). */
    note: text('note').notNull(),
    /** The last row that was sealed, in the order of sealing; the next ones come after it. */
    lastWrittenIn: transactionId('last_written_in').notNull(),
    lastKind: text('last_kind', { enum: historyKinds }).notNull(),
    lastId: text('last_id').notNull(),
    /** The PostgreSQL cluster whose transactions these are: a dump that is restored comes into another one. */
    cluster: text('cluster').notNull(),
  },
  (table) => [check('history_checkpoints_last_kind_check', oneOf(table.lastKind, historyKinds))],
);

/** How long the history was when a person downloaded a proof: later ones show that they extend it. */
export const historyDownloads = pgTable(
  'history_downloads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    size: bigint('size', { mode: 'number' }).notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.size] })],
);
