import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/messages';
import { proofIdOf, proofReference } from '../../contract/proof';
import type {
  DepositRequest,
  Transaction,
  TransactionCreate,
  WithdrawalRequest,
} from '../../contract/transaction';
import { type Actor, recordAudit } from '../audit/audit';
import { type Queries, statement, type Tx } from '../db/client';
import { transactions } from '../db/schema';
import { Refusal, refuse } from '../http/refusal';
import { effectOf } from '../ledger/effects';
import { toCents } from '../ledger/money';
import { lockAccount, postEntry } from '../ledger/posting';
import { claimProof } from '../proofs/proofs';
import { type Person, type TransactionRow, toTransaction } from './transactions';

const insertTransaction = statement((db) =>
  db
    .insert(transactions)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      trxType: sql.placeholder('trxType'),
      amount: sql.placeholder('amount'),
      plan: sql.placeholder('plan'),
      crypto: sql.placeholder('crypto'),
      transactionId: sql.placeholder('transactionId'),
      imageUrl: sql.placeholder('imageUrl'),
      wallet: sql.placeholder('wallet'),
      status: 'PENDING',
    })
    .returning()
    .prepare('insert_transaction'),
);

/**
 * Reports a deposit or asks for a withdrawal; either starts PENDING. A withdrawal reserves its amount at once.
 * Throws 422 for a withdrawal when the account is frozen or the balance is not above 100 dollars, or less than the amount (specification, sections 2 and 5), and
 * for a proof image that is not the owner's to use.
 */
export async function createTransaction(
  tx: Tx,
  owner: Person,
  actor: Actor & { userId: string },
  request: TransactionCreate,
): Promise<Transaction> {
  const row =
    request.trxType === 'DEPOSIT'
      ? await deposit(tx.db, owner._id, request)
      : await withdraw(tx, owner._id, actor, request);
  const created = toTransaction(row, owner);
  await recordAudit(tx.db, actor, {
    action: 'transaction.created',
    subjectType: 'transaction',
    subjectId: row.id,
    after: created,
  });
  return created;
}

type Stored = Pick<
  TransactionRow,
  'trxType' | 'amount' | 'plan' | 'crypto' | 'transactionId' | 'imageUrl' | 'wallet'
>;

async function insert(db: Queries, userId: string, values: Stored): Promise<TransactionRow> {
  const [row] = await insertTransaction(db).execute({ id: uuid(), userId, ...values });
  if (!row) throw new Error('The transaction was not stored');
  return row;
}

async function deposit(db: Queries, userId: string, request: DepositRequest): Promise<TransactionRow> {
  const proofId = request.imageUrl === undefined ? undefined : proofIdOf(request.imageUrl);
  const row = await insert(db, userId, {
    trxType: 'DEPOSIT',
    amount: toCents(request.amount),
    plan: request.plan,
    crypto: request.crypto,
    transactionId: request.transactionId,
    imageUrl: proofId === undefined ? webAddress(request.imageUrl) : proofReference(proofId),
    wallet: null,
  });
  if (proofId !== undefined) await claimProof(db, userId, proofId, row.id);
  return row;
}

/** The https address of an image elsewhere; anything else, the specified placeholder included, counts as none. */
function webAddress(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : null;
}

async function withdraw(
  tx: Tx,
  userId: string,
  actor: Actor & { userId: string },
  request: WithdrawalRequest,
): Promise<TransactionRow> {
  const account = await lockAccount(tx.db, userId);
  if (!account) throw refuse.notFound();
  if (account.frozenAt !== null) throw new Refusal(422, 'account_frozen', refusals.accountFrozen);
  const amount = toCents(request.amount);
  if (account.balance <= toCents(limits.withdrawalBalance)) {
    throw new Refusal(422, 'balance_too_low', refusals.balanceTooLow);
  }
  if (amount > account.balance) {
    throw new Refusal(422, 'insufficient_balance', refusals.insufficientBalance, { field: 'amount' });
  }
  const row = await insert(tx.db, userId, {
    trxType: 'WITHDRAWAL',
    amount,
    plan: null,
    crypto: request.crypto,
    transactionId: null,
    imageUrl: null,
    wallet: request.wallet,
  });
  const subject = { kind: 'transaction', transactionId: row.id, status: 'PENDING' } as const;
  await postEntry(tx.db, account, actor, subject, { reversal: [], effect: effectOf(row, 'PENDING') });
  return row;
}
