import { type RaRecord, useGetList } from 'ra-core';
import type { Report } from '../../../contract/takeover';

/** The newest open report about a person; undefined when there is none, it is not known yet, or the host has none. */
export function useOpenReport(userId: string): (Report & RaRecord<string>) | undefined {
  const { data } = useGetList<Report & RaRecord<string>>(
    'reports',
    {
      filter: { userId, state: 'open' },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'reportedAt', order: 'DESC' },
    },
    { retry: false },
  );
  return data?.[0];
}
