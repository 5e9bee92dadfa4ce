import Alert from '@mui/material/Alert';
import { formatMoment } from '../../shared/format';
import type { TransactionRecord } from './transaction-record';

interface Props {
  seen: TransactionRecord;
  now: TransactionRecord;
  /** It is not known what became of a change that was sent here before. */
  isUnanswered: boolean;
}

/** 'CONFIRMED (version 4, Mar 4, 2026, 2:05 PM)' */
function versionText({ status, version, updatedAt }: TransactionRecord): string {
  const known = [version === undefined ? '' : `version ${version}`, updatedAt ? formatMoment(updatedAt) : ''];
  const details = known.filter(Boolean).join(', ');
  return `${status}${details ? ` (${details})` : ''}`;
}

/** Says that someone else was first, or perhaps the change before, with both versions of the transaction. */
export function VersionNotice({ seen, now, isUnanswered }: Props) {
  return (
    <Alert severity="warning">
      {isUnanswered ? (
        <>What you sent before had no answer: it may be this change. Nothing more was sent.</>
      ) : (
        <>Someone else has changed this transaction meanwhile. Nothing was sent.</>
      )}
      <br />
      You saw: {versionText(seen)}
      <br />
      It is now: {versionText(now)}
    </Alert>
  );
}
