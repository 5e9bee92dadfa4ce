import { useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api';

/** The key of the person's sessions in the query cache. */
export const sessionsKey = ['own', 'sessions'] as const;

/** Where the person is signed in. */
export function useOwnSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call('listSessions', { signal }) });
}
