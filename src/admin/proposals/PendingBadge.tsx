import { useQuery } from '@tanstack/react-query';
import { MenuCount } from '../layout/MenuCount';
import { useConsoleProvider } from '../provider/console-calls';

/** Milliseconds. */
const readEvery = 60_000;

/** How many acts wait for a second administrator, beside the entry in the menu; nothing when none does. */
export function PendingBadge() {
  const provider = useConsoleProvider();
  const { data = 0 } = useQuery({
    queryKey: ['proposals', 'pending'],
    queryFn: async ({ signal }) => {
      const { total } = await provider.getList('proposals', {
        filter: { status: 'PENDING' },
        sort: { field: 'createdAt', order: 'ASC' },
        pagination: { page: 1, perPage: 1 },
        signal,
      });
      return total ?? 0;
    },
    refetchInterval: readEvery,
    // Hosts that know no proposals have none that wait.
    retry: false,
  });
  return <MenuCount count={data} word="waiting" />;
}
