import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../contract/currencies';
import type { WaitingMoney } from '../../../contract/home';
import { formatCount, formatDollars } from '../../shared/format';
import { filteredProposalsPath, reportsPath, transactionsPath } from '../record-paths';
import { ageText } from './age';
import type { HomeCardProps } from './home-card';

interface WaitingProps {
  title: string;
  to: string;
  count: number;
  oldest: string | null;
  now: string;
  /** What is waited for is somebody's money, or an account in other hands. */
  urgent?: boolean;
  money?: WaitingMoney;
}

/** One kind of what waits: how many, since when, how much. All of it leads to the list. */
function Waiting({ title, to, count, oldest, now, urgent = false, money }: WaitingProps) {
  const quiet = count === 0;
  const accent = urgent ? 'error.main' : 'primary.main';
  return (
    <Card
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        p: 2,
        borderTop: 3,
        borderTopColor: quiet ? 'divider' : accent,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Typography variant="subtitle2" component="h2" color="textSecondary">
        <Link
          component={RouterLink}
          to={to}
          color="inherit"
          underline="hover"
          // The whole card is the link's.
          sx={{ '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 } }}
        >
          {title}
        </Link>
      </Typography>
      <Typography
        sx={{
          fontSize: '2rem',
          fontWeight: 640,
          lineHeight: 1.3,
          fontVariantNumeric: 'tabular-nums',
          color: quiet ? 'text.secondary' : urgent ? 'error.main' : 'text.primary',
        }}
      >
        {formatCount(count)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {oldest ? `Oldest: ${ageText(oldest, now)}` : 'Nothing waits'}
      </Typography>
      {money && !quiet && (
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, auto) auto',
            columnGap: 1,
            m: 0,
            mt: 1.25,
            pt: 1.25,
            borderTop: 1,
            borderColor: 'divider',
            fontSize: '0.8125rem',
            fontVariantNumeric: 'tabular-nums',
            '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
            '& dd': { m: 0, textAlign: 'right' },
          }}
        >
          {money.byCurrency.map(({ crypto, amount }) => [
            <dt key={crypto}>{currencyName(crypto)}</dt>,
            <dd key={`${crypto} amount`}>{formatDollars(amount)}</dd>,
          ])}
          {money.byCurrency.length > 1 && [
            <Box component="dt" key="all" sx={{ fontWeight: 600 }}>
              Together
            </Box>,
            <Box component="dd" key="all amount" sx={{ fontWeight: 600 }}>
              {formatDollars(money.amount)}
            </Box>,
          ]}
        </Box>
      )}
    </Card>
  );
}

/** What waits for an operator, each with the way to it. */
export function WaitingCards({ home: { at, waiting } }: HomeCardProps) {
  const { deposits, withdrawals, reports, proposals } = waiting;
  return (
    <Box
      component="ul"
      aria-label="What waits"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        },
        listStyle: 'none',
        m: 0,
        p: 0,
      }}
    >
      <Waiting
        title="Pending deposits"
        to={transactionsPath({ trxType: 'DEPOSIT', status: 'PENDING' })}
        {...deposits}
        money={deposits}
        now={at}
      />
      <Waiting
        title="Pending withdrawals"
        to={transactionsPath({ trxType: 'WITHDRAWAL', status: 'PENDING' })}
        {...withdrawals}
        money={withdrawals}
        now={at}
      />
      <Waiting title="Open reports" to={reportsPath({ state: 'open' })} {...reports} now={at} urgent />
      <Waiting
        title="Waiting approvals"
        to={filteredProposalsPath({ status: 'PENDING' })}
        {...proposals}
        now={at}
      />
    </Box>
  );
}
