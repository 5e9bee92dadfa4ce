import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { Suspense } from 'react';
import { lazyPart } from '../modal/lazy-part';
import { SectionHeading } from './SectionHeading';

const MarketWidget = lazyPart(() => import('../../shared/widgets/MarketWidget'));

/** The market overview, in the theme that is shown (specification, section 1). */
export function Markets() {
  const { palette } = useTheme();
  return (
    <Box component="section" aria-labelledby="markets-heading">
      <SectionHeading id="markets-heading">MARKETS</SectionHeading>
      <Suspense>
        <MarketWidget name="overview" theme={palette.mode} />
      </Suspense>
    </Box>
  );
}
