import type { ReportedMail, ReportState, TakeoverFinding } from './enums';

/* Names of what reports "This was not me" are about, which the first page of the console does not need. */

/** What a mail was about that its owner answered with "This was not me". */
export const reportedMailNames: Readonly<Record<ReportedMail, string>> = {
  new_sign_in: 'A sign-in from a new device or network',
  password_changed: 'A changed password',
  factor_refused: 'Wrong second factors after the right password',
  factor_added: 'An added second factor',
  factor_removed: 'A removed second factor',
  factors_reset: 'Second factors that the operator removed',
  recovery_codes_made: 'New recovery codes',
  recovery_code_used: 'A used recovery code',
  address_added: 'An added withdrawal address',
  deposit_received: 'A reported deposit',
  withdrawal_received: 'A withdrawal that was asked for',
  withdrawal_cancelled: 'A cancelled withdrawal',
  withdrawal_confirmed: 'A confirmed withdrawal',
  hold_overridden: 'A withdrawal confirmed before its time',
  unfrozen: 'Withdrawals that were allowed again',
  data_exported: 'A download of all that is stored',
};

/** What was found when such a report was closed. */
export const takeoverFindingNames: Readonly<Record<TakeoverFinding, string>> = {
  theft: 'Somebody else was in the account',
  mistake: 'It was the owner, or nothing happened',
};

export const reportStateNames: Readonly<Record<ReportState, string>> = { open: 'Open', closed: 'Closed' };
