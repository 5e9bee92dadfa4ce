import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import Link from '@mui/material/Link';
import { ThemeProvider } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { LegalDocumentName } from '../../../contract/enums';
import { legalDocumentNames } from '../../../contract/messages';
import { screens } from '../../../contract/paths';
import { yearToken } from '../../../contract/site';
import { appConfig } from '../../app.config';
import { Brand } from '../../shared/Brand';
import { pageTheme } from '../../shared/theme';
import { serif } from '../../shared/theme-options';
import { originOf } from '../provenance';
import { legalTexts } from './documents';
import { legalStyles } from './legal-styles';
import type { LegalSection, LegalText } from './legal-text';

const { brand, operator, risk, supportMail } = appConfig;
const names = Object.keys(legalTexts) as LegalDocumentName[];
const anchorOf = (index: number) => `section-${index + 1}`;

/** The three documents, and the way between them. */
function Documents({ current }: { current: LegalDocumentName }) {
  return (
    <nav className="documents" aria-label="Legal documents">
      {names.map((name) => (
        <Link key={name} href={screens[name]} {...(name === current && { 'aria-current': 'page' as const })}>
          {legalDocumentNames[name]}
        </Link>
      ))}
    </nav>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className="contents" aria-labelledby="contents">
      <Typography id="contents" variant="subtitle2" component="h2">
        On this page
      </Typography>
      <ol>
        {sections.map(({ heading }, index) => (
          <li key={heading}>
            <Link href={`#${anchorOf(index)}`}>{heading}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What the text is, before it begins: version, who stands for it, what is new. */
function Preamble({ text }: { text: LegalText }) {
  const isSample = text.provenance.kind === 'sample';
  return (
    <>
      <Typography variant="h1" sx={{ fontSize: 'clamp(2.25rem, 1.7rem + 2.4vw, 3.25rem)' }}>
        {text.title}
      </Typography>
      <p className="lead">{text.summary}</p>
      <dl className="facts">
        <div>
          <dt>Version</dt>
          <dd>{text.version}</dd>
        </div>
        <div>
          <dt>Operator</dt>
          <dd>{operator || brand}</dd>
        </div>
        {!isSample && (
          <div>
            <dt>In force</dt>
            <dd>{originOf(text.provenance)}</dd>
          </div>
        )}
      </dl>
      {isSample && (
        <p className="note">
          <strong>Sample text.</strong> It shows what this page looks like and binds nobody. Whoever runs this
          site replaces it with their own before they go live.
        </p>
      )}
      {text.changes && (
        <p className="note">
          <strong>New in this version.</strong> {text.changes}
        </p>
      )}
    </>
  );
}

function Section({ section: { heading, body }, index }: { section: LegalSection; index: number }) {
  return (
    <section id={anchorOf(index)} aria-labelledby={`${anchorOf(index)}-heading`}>
      <Typography variant="h3" component="h2" id={`${anchorOf(index)}-heading`}>
        <span className="number">{index + 1}</span>
        {heading}
      </Typography>
      {body.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>{part}</p>
        ) : (
          <ul key={part[0]}>
            {part.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

/** One legal document as a page: to read, to print, and to come back to. Rendered at build time only; needs no script. */
export function LegalPage({ name }: { name: LegalDocumentName }) {
  const text = legalTexts[name];
  return (
    <ThemeProvider theme={pageTheme()}>
      <CssBaseline enableColorScheme />
      <GlobalStyles styles={legalStyles} />
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <header className="bar">
        <Container maxWidth="lg">
          <Link href={screens.home} underline="none" aria-label={`${brand}, front page`}>
            <Brand />
          </Link>
          <Documents current={name} />
        </Container>
      </header>
      <Container maxWidth="lg" className="sheet">
        <main id="main" tabIndex={-1}>
          <Preamble text={text} />
          <Box sx={{ '& h2': { fontFamily: serif } }}>
            {text.sections.map((section, index) => (
              <Section key={section.heading} section={section} index={index} />
            ))}
          </Box>
        </main>
        <Contents sections={text.sections} />
      </Container>
      <footer className="foot">
        <Container maxWidth="lg">
          <p>
            <strong>{risk.headline}</strong> {risk.text}
          </p>
          <p>
            © {yearToken} {operator || brand}. Questions?{' '}
            <Link href={`mailto:${supportMail}`}>{supportMail}</Link>
          </p>
        </Container>
      </footer>
    </ThemeProvider>
  );
}

/** What the page says of itself in its head. */
export function LegalHead({ name, address }: { name: LegalDocumentName; address: string }) {
  const { title, summary } = legalTexts[name];
  return (
    <>
      <title>{`${title} | ${brand}`}</title>
      <meta name="description" content={summary} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#F7F5F0" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0D1412" />
      <link rel="canonical" href={`${address}${screens[name]}`} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}
