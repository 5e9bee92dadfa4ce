import Typography from '@mui/material/Typography';
import { use } from 'react';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadingScreen } from '../../shared/LoadingScreen';
import type { CustomPage } from '../console-props';
import { useConsoleText } from '../console-text';
import { NoAccessPage } from '../layout/NoAccessPage';
import { PageToolsContext, TitleTools } from '../layout/PageTools';
import { useHasRole } from './use-has-role';

/** A page of an operator's own under its heading, for those whom it is for. */
export default function OwnPage({ title, roles, page: Page }: CustomPage) {
  const text = useConsoleText();
  const hasRole = useHasRole();
  useDocumentTitle(text(title));
  const inFrame = use(PageToolsContext) !== null;
  const allowed = hasRole(roles);
  if (allowed === undefined) return <LoadingScreen />;
  if (!allowed) return <NoAccessPage />;
  return (
    <>
      {/* Before the tools of what the page shows, such as a list. */}
      <TitleTools>
        <Typography variant="h2" component="h1" sx={{ mb: inFrame ? 0 : 2, overflowWrap: 'anywhere' }}>
          {text(title)}
        </Typography>
      </TitleTools>
      <Page />
    </>
  );
}
