import { ThemeProvider } from '@mui/material/styles';
import { hydrateRoot } from 'react-dom/client';
import { lightTheme } from '../shared/light-theme';
import type { AnyIsland } from './islands';

/** Hydrates an island's prerendered HTML; `prefix` keeps its ids as they were rendered. */
export function hydrate(place: Element, Component: AnyIsland, props: object, prefix: string): void {
  hydrateRoot(
    place,
    <ThemeProvider theme={lightTheme}>
      <Component {...props} />
    </ThemeProvider>,
    { identifierPrefix: prefix, onRecoverableError: (error) => console.error(error) },
  );
}
