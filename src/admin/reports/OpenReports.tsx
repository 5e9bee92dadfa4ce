import Box from '@mui/material/Box';
import { useGetList } from 'ra-core';
import { visuallyHidden } from '../../shared/visually-hidden';

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
  if (total === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        ml: 'auto',
        px: 0.75,
        minWidth: 22,
        borderRadius: 11,
        textAlign: 'center',
        fontSize: '0.75rem',
        lineHeight: '22px',
        fontVariantNumeric: 'tabular-nums',
        bgcolor: 'error.main',
        color: 'error.contrastText',
      }}
    >
      {total.toLocaleString('en-US')}
      <Box component="span" sx={visuallyHidden}>
        {' '}
        open
      </Box>
    </Box>
  );
}
