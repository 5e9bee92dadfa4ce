import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { HttpError } from 'ra-core';
import { calls, type OfferedCall, offeredAs } from '../../contract/calls';
import type { EndpointName } from '../../contract/endpoints';
import { worthRetrying } from '../shared/query-client';
import { type Offered, offeredKey } from './provider/base-calls';
import { type ConsoleDataProvider, useConsoleProvider } from './provider/console-calls';

/** Milliseconds until a host that could not say it is asked again: more each time, for some answer so whatever they do not have. */
const pause = (failures: number) => Math.min(30_000 * 2 ** (failures - 1), 600_000);

/** Whether asking failed at the host; another failure is of an operator's own provider, which stays. */
const failsAtHost = (error: unknown) => error instanceof HttpError;

/** Asked once for as long as somebody is signed in; a host that could not say it, again later. */
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
    retry: (failures, error) => failsAtHost(error) && worthRetrying(failures, error),
    // Each page has it: they do not ask again on their own.
    retryOnMount: false,
    refetchOnWindowFocus: ({ state }) => failsAtHost(state.error),
  });
}

/** Asks again from time to time a host that could not say which calls it has. */
export function useOfferedInTime(client: QueryClient, provider: ConsoleDataProvider): void {
  useQuery(
    {
      ...offeredQuery(provider),
      notifyOnChangeProps: [],
      refetchInterval: ({ state }) => failsAtHost(state.error) && pause(state.errorUpdateCount),
    },
    client,
  );
}

/** Asks which calls the host has, so that the first page need not find out by refusals. */
export function askOffered(client: QueryClient, provider: ConsoleDataProvider): void {
  void client.prefetchQuery(offeredQuery(provider));
}

/**
 * Whether the host has a call besides the base calls, by its name or as the host names it (docs/rules.md, "Other hosts"). False until it has said so, and while it
 * cannot; true of all where an operator's own provider does not know, for then each call tells for itself.
 */
export function useOffers(): (call: EndpointName | OfferedCall) => boolean {
  const { data, error } = useQuery(offeredQuery(useConsoleProvider()));
  return (call) =>
    (error !== null && !failsAtHost(error)) ||
    (data?.has(isName(call) ? offeredAs(calls[call]) : call) ?? false);
}

const isName = (call: string): call is EndpointName => Object.hasOwn(calls, call);
