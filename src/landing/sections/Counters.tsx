import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import type { SiteMode } from '../../../contract/site';
import { figureToken } from '../../../contract/site';
import { serif } from '../../shared/theme-options';
import { type Counter, counters } from '../content';
import { Island } from '../Island';
import { OriginLabel } from '../parts/OriginLabel';
import { deep } from '../parts/tones';
import { isShown } from '../provenance';

/** A computed figure is a token here; the server puts the figure in its place. */
function figureOf({ provenance, value }: Counter): string {
  return provenance.kind === 'computed' ? figureToken(provenance.figure) : value.toLocaleString('en-US');
}

/** Four figures that count up when they come into view, with where they come from. */
export function Counters({ mode }: { mode: SiteMode }) {
  const shown = counters.filter(({ provenance }) => isShown(provenance, mode));
  if (shown.length === 0) return null;
  return (
    <Box component="section" aria-label="In figures" sx={{ bgcolor: deep.surface, color: deep.text }}>
      <Container
        maxWidth="lg"
        component="dl"
        sx={{
          my: 0,
          py: { xs: 6, md: 8 },
          display: 'flex',
          flexWrap: 'wrap',
          gap: { xs: 4, md: 3 },
          containerType: 'inline-size',
        }}
      >
        {shown.map((counter) => (
          <Box
            key={counter.label}
            sx={{
              // Beside one another where there is room for the whole figures.
              flex: { xs: '1 1 min(max(8rem, 40%), 100%)', md: '1 1 0' },
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'start',
              gap: 1,
            }}
          >
            <Box component="dt" sx={{ order: 1, fontSize: '1.0625rem' }}>
              {counter.label}
            </Box>
            <Box
              component="dd"
              sx={{
                m: 0,
                // So small that 1,000,000,000 fits the page, however large the browser's letters are.
                fontSize: 'min(clamp(2.5rem, 1.9rem + 2.6vw, 4rem), 14cqi)',
                whiteSpace: 'nowrap',
                // It takes the room of the whole figure while it counts.
                '& [aria-hidden]': { display: 'inline-block' },
                fontFamily: serif,
                lineHeight: 1,
                letterSpacing: '-0.02em',
                fontVariantNumeric: 'tabular-nums lining-nums',
              }}
            >
              <Island
                as="span"
                name="CountUp"
                props={{
                  prefix: counter.prefix ?? '',
                  value: figureOf(counter),
                  suffix: counter.suffix ?? '',
                }}
              />
            </Box>
            <Box component="dd" sx={{ m: 0, order: 2, color: deep.quiet }}>
              <OriginLabel provenance={counter.provenance} />
            </Box>
          </Box>
        ))}
      </Container>
    </Box>
  );
}
