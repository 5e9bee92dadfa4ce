import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  /** What is checked. */
  what: string;
  /** How far that is. */
  percent: number;
  /** The same in words. */
  children: ReactNode;
}

/** How far a check is that runs, in words and as a bar. */
export function CheckProgress({ what, percent, children }: Props) {
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {children}
      </Typography>
      <LinearProgress aria-label={`Checking the ${what}`} variant="determinate" value={percent} />
    </Box>
  );
}
