import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { AccountField } from '../../../contract/account';
import { limits } from '../../../contract/limits';
import { formatDollars } from '../../shared/format';
import { fittedSx, fittingSx } from '../amounts/fitted';
import { FigureButton } from '../entries/FigureButton';
import { figureNames } from '../entries/figures';
import { besideCurrencies, sharesOf } from './activity/shares';
import type { ShownAccount } from './shown-account';

interface SummaryCardProps extends ShownAccount {
  figure: AccountField;
  note: ReactNode;
  /** The one that matters most stands out. */
  strong?: boolean;
}

function SummaryCard({ figure, account, loading, note, strong = false }: SummaryCardProps) {
  const label = figureNames[figure];
  const text = account ? formatDollars(account[figure]) : '';
  return (
    <Card
      component="section"
      aria-label={label}
      sx={
        strong
          ? (theme) => ({
              gridColumn: { sm: '1 / -1', lg: 'auto' },
              bgcolor: 'primary.main',
              color: 'primary.contrastText',
              borderColor: 'transparent',
              ...theme.applyStyles('dark', {
                bgcolor: 'action.selected',
                color: 'text.primary',
                borderColor: 'primary.dark',
              }),
            })
          : {}
      }
    >
      <CardContent sx={fittingSx}>
        <Typography component="h2" variant="subtitle2" sx={{ opacity: strong ? 0.86 : 1 }}>
          {label}
        </Typography>
        <Typography component="p" variant="h2" sx={[{ mt: 1, mb: 0.5 }, fittedSx(text, 'h2')]}>
          {account && <FigureButton figure={figure} about={label} text={text} />}
          {!account &&
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

/**
 * Balance, Profit and Wallet Balance, each in dollars; what pending withdrawals hold is named as reserved. Each of them
 * opens its entries.
 */
export function SummaryCards(shown: ShownAccount) {
  const { account } = shown;
  const held = Number(account?.held ?? 0);
  const frozen = Boolean(account?.frozenAt);
  const beside = account ? besideCurrencies(account, sharesOf(account)) : 0;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: '1fr',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      <SummaryCard
        {...shown}
        strong
        figure="balance"
        note={
          <>
            {held > 0 && (
              <Box component="span" sx={{ display: 'block' }}>
                <FigureButton figure="held" text={`${formatDollars(held)} reserved for withdrawals`} />
              </Box>
            )}
            {frozen && 'Withdrawals are on hold'}
            {held === 0 && !frozen && `Withdrawals need more than ${formatDollars(limits.withdrawalBalance)}`}
          </>
        }
      />
      <SummaryCard {...shown} figure="profit" note="As posted by the operator" />
      <SummaryCard
        {...shown}
        figure="walletBalance"
        note={beside === 0 ? 'Across all currencies' : 'All currencies, and what belongs to none'}
      />
    </Box>
  );
}
