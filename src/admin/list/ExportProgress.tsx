import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format';
import { takeFocus } from '../../shared/take-focus';

interface Props {
  /** What is exported, 'transactions' say. */
  what: string;
  /** Rows that are here, of all rows. */
  done: number;
  all: number;
  onStop: () => void;
}

/** How far an export is, and the way to stop it. */
export default function ExportProgress({ what, done, all, onStop }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => takeFocus(button.current), []);
  const name = `Exporting ${formatCount(done)} of ${formatCount(all)}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 1.75 }}>
      <Box sx={{ width: 176 }}>
        <Typography variant="caption" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }} role="status">
          {name}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={all === 0 ? 0 : Math.round((100 * done) / all)}
          aria-label={`Export of ${what}`}
        />
      </Box>
      <Button ref={button} size="small" onClick={onStop}>
        Stop
      </Button>
    </Box>
  );
}
