import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { TrxStatus } from '../../../contract/enums';
import type { Transaction } from '../../../contract/transaction';
import { callList } from '../../shared/api';
import { transactionsKey } from '../investor-data';

export interface NewestTransactions {
  /** The newest first. */
  rows: Transaction[];
  /** How many there are in all. */
  total: number;
}

/** How many are listed on the dashboard; the rest are on the page of the transactions. */
const listed = 5;

async function readNewest(status: TrxStatus | null, signal: AbortSignal): Promise<NewestTransactions> {
  const { data, total } = await callList('listOwnTransactions', {
    query: {
      range: JSON.stringify([0, listed - 1]),
      ...(status && { filter: JSON.stringify({ status }) }),
    },
    signal,
  });
  if (total !== undefined) return { rows: data, total };
  // Other hosts answer all transactions (docs/rules.md, "Other hosts").
  const rows = data
    .filter((transaction) => !status || transaction.status === status)
    .toSorted((a, b) => String(b.createdAt).localeCompare(String(a.createdAt)));
  return { rows: rows.slice(0, listed), total: rows.length };
}

/** The investor's newest transactions, of any status or of one. What shows them is rendered in slices, as `Deferred` is. */
export function useNewestTransactions(status: TrxStatus | null = null) {
  const query = useQuery({
    queryKey: [...transactionsKey, 'newest', status],
    queryFn: ({ signal }) => readNewest(status, signal),
  });
  return useDeferredValue(query);
}
