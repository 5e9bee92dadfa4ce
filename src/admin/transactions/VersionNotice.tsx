import Alert from '@mui/material/Alert';
import { formatMoment } from '../../shared/format';
import type { TransactionRecord } from './transaction-record';
import type { Conflict } from './use-status-change';

interface Props extends Conflict {
  now: TransactionRecord;
}

/** 'CONFIRMED (version 4, Mar 4, 2026, 2:05 PM)' */
function versionText({ status, version, updatedAt }: TransactionRecord): string {
  const known = [version === undefined ? '' : `version ${version}`, updatedAt ? formatMoment(updatedAt) : ''];
  const details = known.filter(Boolean).join(', ');
  return `${status}${details ? ` (${details})` : ''}`;
}

/** Says that someone else was first, or perhaps the change before, with both versions of the transaction. */
export function VersionNotice({ seen, now, why }: Props) {
  return (
    <Alert severity="warning">
      {why}
      <br />
      You saw: {versionText(seen)}
      <br />
      It is now: {versionText(now)}
    </Alert>
  );
}
