import { useQuery } from '@tanstack/react-query';
import { useCanAccess } from 'ra-core';
import { useConsoleProvider } from '../provider/console-calls';

const queryKey = ['home'];

/** Milliseconds. */
const readEvery = 60_000;

/** What an auth provider is asked about it. */
export const homeAccess = { action: 'list', resource: 'home' };

/** What the home shows, as it is now: null where the host has no home. Read again when the window comes to the front. */
export function useHome() {
  const provider = useConsoleProvider();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => provider.readHome({ signal }),
    refetchInterval: ({ state }) => (state.data ? readEvery : false),
  });
}

/** Whether the host has a home, and the person may see it; asked once. */
export function useIsHomeOffered(): boolean {
  const provider = useConsoleProvider();
  const { canAccess = false } = useCanAccess(homeAccess);
  const { data } = useQuery({
    queryKey,
    enabled: canAccess,
    queryFn: ({ signal }) => provider.readHome({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return canAccess && Boolean(data);
}
