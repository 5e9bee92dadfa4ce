import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/messages';
import type { Person } from '../../contract/person';
import { proofIdOf, proofReference } from '../../contract/proof';
import type {
  DepositRequest,
  Transaction,
  TransactionCreate,
  WithdrawalRequest,
} from '../../contract/transaction';
import { type Queries, statement, type Tx } from '../db/client';
import { transactions } from '../db/schema';
import { Refusal, refuse } from '../errors/refusal';
import { effectOf } from '../ledger/effects';
import { lockAccount, postEntry } from '../ledger/posting';
import { toCents } from '../money';
import { claimProof } from '../proofs/proofs';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { type TransactionRow, toTransaction } from './transactions';

const insertWithdrawal = statement((db) =>
  db
    .insert(transactions)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      trxType: 'WITHDRAWAL',
      amount: sql.placeholder('amount'),
      crypto: sql.placeholder('crypto'),
      wallet: sql.placeholder('wallet'),
      status: 'PENDING',
    })
    .returning()
    .prepare('insert_withdrawal'),
);

/** Locks the deposits of a person until the transaction ends: one is counted at a time, and the next one sees it. */
const lockDeposits = statement((db) =>
  db
    .select({
      locked: sql<unknown>`pg_advisory_xact_lock(hashtextextended('deposit|' || ${sql.placeholder('userId')}::text, 0))`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('lock_deposits'),
);

/**
 * Stores a deposit unless so many of the person wait already. A statement of its own, that sees what the holder of the
 * lock before did.
 */
const insertDeposit = statement((db) =>
  db
    .insert(transactions)
    .select(
      sql`select ${sql.placeholder('id')}::uuid, ${sql.placeholder('userId')}::uuid, 'DEPOSIT',
          ${sql.placeholder('amount')}::bigint, ${sql.placeholder('plan')}::text, ${sql.placeholder('crypto')}::text,
          ${sql.placeholder('transactionId')}::text, ${sql.placeholder('imageUrl')}::text, null::text, 'PENDING', 1,
          now(), now()
        where (
          select count(*) from (
            select 1 from transactions waiting
            where waiting.user_id = ${sql.placeholder('userId')}::uuid and waiting.trx_type = 'DEPOSIT'
              and waiting.status = 'PENDING'
            limit ${sql.placeholder('most')}::bigint
          ) as waiting
        ) < ${sql.placeholder('most')}::bigint`,
    )
    .returning()
    .prepare('insert_deposit'),
);

/**
 * Reports a deposit or asks for a withdrawal; either starts PENDING. A withdrawal reserves its amount at once.
 * Refuses a withdrawal when the account is frozen or the balance is not above 100 dollars, or less than the amount
 * (docs/rules.md, "Withdrawals"), a deposit when `pendingDeposits` of the owner wait already, and a proof image
 * that is not the owner's to use.
 */
export async function createTransaction(
  tx: Tx,
  owner: Person,
  actor: Actor & { userId: string },
  request: TransactionCreate,
  pendingDeposits: number = limits.pendingDeposits,
): Promise<Transaction> {
  const row =
    request.trxType === 'DEPOSIT'
      ? await deposit(tx.db, owner._id, request, pendingDeposits)
      : await withdraw(tx, owner._id, actor, request);
  const created = toTransaction(row, owner);
  recordAudit(tx, actor, {
    action: 'transaction.created',
    subjectType: 'transaction',
    subjectId: row.id,
    after: created,
  });
  return created;
}

async function deposit(
  db: Queries,
  userId: string,
  request: DepositRequest,
  most: number,
): Promise<TransactionRow> {
  const proofId = request.imageUrl === undefined ? undefined : proofIdOf(request.imageUrl);
  const [, [row]] = await Promise.all([
    lockDeposits(db).execute({ userId }),
    insertDeposit(db).execute({
      id: uuid(),
      userId,
      amount: toCents(request.amount),
      plan: request.plan,
      crypto: request.crypto,
      transactionId: request.transactionId,
      imageUrl: proofId === undefined ? webAddress(request.imageUrl) : proofReference(proofId),
      most,
    }),
  ]);
  if (!row) throw new Refusal('quota_reached', refusals.pendingDeposits(most));
  if (proofId !== undefined) await claimProof(db, userId, proofId, row.id);
  return row;
}

/** The https address of an image elsewhere; anything else, a placeholder included, counts as none. */
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
  if (account.frozenAt !== null) throw new Refusal('account_frozen', refusals.accountFrozen);
  const amount = toCents(request.amount);
  if (account.balance <= toCents(limits.withdrawalBalance)) {
    throw new Refusal('balance_too_low', refusals.balanceTooLow);
  }
  if (amount > account.balance) {
    throw new Refusal('insufficient_balance', refusals.insufficientBalance, { field: 'amount' });
  }
  const { crypto, wallet } = request;
  const [row] = await insertWithdrawal(tx.db).execute({ id: uuid(), userId, amount, crypto, wallet });
  if (!row) throw new Error('The withdrawal was not stored');
  const subject = { kind: 'transaction', transactionId: row.id, status: 'PENDING' } as const;
  postEntry(tx, userId, actor, subject, { reversal: [], effect: effectOf(row, 'PENDING') });
  return row;
}
