import Box from '@mui/material/Box';
import { History } from '../History';
import { useNewestTransactions } from '../newest-transactions';
import type { ShownAccount } from '../shown-account';
import { Composition } from './Composition';
import { PendingItems } from './PendingItems';
import { RecentActivity } from './RecentActivity';

/** What waits, what happened last, and what the account is made of, now and over time. */
export default function ActivityCards({ account, loading }: ShownAccount) {
  const transactions = useNewestTransactions();
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, gridTemplateRows: 'auto 1fr' }}>
          <PendingItems held={Number(account?.held ?? 0)} />
          <RecentActivity transactions={transactions} />
        </Box>
        <Composition account={account} loading={loading} />
      </Box>
      <History />
    </>
  );
}
