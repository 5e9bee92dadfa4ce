import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** What stands in for a page while its code loads. The ring waits 200 ms, so that quick loads do not flash it. */
export function LoadingScreen() {
  return (
    <Box
      role="status"
      aria-label="Loading"
      sx={{
        minHeight: '60vh',
        display: 'grid',
        placeItems: 'center',
        opacity: 0,
        animation: 'averin-appear .2s ease .2s forwards',
        '@keyframes averin-appear': { to: { opacity: 1 } },
      }}
    >
      <CircularProgress size={32} thickness={4} />
    </Box>
  );
}
