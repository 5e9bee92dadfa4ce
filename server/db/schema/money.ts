import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountFieldNames } from '../../../contract/chart';
import {
  type Crypto,
  cryptos,
  type HoldCause,
  holdCauses,
  type PlanValue,
  planValues,
  type TrxStatus,
  type TrxType,
  trxStatuses,
  trxTypes,
} from '../../../contract/enums';
import { recordOf } from '../../../contract/record-of';
import { at, bytes, cents, oneOf, snakeCase, writtenIn } from './columns';
import { users } from './people';

/** The sums of an investor's postings, kept beside them in the same transaction: a column for each figure of the chart of accounts. Cents. */
export const accounts = pgTable(
  'accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    ...recordOf(accountFieldNames, (field) => cents(snakeCase(field)).notNull().default(0)),
    /** Since when the investor may not withdraw. */
    frozenAt: at('frozen_at'),
    version: integer('version').notNull().default(1),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) =>
    accountFieldNames.map((field) =>
      index(`accounts_${snakeCase(field)}_idx`).on(table[field], table.userId),
    ),
);

/**
 * At the end of an index, with whose row it is: filters by them and searches are answered without a look at the table,
 * which a deep page needs.
 */
const facets = (table: Record<'status' | 'trxType' | 'crypto' | 'plan', ExtraConfigColumn>) =>
  [table.status, table.trxType, table.crypto, table.plan] as const;

/**
 * What a transaction waits as: its type while it is pending, null afterwards. A query for what waits of one person asks by this,
 * and is served by `transactions_waiting_idx` alone: asked for by status and type, PostgreSQL goes through what waits of everybody
 * as long as its statistics know of little that does.
 */
export const waitsAs = ({ status, trxType }: Record<'status' | 'trxType', SQLWrapper>) =>
  sql`(case when ${status} = 'PENDING' then ${trxType} end)`;

export const transactions = pgTable(
  'transactions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    trxType: text('trx_type').$type<TrxType>().notNull(),
    amount: cents('amount').notNull(),
    plan: text('plan').$type<PlanValue>(),
    crypto: text('crypto').$type<Crypto>().notNull(),
    transactionId: text('transaction_id'),
    imageUrl: text('image_url'),
    wallet: text('wallet'),
    status: text('status').$type<TrxStatus>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** A withdrawal that waits is not to be confirmed before, and why (server/holds/hold.ts). */
    notBefore: at('not_before'),
    holdCause: text('hold_cause').$type<HoldCause>(),
    writtenIn: writtenIn(),
  },
  (table) => [
    index('transactions_written_in_idx').on(table.writtenIn, table.id),
    index('transactions_user_id_idx').on(table.userId, table.createdAt, table.id, ...facets(table)),
    index('transactions_created_at_idx').on(table.createdAt, table.id, ...facets(table), table.userId),
    index('transactions_amount_idx').on(
      table.amount,
      table.createdAt,
      table.id,
      ...facets(table),
      table.userId,
    ),
    // What was decided on some days, by which the home leads to the list.
    index('transactions_updated_at_idx')
      .on(table.updatedAt, table.createdAt, table.id, ...facets(table), table.userId)
      .concurrently(),
    index('transactions_trx_type_amount_idx').on(table.trxType, table.amount, table.createdAt, table.id),
    ...facets(table).map((facet) =>
      index(`transactions_${facet.name}_idx`).on(
        facet,
        table.createdAt,
        table.id,
        ...facets(table).filter((other) => other !== facet),
        table.userId,
      ),
    ),
    index('transactions_waiting_idx')
      .on(table.userId, waitsAs(table))
      .where(sql`${waitsAs(table)} is not null`)
      .concurrently(),
    // For servers of 0.1 that ask by status and type; the migration that opens the next minor version drops both.
    index('transactions_pending_deposits_idx')
      .on(table.userId)
      .where(sql`${table.trxType} = 'DEPOSIT' and ${table.status} = 'PENDING'`),
    index('transactions_pending_withdrawals_idx')
      .on(table.userId)
      .where(sql`${table.trxType} = 'WITHDRAWAL' and ${table.status} = 'PENDING'`)
      .concurrently(),
    // Ids are hashes, which wallets write in capitals or not. Not partial: then the planner would know nothing of it.
    index('transactions_transaction_id_idx').on(sql`lower(${table.transactionId})`),
    // Who else is paid at an address. A deposit has none, and costs nothing.
    index('transactions_wallet_idx').on(sql`lower(${table.wallet})`).where(sql`${table.wallet} is not null`),
    // What waits, the oldest first.
    index('transactions_pending_idx')
      .on(table.trxType, table.createdAt)
      .where(sql`${table.status} = 'PENDING'`),
    check('transactions_amount_check', sql`${table.amount} > 0`),
    check('transactions_trx_type_check', oneOf(table.trxType, trxTypes.options)),
    check('transactions_status_check', oneOf(table.status, trxStatuses.options)),
    check('transactions_crypto_check', oneOf(table.crypto, cryptos.options)),
    check('transactions_plan_check', oneOf(table.plan, planValues.options)),
    check('transactions_hold_cause_check', oneOf(table.holdCause, holdCauses.options)),
    check('transactions_hold_check', sql`(${table.notBefore} is null) = (${table.holdCause} is null)`),
  ],
);

/** Where investors want their withdrawals to go: the address book of each. */
export const withdrawalAddresses = pgTable(
  'withdrawal_addresses',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    label: text('label').notNull(),
    crypto: text('crypto').$type<Crypto>().notNull(),
    address: text('address').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('withdrawal_addresses_key').on(table.userId, table.crypto, sql`lower(${table.address})`),
    index('withdrawal_addresses_address_idx').on(sql`lower(${table.address})`),
    check('withdrawal_addresses_crypto_check', oneOf(table.crypto, cryptos.options)),
  ],
);

/** Platform addresses, one per currency. */
export const wallets = pgTable(
  'wallets',
  {
    id: uuid('id').primaryKey(),
    name: text('name').$type<Crypto>().notNull(),
    value: text('value').notNull(),
    demo: boolean('demo').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('wallets_name_key').on(table.name),
    check('wallets_name_check', oneOf(table.name, cryptos.options)),
  ],
);

/** Proof images of deposits, re-encoded as WebP. Those no deposit names are deleted after a day. */
export const proofs = pgTable(
  'proofs',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    image: bytes('image').notNull(),
    /** The deposit it belongs to; one image proves one deposit. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('proofs_transaction_id_key').on(table.transactionId),
    index('proofs_user_id_idx').on(table.userId),
    index('proofs_unused_idx').on(table.userId, table.createdAt).where(sql`${table.transactionId} is null`),
  ],
);
