import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { deep } from './tones';

interface Props {
  /** Names the section for links and for its heading. */
  id: string;
  title: string;
  /** A sentence under the heading. */
  lead?: string;
  tone?: 'paper' | 'white' | 'deep';
  /** Where the content stands: under the heading, or beside it on large screens. */
  layout?: 'under' | 'beside';
  /** Beside the heading, at its end. */
  aside?: ReactNode;
  children: ReactNode;
}

const tones = {
  paper: { bgcolor: 'background.default' },
  white: { bgcolor: 'background.paper', borderBlock: 1, borderColor: 'divider' },
  deep: { bgcolor: deep.surface, color: deep.text },
};

const beside = { display: { md: 'grid' }, gridTemplateColumns: '1fr 2fr', columnGap: 6, alignItems: 'start' };

/** A band of the front page: heading, one sentence, content. */
export function Section({ id, title, lead, tone = 'paper', layout = 'under', aside, children }: Props) {
  return (
    <Box component="section" id={id} aria-labelledby={`${id}-heading`} sx={tones[tone]}>
      <Container maxWidth="lg" sx={{ py: { xs: 8, md: 13 }, ...(layout === 'beside' && beside) }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'end',
            justifyContent: 'space-between',
            gap: 2,
            mb: { xs: 4, md: 6 },
          }}
        >
          <Box sx={{ maxWidth: '60ch' }}>
            <Typography variant="h2" id={`${id}-heading`}>
              {title}
            </Typography>
            {lead && (
              <Typography
                variant="subtitle1"
                sx={{ mt: 1.5, color: tone === 'deep' ? deep.quiet : 'text.secondary' }}
              >
                {lead}
              </Typography>
            )}
          </Box>
          {aside}
        </Box>
        {children}
      </Container>
    </Box>
  );
}
