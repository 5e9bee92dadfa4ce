import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { storageKeys } from '../../contract/limits';
import { pageTheme } from '../shared/page-theme';
import { StepUp } from './StepUp';
import { Toasts } from './Toasts';

/**
 * What every page stands on: theme, toasts, and the question for a second factor. The areas behind a sign-in bring what only they need. Light and dark are CSS
 * variables, the same in the HTML of a page: what was chosen is known at once (`noSsr`), since a change here would have
 * React hydrate all of the page in one go.
 */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      theme={pageTheme}
      defaultMode="system"
      modeStorageKey={storageKeys.theme}
      disableTransitionOnChange
      noSsr
    >
      <CssBaseline enableColorScheme />
      {children}
      <StepUp />
      <Toasts />
    </ThemeProvider>
  );
}
