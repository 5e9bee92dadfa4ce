import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { appConfig } from '../../app.config';
import { coreValues } from '../content';
import { Section } from '../parts/Section';
import { deep, evergreen } from '../parts/tones';

/** What we hold to, and how to reach us. */
export function CoreValues() {
  return (
    <Section
      id="contact-us"
      title="Our core values"
      tone="deep"
      lead="Hold us to them. If something is not right, tell us."
      aside={
        <Button
          href={`mailto:${appConfig.supportMail}`}
          variant="contained"
          size="large"
          startIcon={<MailOutlineRounded />}
          sx={{ bgcolor: deep.text, color: evergreen, '&:hover': { bgcolor: '#FFFFFF' } }}
        >
          Contact Us
        </Button>
      }
    >
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: { xs: 3, md: 4 },
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        }}
      >
        {coreValues.map(({ title, text }) => (
          <Box key={title} component="li" sx={{ borderTop: `1px solid ${deep.line}`, pt: 2.5 }}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {title}
            </Typography>
            <Typography sx={{ color: deep.quiet }}>{text}</Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
