import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useAtomValue } from 'jotai';
import { memo, useDeferredValue } from 'react';
import { appConfig } from '../../app.config';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadFailure } from '../../shared/LoadFailure';
import { lazyPart } from '../../shared/loading/lazy-part';
import { formatName } from '../../shared/person-name';
import { accountAtom } from '../../shared/state';
import { OpenedFigure } from '../entries/OpenedFigure';
import { useAccount, useCurrentUser } from '../investor-data';
import { AccountOverview } from './AccountOverview';
import { Activity } from './Activity';
import { Markets } from './Markets';
import { useNewestTransactions } from './newest-transactions';
import { PlanCards } from './PlanCards';
import { SummaryCards } from './SummaryCards';

/** Of the name in the greeting: on narrow screens it has a line of its own, also before it is known. */
const nameSx = { display: { xs: 'block', sm: 'inline-block' }, maxWidth: '100%' } as const;

function Greeting() {
  const { data: user, isError } = useCurrentUser();
  const name = user && formatName(user);
  return (
    <Typography variant="h2" component="h1" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      Welcome back{name ? ', ' : ' '}
      {name && (
        <Box component="span" sx={nameSx}>
          {name}
        </Box>
      )}
      {!user && !isError && <Skeleton component="span" width="6em" sx={nameSx} />}
    </Typography>
  );
}

// Each is rendered anew when the account is another one, and not for what else the page hears of.
const Summary = memo(SummaryCards);
const Plans = memo(PlanCards);
const Overview = memo(AccountOverview);
const GoingOn = memo(Activity);

/** Fetched for those who have no transaction yet: what brings it onto the page is deferred, and waits for it. */
const FirstSteps = lazyPart(() => import('./FirstSteps'));

/** The investor's home: greeting, summary, what to do first, plans, overview, what goes on, markets. */
export default function DashboardPage() {
  useDocumentTitle(`Dashboard | ${appConfig.brand}`);
  const accountQuery = useAccount();
  // Shown in slices, as `Deferred` is.
  const account = useDeferredValue(useAtomValue(accountAtom));
  const shown = { account, loading: !account && !accountQuery.isError };
  const { data: transactions } = useNewestTransactions();

  return (
    <Stack sx={{ gap: { xs: 5, md: 6 } }}>
      <Box>
        <Greeting />
        <LoadFailure query={accountQuery} />
        <Summary {...shown} />
      </Box>
      {transactions?.total === 0 && <FirstSteps />}
      <Plans />
      <Overview {...shown} />
      <GoingOn {...shown} />
      <Markets />
      <OpenedFigure />
    </Stack>
  );
}
