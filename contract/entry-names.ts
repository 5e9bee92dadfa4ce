import type { EntryKind } from './enums';

// Apart from the other texts: most pages need none of them.

/** What an entry of the ledger did to a figure, in words a person reads. */
export const entryKindNames: Readonly<Record<EntryKind, string>> = {
  adjustment: 'Adjustment posted by the operator',
  deposit_confirmed: 'Deposit confirmed',
  deposit_reversed: 'Deposit taken back',
  withdrawal_reserved: 'Withdrawal reserved',
  withdrawal_paid: 'Withdrawal paid',
  withdrawal_declined: 'Withdrawal declined',
  withdrawal_cancelled: 'Withdrawal cancelled',
  withdrawal_reversed: 'Withdrawal payment taken back',
};
