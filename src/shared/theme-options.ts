import { createTheme, type ThemeOptions } from '@mui/material/styles';
import { themeComponents } from './theme-components';
import { darkPalette, lightPalette } from './theme-palette';

/** The display face, for headings and large figures. */
export const serif = "'Source Serif 4 Variable', 'Source Serif fallback', Georgia, serif";
const sans = "'Inter Variable', 'Inter fallback', Arial, sans-serif";

const display = { fontFamily: serif, fontWeight: 560, letterSpacing: '-0.015em' };
const heading = { fontFamily: sans, fontWeight: 620, letterSpacing: '-0.01em' };

/** What the themes have in common: forms, texts and how parts differ from MUI's own. */
export const themeOptions: ThemeOptions = {
  // Pages are laid out for the room that there is for text: with large letters set in the browser, as on a smaller screen.
  breakpoints: { unit: 'rem', step: 0.3, values: { xs: 0, sm: 37.5, md: 56.25, lg: 75, xl: 96 } },
  shape: { borderRadius: 10 },
  focusVisible: true,
  // For whoever wants less motion, what fades or slides is there and gone at once.
  motion: { reducedMotion: 'system' },
  typography: {
    fontFamily: sans,
    h1: { ...display, fontSize: 'clamp(2.375rem, 1.6rem + 3.2vw, 3.75rem)', lineHeight: 1.08 },
    h2: { ...display, fontSize: 'clamp(1.75rem, 1.45rem + 1.3vw, 2.375rem)', lineHeight: 1.18 },
    h3: { ...display, fontSize: '1.5rem', lineHeight: 1.25 },
    h4: { ...heading, fontSize: '1.25rem', lineHeight: 1.3 },
    h5: { ...heading, fontSize: '1.0625rem', lineHeight: 1.4 },
    h6: { ...heading, fontSize: '0.9375rem', lineHeight: 1.45 },
    subtitle1: { fontSize: '1.0625rem', lineHeight: 1.6 },
    subtitle2: { fontWeight: 600, lineHeight: 1.5 },
    body1: { lineHeight: 1.6 },
    body2: { lineHeight: 1.57 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
    overline: { fontWeight: 600, letterSpacing: '0.08em', lineHeight: 1.6 },
    button: { fontSize: '0.9375rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
  },
  components: themeComponents,
};

/** One half of the theme alone, for a page that has no other. */
export function themeOf(mode: 'light' | 'dark') {
  return createTheme({ ...themeOptions, palette: mode === 'light' ? lightPalette : darkPalette });
}
