import type { TrxStatus } from '../../contract/enums';
import type { Transaction } from '../../contract/transaction';
import type { Tx } from '../db/client';
import type { StatusNotice } from '../mail/notices';
import type { TransactionServices } from './services';
import type { StatusResult } from './status';

/** What the owner is notified of when an administrator has set a status. */
const noticeOf: Record<TrxStatus, StatusNotice> = {
  CONFIRMED: 'confirmed',
  DECLINED: 'declined',
  PENDING: 'reopened',
};

/** Notifies the owner of the status that an administrator has set, unless it was there already, and of an overridden hold. */
export function notifyOwner(
  tx: Tx,
  { outbox, mails }: Pick<TransactionServices, 'outbox' | 'mails'>,
  { transaction, changed, overridden }: StatusResult,
  reason: string | undefined,
): Transaction {
  if (changed) {
    outbox.enqueue(tx, mails.statusChanged(transaction, noticeOf[transaction.status], reason));
  }
  if (overridden) outbox.enqueue(tx, mails.holdOverridden(transaction, overridden, reason));
  return transaction;
}
