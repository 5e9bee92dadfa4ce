import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useNavigate, useParams } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import type { Transaction } from '../../../contract/transaction';
import { useDocumentTitle } from '../../shared/document-title';
import { formatCount } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { takeFocus } from '../../shared/take-focus';
import { useIsHere } from '../../shared/use-is-here';
import { Panels } from '../extensions/Panels';
import { isMissing } from '../failure';
import { useKeptTexts } from '../kept-typed';
import { FailureAbove } from '../layout/FailureAbove';
import { PageFailure } from '../layout/PageFailure';
import { useMay } from '../may';
import { type ConsoleDataProvider, useConsoleProvider } from '../provider/console-calls';
import { Claim } from './Claim';
import type { Verdict } from './Commit';
import { Decision } from './Decision';
import { InvestorHistory } from './InvestorHistory';
import { Proof } from './Proof';
import { type Left, useReviewQueue } from './use-review-queue';

const queuePath = `${screens.admin}/review`;

function reviewQuery(provider: ConsoleDataProvider, trxId: string) {
  return {
    queryKey: ['review', 'item', trxId],
    queryFn: ({ signal }: { signal: AbortSignal }) => provider.readReview({ trxId, signal }),
    // Long enough for what was fetched ahead; a decision names the version that was seen.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  };
}

const verdicts = ['CONFIRMED', 'DECLINED'] as const satisfies Verdict[];

/** Tells what a transaction is by now from what it was; other hosts have no versions. */
const stateOf = ({ version, status }: Transaction) => `${version} ${status}`;

interface ItemProps {
  trxId: string;
  /** It comes after another one. */
  isNext?: boolean;
  onLeave: (how: Left) => void;
}

function Item({ trxId, isNext = false, onLeave }: ItemProps) {
  const query = useQuery(reviewQuery(useConsoleProvider(), trxId));
  const mayDecide = useMay('edit', 'transactions') === true;
  // Kept while a choice is taken back, to look at something say, and when somebody else has changed the item.
  const [reasons, setReasons] = useKeptTexts(`review:${trxId}`, verdicts);
  const { data: review, refetch } = query;
  /** As it was shown last, and before that. */
  const [shown, setShown] = useState<{ last?: Transaction; before?: Transaction }>({});
  // What was read for an item that was open before may be of before its decision.
  const isOutdated = !shown.last && query.isStale && (!query.isFetchedAfterMount || query.isError);
  if (review && !isOutdated && !(shown.last && stateOf(shown.last) === stateOf(review.transaction)))
    setShown({ last: review.transaction, ...(shown.last && { before: shown.last }) });
  // One that is shown and cannot be read again stays: its form may be filled in, and what it has sent have had no answer.
  if (query.error && (!review || isOutdated || isMissing(query.error))) {
    return (
      <>
        <PageFailure what="transaction" query={query} />
        <Button onClick={() => onLeave('skipped')} sx={{ mt: 2 }}>
          Skip
        </Button>
      </>
    );
  }
  if (!review || isOutdated) return <LoadingScreen />;
  return (
    <>
      <FailureAbove what="transaction" query={query} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 4fr)' },
        }}
      >
        <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Claim review={review} />
          {review.transaction.trxType === 'DEPOSIT' && <Proof imageUrl={review.transaction.imageUrl} />}
        </Card>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Decision
            key={stateOf(review.transaction)}
            transaction={review.transaction}
            mayDecide={mayDecide}
            waiting={review.waiting}
            takesFocus={isNext || shown.before !== undefined}
            before={shown.before}
            reasons={reasons}
            onReasons={setReasons}
            onDecided={() => onLeave('decided')}
            // What somebody else has decided is not pending any more.
            onSkip={() => onLeave(review.transaction.status === 'PENDING' ? 'skipped' : 'decided')}
            onStale={refetch}
          />
          <InvestorHistory investor={review.investor} user={review.transaction.user} />
          <Panels resource="transactions" record={{ ...review.transaction, id: trxId }} />
        </Box>
      </Box>
    </>
  );
}

/** The item that the address names, for a decision on its own; then on to the queue. */
function OneItem({ trxId }: { trxId: string }) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  function leave(): void {
    // A decision that is answered late takes nobody away from the page they are on by then.
    if (isHere.current) navigate(queuePath);
  }
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 2 }}>
        Review
      </Typography>
      <Item trxId={trxId} onLeave={leave} />
      <Button component={RouterLink} to={queuePath} sx={{ mt: 2 }}>
        Go to the queue
      </Button>
    </>
  );
}

/** What waits for a decision, the oldest first, one at a time; or the one item that the address names. */
export default function ReviewPage() {
  const { '*': trxId } = useParams();
  useDocumentTitle('Review');
  return trxId ? <OneItem key={trxId} trxId={trxId} /> : <Queue />;
}

function Queue() {
  const { query, current, next, count, hasLeft, leave, restart } = useReviewQueue();
  const queryClient = useQueryClient();
  const provider = useConsoleProvider();
  const nextId = next && String(next.id);

  useEffect(() => {
    if (nextId) queryClient.prefetchQuery(reviewQuery(provider, nextId));
  }, [nextId, queryClient, provider]);

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 2 }}>
        <Typography variant="h2" component="h1">
          Review
        </Typography>
        {query.data && (
          <Typography color="textSecondary" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(count)} pending
            {query.data.data.some(({ createdAt }) => createdAt) && ', the oldest first'}
          </Typography>
        )}
      </Box>
      {!query.data && <PageFailure what="queue" query={query} />}
      {!current && query.isFetching && <LoadingScreen />}
      {current && (
        <Item
          key={current.id}
          trxId={String(current.id)}
          isNext={hasLeft}
          onLeave={(how) => leave(String(current.id), how)}
        />
      )}
      {!current && query.data && !query.isFetching && (
        <Card
          ref={(card) => {
            if (hasLeft) takeFocus(card);
          }}
          tabIndex={-1}
          sx={{ px: 3, py: { xs: 5, md: 9 }, textAlign: 'center' }}
        >
          <Typography variant="h3" component="p" sx={{ mb: 1 }}>
            {count === 0 ? 'Nothing is pending' : 'You are through'}
          </Typography>
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            {count === 0 ? 'What has come since' : 'What is still pending, and what has come since,'} is there
            when you begin again.
          </Typography>
          <Button variant="outlined" onClick={restart}>
            Begin again
          </Button>
        </Card>
      )}
    </>
  );
}
