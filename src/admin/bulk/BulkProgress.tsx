import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef } from 'react';
import type { BulkRow } from '../../../contract/preview';
import { formatCount } from '../../shared/format';
import { takeFocus } from '../../shared/take-focus';
import { outcomeOf } from './bulk-outcome';
import type { BulkState } from './use-bulk-change';

interface Props {
  state: BulkState;
  /** How many are sent in all. */
  count: number;
  results: readonly BulkRow[];
}

/** How far a change of many is, and what has become of those that were answered: announced, and with the focus of what went away. */
export function BulkProgress({ state, count, results }: Props) {
  const told = useRef<HTMLDivElement>(null);
  // Before the dialog puts the focus on itself, as it does with one that is nowhere.
  useLayoutEffect(() => takeFocus(told.current));
  return (
    <div>
      <Box ref={told} role="status" tabIndex={-1} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {state !== 'finished' && (
          <Typography variant="body2">
            {formatCount(results.length)} of {formatCount(count)} answered
          </Typography>
        )}
        {results.length > 0 && <Typography sx={{ fontWeight: 600 }}>{outcomeOf(results)}</Typography>}
      </Box>
      {state !== 'finished' && (
        <LinearProgress
          variant="determinate"
          aria-label="Progress"
          value={Math.round((100 * results.length) / count)}
          sx={{ mt: 1 }}
        />
      )}
    </div>
  );
}
