import Alert from '@mui/material/Alert';
import { formatMoment } from '../../shared/format';
import type { TransactionRecord } from './transaction-record';

interface Props {
  seen: TransactionRecord;
  now: TransactionRecord;
}

/** 'CONFIRMED (version 4, Mar 4, 2026, 2:05 PM)' */
function versionText({ status, version, updatedAt }: TransactionRecord): string {
  const known = [version === undefined ? '' : `version ${version}`, updatedAt ? formatMoment(updatedAt) : ''];
  const details = known.filter(Boolean).join(', ');
  return `${status}${details ? ` (${details})` : ''}`;
}

/** Says that someone else was first, with both versions of the transaction. */
export function VersionNotice({ seen, now }: Props) {
  return (
    <Alert severity="warning">
      Someone else has changed this transaction meanwhile. Nothing was sent.
      <br />
      You saw: {versionText(seen)}
      <br />
      It is now: {versionText(now)}
    </Alert>
  );
}
