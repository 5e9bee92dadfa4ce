import type { Factor } from '../../../contract/factors';
import { mailSubjects } from '../../../contract/mail-subjects';
import { factorKindNames } from '../../../contract/messages';
import { screens } from '../../../contract/paths';
import type { Mail } from '../outbox';
import { moment, plainName } from './facts';
import type { Owner, Writing } from './letter';

const resetBy = {
  server: 'The operator has removed, on the server itself,',
  administrators: 'Two administrators have removed',
} as const;

/** How a person signs in, and what was done to that. */
export interface SignInMails {
  /** `waitUntil`: until when pending withdrawals wait because of it; undefined when there are none. */
  passwordChanged(owner: Owner, at: Date, waitUntil?: Date): Mail;
  newSignIn(owner: Owner, device: { name: string; ip: string }, at: Date): Mail;
  /** That somebody entered the right password and then no second factor. */
  factorRefused(owner: Owner, ip: string, at: Date): Mail;
  /** `waitUntil` as above. */
  factorAdded(owner: Owner, factor: Pick<Factor, 'kind' | 'name'>, at: Date, waitUntil?: Date): Mail;
  factorRemoved(owner: Owner, factor: Pick<Factor, 'kind' | 'name'>, at: Date, waitUntil?: Date): Mail;
  /** To the person and to administrators: that all factors of the account were removed, and how. */
  factorsReset(to: string, of: Owner, by: 'server' | 'administrators', at: Date): Mail;
  recoveryCodesMade(owner: Owner, at: Date): Mail;
  recoveryCodeUsed(owner: Owner, at: Date): Mail;
  /** What was done on a report by the link of a mail. `waitUntil` as above. */
  takeoverReported(to: string, at: Date, waitUntil?: Date): Mail;
}

export const signInMails = ({ letter, link, writeToUs, ifNotYou, waiting }: Writing): SignInMails => ({
  passwordChanged: ({ id, email }, at, waitUntil) =>
    letter(email, mailSubjects.passwordChanged, [
      'The password of your account was changed.',
      { facts: [['When', moment(at)]] },
      ...waiting(waitUntil),
      ...ifNotYou(id, 'password_changed'),
    ]),

  newSignIn: ({ id, email }, { name, ip }, at) =>
    letter(email, mailSubjects.newSignIn, [
      'Someone signed in to your account from a device or a network we have not seen before.',
      {
        facts: [
          ['Device', name],
          ['IP address', ip],
          ['When', moment(at)],
        ],
      },
      'If it was you, you need not do anything.',
      ...ifNotYou(id, 'new_sign_in'),
    ]),

  factorRefused: ({ id, email }, ip, at) =>
    letter(email, mailSubjects.factorRefused, [
      'Someone entered your password and then wrong codes for the second factor. They did not get in.',
      {
        facts: [
          ['IP address', ip],
          ['When', moment(at)],
        ],
      },
      'If it was you, you need not do anything.',
      ...ifNotYou(id, 'factor_refused'),
    ]),

  factorAdded: ({ id, email }, factor, at, waitUntil) =>
    letter(email, mailSubjects.factorAdded, [
      'From now on a sign-in asks for it or for another one of yours.',
      { facts: [...factorFacts(factor), ['When', moment(at)]] },
      ...waiting(waitUntil),
      ...ifNotYou(id, 'factor_added'),
    ]),

  factorRemoved: ({ id, email }, factor, at, waitUntil) =>
    letter(email, mailSubjects.factorRemoved, [
      'It can no longer be used to sign in.',
      { facts: [...factorFacts(factor), ['When', moment(at)]] },
      ...waiting(waitUntil),
      ...ifNotYou(id, 'factor_removed'),
    ]),

  factorsReset: (to, of, by, at) =>
    letter(to, mailSubjects.factorsReset, [
      `${resetBy[by]} all second factors and recovery codes of this account, and ended its sessions. The password alone signs in until a new one is set up.`,
      {
        facts: [
          ['Account', of.email],
          ['When', moment(at)],
        ],
      },
      `If nobody asked for it, do not wait and ${writeToUs}.`,
      ...(to === of.email ? ifNotYou(of.id, 'factors_reset') : []),
    ]),

  recoveryCodesMade: ({ id, email }, at) =>
    letter(email, mailSubjects.recoveryCodesMade, [
      'The ones you had before no longer work.',
      { facts: [['When', moment(at)]] },
      ...ifNotYou(id, 'recovery_codes_made'),
    ]),

  recoveryCodeUsed: ({ id, email }, at) =>
    letter(email, mailSubjects.recoveryCodeUsed, [
      'It stood in for your second factor, and cannot be used again.',
      { facts: [['When', moment(at)]] },
      ...ifNotYou(id, 'recovery_code_used'),
    ]),

  takeoverReported: (to, at, waitUntil) =>
    letter(to, mailSubjects.takeoverReported, [
      'By a link in one of our mails it was said that something in your account was not you. We have blocked withdrawals, ended all sessions, and voided your password, its codes and reset links.',
      { facts: [['When', moment(at)]] },
      ...waiting(waitUntil),
      'Set a new password, one that you use nowhere else; your second factor is asked for as before. If the one that is asked for is not yours, tell us: it can be removed. First make sure that nobody else reads your mail. Then look at your second factors, the addresses you keep and your withdrawals, and remove what is not yours.',
      link('Set a new password', screens.resetPassword),
      `We look at it and allow withdrawals again when we know what has happened. Tell us what you know, also if it was a mistake: ${writeToUs}.`,
    ]),
});

function factorFacts({ kind, name }: Pick<Factor, 'kind' | 'name'>) {
  return [
    ['Kind', factorKindNames[kind]],
    ['Name', plainName(name)],
  ] as const;
}
