import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { HistoryState } from '../../../contract/history';
import { counted, formatCount, formatMoment } from '../../shared/format';
import { PageFailure } from '../layout/PageFailure';
import { useConsoleProvider } from '../provider/console-calls';
import { BooksPart } from './BooksPart';
import { CheckAllButton } from './CheckAllButton';
import { CheckProgress } from './CheckProgress';

/** Milliseconds between two looks while a check runs, and otherwise. */
const [busy, idle] = [1_000, 10_000];

/** In a sentence or two, what the check of the sealed rows has found: when of all, and when of those that came since. */
function Verdict({ check, checkpoint }: Pick<HistoryState, 'check' | 'checkpoint'>) {
  const { checkedAt, size, wholeAt, wholeSize, finding, problem } = check;
  if (finding) return <Alert severity="error">Not as it was sealed: {finding.message}</Alert>;
  if (problem) return <Alert severity="warning">{problem}</Alert>;
  if (!checkpoint) return <Alert severity="info">Nothing is sealed yet.</Alert>;
  if (checkedAt === null || size === null || wholeAt === null || wholeSize === null) {
    return null;
  }
  const all = wholeSize === 1 ? 'The one sealed row was' : `All ${formatCount(wholeSize)} sealed rows were`;
  const since = size - wholeSize;
  const added = since === 1 ? 'was the one' : `were the ${formatCount(since)}`;
  return (
    <Alert severity="success">
      {all} as sealed at the check of {formatMoment(wholeAt)}.
      {since > 0 && ` So ${added} sealed since, at that of ${formatMoment(checkedAt)}.`}
    </Alert>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Typography>
    </>
  );
}

/** The sealed history: the newest checkpoint, what waits to be sealed, and whether all rows are as they were sealed. */
export function HistoryCard() {
  const provider = useConsoleProvider();
  const query = useQuery({
    queryKey: ['history'],
    queryFn: ({ signal }) => provider.readHistory({ signal }),
    refetchInterval: ({ state }) => (state.data?.check.running ? busy : idle),
  });
  const { data } = query;
  // A host of another make has none.
  if (data === null) return null;
  const { checkpoint, waiting, waitingSince, check } = data ?? {};

  return (
    <BooksPart
      title="Sealed history"
      action={
        check && (
          <CheckAllButton what="history" begin={() => provider.checkHistory({})} running={check.running}>
            Check all rows
          </CheckAllButton>
        )
      }
    >
      {!data && <PageFailure what="sealed history" query={query} />}
      {!data && query.isFetching && <Skeleton height={120} aria-label="Reading the sealed history" />}
      {check && checkpoint !== undefined && (
        <>
          <Verdict check={check} checkpoint={checkpoint} />
          {check.running && check.total > 0 && (
            <CheckProgress
              what="sealed history"
              percent={Math.min(100, Math.floor((100 * check.done) / check.total))}
            >
              Checking {counted(check.total, 'sealed row', 'sealed rows')}: {formatCount(check.done)} done.
            </CheckProgress>
          )}
          <Card
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: 'max-content 1fr' },
              columnGap: 3,
              rowGap: { xs: 0.5, sm: 1 },
              m: 0,
              mt: 2,
              px: { xs: 2, sm: 2.5 },
              py: 2,
            }}
          >
            {checkpoint && (
              <>
                <Fact
                  name="Newest checkpoint"
                  value={`${counted(checkpoint.size, 'row', 'rows')}, ${formatMoment(checkpoint.sealedAt)}`}
                />
                <Fact name="Root" value={checkpoint.root} />
                <Fact name="Public key" value={checkpoint.key} />
              </>
            )}
            <Fact
              name="Waiting to be sealed"
              value={
                waiting && waitingSince
                  ? `${counted(waiting, 'row', 'rows')}, the oldest of ${formatMoment(waitingSince)}`
                  : 'None'
              }
            />
          </Card>
        </>
      )}
    </BooksPart>
  );
}
