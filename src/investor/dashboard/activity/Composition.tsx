import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import type { HoldingField } from '../../../../contract/chart';
import { formatDollars } from '../../../shared/format';
import { lazyPart } from '../../../shared/loading/lazy-part';
import { printing } from '../../../shared/print-styles';
import { useInView } from '../../../shared/use-in-view';
import { fittedSx, fittingSx } from '../../amounts/fitted';
import type { ShownAccount } from '../shown-account';
import { ActivityCard, Quiet } from './ActivityCard';
import { CompositionList } from './CompositionList';
import { percentText, type Share, sharesOf } from './shares';

const CompositionChart = lazyPart(() => import('./CompositionChart'));

/** Pixels of the ring, both ways. */
const size = 248;
/** Pixels from its edge to what stands within. */
const hole = 44;

function Ring({ shares }: { shares: readonly Share[] }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useInView(place);
  const [pointed, setPointed] = useState<HoldingField | null>(null);
  const share = shares.find(({ field }) => field === pointed);
  const whole = shares.reduce((sum, { amount }) => sum + amount, 0);
  const shown = formatDollars(share ? share.amount : whole);
  return (
    <Box
      sx={{
        display: 'grid',
        flex: 1,
        columnGap: 5,
        rowGap: 3,
        alignItems: 'center',
        alignContent: 'center',
        // Side by side where the card has room for both.
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
        pb: 1.5,
      }}
    >
      <Box
        ref={place}
        data-print={printing.off}
        sx={{
          position: 'relative',
          width: size,
          height: size,
          mx: 'auto',
          display: 'grid',
          // The list says the same where there is no room for a ring.
          '@media (max-width: 359px)': { display: 'none' },
        }}
      >
        <Suspense fallback={<Skeleton variant="circular" width={size} height={size} />}>
          {near && <CompositionChart shares={shares} size={size} pointed={pointed} onPoint={setPointed} />}
        </Suspense>
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            // The hole of the ring.
            mx: `${hole}px`,
            alignContent: 'center',
            textAlign: 'center',
            ...fittingSx,
            pointerEvents: 'none',
          }}
        >
          <Typography variant="caption" color="textSecondary">
            {share ? `${share.label}, ${percentText(share.part ?? 0)}` : 'All currencies'}
          </Typography>
          <Typography variant="h3" component="p" sx={fittedSx(shown, 'h3')}>
            {shown}
          </Typography>
        </Box>
      </Box>
      <CompositionList shares={shares} pointed={pointed} onPoint={setPointed} />
    </Box>
  );
}

/** What the account is made of by currency: a ring, and beside it the same as a list with amounts and shares. */
export function Composition({ account, loading }: ShownAccount) {
  const shares = account ? sharesOf(account) : [];
  const empty = shares.every(({ amount }) => amount === 0);
  return (
    <ActivityCard title="Composition">
      {loading && <Skeleton variant="circular" width={size} height={size} sx={{ mx: 'auto', mb: 3 }} />}
      {!loading && empty && (
        <Quiet>
          {account
            ? 'What your account is made of appears here once a deposit is confirmed.'
            : 'The account could not be read.'}
        </Quiet>
      )}
      {!empty && <Ring shares={shares} />}
    </ActivityCard>
  );
}
