import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { visuallyHidden } from '../../shared/visually-hidden';
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
  if (data === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        ml: 'auto',
        minWidth: 24,
        px: 0.75,
        borderRadius: 3,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '0.75rem',
        fontWeight: 700,
        lineHeight: '24px',
        textAlign: 'center',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {data > 99 ? '99+' : data}
      <Box component="span" sx={visuallyHidden}>
        {' '}
        waiting
      </Box>
    </Box>
  );
}
