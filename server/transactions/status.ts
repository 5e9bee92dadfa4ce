import { eq, sql } from 'drizzle-orm';
import type { TrxStatus } from '../../contract/enums';
import { refusals } from '../../contract/messages';
import type { Transaction } from '../../contract/transaction';
import { type Queries, statement, type Tx } from '../db/client';
import { transactions } from '../db/schema';
import { Refusal, refuse } from '../errors/refusal';
import { effectOf, type Posting } from '../ledger/effects';
import { lockAccountOf, postEntry, reversalOf } from '../ledger/posting';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { requireVersion } from '../writes/commit';
import { claimLock } from './claims';
import { type LockedTransaction, lockClaim, lockTransaction, toTransaction } from './transactions';

const takeClaim = statement((db) =>
  db
    .select({ locked: claimLock })
    .from(transactions)
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('take_claim'),
);

const updateStatus = statement((db) =>
  db
    .update(transactions)
    .set({
      status: sql`${sql.placeholder('status')}`,
      version: sql`${transactions.version} + 1`,
      updatedAt: sql`${sql.placeholder('updatedAt')}::timestamptz`,
    })
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('update_transaction_status'),
);

interface Locked extends LockedTransaction {
  /** What reverses all that it has in effect. */
  reversal: Posting[];
}

export interface StatusResult {
  transaction: Transaction;
  /** False when it had the status already. */
  changed: boolean;
}

/**
 * Locks the account, then the transaction: the one order for all, so that no two wait for each other. What is to be
 * confirmed takes the lock of its claim before them.
 */
async function lock(db: Queries, trxId: string, status: TrxStatus, ownerId?: string): Promise<Locked> {
  const confirms = status === 'CONFIRMED';
  // Sent together, done in this order: each sees what had been committed when the locks before it were there.
  const claim = confirms ? takeClaim(db).execute({ id: trxId }) : undefined;
  const [account, found, reversal] = await Promise.all([
    lockAccountOf(db, trxId, ownerId),
    confirms ? lockClaim(db, trxId) : lockTransaction(db, trxId, ownerId),
    reversalOf(db, trxId),
    claim,
  ]);
  if (!account || !found) throw refuse.notFound();
  return { ...found, reversal };
}

/**
 * Sets a status, any after any (docs/rules.md, "Effects of statuses"): reverses what the transaction has in effect and
 * posts the effect of the new status. The status it already has changes nothing, which `changed` tells. Throws
 * `not_found`, `stale_version` when `ifMatch` is not the current version, and `duplicate_claim` for a second deposit of
 * one transaction id that would be confirmed, unless `acceptDuplicate` asks for just that.
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
  status: TrxStatus,
  ifMatch: number | undefined,
  acceptDuplicate = false,
): Promise<StatusResult> {
  const locked = await lock(tx.db, trxId, status);
  requireVersion(ifMatch, locked.row.version);
  return setStatus(tx, actor, locked, status, acceptDuplicate);
}

/**
 * Sets a status like {@link changeStatus}, except that one which is there already is fine whatever the version: so a
 * change of many can be repeated.
 */
export async function ensureStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
  status: TrxStatus,
  version: number,
  acceptDuplicate = false,
): Promise<StatusResult> {
  const locked = await lock(tx.db, trxId, status);
  if (locked.row.status !== status) requireVersion(version, locked.row.version);
  return setStatus(tx, actor, locked, status, acceptDuplicate);
}

/**
 * Cancels an investor's own pending withdrawal. Throws `not_found` for anyone else's, `conflict` when it is not
 * pending.
 */
export async function cancelWithdrawal(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
): Promise<Transaction> {
  const locked = await lock(tx.db, trxId, 'DECLINED', actor.userId);
  const { trxType, status } = locked.row;
  if (trxType !== 'WITHDRAWAL' || status !== 'PENDING') {
    throw new Refusal('conflict', refusals.notCancellable);
  }
  return setStatus(tx, actor, locked, 'DECLINED', false).transaction;
}

function setStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  { row, user, confirmedDuplicate: duplicateOf, lockedAt, reversal }: Locked,
  status: TrxStatus,
  acceptDuplicate: boolean,
): StatusResult {
  const before = toTransaction(row, user);
  if (row.status === status) return { transaction: before, changed: false };
  if (duplicateOf !== null && !acceptDuplicate) {
    throw new Refusal('duplicate_claim', refusals.duplicateClaim(duplicateOf));
  }
  const subject = { kind: 'transaction', transactionId: row.id, status } as const;
  postEntry(tx, row.userId, actor, subject, { reversal, effect: effectOf(row, status) });
  // What the statement makes of the row, which is locked: nothing has to wait for its answer.
  const after = toTransaction({ ...row, status, version: row.version + 1, updatedAt: lockedAt }, user);
  tx.send(updateStatus(tx.db).execute({ id: row.id, status, updatedAt: after.updatedAt }));
  recordAudit(tx, actor, {
    action: 'transaction.status_changed',
    subjectType: 'transaction',
    subjectId: row.id,
    before: { status: before.status, version: before.version },
    after: { status: after.status, version: after.version, ...(duplicateOf !== null && { duplicateOf }) },
  });
  return { transaction: after, changed: true };
}
