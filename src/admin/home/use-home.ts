import { useQuery } from '@tanstack/react-query';
import { useConsoleProvider } from '../provider/console-calls';

const queryKey = ['home'];

/** Milliseconds. */
const readEvery = 60_000;

/** What the home shows, as it is now: null where the host has no home. Read again when the window comes to the front. */
export function useHome() {
  const provider = useConsoleProvider();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => provider.readHome({ signal }),
    refetchInterval: ({ state }) => (state.data ? readEvery : false),
  });
}

/** Whether the host has a home; asked once. */
export function useIsHomeOffered(): boolean {
  const provider = useConsoleProvider();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => provider.readHome({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return Boolean(data);
}
