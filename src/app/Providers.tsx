import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { storageKeys } from '../../contract/limits';
import { theme } from '../shared/theme';
import { Toasts } from './Toasts';

/** What every page stands on: theme and toasts. The areas behind a sign-in bring what only they need. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      theme={theme}
      defaultMode="system"
      modeStorageKey={storageKeys.theme}
      disableTransitionOnChange
      noSsr
    >
      <CssBaseline enableColorScheme />
      {children}
      <Toasts />
    </ThemeProvider>
  );
}
