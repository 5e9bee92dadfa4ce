import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Agreements, LegalDocument } from '../../../contract/legal';
import { call } from '../../shared/api';
import { readOwn, writeOwn } from '../../shared/personal-storage';
import { patience } from '../../shared/query-client';

export const documentsKey = ['own', 'documents'] as const;

const settledName = 'documents';

/** What is open in an answer; nothing where a host answers something else. */
export function openIn(answer: Partial<Agreements> | undefined): LegalDocument[] {
  return Array.isArray(answer?.open) ? answer.open : [];
}

const documentsQuery = queryOptions({
  queryKey: documentsKey,
  queryFn: ({ signal }): Promise<Partial<Agreements>> => call('readOwnDocuments', { signal }),
  retry: false,
  // What was refused before the page was there is not asked for again by it.
  retryOnMount: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Asks for it before the page that waits for it is there. */
export function askOpenDocuments(client: QueryClient): void {
  void client.prefetchQuery(documentsQuery);
}

/**
 * What the signed-in investor is to agree to before anything else; `undefined` until it is known. It is not waited for
 * when this browser knows that nothing was open a moment ago, nor for long; a host that cannot be reached, or has no
 * such call, asks for nothing.
 */
export function useOpenDocuments(): { open: LegalDocument[]; agreements: Partial<Agreements> } | undefined {
  const [settled] = useState(() => readOwn(settledName) !== null);
  const [late, setLate] = useState(false);
  const { data, isPending } = useQuery({
    ...documentsQuery,
    // Agreed to in another tab, perhaps.
    refetchOnWindowFocus: ({ state }) => (openIn(state.data).length > 0 ? 'always' : false),
  });
  const open = openIn(data);

  useEffect(() => {
    if (data && open.length === 0) writeOwn(settledName, 'settled');
  }, [data, open.length]);

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);

  if (isPending && !settled && !late) return undefined;
  return { open, agreements: data ?? {} };
}
