import ArrowForward from '@mui/icons-material/ArrowForward';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { screens } from '../../../contract/paths';
import { appConfig } from '../../app.config';
import { heroSlides } from '../content';
import { Island } from '../Island';

/** What this is, where to begin, and what it can cost: all before the first scroll. */
export function Hero() {
  return (
    <Container
      maxWidth="lg"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '1.1fr .9fr' },
        alignItems: 'center',
        columnGap: { md: 7, lg: 10 },
        rowGap: 5,
        py: { xs: 4.5, md: 8 },
      }}
    >
      <Box>
        <Typography variant="h1" sx={{ mb: 2.5, textWrap: 'balance' }}>
          {appConfig.tagline}
        </Typography>
        <Typography variant="subtitle1" sx={{ color: 'text.secondary', mb: 3.5, maxWidth: '54ch' }}>
          {appConfig.brand} is an investment manager that trades cryptocurrency, forex and stocks, with bonds,
          futures and real estate. You deposit in crypto, choose a plan and follow your account here.
        </Typography>
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5, mb: 4 }}>
          <Button href={screens.register} variant="contained" size="large" endIcon={<ArrowForward />}>
            Get Started
          </Button>
          <Button href="#how-to-get-started" variant="outlined" color="inherit" size="large">
            See how it works
          </Button>
        </Box>
        <Box
          role="note"
          sx={{
            display: 'flex',
            gap: 1.5,
            maxWidth: 560,
            pl: 2,
            borderLeft: '3px solid',
            borderColor: 'secondary.light',
          }}
        >
          <ShieldOutlined aria-hidden sx={{ color: 'secondary.main', mt: 0.25 }} />
          <Typography variant="body2" sx={{ textWrap: 'pretty' }}>
            <strong>{appConfig.risk.headline}</strong> {appConfig.risk.text}
          </Typography>
        </Box>
      </Box>
      <Island name="HeroRotator" props={{ slides: heroSlides }} />
    </Container>
  );
}
