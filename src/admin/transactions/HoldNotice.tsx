import { holdCauseNames } from '../../../contract/messages';
import { notBeforeText } from '../../shared/hold';
import { AcceptAnyway } from './AcceptAnyway';
import type { HoldOverride } from './use-hold';

/** Warns that a withdrawal still waits, and asks whether it is to be confirmed all the same. */
export function HoldNotice({ hold, disabled }: { hold: HoldOverride; disabled: boolean }) {
  const { found, notBefore, holdCause, overridden, setOverridden } = hold;
  if (!found) return null;
  return (
    <AcceptAnyway
      label="Confirm it before its time; the investor is told by mail"
      accepted={overridden}
      onChange={setOverridden}
      disabled={disabled}
    >
      {notBefore === undefined ? 'This withdrawal still waits' : `Not before ${notBeforeText(notBefore)}`}
      {holdCause ? `: ${holdCauseNames[holdCause].toLowerCase()}.` : '.'} To confirm it earlier say why.
    </AcceptAnyway>
  );
}
