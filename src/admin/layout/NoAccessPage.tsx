import Typography from '@mui/material/Typography';
import { useDocumentTitle } from '../../shared/document-title';
import { useConsoleText } from '../console-text';

/** What the console shows in place of a page that is not for the signed-in person. */
export function NoAccessPage() {
  const text = useConsoleText();
  useDocumentTitle(text('No access'));
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {text('No access')}
      </Typography>
      <Typography color="textSecondary">{text('Your account does not have access to this page.')}</Typography>
    </>
  );
}
