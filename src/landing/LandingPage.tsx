import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import type { SiteMode } from '../../contract/site';
import { lightTheme } from '../shared/light-theme';
import { pageStyles } from './page-styles';
import { CoreValues } from './sections/CoreValues';
import { Counters } from './sections/Counters';
import { Faq } from './sections/Faq';
import { Footer } from './sections/Footer';
import { Hero } from './sections/Hero';
import { HowToStart } from './sections/HowToStart';
import { Markets } from './sections/Markets';
import { Plans } from './sections/Plans';
import { Reviews } from './sections/Reviews';
import { Services } from './sections/Services';
import { TopNav } from './sections/TopNav';
import { WhoWeAre } from './sections/WhoWeAre';

interface Props {
  mode: SiteMode;
  /** Whether this is the page that the translator works on, which is shut away from the rest of the site. */
  translator: boolean;
}

/** The front page, for everyone; always light (docs/rules.md, "Theme"). Rendered at build time only. */
export function LandingPage({ mode, translator }: Props) {
  return (
    <ThemeProvider theme={lightTheme}>
      <CssBaseline enableColorScheme />
      <GlobalStyles styles={pageStyles} />
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <TopNav translator={translator} />
      <Box component="main" id="main" tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
        <Hero />
        <Counters mode={mode} />
        <WhoWeAre />
        <Services />
        <HowToStart />
        <Plans mode={mode} />
        {/* Frames of ours show themselves on our own pages only. */}
        {!translator && <Markets />}
        <Faq />
        <CoreValues />
        <Reviews mode={mode} />
      </Box>
      <Footer translator={translator} />
    </ThemeProvider>
  );
}
