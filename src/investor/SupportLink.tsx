import Link from '@mui/material/Link';
import { appConfig } from '../app.config';

/** The address at which people reach the operator, within a sentence. */
export function SupportLink() {
  return (
    <Link href={`mailto:${appConfig.supportMail}`} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
      {appConfig.supportMail}
    </Link>
  );
}
