import { useQuery } from '@tanstack/react-query';
import type { TrxStatus } from '../../../contract/enums';
import { useConsoleProvider } from '../provider/console-calls';
import type { TransactionRecord } from './transaction-record';

/** What a status would do to the account of a transaction's investor; null where the host cannot say. */
export function useStatusEffect({ id, version }: TransactionRecord, status: TrxStatus) {
  const provider = useConsoleProvider();
  return useQuery({
    queryKey: ['transactions', 'effect', id, version, status],
    queryFn: ({ signal }) => provider.previewStatus({ trxId: String(id), status, signal }),
    // Others move the same account: an effect is good for the moment it is read.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
