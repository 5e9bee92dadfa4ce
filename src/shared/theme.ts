import { createTheme, type Theme } from '@mui/material/styles';
import { themeOptions } from './theme-options';
import { darkPalette, lightPalette } from './theme-palette';

declare module '@mui/material/styles' {
  // The themes have CSS variables, and the provider the options that go with them.
  interface CssThemeVariables {
    enabled: true;
  }
}

let made: Theme | undefined;

/**
 * The theme of all pages but the front page. Its colours are CSS variables, which follow what src/app/head-script.ts and the
 * choice write on the root element: a page, or what stands in for one, may be rendered before anybody has chosen light or dark,
 * and its styles are those that the app needs. It is made when it is first asked for, which takes a slow phone some 50 ms.
 */
export function pageTheme(): Theme {
  made ??= createTheme({
    ...themeOptions,
    cssVariables: { colorSchemeSelector: '[data-theme="%s"]' },
    colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
  });
  return made;
}
