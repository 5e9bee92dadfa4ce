import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDollars } from '../../shared/format';
import type { Statement } from '../../shared/statement';
import { countText } from './entry-text';

/** What all entries come to, and whether that is the figure. */
export function SumLine({ statement, agrees }: { statement: Statement; agrees: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'baseline',
        flexWrap: 'wrap',
        columnGap: 2,
        borderTop: 1,
        borderColor: 'divider',
        pt: 1.5,
      }}
    >
      <Box>
        <Typography variant="subtitle2">Sum of {countText(statement.total)}</Typography>
        {agrees && (
          <Typography
            variant="caption"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'success.main' }}
          >
            <CheckCircleOutlined sx={{ fontSize: 16 }} />
            Equal to the figure
          </Typography>
        )}
      </Box>
      <Typography variant="subtitle2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatDollars(statement.sum)}
      </Typography>
    </Box>
  );
}
