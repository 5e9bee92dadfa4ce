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
import { besideCurrencies, percentText, type Share, sharesOf, sumOf } from './shares';

const CompositionChart = lazyPart(() => import('./CompositionChart'));

/** Pixels of the ring, both ways. */
const size = 248;
/** Pixels from its edge to what stands within. */
const hole = 44;

/** Why the sum of the currencies is not the Wallet Balance that stands above. */
function Beside({ dollars, sum }: { dollars: number; sum: number }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
      Your currencies come to {formatDollars(sum)}. Your Wallet Balance is {formatDollars(Math.abs(dollars))}{' '}
      {dollars > 0 ? 'more' : 'less'}: what is posted to it alone, such as profit, belongs to no currency.
    </Typography>
  );
}

interface RingProps {
  shares: readonly Share[];
  /** Dollars that the wallet balance has beside them. */
  beside: number;
}

function Ring({ shares, beside }: RingProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useInView(place);
  const [pointed, setPointed] = useState<HoldingField | null>(null);
  const share = shares.find(({ field }) => field === pointed);
  const shown = formatDollars(share ? share.amount : sumOf(shares));
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
            {share ? `${share.label}, ${percentText(share.part ?? 0)}` : 'Sum of currencies'}
          </Typography>
          <Typography variant="h3" component="p" sx={fittedSx(shown, 'h3')}>
            {shown}
          </Typography>
        </Box>
      </Box>
      <CompositionList shares={shares} pointed={pointed} onPoint={setPointed} />
      {beside !== 0 && <Beside dollars={beside} sum={sumOf(shares)} />}
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
      {account && !empty && <Ring shares={shares} beside={besideCurrencies(account, shares)} />}
    </ActivityCard>
  );
}
