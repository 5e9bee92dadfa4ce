import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { screens } from '../../../contract/paths';
import { yearToken } from '../../../contract/site';
import { appConfig } from '../../app.config';
import { Brand } from '../../shared/Brand';
import { Island } from '../Island';
import { deep } from '../parts/tones';

const { brand, operator, risk, supportMail } = appConfig;

const lists = [
  {
    title: 'The page',
    links: [
      { name: 'About Us', href: '/#about-us' },
      { name: 'Contact Us', href: '/#contact-us' },
      { name: 'Services', href: '/#services' },
    ],
  },
  {
    title: 'Your account',
    links: [
      { name: 'Sign Up', href: screens.register },
      { name: 'Login', href: screens.login },
      { name: supportMail, href: `mailto:${supportMail}` },
    ],
  },
];

/** Links, the translate widget, the risk once more, whose page this is. */
export function Footer() {
  return (
    <Box component="footer" sx={{ bgcolor: '#072A22', color: deep.text }}>
      <Container
        maxWidth="lg"
        sx={{
          py: { xs: 6, md: 8 },
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: '2fr 3fr', md: '1.4fr 1fr 1fr 1.3fr' },
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
          <Brand size={26} />
          <Typography variant="body2" sx={{ mt: 2, color: deep.quiet, maxWidth: '36ch' }}>
            {appConfig.tagline}
          </Typography>
        </Box>
        {lists.map(({ title, links }) => (
          <Box key={title} component="nav" aria-label={title}>
            <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
              {title}
            </Typography>
            {links.map(({ name, href }) => (
              <Link
                key={name}
                href={href}
                underline="hover"
                sx={{
                  display: 'block',
                  py: 0.75,
                  color: deep.quiet,
                  fontWeight: 400,
                  overflowWrap: 'anywhere',
                }}
              >
                {name}
              </Link>
            ))}
          </Box>
        ))}
        <Box id="translator" sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
          <Typography variant="h6" component="h2" sx={{ mb: 1.75 }}>
            Translator
          </Typography>
          <Box sx={{ color: deep.quiet }}>
            <noscript>The translator needs JavaScript, which is off in your browser.</noscript>
            <Island name="TranslateWidget" props={{}} />
          </Box>
        </Box>
        <Typography
          variant="body2"
          sx={{ gridColumn: '1 / -1', pt: 3, borderTop: `1px solid ${deep.line}`, color: deep.quiet }}
        >
          <strong>{risk.headline}</strong> {risk.text} Nothing on this page is investment advice.
        </Typography>
        <Typography variant="body2" sx={{ gridColumn: '1 / -1', color: deep.quiet, mt: -3 }}>
          © {yearToken} {operator || brand}. All rights reserved.
        </Typography>
      </Container>
    </Box>
  );
}
