import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import type { TransactionRecord } from '../transactions/transaction-record';

/** Items read at once; the next hundred are read when these are through. */
const batchSize = 100;

/** How an item was left. */
export type Left = 'decided' | 'skipped';

/** What waits for a decision, the oldest first, without what was decided or skipped here. */
export function useReviewQueue() {
  const dataProvider = useDataProvider();
  const [left, setLeft] = useState<ReadonlyMap<string, Left>>(new Map());
  const [readAnew, setReadAnew] = useState(false);
  const skipped = [...left.values()].filter((how) => how === 'skipped').length;
  const query = useQuery({
    queryKey: ['review', 'queue'],
    queryFn: ({ signal }) =>
      dataProvider.getList<TransactionRecord>('transactions', {
        filter: { status: 'PENDING' },
        sort: { field: 'createdAt', order: 'ASC' },
        // What was skipped is pending still, and comes first.
        pagination: { page: 1, perPage: batchSize + skipped },
        signal,
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data: read = [], total = read.length } = query.data ?? {};
  const waiting = read.filter(({ id }) => !left.has(String(id)));

  // In a rendering of its own: what is asked for depends on how many were skipped.
  const { refetch } = query;
  useEffect(() => {
    if (!readAnew) return;
    setReadAnew(false);
    refetch();
  }, [readAnew, refetch]);

  return {
    query,
    current: waiting[0],
    next: waiting[1],
    /** Whether an item was decided or skipped here. */
    hasLeft: left.size > 0,
    /** How many are pending, those that were skipped too, as far as is known here. */
    count: total - read.filter(({ id }) => left.get(String(id)) === 'decided').length,
    /** Goes on to the next item. */
    leave(id: string, how: Left): void {
      // Of what is left by then: a decision may be answered after others were skipped.
      setLeft((now) => new Map([...now, [id, how]]));
      if (waiting.length <= 1) setReadAnew(true);
    },
    /** Begins anew, with what was skipped and what has come since. */
    restart(): void {
      setLeft(new Map());
      query.refetch();
    },
  };
}
