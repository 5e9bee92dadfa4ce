import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../shared/api';

/**
 * What the dashboard reads about the signed-in investor. The query cache is the one place it is kept; the keys
 * start with 'own' so that they never meet the console's, which shares the cache.
 */
const keys = { user: ['own', 'user'], account: ['own', 'account'], wallets: ['own', 'wallets'] } as const;

/** The start of the keys of all pages of the investor's transactions. */
export const transactionsKey = ['own', 'transactions'] as const;

/** The signed-in person. */
export function useCurrentUser() {
  return useQuery({ queryKey: keys.user, queryFn: ({ signal }) => call('readUser', { signal }) });
}

/** The investor's account, in dollars. */
export function useAccount() {
  return useQuery({ queryKey: keys.account, queryFn: ({ signal }) => call('readAccount', { signal }) });
}

/** The platform's addresses to pay into. They change when an operator says so, rarely. */
export function useWallets() {
  return useQuery({
    queryKey: keys.wallets,
    queryFn: ({ signal }) => call('listWallets', { signal }),
    staleTime: 60_000,
  });
}

/** Reads account and transactions again; call it after money may have moved. */
export async function refreshMoney(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.account }),
    queryClient.invalidateQueries({ queryKey: transactionsKey }),
  ]);
}
