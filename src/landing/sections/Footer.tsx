import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { enumValues } from '../../../contract/enum-values';
import { legalDocumentNames } from '../../../contract/messages';
import { screens } from '../../../contract/paths';
import { yearToken } from '../../../contract/site';
import { appConfig } from '../../app.config';
import { Brand } from '../../shared/Brand';
import { Island } from '../Island';
import { deep } from '../parts/tones';
import { translatorPlace } from '../translator-place';

const { brand, operator, risk, supportMail } = appConfig;

/** `page` is where the places of the page are: a page that is translated stays itself. */
const listsFor = (page: string) => [
  {
    title: 'The page',
    links: [
      { name: 'About Us', href: `${page}#about-us` },
      { name: 'Contact Us', href: `${page}#contact-us` },
      { name: 'Services', href: `${page}#services` },
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

/** The way to the translator, which works on a copy of this page that knows nothing of the visitor's account. */
function OpenTranslator() {
  return (
    <>
      <Typography variant="body2" sx={{ color: 'inherit', mb: 1.75 }}>
        {appConfig.widgets.translate.provider} works on a copy of this page, apart from your account.
      </Typography>
      <Button
        className="needs-script"
        href={translatorPlace}
        variant="outlined"
        sx={{ color: deep.text, borderColor: deep.line, '&:hover': { borderColor: deep.text } }}
      >
        Choose a language
      </Button>
    </>
  );
}

/** Links, the translate widget, the risk once more, whose page this is. */
export function Footer({ translator }: { translator: boolean }) {
  const lists = listsFor(translator ? '' : screens.home);
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
            {translator ? <Island name="TranslateWidget" props={{}} /> : <OpenTranslator />}
          </Box>
        </Box>
        <Typography
          variant="body2"
          sx={{ gridColumn: '1 / -1', pt: 3, borderTop: `1px solid ${deep.line}`, color: deep.quiet }}
        >
          <strong>{risk.headline}</strong> {risk.text} Nothing on this page is investment advice.
        </Typography>
        <Typography
          variant="body2"
          component="div"
          sx={{
            gridColumn: '1 / -1',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 4,
            color: deep.quiet,
            mt: -3,
          }}
        >
          <span>
            © {yearToken} {operator || brand}. All rights reserved.
          </span>
          <Box component="nav" aria-label="Legal documents" sx={{ display: 'flex', columnGap: 3 }}>
            {enumValues.legalDocuments.map((name) => (
              <Link
                key={name}
                href={screens[name]}
                underline="hover"
                sx={{ py: 0.75, color: deep.quiet, fontWeight: 400 }}
              >
                {legalDocumentNames[name]}
              </Link>
            ))}
          </Box>
        </Typography>
      </Container>
    </Box>
  );
}
