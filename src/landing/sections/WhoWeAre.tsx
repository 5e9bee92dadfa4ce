import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Picture } from '../../shared/Picture';
import { markets, whoWeAre } from '../content';
import { Section } from '../parts/Section';

/** Who runs this, and in which markets. */
export function WhoWeAre() {
  return (
    <Section id="about-us" title={whoWeAre.title}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
          gap: { xs: 4, md: 8 },
          alignItems: 'center',
        }}
      >
        <Box sx={{ borderRadius: '14px', overflow: 'hidden', aspectRatio: '3 / 2' }}>
          <Picture
            image={whoWeAre.image}
            alt={whoWeAre.alt}
            widths={[640, 1200]}
            ratio={[3, 2]}
            sizes="(min-width: 900px) 560px, 100vw"
          />
        </Box>
        <Box>
          {whoWeAre.paragraphs.map((paragraph) => (
            <Typography key={paragraph} variant="subtitle1" sx={{ mb: 2.5 }}>
              {paragraph}
            </Typography>
          ))}
          <Box
            component="ul"
            aria-label="Markets"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 0, m: 0, listStyle: 'none' }}
          >
            {markets.map((market) => (
              <Chip key={market} component="li" label={market} variant="outlined" sx={{ height: '2rem' }} />
            ))}
          </Box>
        </Box>
      </Box>
    </Section>
  );
}
