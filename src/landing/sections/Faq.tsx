import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { questions } from '../content';
import { Section } from '../parts/Section';

/**
 * Three questions; the first is open, opening one closes the other, and closing the open one leaves none
 * (docs/rules.md, "Front page"). The browser's own disclosures of one name do just that, without a script.
 */
export function Faq() {
  return (
    <Section
      id="faq"
      title="Questions people ask"
      tone="white"
      layout="beside"
      lead="Something else? Write to us."
    >
      <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
        {questions.map(({ question, answer }, index) => (
          <Box
            key={question}
            component="details"
            name="faq"
            open={index === 0}
            sx={{
              borderTop: 1,
              borderColor: 'divider',
              '& > summary': {
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                gap: 2,
                minHeight: 68,
                cursor: 'pointer',
                listStyle: 'none',
                '&::-webkit-details-marker': { display: 'none' },
                '&:hover': { color: 'primary.main' },
              },
              '& > summary > svg': { transition: 'transform .2s', flex: 'none' },
              '&[open] > summary > svg': { transform: 'rotate(180deg)' },
              interpolateSize: 'allow-keywords',
              '&::details-content': {
                blockSize: 0,
                overflow: 'clip',
                transition: 'block-size .25s ease, content-visibility .25s allow-discrete',
              },
              '&[open]::details-content': { blockSize: 'auto' },
            }}
          >
            <summary>
              <Typography variant="h4" component="h3">
                {question}
              </Typography>
              <ExpandMoreRounded />
            </summary>
            <Typography sx={{ color: 'text.secondary', pb: 3, maxWidth: '68ch' }}>{answer}</Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
