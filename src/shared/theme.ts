import { createTheme } from '@mui/material/styles';
import { themeOptions } from './theme-options';
import { darkPalette, lightPalette } from './theme-palette';

/**
 * The same theme for the areas behind a sign-in, within the page's. CSS variables stay off: react-admin reads
 * `theme.palette` literals, which would then stay light in dark mode.
 */
export const theme = createTheme({
  ...themeOptions,
  cssVariables: false,
  colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
});
