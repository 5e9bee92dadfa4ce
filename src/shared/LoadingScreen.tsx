import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useShell } from './loading/shell';
import { TroubleText } from './loading/TroubleText';

/**
 * What stands in for a page while its code loads, or why it does not come. The ring waits 200 ms, so that quick loads do
 * not flash it. What the page's own HTML shows of the screen stays above it meanwhile.
 */
export function LoadingScreen() {
  const trouble = useShell();
  return (
    <Box
      role="status"
      {...(trouble ? {} : { 'aria-label': 'Loading' })}
      sx={{
        minHeight: '60vh',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        textAlign: 'center',
        p: 3,
        opacity: 0,
        animation: 'averin-appear .2s ease .2s forwards',
        '@keyframes averin-appear': { to: { opacity: 1 } },
      }}
    >
      {trouble ? <TroubleText trouble={trouble} /> : <CircularProgress size={32} thickness={4} />}
    </Box>
  );
}
