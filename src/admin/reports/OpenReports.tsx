import { useGetList } from 'ra-core';
import { MenuCount } from '../layout/MenuCount';

/** Milliseconds. */
const interval = 60_000;

/** How many reports are open, behind the entry of the menu; nothing when none is, or the host does not say. */
export function OpenReports() {
  const { total = 0 } = useGetList(
    'reports',
    {
      filter: { state: 'open' },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'reportedAt', order: 'DESC' },
    },
    // A host that has no reports is not asked again.
    { retry: false, refetchInterval: ({ state }) => (state.data ? interval : false) },
  );
  return <MenuCount count={total} word="open" urgent />;
}
