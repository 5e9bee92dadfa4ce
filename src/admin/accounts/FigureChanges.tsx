import Box from '@mui/material/Box';
import type { FigureChange } from '../../../contract/preview';
import { formatDollars, signedDollars } from '../../shared/format';
import { figureNames } from './figures';

/** '+$1,000.00' or '-$42.00': dollars with their sign, to the cent. */
function difference({ before, after }: FigureChange): string {
  const cents = Math.round(after * 100) - Math.round(before * 100);
  return signedDollars(cents / 100);
}

/** On a phone the difference is on a line of its own where there is no room beside the rest. */
const lineSx = { display: { xs: 'flex', sm: 'contents' }, flexWrap: 'wrap', columnGap: 1.25 };

/** What becomes of the figures of an account: each before and after, and the difference. */
export function FigureChanges({ changes }: { changes: readonly FigureChange[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto 1fr auto' },
        columnGap: 2,
        rowGap: 0.75,
        m: 0,
        fontSize: { xs: '0.8125rem', sm: '0.875rem' },
        fontVariantNumeric: 'tabular-nums',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, textAlign: 'right', overflowWrap: 'anywhere' },
        '& dd:last-of-type': { ml: 'auto' },
      }}
    >
      {changes.map((change) => {
        const { field, before, after } = change;
        return (
          <Box key={field} sx={lineSx}>
            <dt>{figureNames[field]}</dt>
            <Box
              component="dd"
              sx={{ flexGrow: 1, ...(after < 0 ? { color: 'error.main', fontWeight: 600 } : {}) }}
            >
              {formatDollars(before)} to {formatDollars(after)}
            </Box>
            <Box component="dd" sx={{ fontWeight: 600, minWidth: { sm: 96 } }}>
              {difference(change)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
