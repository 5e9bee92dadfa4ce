import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { isWithoutCall } from '../api-error';
import { LoadFailure } from '../LoadFailure';
import { lazyPart } from '../loading/lazy-part';
import { AsOf } from './AsOf';
import {
  dashboardNames,
  type FigureSource,
  hostDay,
  pointsOf,
  type SpanName,
  spans,
  spanUntil,
} from './figure-history';
import type { Shown } from './HistoryChart';
import { HistoryTable } from './HistoryTable';

const HistoryChart = lazyPart(() => import('./HistoryChart'));

const waiting = <Skeleton variant="rounded" height={260} role="status" aria-label="Loading the chart" />;

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: Readonly<Record<T, string>>;
  onChoice: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, onChoice }: ChoiceProps<T>) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', gap: 0.5 }}>
      {(Object.entries(options) as [T, string][]).map(([option, name]) => (
        <Button
          key={option}
          size="small"
          variant={option === value ? 'outlined' : 'text'}
          aria-pressed={option === value}
          onClick={() => onChoice(option)}
          sx={{ minWidth: 0, px: 1.25 }}
        >
          {name}
        </Button>
      ))}
    </Box>
  );
}

const spanNames = Object.fromEntries(Object.keys(spans).map((name) => [name, name])) as Record<
  SpanName,
  string
>;

interface Props {
  source: FigureSource;
  /** What is said where there is no entry. */
  empty?: string;
  /** The host does not keep figures over time (docs/rules.md, "Other hosts"). */
  onWithoutCall?: () => void;
}

/** Balance and composition of an account, or of all, over time, as a chart or a table, and its figures as of a day. */
export default function FigureHistory({
  source,
  empty = 'There is nothing to show yet: the account has no entry.',
  onWithoutCall,
}: Props) {
  const [shown, setShown] = useState<Shown>('balance');
  const [span, setSpan] = useState<SpanName>('1Y');
  const [asTable, setAsTable] = useState(false);
  const today = hostDay();
  const query = useQuery({
    queryKey: [...source.key, 'days', span, today],
    queryFn: ({ signal }) => source.days(spanUntil(today, span), signal),
    placeholderData: (before) => before,
  });
  const { data, error } = query;
  useEffect(() => {
    if (isWithoutCall(error)) onWithoutCall?.();
  }, [error, onWithoutCall]);
  if (data?.since === null) {
    return <Typography color="textSecondary">{empty}</Typography>;
  }
  const points = data && pointsOf(data);
  const { names = dashboardNames } = source;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mb: 1 }}>
        <Choice
          label="What is shown"
          value={shown}
          options={{ balance: 'Balance', composition: 'Composition' }}
          onChoice={setShown}
        />
        <Choice label="How far back" value={span} options={spanNames} onChoice={setSpan} />
        <Button size="small" sx={{ ml: { sm: 'auto' } }} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Box>
      <LoadFailure query={query} />
      {query.isPending && waiting}
      {points && asTable && <HistoryTable points={points} names={names} />}
      {points && !asTable && (
        <Suspense fallback={waiting}>
          <HistoryChart
            points={points}
            names={names}
            shown={shown}
            label={shown === 'balance' ? 'Balance over time' : 'Composition over time'}
          />
        </Suspense>
      )}
      <AsOf source={source} names={names} />
    </>
  );
}
