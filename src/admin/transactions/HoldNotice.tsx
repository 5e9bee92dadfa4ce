import Alert from '@mui/material/Alert';
import { holdCauseNames } from '../../../contract/messages';
import { notBeforeText } from '../../shared/hold';
import { AcceptAnyway } from './AcceptAnyway';
import type { HoldOverride } from './use-hold';

/** Warns that a withdrawal still waits, and asks whether it is to be confirmed all the same. */
export function HoldNotice({ hold, disabled }: { hold: HoldOverride; disabled: boolean }) {
  const { found, notBefore, holdCause, closed, overridden, setOverridden } = hold;
  if (!found) return null;
  const until =
    notBefore === undefined ? 'This withdrawal still waits' : `Not before ${notBeforeText(notBefore)}`;
  const waits = `${until}${holdCause ? `: ${holdCauseNames[holdCause].toLowerCase()}` : ''}.`;
  if (closed) {
    return <Alert severity="error">{waits} To confirm it earlier set it to PENDING first.</Alert>;
  }
  return (
    <AcceptAnyway
      label="Confirm it before its time; the investor is told by mail"
      accepted={overridden}
      onChange={setOverridden}
      disabled={disabled}
    >
      {waits} To confirm it earlier say why.
    </AcceptAnyway>
  );
}
