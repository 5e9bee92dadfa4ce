import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { useDocumentTitle } from '../../shared/document-title';

/** What the console shows at an address it does not have. */
export function UnknownPage() {
  useDocumentTitle('Page not found');
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        Page not found
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        The console has no page at this address.
      </Typography>
      <Button variant="contained" component={Link} to={screens.adminUsers}>
        Go to Users
      </Button>
    </>
  );
}
