import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDollars } from '../../shared/format';

interface Props {
  /** Dollars. */
  balance: number;
  amount: number;
  /** Reserved already by withdrawals that are pending. */
  held: number;
  /** Where the money is to go. */
  address: string;
}

/** What a withdrawal takes from the balance at once, and what is left of it. */
export function ReserveSummary({ balance, amount, held, address }: Props) {
  const rows = [
    { label: 'Your balance', value: balance },
    { label: 'Reserved by this request', value: amount },
    { label: 'Remains available', value: balance - amount, strong: true },
    ...(held > 0 ? [{ label: 'Already reserved by earlier requests', value: held }] : []),
  ];
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.default',
        px: 2,
        py: 1.5,
      }}
    >
      <Box component="dl" aria-label="What this reserves" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
        {rows.map(({ label, value, strong = false }) => (
          <Box
            key={label}
            sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
          >
            <Typography component="dt" variant="body2" color={strong ? 'textPrimary' : 'textSecondary'}>
              {label}
            </Typography>
            <Typography
              component="dd"
              variant="body2"
              sx={{ m: 0, ml: 'auto', fontVariantNumeric: 'tabular-nums', fontWeight: strong ? 600 : 400 }}
            >
              {formatDollars(value)}
            </Typography>
          </Box>
        ))}
      </Box>
      {address && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.25 }}>
          Goes to{' '}
          {/* Whole: in a narrow field it is cut off, and an address that is cut off cannot be compared. */}
          <Box
            component="span"
            sx={{
              color: 'text.primary',
              fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
              fontSize: '0.8125rem',
              overflowWrap: 'anywhere',
            }}
          >
            {address}
          </Box>
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        The amount is set aside at once. While the request is pending you can cancel it in your transactions.
      </Typography>
    </Box>
  );
}
