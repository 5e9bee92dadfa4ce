import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { BooksState } from '../../../contract/books';
import { useDocumentTitle } from '../../shared/document-title';
import { counted, formatMoment } from '../../shared/format';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useConsoleText } from '../console-text';
import { PageFailure } from '../layout/PageFailure';
import { useOffers } from '../offered';
import { useConsoleProvider } from '../provider/console-calls';
import { CheckAllButton } from './CheckAllButton';
import { CheckProgress } from './CheckProgress';
import { CheckRow } from './CheckRow';
import { HistoryCard } from './HistoryCard';

const AllOverTime = lazyPart(() => import('./AllOverTime'));

/** Milliseconds between two looks while a check runs. */
const busy = 1_000;

/** When all accounts were looked at, and when those that changed since. */
function lookedAt({ checkedAt, wholeAt, wholeAccounts }: BooksState['check']): string {
  if (checkedAt === null || wholeAt === null || wholeAccounts === null) return '';
  const all =
    wholeAccounts === 1 ? 'The one account was' : `All ${counted(wholeAccounts, 'account', 'accounts')} were`;
  const whole = `${all} checked on ${formatMoment(wholeAt)}`;
  if (checkedAt === wholeAt) return `${whole}.`;
  // Several checks may have followed, each of what changed since the one before it.
  return `${whole}; what changed since was checked as well, last on ${formatMoment(checkedAt)}.`;
}

/** In a sentence or two, how all checks together stood, and when. */
function Verdict({ checks, check }: BooksState) {
  const broken = checks.filter(({ holds }) => holds === false).length;
  const unknown = checks.filter(({ holds }) => holds === null).length;
  if (checks.length === 0) return null;
  if (broken > 0) {
    return (
      <Alert severity="error">
        The books do not balance: {broken} of {checks.length} checks failed. {lookedAt(check)}
      </Alert>
    );
  }
  if (unknown > 0) {
    return (
      <Alert severity="warning">
        {unknown} of {checks.length} checks could not be finished. What was checked holds. {lookedAt(check)}
      </Alert>
    );
  }
  return (
    <Alert severity="success">
      The books balance: all {checks.length} checks hold. {lookedAt(check)}
    </Alert>
  );
}

/** Every invariant of the books as it was last checked, with the rows that break it; what changed since is checked at once. */
export default function BooksPage() {
  const text = useConsoleText();
  useDocumentTitle(text('Books'));
  const provider = useConsoleProvider();
  const offers = useOffers();
  const query = useQuery({
    queryKey: ['books'],
    queryFn: ({ signal }) => provider.readBooks({ signal }),
    refetchInterval: ({ state }) => (state.data?.check.running ? busy : false),
    gcTime: 0,
  });
  const { data } = query;

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 2 }}>
        <Typography variant="h2" component="h1" sx={{ flex: 1 }}>
          {text('Books')}
        </Typography>
        {data && (
          <CheckAllButton
            what="books"
            begin={() => provider.recheckBooks({})}
            running={data.check.running !== null}
          >
            Check all accounts
          </CheckAllButton>
        )}
      </Box>
      {!data && <PageFailure what="books" missing="This host keeps no books" query={query} />}
      {data?.check.problem && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {data.check.problem}
        </Alert>
      )}
      {data && <Verdict {...data} />}
      {data?.check.running && (
        <CheckProgress what="books" percent={data.check.running.percent}>
          Checking {counted(data.check.running.accounts, 'account', 'accounts')}: {data.check.running.percent}{' '}
          % done.
        </CheckProgress>
      )}
      {data && data.checks.length > 0 && (
        <Card component="ul" aria-label="Checks" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
          {data.checks.map((check) => (
            <CheckRow key={check._id} check={check} checkedAt={data.check.checkedAt} />
          ))}
        </Card>
      )}
      {(data ? data.checks.length === 0 : query.isFetching) && (
        <Box role="status" aria-label="Checking the books" sx={{ mt: 2 }}>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
            <Skeleton key={row} height={56} />
          ))}
        </Box>
      )}
      <HistoryCard />
      {offers('listAllFigureDays') && (
        <Suspense fallback={null}>
          <AllOverTime />
        </Suspense>
      )}
    </>
  );
}
