import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Island } from '../Island';
import { Section } from '../parts/Section';

/** Market data of a provider; light, as the page is. */
export function Markets() {
  return (
    <Section
      id="markets"
      title="The markets today"
      lead="Prices of the markets we trade in, as the provider reports them."
    >
      <noscript>
        <Typography sx={{ mb: 3 }}>Market data needs JavaScript, which is off in your browser.</Typography>
      </noscript>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Island name="MarketWidget" props={{ name: 'overview', theme: 'light' }} />
        </Box>
        <Island name="MarketWidget" props={{ name: 'quotes', theme: 'light' }} />
        <Island name="MarketWidget" props={{ name: 'rates', theme: 'light' }} />
      </Box>
    </Section>
  );
}
