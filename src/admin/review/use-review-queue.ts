import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import type { TransactionRecord } from '../transactions/transaction-record';

/** Items read at once; the next hundred are read when these are through. */
const batchSize = 100;

/** What waits for a decision, the oldest first, without what was decided or skipped here. */
export function useReviewQueue() {
  const dataProvider = useDataProvider();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    queryKey: ['review', 'queue'],
    queryFn: ({ signal }) =>
      dataProvider.getList<TransactionRecord>('transactions', {
        filter: { status: 'PENDING' },
        sort: { field: 'createdAt', order: 'ASC' },
        pagination: { page: 1, perPage: batchSize },
        signal,
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data: read = [], total = read.length } = query.data ?? {};
  const waiting = read.filter(({ id }) => !left.has(String(id)));

  return {
    query,
    current: waiting[0],
    next: waiting[1],
    /** How many wait, as far as is known here. */
    count: total - read.length + waiting.length,
    /** Goes on to the next item. */
    leave(id: string): void {
      setLeft(new Set([...left, id]));
      if (waiting.length <= 1) query.refetch();
    },
    /** Begins anew, with what was skipped and what has come since. */
    restart(): void {
      setLeft(new Set());
      query.refetch();
    },
  };
}
