import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { HoldingField } from '../../../../contract/chart';
import { formatDollars } from '../../../shared/format';
import { printing } from '../../../shared/print-styles';
import { colors } from '../../../shared/theme-palette';
import { percentText, type Share } from './shares';

interface Props {
  shares: readonly Share[];
  /** The part pointed at, here or in the ring. */
  pointed: HoldingField | null;
  onPoint: (field: HoldingField | null) => void;
}

/** Amount and share of each currency, with the colour it has in the ring. */
export function CompositionList({ shares, pointed, onPoint }: Props) {
  return (
    <Box
      component="ul"
      aria-label="Amount and share of each currency"
      onPointerLeave={() => onPoint(null)}
      sx={{ listStyle: 'none', m: 0, p: 0 }}
    >
      {shares.map(({ field, label, amount, part, colour }) => (
        <Box
          component="li"
          key={field}
          onPointerEnter={() => onPoint(part ? field : null)}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1.5,
            px: 1,
            mx: -1,
            minHeight: 44,
            borderRadius: 1,
            bgcolor: pointed === field ? 'action.hover' : 'transparent',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <Box
            aria-hidden
            data-print={printing.off}
            sx={(theme) => ({
              width: 12,
              height: 12,
              borderRadius: '3px',
              // The ring keeps its colours as well.
              ...(part && { forcedColorAdjust: 'none' }),
              bgcolor: part ? colors(theme).chart[colour % colors(theme).chart.length] : 'transparent',
              border: part ? 0 : `1px solid ${colors(theme).divider}`,
            })}
          />
          <Typography variant="body2" sx={{ flex: '1 1 auto' }}>
            {label}
          </Typography>
          <Typography variant="body2" sx={{ fontWeight: part ? 600 : 400, overflowWrap: 'anywhere' }}>
            {formatDollars(amount)}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'right', minWidth: '4em' }}>
            {part === null ? 'overdrawn' : percentText(part)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
