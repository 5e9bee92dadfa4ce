import { useQueryClient } from '@tanstack/react-query';
import { useUpdate } from 'ra-core';
import { useState } from 'react';
import type { TrxStatus } from '../../../contract/enums';
import { toasts } from '../../../contract/messages';
import type { StatusChange as StatusChangeBody } from '../../../contract/transaction';
import { toast } from '../../shared/toasts';
import type { TransactionRecord } from './transaction-record';

/** What is sent with a status. */
export type StatusOptions = Pick<StatusChangeBody, 'acceptDuplicate' | 'overrideHold'>;

/**
 * Sets the status of a transaction in the version that was seen, and says so once the host has taken it. Gives the record
 * as it is then; rejects with what the host refused.
 */
export function useSendStatus() {
  const queryClient = useQueryClient();
  const [update] = useUpdate<TransactionRecord, unknown>();
  // Of our own: that of `useUpdate` is told some milliseconds later, when a second click may have sent it again.
  const [sending, setSending] = useState(false);

  async function send(
    record: TransactionRecord,
    status: TrxStatus,
    reason: string,
    options: StatusOptions = {},
  ) {
    setSending(true);
    try {
      const changed = await update(
        'transactions',
        { id: record.id, data: { status, ...options }, previousData: record, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
      // The row has the answer; how many a filter finds, and which, is for the host to say.
      queryClient.invalidateQueries({ queryKey: ['transactions', 'getList'] });
      // Whoever comes back to its review sees it as it is then; the one that it was decided in is left.
      queryClient.invalidateQueries({ queryKey: ['review', 'item', String(record.id)], refetchType: 'none' });
      toast({
        title: toasts.transactionUpdatedTitle,
        description: toasts.transactionUpdated,
        variant: 'success',
      });
      return { ...record, ...changed };
    } finally {
      setSending(false);
    }
  }

  return { send, sending };
}
