import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { getDefaultStore, Provider as StateProvider } from 'jotai';
import type { ReactNode } from 'react';
import { storageKeys } from '../../contract/limits';
import { queryClient } from '../shared/query-client';
import { theme } from '../shared/theme';
import { ToastViewport } from '../shared/toasts';

/** What every page stands on: theme, client state, server state, toasts. */
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
      <StateProvider store={getDefaultStore()}>
        <QueryClientProvider client={queryClient}>
          {children}
          <ToastViewport />
        </QueryClientProvider>
      </StateProvider>
    </ThemeProvider>
  );
}
