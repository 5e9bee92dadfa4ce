import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useCallback, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { call } from '../../shared/api';
import type { FigureSource } from '../../shared/figures/figure-history';
import { lazyPart } from '../../shared/loading/lazy-part';
import { printing } from '../../shared/print-styles';
import { useInView } from '../../shared/use-in-view';
import { figuresKey } from '../investor-data';
import { useNewestTransactions } from './newest-transactions';
import { SectionHeading } from './SectionHeading';

const FigureHistory = lazyPart(() => import('../../shared/figures/FigureHistory'));

const source: FigureSource = {
  key: figuresKey,
  days: (query, signal) => call('listOwnFigureDays', { query, signal }),
  at: (at, signal) => call('readOwnFigures', { query: { at }, signal }),
};

const waiting = <Skeleton variant="rounded" height={420} />;

/** Balance and composition over time, and the way to the statements; once there is a transaction, where the host has them. */
export function History() {
  const [offered, setOffered] = useState(true);
  const hide = useCallback(() => setOffered(false), []);
  const { data: transactions } = useNewestTransactions();
  return offered && transactions?.total ? <HistorySection onWithoutCall={hide} /> : null;
}

function HistorySection({ onWithoutCall }: { onWithoutCall: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useInView(place);
  return (
    <Box
      component="section"
      aria-labelledby="history"
      data-print={printing.off}
      sx={{ mt: { xs: 5, md: 6 } }}
    >
      <SectionHeading id="history">HISTORY</SectionHeading>
      <Card ref={place} sx={{ px: { xs: 2, sm: 3 }, py: 2.5, minHeight: 460 }}>
        <Suspense fallback={waiting}>
          {near ? <FigureHistory source={source} onWithoutCall={onWithoutCall} /> : waiting}
        </Suspense>
        <Link component={RouterLink} to={screens.statements} sx={{ display: 'inline-block', mt: 2, py: 0.5 }}>
          Statements by month and year
        </Link>
      </Card>
    </Box>
  );
}
