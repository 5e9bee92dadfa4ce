import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { BookCheckResult } from '../../../contract/books';
import { useDocumentTitle } from '../../shared/document-title';
import { formatMoment } from '../../shared/format';
import { lazyPart } from '../../shared/loading/lazy-part';
import { PageFailure } from '../layout/PageFailure';
import { useOffers } from '../offered';
import { useConsoleProvider } from '../provider/console-calls';
import { CheckRow } from './CheckRow';
import { HistoryCard } from './HistoryCard';

const AllOverTime = lazyPart(() => import('./AllOverTime'));

/** In a sentence, how all checks together stand. */
function Verdict({ checks }: { checks: readonly BookCheckResult[] }) {
  const broken = checks.filter(({ holds }) => holds === false).length;
  const unknown = checks.filter(({ holds }) => holds === null).length;
  if (broken > 0) {
    return (
      <Alert severity="error">
        The books do not balance: {broken} of {checks.length} checks failed.
      </Alert>
    );
  }
  if (unknown > 0) {
    return (
      <Alert severity="warning">
        {unknown} of {checks.length} checks could not be finished. What was checked holds.
      </Alert>
    );
  }
  return <Alert severity="success">The books balance: all {checks.length} checks hold.</Alert>;
}

/** Every invariant of the books, checked now over all data, with the rows that break it. */
export default function BooksPage() {
  useDocumentTitle('Books');
  const provider = useConsoleProvider();
  const offers = useOffers();
  const query = useQuery({
    queryKey: ['books'],
    queryFn: ({ signal }) => provider.checkBooks({ signal }),
    // Each check reads all data: when somebody asks, and not because a window came to the front.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { data, isFetching, dataUpdatedAt, refetch } = query;

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 2 }}>
        <Typography variant="h2" component="h1">
          Books
        </Typography>
        {data && (
          <Typography variant="body2" color="textSecondary">
            Checked {formatMoment(new Date(dataUpdatedAt).toISOString())}, over all data
          </Typography>
        )}
        <Button
          sx={{ ml: 'auto' }}
          variant="outlined"
          size="small"
          onClick={() => refetch()}
          loading={isFetching}
        >
          Check again
        </Button>
      </Box>
      {!data && <PageFailure what="books" query={query} />}
      {!data && isFetching && (
        <Box role="status" aria-label="Checking the books">
          {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
            <Skeleton key={row} height={56} />
          ))}
        </Box>
      )}
      {data && (
        <>
          <Verdict checks={data} />
          <Card component="ul" aria-label="Checks" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
            {data.map((check) => (
              <CheckRow key={check._id} check={check} checkedAt={dataUpdatedAt} />
            ))}
          </Card>
        </>
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
