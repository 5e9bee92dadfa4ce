import { eq, sql } from 'drizzle-orm';
import type { TrxStatus } from '../../contract/enums';
import { refusals } from '../../contract/messages';
import type { Transaction } from '../../contract/transaction';
import { type Actor, recordAudit } from '../audit/audit';
import { type Queries, statement, type Tx } from '../db/client';
import { transactions } from '../db/schema';
import { Refusal, refuse } from '../http/refusal';
import { requireVersion } from '../http/write-headers';
import { effectOf } from '../ledger/effects';
import { type AccountRow, lockAccount, postEntry, reversalOf } from '../ledger/posting';
import { lockTransaction, type Person, type TransactionRow, toTransaction } from './transactions';

const findOwner = statement((db) =>
  db
    .select({ userId: transactions.userId })
    .from(transactions)
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('find_transaction_owner'),
);

const updateStatus = statement((db) =>
  db
    .update(transactions)
    .set({
      status: sql`${sql.placeholder('status')}`,
      version: sql`${transactions.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(transactions.id, sql.placeholder('id')))
    .returning()
    .prepare('update_transaction_status'),
);

interface Locked {
  account: AccountRow;
  row: TransactionRow;
  user: Person;
}

interface StatusResult {
  transaction: Transaction;
  /** False when it had the status already. */
  changed: boolean;
}

/** Locks the account, then the transaction: the one order for all, so that no two wait for each other. */
async function lock(db: Queries, trxId: string, ownerId?: string): Promise<Locked> {
  const [owner] = await findOwner(db).execute({ id: trxId });
  if (!owner || (ownerId !== undefined && owner.userId !== ownerId)) throw refuse.notFound();
  const account = await lockAccount(db, owner.userId);
  const found = await lockTransaction(db, trxId);
  if (!account || !found) throw refuse.notFound();
  return { account, ...found };
}

/**
 * Sets a status, any after any (specification, section 4): takes back what the transaction has in effect and
 * posts the effect of the new status. The status it already has changes nothing, which `changed` tells. Throws 404,
 * and 412 when `ifMatch` is not the current version.
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
  status: TrxStatus,
  ifMatch: number | undefined,
): Promise<StatusResult> {
  const locked = await lock(tx.db, trxId);
  requireVersion(ifMatch, locked.row.version);
  return setStatus(tx, actor, locked, status);
}

/** Cancels an investor's own pending withdrawal. Throws 404 for anyone else's, 409 when it is not pending. */
export async function cancelWithdrawal(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
): Promise<Transaction> {
  const locked = await lock(tx.db, trxId, actor.userId);
  const { trxType, status } = locked.row;
  if (trxType !== 'WITHDRAWAL' || status !== 'PENDING') {
    throw new Refusal(409, 'conflict', refusals.notCancellable);
  }
  const { transaction } = await setStatus(tx, actor, locked, 'DECLINED');
  return transaction;
}

async function setStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  { account, row, user }: Locked,
  status: TrxStatus,
): Promise<StatusResult> {
  const before = toTransaction(row, user);
  if (row.status === status) return { transaction: before, changed: false };
  const reversal = await reversalOf(tx.db, row.id);
  const subject = { kind: 'transaction', transactionId: row.id, status } as const;
  await postEntry(tx.db, account, actor, subject, { reversal, effect: effectOf(row, status) });
  const [updated] = await updateStatus(tx.db).execute({ id: row.id, status });
  if (!updated) throw refuse.notFound();
  const after = toTransaction(updated, user);
  await recordAudit(tx.db, actor, {
    action: 'transaction.status_changed',
    subjectType: 'transaction',
    subjectId: row.id,
    before: { status: before.status, version: before.version },
    after: { status: after.status, version: after.version },
  });
  return { transaction: after, changed: true };
}
