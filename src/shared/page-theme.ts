import { createTheme } from '@mui/material/styles';
import { themeOptions } from './theme-options';
import { darkPalette, lightPalette } from './theme-palette';

/**
 * The theme of a page that may be rendered before anybody has chosen light or dark: its colours are CSS variables, which
 * follow what src/app/head-script.ts and the choice write on the root element.
 */
export const pageTheme = createTheme({
  ...themeOptions,
  cssVariables: { colorSchemeSelector: '[data-theme="%s"]' },
  defaultColorScheme: 'light',
  colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
});
