import { createTheme, type ThemeOptions } from '@mui/material/styles';
import { themeComponents } from './theme-components';
import { darkPalette, lightPalette } from './theme-palette';

/** The display face, for headings and large figures. */
export const serif = "'Source Serif 4 Variable', 'Source Serif fallback', Georgia, serif";
const sans = "'Inter Variable', 'Inter fallback', Arial, sans-serif";

const display = { fontFamily: serif, fontWeight: 560, letterSpacing: '-0.015em' };
const heading = { fontFamily: sans, fontWeight: 620, letterSpacing: '-0.01em' };

const shared: ThemeOptions = {
  shape: { borderRadius: 10 },
  spacing: 8,
  focusVisible: true,
  typography: {
    fontFamily: sans,
    h1: { ...display, fontSize: 'clamp(2.375rem, 1.6rem + 3.2vw, 3.75rem)', lineHeight: 1.08 },
    h2: { ...display, fontSize: 'clamp(1.75rem, 1.45rem + 1.3vw, 2.375rem)', lineHeight: 1.18 },
    h3: { ...display, fontSize: '1.5rem', lineHeight: 1.25 },
    h4: { ...heading, fontSize: '1.25rem', lineHeight: 1.3 },
    h5: { ...heading, fontSize: '1.0625rem', lineHeight: 1.4 },
    h6: { ...heading, fontSize: '0.9375rem', lineHeight: 1.45 },
    subtitle1: { fontSize: '1.0625rem', lineHeight: 1.6 },
    subtitle2: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
    body1: { fontSize: '1rem', lineHeight: 1.6 },
    body2: { fontSize: '0.875rem', lineHeight: 1.57 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
    overline: {
      fontSize: '0.75rem',
      fontWeight: 600,
      letterSpacing: '0.08em',
      lineHeight: 1.6,
      textTransform: 'uppercase',
    },
    button: { fontSize: '0.9375rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
  },
  components: themeComponents,
};

/**
 * The one theme. CSS variables stay off: react-admin reads `theme.palette` literals, which would then stay light
 * in dark mode.
 */
export const theme = createTheme({
  ...shared,
  cssVariables: false,
  colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
});

/** One half of the theme alone, for a page that has no other. */
export function themeOf(mode: 'light' | 'dark') {
  return createTheme({ ...shared, palette: mode === 'light' ? lightPalette : darkPalette });
}

/**
 * Both halves for a page that is rendered before anybody has chosen one: the colours are CSS variables, which follow
 * what src/app/head-script.ts writes on the root element.
 */
export const pageTheme = createTheme({
  ...shared,
  cssVariables: { colorSchemeSelector: '[data-theme="%s"]' },
  defaultColorScheme: 'light',
  colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
});

/** For the front page, which is always light. */
export const lightTheme = themeOf('light');
