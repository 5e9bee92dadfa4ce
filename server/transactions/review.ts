import { desc, eq, sql } from 'drizzle-orm';
import type { TrxStatus } from '../../contract/enums';
import type { Review, StatusPreview } from '../../contract/review';
import type { Transaction } from '../../contract/transaction';
import type { Database, Queries } from '../db/client';
import { person } from '../db/person';
import { accounts, transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import { toDollars } from '../money';
import { waitingProposal } from '../proposals/propose';
import { checkReport } from './as-reported';
import { namesSameId } from './claims';
import { readFlags } from './flags';
import { previewStatus } from './preview';
import { readTransaction } from './transactions';

/** Duplicates that are named; that there are more, the count tells. */
const named = 20;

async function readDuplicates({ db }: Database, transaction: Transaction) {
  if (transaction.transactionId === null) return { duplicates: [], duplicateCount: 0 };
  const where = namesSameId(transaction._id, transaction.transactionId);
  const [rows, duplicateCount] = await Promise.all([
    db
      .select({
        _id: transactions.id,
        user: person,
        amount: transactions.amount,
        crypto: transactions.crypto,
        status: transactions.status,
        createdAt: transactions.createdAt,
      })
      .from(transactions)
      .innerJoin(users, eq(users.id, transactions.userId))
      .where(where)
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(named),
    db.$count(transactions, where),
  ]);
  const duplicates = rows.map(({ amount, createdAt, ...same }) => ({
    ...same,
    amount: toDollars(amount),
    createdAt: createdAt.toISOString(),
  }));
  return { duplicates, duplicateCount };
}

async function readInvestor({ db }: Database, userId: string): Promise<Review['investor']> {
  const [[found], history] = await Promise.all([
    db
      .select({
        memberSince: users.createdAt,
        frozenAt: accounts.frozenAt,
        balance: accounts.balance,
        held: accounts.held,
      })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(eq(accounts.userId, userId)),
    db
      .select({
        trxType: transactions.trxType,
        status: transactions.status,
        count: sql`count(*)`.mapWith(Number),
        sum: sql`sum(${transactions.amount})`.mapWith(Number),
      })
      .from(transactions)
      .where(eq(transactions.userId, userId))
      .groupBy(transactions.trxType, transactions.status)
      .orderBy(transactions.trxType, transactions.status),
  ]);
  if (!found) throw refuse.notFound();
  return {
    _id: userId,
    memberSince: found.memberSince.toISOString(),
    frozenAt: found.frozenAt?.toISOString() ?? null,
    balance: toDollars(found.balance),
    held: toDollars(found.held),
    history: history.map(({ sum, ...same }) => ({ ...same, sum: toDollars(sum) })),
  };
}

/** The payment that was proposed; nothing else of a transaction takes two administrators. */
const waitingPayment = (db: Queries, trxId: string): Promise<Review['waiting']> =>
  waitingProposal(db, { kind: 'withdrawal', subjectType: 'transaction', subjectId: trxId });

async function readWaiting({ db }: Database, { _id, trxType }: Transaction): Promise<Review['waiting']> {
  return trxType === 'WITHDRAWAL' ? waitingPayment(db, _id) : undefined;
}

/**
 * What a change to a status would do, with the proposal that waits to do the same; see `previewStatus`. Throws `conflict` as
 * {@link readReview} does.
 */
export async function previewDecision(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  trxId: string,
  status: TrxStatus,
  withdrawalHold: number,
): Promise<StatusPreview> {
  const preview = await previewStatus(db, trxId, status, withdrawalHold);
  await checkReport({ db, seal }, await readTransaction(db, trxId));
  const waiting = status === 'CONFIRMED' ? await waitingPayment(db, trxId) : undefined;
  return { ...preview, ...(waiting && { waiting }) };
}

/**
 * A transaction with what it is decided by; `hold` in milliseconds. Throws `not_found` when there is none, and `conflict` for
 * one that is not what was reported: whoever pays goes by what is shown here, before it is said that it was paid.
 */
export async function readReview(database: Database, trxId: string, hold: number): Promise<Review> {
  const transaction = await readTransaction(database.db, trxId);
  const [duplicates, flags, waiting, investor] = await Promise.all([
    readDuplicates(database, transaction),
    readFlags(database.db, transaction, hold),
    readWaiting(database, transaction),
    readInvestor(database, transaction.user._id),
    checkReport(database, transaction),
  ]);
  return {
    ...{ transaction, ...duplicates, investor },
    ...(flags.length > 0 && { flags }),
    ...(waiting && { waiting }),
  };
}
