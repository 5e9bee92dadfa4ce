import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { pageMessages } from '../../contract/messages';
import { useDocumentTitle } from '../shared/document-title';
import { dropShell } from '../shared/loading/shell';
import { MessagePage } from './MessagePage';

/** What the router shows when a page fails to load or to render. The cause goes to the console, not to the reader. */
export function ErrorPage() {
  const error = useRouteError();
  useDocumentTitle(pageMessages.routerFallback);
  useEffect(() => console.error(error), [error]);
  useEffect(dropShell, []);

  return (
    <MessagePage
      title={pageMessages.routerFallback}
      action={
        <Button variant="contained" onClick={() => location.reload()}>
          Reload this page
        </Button>
      }
    >
      {pageMessages.broken}
    </MessagePage>
  );
}
