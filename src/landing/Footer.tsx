import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { Brand } from '../shared/Brand';

/** Ways in, how to reach us, whose page this is. */
export function Footer() {
  return (
    <Container component="footer" maxWidth="lg" sx={{ py: { xs: 5, md: 6 } }}>
      <Stack
        direction={{ xs: 'column', md: 'row' }}
        spacing={3}
        sx={{ justifyContent: 'space-between', alignItems: { md: 'center' }, mb: 4 }}
      >
        <Box sx={{ color: 'primary.main' }}>
          <Brand size={24} />
        </Box>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1.5 }}>
          <Link component={RouterLink} to={screens.register}>
            Sign Up
          </Link>
          <Link component={RouterLink} to={screens.login}>
            Login
          </Link>
          <Link href={`mailto:${appConfig.supportMail}`}>{appConfig.supportMail}</Link>
        </Stack>
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        © {new Date().getFullYear()} {appConfig.brand}. Nothing on this page is investment advice.
      </Typography>
    </Container>
  );
}
