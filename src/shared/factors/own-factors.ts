import { useQuery } from '@tanstack/react-query';
import { call } from '../api';

/** The key of the person's second factors in the query cache. */
export const factorsKey = ['own', 'factors'] as const;

/** The second factors of the signed-in person. */
export function useOwnFactors() {
  return useQuery({ queryKey: factorsKey, queryFn: ({ signal }) => call('listFactors', { signal }) });
}
