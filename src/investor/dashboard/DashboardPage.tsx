import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { appConfig } from '../../app.config';
import { useDocumentTitle } from '../../shared/document-title';
import { useAccount, useCurrentUser } from '../investor-data';
import { LoadFailure } from '../LoadFailure';
import { useTransactions } from '../transactions/transaction-page';
import { AccountOverview } from './AccountOverview';
import { FirstSteps } from './FirstSteps';
import { Markets } from './Markets';
import { PlanCards } from './PlanCards';
import { SummaryCards } from './SummaryCards';

/** The investor's home: greeting, summary, what to do first, plans, overview, markets. */
export default function DashboardPage() {
  useDocumentTitle(`Dashboard | ${appConfig.brand}`);
  const { data: user, isError } = useCurrentUser();
  const account = useAccount();
  const { data: transactions } = useTransactions();

  return (
    <Stack sx={{ gap: { xs: 5, md: 6 } }}>
      <Box>
        <Typography variant="h2" component="h1" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
          Welcome back{!user && ' '}
          {user && `, ${user.firstName} ${user.lastName}`}
          {!user && !isError && <Skeleton component="span" width="6em" sx={{ display: 'inline-block' }} />}
        </Typography>
        <LoadFailure query={account} />
        <SummaryCards account={account} />
      </Box>
      {transactions?.total === 0 && <FirstSteps />}
      <PlanCards />
      <AccountOverview account={account} />
      <Markets />
    </Stack>
  );
}
