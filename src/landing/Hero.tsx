import ArrowForward from '@mui/icons-material/ArrowForward';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { HeroArt } from './HeroArt';

/** What this is, where to begin, and what it can cost: all before the first scroll. */
export function Hero() {
  return (
    <Container
      maxWidth="lg"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '1.15fr .85fr' },
        alignItems: 'center',
        columnGap: 8,
        py: { xs: 5, md: 10 },
      }}
    >
      <Box>
        <Typography variant="h1" sx={{ mb: 2.5, textWrap: 'balance' }}>
          {appConfig.tagline}
        </Typography>
        <Typography variant="subtitle1" sx={{ color: 'text.secondary', mb: 4, maxWidth: '54ch' }}>
          {appConfig.brand} is an investment manager that trades cryptocurrency, forex and stocks, with bonds,
          futures and real estate. You deposit in crypto, choose a plan and follow your account here.
        </Typography>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ mb: 4 }}>
          <Button
            component={RouterLink}
            to={screens.register}
            variant="contained"
            size="large"
            endIcon={<ArrowForward />}
          >
            Get Started
          </Button>
          <Button href="#plans" variant="outlined" color="inherit" size="large">
            See the plans
          </Button>
        </Stack>
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
          <Typography variant="body2">
            <strong>Your capital is at risk.</strong> Crypto assets are volatile and you can lose all you
            invest. Target returns are not guaranteed. Invest only what you can afford to lose.
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <HeroArt />
      </Box>
    </Container>
  );
}
