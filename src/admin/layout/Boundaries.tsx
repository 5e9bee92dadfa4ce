import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useResetErrorBoundaryOnLocationChange } from 'ra-core';
import type { ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { pageMessages } from '../../../contract/messages';
import { useDocumentTitle } from '../../shared/document-title';
import { useConsoleText } from '../console-text';
import { PartOfPage } from './PageTools';

function BrokenPage({ resetErrorBoundary }: FallbackProps) {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  useDocumentTitle(pageMessages.routerFallback);
  const text = useConsoleText();
  return (
    <div role="alert">
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {text(pageMessages.routerFallback)}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {text(pageMessages.broken)}
      </Typography>
      <Button variant="contained" onClick={() => location.reload()}>
        {text('Reload this page')}
      </Button>
    </div>
  );
}

/**
 * A page that breaks says so in its place: the menu stays, and leads away from it. The cause goes to the browser's console, where
 * React writes it. react-admin's own `Error` would show it to the reader, with advice on react-admin.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={BrokenPage}>{children}</ErrorBoundary>;
}

function BrokenPart({ resetErrorBoundary }: FallbackProps) {
  const text = useConsoleText();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={resetErrorBoundary}>
          {text('Try again')}
        </Button>
      }
    >
      {text('This part could not be shown. The browser’s console says why.')}
    </Alert>
  );
}

/** The same for a part of a page, such as a card of an operator's: the rest of the page stays. */
export function PartBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={BrokenPart}>
      <PartOfPage>{children}</PartOfPage>
    </ErrorBoundary>
  );
}
