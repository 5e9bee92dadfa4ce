import type { TrxStatus } from '../../contract/enums';
import type { Transaction } from '../../contract/transaction';
import type { Tx } from '../db/client';
import type { StatusNews } from '../mail/messages';
import type { TransactionServices } from './services';
import type { StatusResult } from './status';

/** What the owner is told of a status that an administrator has set. */
const newsOf: Record<TrxStatus, StatusNews> = {
  CONFIRMED: 'confirmed',
  DECLINED: 'declined',
  PENDING: 'reopened',
};

/** Tells the owner of the status that an administrator has set, unless it was there already. */
export async function tellStatus(
  tx: Tx,
  { outbox, mails }: Pick<TransactionServices, 'outbox' | 'mails'>,
  { transaction, changed }: StatusResult,
  reason: string | undefined,
): Promise<Transaction> {
  if (changed) {
    await outbox.enqueue(tx, mails.statusChanged(transaction, newsOf[transaction.status], reason));
  }
  return transaction;
}
