import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount, formatDollars } from '../../shared/format';
import { Section } from '../layout/Section';
import { accountsPath, usersPath } from '../record-paths';
import { daysBefore } from './days';
import type { HomeCardProps } from './home-card';

interface FigureProps {
  label: string;
  value: string;
  to: string;
}

function Figure({ label, value, to }: FigureProps) {
  return (
    <Box sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 } }}>
      <Typography variant="body2" component="dt" color="textSecondary">
        <Link component={RouterLink} to={to} color="inherit" underline="hover">
          {label}
        </Link>
      </Typography>
      <Typography
        component="dd"
        sx={{
          m: 0,
          fontSize: '1.375rem',
          fontWeight: 620,
          fontVariantNumeric: 'tabular-nums',
          overflowWrap: 'anywhere',
        }}
      >
        {value}
      </Typography>
    </Box>
  );
}

/** What investors have here, and how many are new. */
export function MoneyCard({ home: { sums, newInvestors, flows } }: HomeCardProps) {
  const since = (days: number) =>
    usersPath({ type: 'investor', createdAt_gte: daysBefore(flows.to, days - 1) });
  return (
    <Section title="Investors">
      <Box component="dl" sx={{ m: 0 }}>
        <Figure label="Sum of balances" value={formatDollars(sums.balance)} to={accountsPath({})} />
        <Figure
          label="Reserved for withdrawals"
          value={formatDollars(sums.held)}
          to={accountsPath({ held_gte: 0.01 })}
        />
        <Figure label="New in 7 days" value={formatCount(newInvestors.days7)} to={since(7)} />
        <Figure label="New in 30 days" value={formatCount(newInvestors.days30)} to={since(30)} />
      </Box>
    </Section>
  );
}
