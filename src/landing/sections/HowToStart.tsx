import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { screens } from '../../../contract/paths';
import { steps } from '../content';
import { Section } from '../parts/Section';

/** The three steps from here to an account with something in it. */
export function HowToStart() {
  return (
    <Section
      id="how-to-get-started"
      title="How To Get Started"
      aside={
        <Button href={screens.register} variant="contained" endIcon={<ArrowForward />}>
          Create your account
        </Button>
      }
    >
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: { xs: 4, md: 5 },
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        }}
      >
        {steps.map(({ title, text }, index) => (
          <Box
            key={title}
            component="li"
            sx={{ borderTop: '2px solid', borderColor: 'primary.main', pt: 2.5 }}
          >
            <Typography aria-hidden variant="h2" component="p" sx={{ color: 'secondary.main', mb: 1.5 }}>
              {index + 1}
            </Typography>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {title}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
