import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { User } from '../../contract/user';
import { call } from '../shared/api';

/**
 * What the dashboard reads about the signed-in investor. The query cache is the one place it is kept; the keys
 * start with 'own' so that they never meet the console's, which shares the cache.
 */
const keys = { user: ['own', 'user'], account: ['own', 'account'], wallets: ['own', 'wallets'] } as const;

/** The start of the keys of all pages of the investor's transactions. */
export const transactionsKey = ['own', 'transactions'] as const;

/** The start of the keys of the entries behind the figures of the account. */
export const entriesKey = ['own', 'entries'] as const;

/** The start of the keys of the figures over time. */
export const figuresKey = ['own', 'figures'] as const;

/** The signed-in person. */
export function useCurrentUser() {
  return useQuery({ queryKey: keys.user, queryFn: ({ signal }) => call('readUser', { signal }) });
}

/** Keeps the person as the host has just answered them; gives what is now known of them. */
export function keepUser(queryClient: QueryClient, answered: User): User {
  // Other hosts may answer the changed fields alone (docs/rules.md, "Other hosts").
  const user = { ...queryClient.getQueryData<User>(keys.user), ...answered };
  queryClient.setQueryData(keys.user, user);
  return user;
}

/** The investor's account, in dollars. */
export function useAccount() {
  return useQuery({ queryKey: keys.account, queryFn: ({ signal }) => call('readAccount', { signal }) });
}

/** Milliseconds after which an address that is shown is asked for again. */
const shownFor = 20_000;

/** The platform's addresses to pay into. Whoever has one on the screen hears soon when an operator has changed it. */
export function useWallets({ onScreen = false } = {}) {
  return useQuery({
    queryKey: keys.wallets,
    queryFn: ({ signal }) => call('listWallets', { signal }),
    refetchInterval: onScreen && shownFor,
  });
}

/** Reads account, transactions and entries again; call it after money may have moved. */
export async function refreshMoney(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.account }),
    queryClient.invalidateQueries({ queryKey: transactionsKey }),
    queryClient.invalidateQueries({ queryKey: entriesKey }),
    queryClient.invalidateQueries({ queryKey: figuresKey }),
  ]);
}
