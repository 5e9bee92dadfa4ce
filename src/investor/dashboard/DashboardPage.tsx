import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useAtomValue } from 'jotai';
import { appConfig } from '../../app.config';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadFailure } from '../../shared/LoadFailure';
import { accountAtom } from '../../shared/state';
import { OpenedFigure } from '../entries/OpenedFigure';
import { useAccount, useCurrentUser } from '../investor-data';
import { AccountOverview } from './AccountOverview';
import { Activity } from './Activity';
import { FirstSteps } from './FirstSteps';
import { Markets } from './Markets';
import { useNewestTransactions } from './newest-transactions';
import { PlanCards } from './PlanCards';
import { SummaryCards } from './SummaryCards';

/** Of the name in the greeting: on narrow screens it has a line of its own, also before it is known. */
const nameSx = { display: { xs: 'block', sm: 'inline-block' }, maxWidth: '100%' } as const;

/** The investor's home: greeting, summary, what to do first, plans, overview, what goes on, markets. */
export default function DashboardPage() {
  useDocumentTitle(`Dashboard | ${appConfig.brand}`);
  const { data: user, isError } = useCurrentUser();
  const accountQuery = useAccount();
  const account = useAtomValue(accountAtom);
  const shown = { account, loading: !account && !accountQuery.isError };
  const { data: transactions } = useNewestTransactions();

  return (
    <Stack sx={{ gap: { xs: 5, md: 6 } }}>
      <Box>
        <Typography variant="h2" component="h1" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
          Welcome back{user ? ', ' : ' '}
          {user && (
            <Box component="span" sx={nameSx}>
              {`${user.firstName} ${user.lastName}`}
            </Box>
          )}
          {!user && !isError && <Skeleton component="span" width="6em" sx={nameSx} />}
        </Typography>
        <LoadFailure query={accountQuery} />
        <SummaryCards {...shown} />
      </Box>
      {transactions?.total === 0 && <FirstSteps />}
      <PlanCards />
      <AccountOverview {...shown} />
      <Activity {...shown} />
      <Markets />
      <OpenedFigure />
    </Stack>
  );
}
