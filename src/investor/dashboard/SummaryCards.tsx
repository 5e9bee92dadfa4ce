import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Account } from '../../../contract/account';
import { limits } from '../../../contract/limits';
import { formatDollars } from '../../shared/format';

interface SummaryCardProps {
  label: string;
  /** Dollars; undefined while unknown. */
  amount: number | undefined;
  loading: boolean;
  note: string;
  /** The one that matters most stands out. */
  strong?: boolean;
}

function SummaryCard({ label, amount, loading, note, strong = false }: SummaryCardProps) {
  return (
    <Card
      component="section"
      aria-label={label}
      sx={
        strong
          ? (theme) => ({
              bgcolor: theme.palette.mode === 'light' ? 'primary.main' : 'action.selected',
              color: theme.palette.mode === 'light' ? 'primary.contrastText' : 'text.primary',
              borderColor: theme.palette.mode === 'light' ? 'transparent' : 'primary.dark',
            })
          : {}
      }
    >
      <CardContent>
        <Typography component="h2" variant="subtitle2" sx={{ opacity: strong ? 0.86 : 1 }}>
          {label}
        </Typography>
        <Typography
          component="p"
          variant="h2"
          sx={{ mt: 1, mb: 0.5, fontVariantNumeric: 'tabular-nums lining-nums', overflowWrap: 'anywhere' }}
        >
          {amount !== undefined && formatDollars(amount)}
          {amount === undefined &&
            (loading ? (
              <Skeleton
                width="70%"
                aria-label={`Loading ${label}`}
                sx={strong ? { bgcolor: 'currentColor', opacity: 0.2 } : {}}
              />
            ) : (
              '–'
            ))}
        </Typography>
        <Typography variant="body2" sx={strong ? { opacity: 0.86 } : { color: 'text.secondary' }}>
          {note}
        </Typography>
      </CardContent>
    </Card>
  );
}

/** Balance, Profit and Wallet Balance, each in dollars; what pending withdrawals hold is named as reserved. */
export function SummaryCards({ account }: { account: UseQueryResult<Account> }) {
  const { data, isPending } = account;
  const held = Number(data?.held ?? 0);
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' } }}
    >
      <SummaryCard
        strong
        label="Balance"
        amount={data?.balance}
        loading={isPending}
        note={
          held > 0
            ? `${formatDollars(held)} reserved for withdrawals`
            : `Withdrawals need more than ${formatDollars(limits.withdrawalBalance)}`
        }
      />
      <SummaryCard
        label="Profit"
        amount={data?.profit}
        loading={isPending}
        note="As posted by the operator"
      />
      <SummaryCard
        label="Wallet Balance"
        amount={data?.walletBalance}
        loading={isPending}
        note="Across all currencies"
      />
    </Box>
  );
}
