import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { transactionPath } from '../record-paths';
import { AcceptAnyway } from './AcceptAnyway';
import type { Duplicate } from './use-duplicate';

/** Warns of a second deposit of one transaction id, and asks whether it is to be confirmed all the same. */
export function DuplicateNotice({ duplicate, disabled }: { duplicate: Duplicate; disabled: boolean }) {
  const { found, duplicateOf, accepted, setAccepted } = duplicate;
  if (!found) return null;
  const other = 'Another deposit of the same transaction id';
  return (
    <AcceptAnyway
      label="Both are real: confirm this one too"
      accepted={accepted}
      onChange={setAccepted}
      disabled={disabled}
    >
      {duplicateOf === null ? (
        other
      ) : (
        <Link component={RouterLink} to={transactionPath(duplicateOf)} color="inherit">
          {other}
        </Link>
      )}{' '}
      is confirmed already.
    </AcceptAnyway>
  );
}
