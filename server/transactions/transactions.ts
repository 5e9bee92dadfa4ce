import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { ownTransactionList, transactionList } from '../../contract/list-query';
import type { Person } from '../../contract/person';
import type { Transaction } from '../../contract/transaction';
import { type ListSource, listBigRows } from '../db/big-list';
import { type Queries, statement } from '../db/client';
import type { ColumnMap } from '../db/list-rows';
import { person, personFields } from '../db/person';
import { transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import { toDollars } from '../money';
import { namedImage } from '../proofs/proofs';
import { reported } from './as-reported';
import { confirmedDuplicate } from './claims';

/** A transaction's row; the amount in cents. */
export type TransactionRow = typeof transactions.$inferSelect;

/** For the columns of a query: a transaction's row as it is shown. */
export const shownRow = { ...getTableColumns(transactions), imageUrl: namedImage };

/** A transaction as the wire has it. */
export function toTransaction(row: Omit<TransactionRow, 'writtenIn'>, user: Person): Transaction {
  const { id, trxType, plan, crypto, transactionId, imageUrl, wallet, status, version, ...rest } = row;
  const { amount, createdAt, updatedAt, notBefore, holdCause } = rest;
  return {
    ...{ trxType, plan, crypto, transactionId, imageUrl, wallet, status, version },
    _id: id,
    user,
    amount: toDollars(amount),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(notBefore && holdCause && { notBefore: notBefore.toISOString(), holdCause }),
  };
}

export const { credentialsChangedAt } = users;

const findById = statement((db) =>
  db
    .select({ row: shownRow, user: person, credentialsChangedAt })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('find_transaction'),
);

/** A transaction's row and whose it is. */
export interface FoundTransaction {
  row: TransactionRow;
  user: Person;
  /** When the owner's credentials were last changed. */
  credentialsChangedAt: Date | null;
}

/** A transaction as it is, not locked: to be shown, not to be changed by. */
export async function findTransaction(db: Queries, id: string): Promise<FoundTransaction | undefined> {
  const [found] = await findById(db).execute({ id });
  return found;
}

/** One transaction; throws `not_found` when there is none. */
export async function readTransaction(db: Queries, id: string): Promise<Transaction> {
  const found = await findTransaction(db, id);
  if (!found) throw refuse.notFound();
  return toTransaction(found.row, found.user);
}

/** A transaction whose status is to be changed. */
export interface FoundForStatus extends FoundTransaction {
  /** When it was read. If it was locked, its account was locked before. */
  readAt: Date;
  /** Another deposit of the same transaction id that is confirmed; only looked for when this one is to be. */
  confirmedDuplicate: string | null;
  /** What it must be compared with (`requireAsReported`). */
  reported: (Buffer | null)[] | null;
}

/** For the columns of a query: the moment, by the clock of the database. */
export const readAt = sql`clock_timestamp()`.mapWith(transactions.updatedAt);

const lockById = statement((db) =>
  db
    .select({
      row: shownRow,
      user: person,
      readAt,
      credentialsChangedAt,
      confirmedDuplicate: sql<null>`null`,
      reported,
    })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(
      and(
        eq(transactions.id, sql.placeholder('id')),
        sql`${transactions.userId} = coalesce(${sql.placeholder('ownerId')}::uuid, ${transactions.userId})`,
      ),
    )
    .for('no key update', { of: transactions })
    .prepare('lock_transaction'),
);

/**
 * Locks a transaction until the end of the database transaction; none when it is not the named owner's. Lock its account
 * before.
 */
export async function lockTransaction(
  db: Queries,
  id: string,
  ownerId: string | undefined,
): Promise<FoundForStatus | undefined> {
  const [found] = await lockById(db).execute({ id, ownerId: ownerId ?? null });
  return found;
}

const lockClaimById = statement((db) =>
  db
    .select({ row: shownRow, user: person, readAt, credentialsChangedAt, confirmedDuplicate, reported })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(eq(transactions.id, sql.placeholder('id')))
    .for('no key update', { of: transactions })
    .prepare('lock_claim'),
);

/**
 * The same for a transaction that is to be confirmed. Before, `claimLock` must have been taken by another statement: this
 * one sees what had been confirmed when it began.
 */
export async function lockClaim(db: Queries, id: string): Promise<FoundForStatus | undefined> {
  const [found] = await lockClaimById(db).execute({ id });
  return found;
}

const columns: ColumnMap<
  (typeof transactionList.sortable)[number] | keyof typeof transactionList.filterable
> = {
  id: transactions.id,
  userId: transactions.userId,
  createdAt: transactions.createdAt,
  updatedAt: transactions.updatedAt,
  amount: transactions.amount,
  status: transactions.status,
  trxType: transactions.trxType,
  crypto: transactions.crypto,
  plan: transactions.plan,
  ...personFields,
};

/** Transactions of everyone, or of one investor: a page of them, or all. */
export async function listTransactions(
  source: ListSource,
  request: ListRequest,
  ownerId?: string,
): Promise<Page<Transaction>> {
  const spec = ownerId === undefined ? transactionList : ownTransactionList;
  const page = await listBigRows(source, {
    request,
    defaultSort: spec.defaultSort,
    columns,
    table: transactions,
    id: transactions.id,
    tieBreakers: [transactions.createdAt, transactions.id],
    personId: transactions.userId,
    kept: { list: 'transactions', facets: ['status', 'trxType', 'crypto', 'plan'] },
    only: ownerId === undefined ? undefined : eq(transactions.userId, ownerId),
    rows: (db, where) =>
      db
        .select({ row: shownRow, user: person })
        .from(transactions)
        .innerJoin(users, eq(users.id, transactions.userId))
        .where(where)
        .$dynamic(),
  });
  return mapPage(page, ({ row, user }) => toTransaction(row, user));
}
