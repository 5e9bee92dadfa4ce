import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v4 as randomUuid } from 'uuid';
import { limits } from '../../../../contract/limits';
import type { Transaction } from '../../../../contract/transaction';
import { call, callList } from '../../../shared/api';
import { formatDollars } from '../../../shared/format';
import { toast, toastErrors } from '../../../shared/toasts';
import { useWait } from '../../../shared/wait/use-wait';
import { refreshMoney, transactionsKey } from '../../investor-data';
import type { TransactionPage } from '../transaction-page';

const keyOf = (id: string) => [...transactionsKey, 'one', id];

/** What the list shows of it already. */
function fromList(queryClient: QueryClient, id: string): Transaction | undefined {
  return queryClient
    .getQueriesData<Partial<TransactionPage>>({ queryKey: transactionsKey })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row) => row._id === id);
}

/**
 * One of the investor's own transactions, null when there is none of that id. It is read anew when it is opened and
 * before the link to its proof image ends.
 */
export function useTransaction(id: string) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<Transaction | null> => {
      const { data } = await callList('listOwnTransactions', {
        query: { filter: JSON.stringify({ id: [id] }), range: '[0,0]' },
        signal,
      });
      // A host that does not filter answers all of them.
      return data.find((transaction) => transaction._id === id) ?? null;
    },
    placeholderData: () => fromList(queryClient, id),
    gcTime: 0,
    refetchInterval: limits.proofLink - 60_000,
  });
}

/** How a transaction came to its status, the oldest step first. */
export function useHistory(id: string) {
  return useQuery({
    queryKey: [...transactionsKey, 'history', id],
    queryFn: ({ signal }) => call('readTransactionHistory', { params: { trxId: id }, signal }),
  });
}

/** Cancels an own pending withdrawal; the amount it had reserved returns to the balance. `wait`: until when it cannot. */
export function useCancelWithdrawal({ _id, amount }: Transaction) {
  const queryClient = useQueryClient();
  // Kept until it worked: a retry after a lost answer is told what the first one did.
  const key = useRef('');
  const wait = useWait();
  const busy = useRef(false);
  const mutation = useMutation({
    mutationFn: () => {
      key.current ||= randomUuid();
      return call('cancelWithdrawal', { params: { trxId: _id }, idempotencyKey: key.current });
    },
    onSuccess: () => {
      key.current = '';
      toast({
        title: 'Withdrawal cancelled',
        description: `${formatDollars(amount)} is back in your balance.`,
        variant: 'success',
      });
    },
    onError: (error) => {
      wait.after(error);
      toastErrors(error);
    },
    onSettled: () => {
      busy.current = false;
      return refreshMoney(queryClient);
    },
  });

  /** One at a time: a second click may come before the button is drawn as busy. */
  function cancel(): void {
    if (busy.current) return;
    busy.current = true;
    mutation.mutate();
  }

  return { cancel, isPending: mutation.isPending, wait };
}
