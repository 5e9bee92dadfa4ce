import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense } from 'react';
import { Outlet, Link as RouterLink } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { Brand } from '../shared/Brand';
import { lazyPart } from '../shared/loading/lazy-part';
import { TroubleBar } from '../shared/loading/TroubleBar';
import { ThemeToggle } from '../shared/ThemeToggle';

const AuthBanner = lazyPart(() => import('./AuthBanner'));

/** The frame of the account pages: the form beside a banner; on small screens the form alone. */
export default function AuthLayout() {
  // Small screens do without the banner, and need not fetch it.
  const wide = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.up('md'));

  return (
    <Box
      sx={{
        minHeight: '100vh',
        display: 'grid',
        gridTemplateColumns: { md: '1fr minmax(0, 46%)' },
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', px: { xs: 2.5, sm: 5 }, py: { xs: 2, sm: 3 } }}>
        <TroubleBar />
        <Box
          component="header"
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 44 }}
        >
          <Link
            component={RouterLink}
            to={screens.home}
            underline="none"
            sx={{ display: 'inline-flex' }}
            aria-label={`${appConfig.brand}, front page`}
          >
            <Brand />
          </Link>
          <ThemeToggle />
        </Box>
        <Box
          component="main"
          sx={{ width: '100%', maxWidth: '30rem', mx: 'auto', my: { sm: 'auto' }, py: { xs: 4, sm: 6 } }}
        >
          <Outlet />
        </Box>
      </Box>
      <Box
        component="aside"
        aria-label="About us"
        sx={{
          display: { xs: 'none', md: 'block' },
          position: 'sticky',
          top: 0,
          height: '100vh',
          bgcolor: '#0A3B2F',
        }}
      >
        {wide && (
          <Suspense>
            <AuthBanner />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}
