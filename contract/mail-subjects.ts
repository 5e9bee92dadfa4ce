import type { TrxType } from './enums';

const trxNames: Readonly<Record<TrxType, string>> = { DEPOSIT: 'Deposit', WITHDRAWAL: 'Withdrawal' };

/** Subjects of the mails. Those with a code are found by theirs. */
export const mailSubjects = {
  code: { verify_email: 'Your verification code', reset_password: 'Your password reset code' },
  severalRegistrations: 'More than one registration with your address',
  alreadyRegistered: 'You already have an account',
  received: { DEPOSIT: 'Deposit received', WITHDRAWAL: 'Withdrawal request received' },
  statusChanged: (trxType: TrxType, news: string) => `${trxNames[trxType]} ${news}`,
  holdOverridden: 'Your withdrawal was confirmed before its waiting time was over',
  addressAdded: 'A withdrawal address was added to your account',
  passwordChanged: 'Your password was changed',
  newSignIn: 'New sign-in to your account',
  factorRefused: 'Someone knows your password',
  factorAdded: 'A second factor was added to your account',
  factorRemoved: 'A second factor was removed from your account',
  factorsReset: 'The second factors of an account were removed',
  recoveryCodesMade: 'You have new recovery codes',
  recoveryCodeUsed: 'A recovery code was used',
  takeoverReported: 'Your account is locked',
  reportWaits: 'A report waits: this was not me',
  frozen: 'Withdrawals from your account are blocked',
  invitation: 'You are invited',
  personInvited: 'Someone was invited',
  personJoined: 'An invitation was accepted',
  personDisabled: 'A person was disabled',
  personEnabled: 'A person was enabled again',
  personOffboarded: 'A person was offboarded',
  disabled: 'You can no longer sign in',
  enabled: 'You can sign in again',
  offboarded: 'Your access has ended',
  proposalMade: 'An act waits for a second administrator',
  proposalDecided: (decision: string) => `What you proposed was ${decision}`,
  refusedOften: 'Someone is refused again and again',
  dataExported: 'Your data were downloaded',
  personErased: 'The personal data of somebody were erased',
  unfrozen: 'Withdrawals from your account are possible again',
  statementReady: 'Your statement is ready',
} as const;

/** Whether a mail of this subject carries a code. */
export function isCodeMail(subject: string): boolean {
  return Object.values<string>(mailSubjects.code).includes(subject);
}
