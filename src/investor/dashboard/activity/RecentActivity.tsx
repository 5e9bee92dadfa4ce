import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../../../contract/paths';
import { LoadFailure } from '../../../shared/LoadFailure';
import type { NewestTransactions } from '../newest-transactions';
import { ActivityCard, LoadingLines, Quiet } from './ActivityCard';
import { TransactionLine } from './TransactionLine';

/** The latest transactions, each with its status and date. */
export function RecentActivity({ transactions }: { transactions: UseQueryResult<NewestTransactions> }) {
  const { data, isPending } = transactions;
  return (
    <ActivityCard
      title="Recent activity"
      beside={
        data &&
        data.total > 0 && (
          <Link component={RouterLink} to={screens.transactions} variant="body2">
            All transactions
          </Link>
        )
      }
    >
      <LoadFailure query={transactions} />
      {isPending && <LoadingLines count={5} label="Loading recent activity" />}
      {data?.total === 0 && <Quiet>Your deposits and withdrawals appear here.</Quiet>}
      {data && data.total > 0 && (
        <Box component="ul" aria-label="Recent activity" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.rows.map((transaction) => (
            <TransactionLine key={transaction._id} transaction={transaction} />
          ))}
        </Box>
      )}
    </ActivityCard>
  );
}
