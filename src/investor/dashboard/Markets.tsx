import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { Suspense } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { printing } from '../../shared/print-styles';
import { SectionHeading } from './SectionHeading';

const MarketWidget = lazyPart(() => import('../../shared/widgets/MarketWidget'));

/** The market overview, in the theme that is shown (docs/rules.md, "Market widgets"). */
export function Markets() {
  const { palette } = useTheme();
  return (
    <Box component="section" aria-labelledby="markets-heading" data-print={printing.off}>
      <SectionHeading id="markets-heading">MARKETS</SectionHeading>
      <Suspense>
        <MarketWidget name="overview" theme={palette.mode} />
      </Suspense>
    </Box>
  );
}
