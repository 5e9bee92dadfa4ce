import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { appConfig } from '../app.config';
import { useDocumentTitle } from '../shared/document-title';
import { lightTheme } from '../shared/theme';
import { Footer } from './Footer';
import { Hero } from './Hero';
import { PlansSection } from './PlansSection';
import { TopNav } from './TopNav';

/** The front page, for everyone; always light (specification, section 1). */
export default function LandingPage() {
  useDocumentTitle(appConfig.brand);
  return (
    <ThemeProvider theme={lightTheme}>
      <CssBaseline enableColorScheme />
      <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
        <TopNav />
        <Box component="main" sx={{ flex: 1 }}>
          <Hero />
          <PlansSection />
        </Box>
        <Footer />
      </Box>
    </ThemeProvider>
  );
}
