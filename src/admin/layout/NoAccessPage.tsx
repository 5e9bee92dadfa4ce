import Typography from '@mui/material/Typography';
import { useDocumentTitle } from '../../shared/document-title';

/** What the console shows in place of a page that is not for the signed-in person. */
export function NoAccessPage() {
  useDocumentTitle('No access');
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        No access
      </Typography>
      <Typography color="textSecondary">Your account does not have access to this page.</Typography>
    </>
  );
}
