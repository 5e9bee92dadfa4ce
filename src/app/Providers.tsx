import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { storageKeys } from '../../contract/storage-keys';
import { pageTheme } from '../shared/theme';
import { StepUp } from './StepUp';
import { Toasts } from './Toasts';

/**
 * What every page stands on: theme, toasts, and the question for a second factor. The areas behind a sign-in bring what only they need. Light and dark are CSS
 * variables, the same in the HTML of a page: what was chosen is known at once (`noSsr`), since a change here would have
 * React hydrate all of the page in one go. Code that reads colours, as charts do, has those that are shown (`forceThemeRerender`).
 */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      theme={pageTheme()}
      defaultMode="system"
      modeStorageKey={storageKeys.theme}
      disableTransitionOnChange
      noSsr
      forceThemeRerender
    >
      <CssBaseline enableColorScheme />
      {children}
      <StepUp />
      <Toasts />
    </ThemeProvider>
  );
}
