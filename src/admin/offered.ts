import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { calls, offeredAs } from '../../contract/calls';
import type { EndpointName } from '../../contract/endpoints';
import { type Offered, offeredKey } from './provider/base-calls';
import { type ConsoleDataProvider, useConsoleProvider } from './provider/console-calls';

/** Asked once for as long as somebody is signed in. */
function offeredQuery(provider: ConsoleDataProvider) {
  return queryOptions({
    queryKey: offeredKey,
    queryFn: async (): Promise<Offered> => new Set(await provider.readOffered({})),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Asks which calls the host has, so that the first page need not find out by refusals. */
export function askOffered(client: QueryClient, provider: ConsoleDataProvider): void {
  void client.prefetchQuery(offeredQuery(provider));
}

/** A call by its name, or the list of an added resource as `offeredAs` has it. */
export type Needed = EndpointName | `GET /${string}`;

/**
 * Whether the host has a call besides the base calls (docs/rules.md, "Other hosts"). False until it has said so; true of
 * all when it could not be asked, for then each call tells for itself.
 */
export function useOffers(): (needed: Needed) => boolean {
  const { data, isError } = useQuery(offeredQuery(useConsoleProvider()));
  return (needed) => isError || (data?.has(wireName(needed)) ?? false);
}

function wireName(needed: Needed): string {
  const call = Object.entries(calls).find(([name]) => name === needed)?.[1];
  return call ? offeredAs(call) : needed;
}
