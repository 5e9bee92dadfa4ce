import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { Review } from '../../../contract/review';
import { reviewFlagNames } from '../../../contract/review-flag-names';
import { transactionPath } from '../record-paths';

/** What to look at before a withdrawal is confirmed. */
export function Flags({ flags = [] }: Pick<Review, 'flags'>) {
  if (flags.length === 0) return null;
  return (
    <Alert severity="warning" role="group" aria-label="Look at this first" sx={{ my: 1.5 }}>
      <strong>Look at this first.</strong> None of it says that the withdrawal is wrong.
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {flags.map(({ flag, trxId }) => (
          <li key={flag}>
            {reviewFlagNames[flag]}
            {trxId !== null && (
              <>
                {' '}
                (
                <Link component={RouterLink} to={transactionPath(trxId)} color="inherit">
                  see it
                </Link>
                )
              </>
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
