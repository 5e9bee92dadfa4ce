import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { calls, type OfferedCall, offeredAs } from '../../contract/calls';
import type { EndpointName } from '../../contract/endpoints';
import { type Offered, offeredKey } from './provider/base-calls';
import { type ConsoleDataProvider, useConsoleProvider } from './provider/console-calls';

/** Asked once for as long as somebody is signed in. */
function offeredQuery(provider: ConsoleDataProvider) {
  return queryOptions({
    queryKey: offeredKey,
    queryFn: async (): Promise<Offered> => {
      const named: unknown = await provider.readOffered({});
      // An operator's own provider may say nothing: then each call tells for itself.
      if (!Array.isArray(named)) throw new Error('It is not said which calls there are');
      return new Set(named.map(String));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Asks which calls the host has, so that the first page need not find out by refusals. */
export function askOffered(client: QueryClient, provider: ConsoleDataProvider): void {
  void client.prefetchQuery(offeredQuery(provider));
}

/**
 * Whether the host has a call besides the base calls, by its name or as the host names it (docs/rules.md, "Other hosts"). False until it has said so; true of
 * all when it could not be asked, for then each call tells for itself.
 */
export function useOffers(): (call: EndpointName | OfferedCall) => boolean {
  const { data, isError } = useQuery(offeredQuery(useConsoleProvider()));
  return (call) => isError || (data?.has(isName(call) ? offeredAs(calls[call]) : call) ?? false);
}

const isName = (call: string): call is EndpointName => Object.hasOwn(calls, call);
