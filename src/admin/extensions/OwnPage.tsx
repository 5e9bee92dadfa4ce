import Typography from '@mui/material/Typography';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadingScreen } from '../../shared/LoadingScreen';
import type { CustomPage } from '../console-props';
import { useConsoleText } from '../console-text';
import { NoAccessPage } from '../layout/NoAccessPage';
import { useHasRole } from './use-has-role';

/** A page of an operator's own under its heading, for those whom it is for. */
export function OwnPage({ title, roles, page: Page }: CustomPage) {
  const text = useConsoleText();
  const hasRole = useHasRole();
  useDocumentTitle(text(title));
  const allowed = hasRole(roles);
  if (allowed === undefined) return <LoadingScreen />;
  if (!allowed) return <NoAccessPage />;
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {text(title)}
      </Typography>
      <Page />
    </>
  );
}
