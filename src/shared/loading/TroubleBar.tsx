import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTrouble } from './connection';

const texts = {
  offline: 'You are offline. What you see may be out of date until the connection is back.',
  outdated: 'There is a new version. Reload when you are done with what you are typing.',
} as const;

/** In the frame of the pages: what keeps them from going on. */
export function TroubleBar() {
  const trouble = useTrouble();
  return (
    <Box role="status">
      {trouble && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 2,
            px: { xs: 2, sm: 4, lg: 5 },
            py: 1,
            color: 'text.primary',
            bgcolor: 'warning.light',
          }}
        >
          <Typography variant="body2">{texts[trouble]}</Typography>
          {trouble === 'outdated' && (
            <Button size="small" color="inherit" variant="outlined" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
