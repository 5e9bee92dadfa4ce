import type { BookCheck, MailState, ProposalKind, ProposalStatus, UserStanding } from './enums';

/* Names that administrators alone read: no page of an investor loads them. */

/** Whether a person may sign in, in words a person reads. */
export const standingNames: Readonly<Record<UserStanding, string>> = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  offboarded: 'Offboarded',
};

/** What became of a mail, in words a person reads. */
export const mailStateNames: Readonly<Record<MailState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  expired: 'Expired',
  failed: 'Failed',
};

/** Reasons that the server itself writes into the audit log. */
export const ownReasons = {
  reported: 'The owner pressed "This was not me", by a link in a mail',
  sealedLater: 'This was not sealed when it was written, but by a later start of the product',
} as const;

/** Acts that take two administrators, in words they read. */
export const proposalKindNames: Readonly<Record<ProposalKind, string>> = {
  address: 'Platform address',
  adjustment: 'Adjustment of an account',
  withdrawal: 'Payment of a withdrawal',
  people: 'Act on a person',
  factors_reset: 'Removal of second factors',
};

/** What became of a proposal, in words administrators read. */
export const proposalStatusNames: Readonly<Record<ProposalStatus, string>> = {
  PENDING: 'Waiting',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
};

/** What stands in place of a reason or a name once a person is erased. */
export const erasedText = 'Erased';

/** What must hold in the books, in words a person reads. */
export const bookCheckNames: Readonly<Record<BookCheck, string>> = {
  'entry-balance': 'Each entry sums to zero in each book',
  'book-balance': 'Each book sums to zero',
  'account-replay': 'Each figure is the sum of its entries',
  'held-amounts': 'What is reserved is the sum of pending withdrawals',
  'status-effects': 'Each figure is its adjustments and the effects of current statuses',
  'transaction-audit': 'Each version of a transaction has one audit event',
  'adjustment-audit': 'Each adjustment has one audit event',
  'account-versions': 'Each entry and each freeze made one version of its account',
  statements: 'Each statement is the sum of its entries, and begins as the one before ended',
  'account-days': 'The figures kept for each day are the sums of the entries up to it',
  'day-totals': 'The sums kept for each day are those of the figures of all accounts',
  'platform-addresses': 'Each platform address is what its last events say',
};
