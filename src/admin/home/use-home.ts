import { useQuery } from '@tanstack/react-query';
import { useCanAccess } from 'ra-core';
import { useOffers } from '../offered';
import { useConsoleProvider } from '../provider/console-calls';

/** Milliseconds. */
const readEvery = 60_000;

/** What an auth provider is asked about it. */
export const homeAccess = { action: 'list', resource: 'home' };

/** What the home shows, as it is now: null where the host has no home. Read again when the window comes to the front. */
export function useHome() {
  const provider = useConsoleProvider();
  return useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => provider.readHome({ signal }),
    refetchInterval: ({ state }) => (state.data ? readEvery : false),
  });
}

/** Whether the host has a home, and the person may see it. */
export function useIsHomeOffered(): boolean {
  const { canAccess = false } = useCanAccess(homeAccess);
  return useOffers()('readHome') && canAccess;
}
