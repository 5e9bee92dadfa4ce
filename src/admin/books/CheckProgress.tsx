import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

/** A number of things with their name. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

interface Props {
  /** What is checked. */
  what: string;
  /** What it is made of. */
  one: string;
  many: string;
  done: number;
  total: number;
}

/** How far a check is that runs, in words and as a bar. */
export function CheckProgress({ what, one, many, done, total }: Props) {
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Checking {counted(total, one, many)}: {done.toLocaleString('en-US')} done.
      </Typography>
      <LinearProgress
        aria-label={`Checking the ${what}`}
        {...(total > 0 && { variant: 'determinate', value: Math.min(100, (100 * done) / total) })}
      />
    </Box>
  );
}
