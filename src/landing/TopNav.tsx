import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { Brand } from '../shared/Brand';
import { useSession } from '../shared/session';

/** The public navigation: guests sign up or log in, others go to their own area. */
export function TopNav() {
  const session = useSession();
  return (
    <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.default' }}>
      <Container
        maxWidth="lg"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', py: 1.5, gap: 2 }}
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
        <Stack component="nav" aria-label="Account" direction="row" spacing={1}>
          {session ? (
            <Button
              component={RouterLink}
              to={session.type === 'admin' ? screens.adminUsers : screens.dashboard}
              variant="contained"
            >
              Dashboard
            </Button>
          ) : (
            <>
              <Button component={RouterLink} to={screens.login} sx={{ color: 'text.primary' }}>
                Login
              </Button>
              <Button
                component={RouterLink}
                to={screens.register}
                variant="contained"
                sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
              >
                Sign up
              </Button>
            </>
          )}
        </Stack>
      </Container>
    </Box>
  );
}
