import MenuRounded from '@mui/icons-material/MenuRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { screens } from '../../../contract/paths';
import { appConfig } from '../../app.config';
import { Brand } from '../../shared/Brand';
import { translatorPlace } from '../translator-place';

/** Places of the page; the translator has a page of its own. */
const placesOn = (translator: boolean) => [
  { name: 'Home', href: screens.home },
  { name: 'About Us', href: '#about-us' },
  { name: 'Contact Us', href: '#contact-us' },
  { name: 'Translator', href: translator ? '#translator' : translatorPlace },
];

const quiet = { color: 'text.primary' };

/** The ways in. The styles of the page show those that fit who is signed in (mark-session.ts). */
function Ways() {
  return (
    <>
      <Button href={screens.login} className="for-guests" sx={quiet}>
        Login
      </Button>
      <Button href={screens.register} className="for-guests" variant="contained">
        Sign up
      </Button>
      <Button href={screens.dashboard} className="for-investors" variant="contained">
        Dashboard
      </Button>
      <Button href={screens.adminUsers} className="for-console" variant="contained">
        Dashboard
      </Button>
    </>
  );
}

/**
 * The public navigation (docs/rules.md, "Front page"). It needs no script: the menu of small screens is a popover,
 * which the browser opens, closes and keeps in order for the keyboard.
 */
export function TopNav({ translator }: { translator: boolean }) {
  const places = placesOn(translator);
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 10,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      <Container maxWidth="lg" sx={{ display: 'flex', alignItems: 'center', minHeight: 68, gap: 2 }}>
        <Link
          href={screens.home}
          underline="none"
          sx={{ display: 'inline-flex', mr: 'auto' }}
          aria-label={`${appConfig.brand}, front page`}
        >
          <Brand />
        </Link>
        <Box component="nav" aria-label="Main" sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5, mr: 1 }}>
          {places.map(({ name, href }) => (
            <Button key={name} href={href} sx={{ ...quiet, px: 1.75 }}>
              {name}
            </Button>
          ))}
        </Box>
        <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 1 }}>
          <Ways />
        </Box>
        <IconButton
          aria-label="Menu"
          // React knows these attributes of the browser's own popovers.
          {...{ popoverTarget: 'menu' }}
          sx={{ display: { md: 'none' }, mr: -1, color: 'text.primary' }}
        >
          <MenuRounded />
        </IconButton>
      </Container>
      <Box
        id="menu"
        popover="auto"
        component="nav"
        aria-label="Menu"
        sx={{
          m: 0,
          inset: '68px 0 auto 0',
          width: '100%',
          // WebKit makes its rows as high as the window from the `fit-content` of popovers.
          height: 'auto',
          // Below the bar it scrolls in a low window.
          maxHeight: 'calc(100% - 68px)',
          p: 2.5,
          border: 0,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          color: 'text.primary',
          boxShadow: '0 24px 48px -24px rgba(8,20,16,.35)',
          '&:popover-open': { display: 'grid', gap: 1 },
        }}
      >
        {places.map(({ name, href }) => (
          <Button key={name} href={href} sx={{ ...quiet, justifyContent: 'start', fontSize: '1.0625rem' }}>
            {name}
          </Button>
        ))}
        <Box sx={{ display: 'grid', gap: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Ways />
        </Box>
      </Box>
    </Box>
  );
}
