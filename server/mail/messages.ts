import type { KeptAddress } from '../../contract/address-book';
import { currencyOf } from '../../contract/currencies';
import type { Crypto, OtpActivity } from '../../contract/enums';
import type { Factor, FactorKind } from '../../contract/factors';
import { mailSubjects } from '../../contract/mail-subjects';
import { holdCauseNames } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { planName } from '../../contract/plans';
import type { Transaction } from '../../contract/transaction';
import { type Block, renderLetter } from './layout';
import type { Mail } from './outbox';

/** Milliseconds. */
const codeLifetime = 10 * 60_000;

const whyCode: Record<OtpActivity, { why: string; screen: string }> = {
  verify_email: { why: 'Enter this code to verify your email address:', screen: screens.verifyEmail },
  reset_password: { why: 'Enter this code to set a new password:', screen: screens.resetPassword },
};

/** Characters of a name shown; and registrations listed in one mail. */
const longestName = 80;
const listedRegistrations = 5;

/** What the owner of a mailbox tells the own registration by. */
export interface RegistrationFacts {
  name: string;
  at: Date;
  /** In words; not known of those made with earlier versions. */
  device: string | null;
}

/** What became of a transaction, as its owner is notified. */
export type StatusNotice = 'confirmed' | 'declined' | 'reopened' | 'cancelled';

const statusTexts: Record<Transaction['trxType'], Record<StatusNotice, string>> = {
  DEPOSIT: {
    confirmed: 'Your deposit is confirmed and counts towards your balance.',
    declined: 'Your deposit was declined. It does not count towards your balance.',
    reopened:
      'Your deposit is being checked again. Until that is done it does not count towards your balance.',
    cancelled: 'Your deposit was cancelled. It does not count towards your balance.',
  },
  WITHDRAWAL: {
    confirmed: 'Your withdrawal is confirmed and paid to the address below.',
    declined: 'Your withdrawal was declined. The amount is back in your balance.',
    reopened: 'Your withdrawal is being checked again. Until that is done the amount stays reserved.',
    cancelled: 'You cancelled your withdrawal. The amount is back in your balance.',
  },
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Who was refused often. */
export interface Refused {
  /** An account's address, a network, or none when strangers' addresses were tried that nobody has. */
  subject: { account: string } | { network: string } | { unknownAccount: true };
  times: number;
}

/** What administrators are notified of. */
export interface RefusalsNotice {
  refused: readonly Refused[];
  /** How many more there are than are named. */
  more: number;
  /** Within so many. */
  minutes: number;
}

/** The mails of the product; each answers what goes into the outbox. None carries a secret but the codes. */
export interface Mails {
  /** The code of a registration, and whose it is. */
  verificationCode(to: string, code: string, registration: RegistrationFacts): Mail;
  resetCode(to: string, code: string, asked: { at: Date; device: string }): Mail;
  /** That several registrations of the address wait, and a new code could be for any. */
  severalRegistrations(to: string, registrations: readonly RegistrationFacts[]): Mail;
  /** What the owner of a verified address is told when someone registers with it again. */
  alreadyRegistered(to: string): Mail;
  /** That a deposit or a withdrawal has been asked for. */
  received(transaction: Transaction): Mail;
  statusChanged(transaction: Transaction, notice: StatusNotice, reason: string | undefined): Mail;
  /** `waitUntil`: until when pending withdrawals wait because of it; undefined when there are none. */
  passwordChanged(to: string, at: Date, waitUntil?: Date): Mail;
  /** That a withdrawal was confirmed though it was to wait until `notBefore`. */
  holdOverridden(transaction: Transaction, notBefore: Date, reason: string | undefined): Mail;
  addressAdded(to: string, address: KeptAddress): Mail;
  /** That withdrawals are blocked, or possible again; why is between the operator and the audit log. */
  frozen(to: string, frozen: boolean): Mail;
  /** For administrators: which accounts and networks are refused often, and how many more there are. */
  refusedOften(to: string, notice: RefusalsNotice): Mail;
  /** That somebody entered the right password and then no second factor. */
  factorRefused(to: string, ip: string, at: Date): Mail;
  /** `waitUntil` as below. */
  factorAdded(to: string, factor: Pick<Factor, 'kind' | 'name'>, at: Date, waitUntil?: Date): Mail;
  factorRemoved(to: string, factor: Pick<Factor, 'kind' | 'name'>, at: Date, waitUntil?: Date): Mail;
  /** To the person and to administrators: that the operator has removed all factors of the account `of`. */
  factorsReset(to: string, of: string, at: Date): Mail;
  recoveryCodesMade(to: string, at: Date): Mail;
  recoveryCodeUsed(to: string, at: Date): Mail;
  /** That everything stored about the person was downloaded. */
  dataExported(to: string, at: Date): Mail;
  /** For the other administrators: that everything personal about somebody was erased. */
  personErased(to: string, userId: string, at: Date): Mail;
  newSignIn(to: string, device: { name: string; ip: string }, at: Date): Mail;
}

/** The mails of a product that is reached at `publicUrl` and signs with `brand`. */
export function createMails(publicUrl: string, brand: string): Mails {
  const link = (label: string, screen: string): Block => ({ link: { label, url: `${publicUrl}${screen}` } });
  const letter = (to: string, subject: string, blocks: readonly Block[]): Mail => ({
    to,
    subject,
    ...renderLetter({ brand, heading: subject, blocks }),
  });
  const ifNotYou: readonly Block[] = [
    'If this was not you, set a new password at once: that ends all sessions. Then write to us.',
    link('Set a new password', screens.resetPassword),
  ];
  const codeMail = (to: string, activity: OtpActivity, code: string, blocks: readonly Block[]): Mail => ({
    ...letter(to, mailSubjects.code[activity], [
      whyCode[activity].why,
      { code },
      'It is valid for 10 minutes.',
      ...blocks,
      link('Enter the code', whyCode[activity].screen),
    ]),
    expiresAt: new Date(Date.now() + codeLifetime),
  });
  const transactions = link('See your transactions', screens.transactions);
  const waiting = (until: Date | undefined): readonly Block[] =>
    until === undefined
      ? []
      : [
          `Your pending withdrawals are not paid before ${moment(until)}, so that you can cancel one that is not yours.`,
          transactions,
        ];

  return {
    verificationCode: (to, code, registration) =>
      codeMail(to, 'verify_email', code, [
        'It is for this registration:',
        { facts: registrationFacts(registration) },
        'If you did not register with this name at this time, do not enter the code anywhere: the account would open with the password of somebody else. Never give the code to anyone.',
      ]),

    resetCode: (to, code, { at, device }) =>
      codeMail(to, 'reset_password', code, [
        {
          facts: [
            ['Asked for', moment(at)],
            ['Device', device],
          ],
        },
        'If you did not ask for it, you can ignore this mail. Never give the code to anyone.',
      ]),

    severalRegistrations: (to, registrations) =>
      letter(to, mailSubjects.severalRegistrations, [
        'Someone asked for a new code. More than one registration with this email address waits for its code:',
        ...registrations.slice(-listedRegistrations).map((each) => ({ facts: registrationFacts(each) })),
        'If one of them is yours, ask for the code in the browser where you registered, or register again: that mails you a code at once. Enter no code of a registration that you did not make.',
        link('Register', screens.register),
        'If none of them is yours, you need not do anything.',
      ]),

    alreadyRegistered: (to) =>
      letter(to, mailSubjects.alreadyRegistered, [
        'Someone, probably you, tried to register with this email address. It already has an account.',
        link('Sign in', screens.login),
        link('Forgot the password? Set a new one', screens.resetPassword),
        'If it was not you, you need not do anything.',
      ]),

    received: (transaction) =>
      letter(transaction.user.email, mailSubjects.received[transaction.trxType], [
        transaction.trxType === 'DEPOSIT'
          ? 'We have received your deposit and will confirm it once the payment has arrived, as a rule within 24 hours.'
          : 'We have received your withdrawal request. The amount is reserved. You can cancel it as long as it is pending.',
        { facts: [...factsOf(transaction), ...holdFacts(transaction)] },
        transactions,
        ...ifNotYou,
      ]),

    statusChanged: (transaction, notice, reason) =>
      letter(transaction.user.email, mailSubjects.statusChanged(transaction.trxType, notice), [
        statusTexts[transaction.trxType][notice],
        { facts: [...factsOf(transaction), ...(reason === undefined ? [] : [['Reason', reason] as const])] },
        transactions,
        ...(notice === 'cancelled' ? ifNotYou : ['If you did not expect this, write to us.']),
      ]),

    holdOverridden: (transaction, notBefore, reason) =>
      letter(transaction.user.email, mailSubjects.holdOverridden, [
        `Your withdrawal was to wait until ${moment(notBefore)}. We have confirmed it before that.`,
        { facts: [...factsOf(transaction), ...(reason === undefined ? [] : [['Reason', reason] as const])] },
        transactions,
        'If you did not ask us to hurry, or did not ask for this withdrawal at all, write to us at once.',
        ...ifNotYou,
      ]),

    addressAdded: (to, { label, crypto, address, createdAt, notBefore }) =>
      letter(to, mailSubjects.addressAdded, [
        'Somebody signed in to your account has added an address that withdrawals can go to.',
        {
          facts: [
            ['Label', plainName(label)],
            ['Currency', currencyText(crypto)],
            ['Address', address],
            ['When', moment(new Date(createdAt))],
            ...(notBefore === undefined
              ? []
              : [['Withdrawals to it wait until', moment(new Date(notBefore))] as const]),
          ],
        },
        link('See your addresses', screens.profile),
        ...ifNotYou,
      ]),

    passwordChanged: (to, at, waitUntil) =>
      letter(to, mailSubjects.passwordChanged, [
        'The password of your account was changed.',
        { facts: [['When', moment(at)]] },
        ...waiting(waitUntil),
        ...ifNotYou,
      ]),

    factorRefused: (to, ip, at) =>
      letter(to, mailSubjects.factorRefused, [
        'Someone entered your password and then wrong codes for the second factor. They did not get in.',
        {
          facts: [
            ['IP address', ip],
            ['When', moment(at)],
          ],
        },
        'If it was you, you need not do anything.',
        ...ifNotYou,
      ]),

    factorAdded: (to, factor, at, waitUntil) =>
      letter(to, mailSubjects.factorAdded, [
        'From now on a sign-in asks for it or for another one of yours.',
        { facts: [...factorFacts(factor), ['When', moment(at)]] },
        ...waiting(waitUntil),
        ...ifNotYou,
      ]),

    factorRemoved: (to, factor, at, waitUntil) =>
      letter(to, mailSubjects.factorRemoved, [
        'It can no longer be used to sign in.',
        { facts: [...factorFacts(factor), ['When', moment(at)]] },
        ...waiting(waitUntil),
        ...ifNotYou,
      ]),

    factorsReset: (to, of, at) =>
      letter(to, mailSubjects.factorsReset, [
        'The operator has removed all second factors and recovery codes of this account on the server itself, and ended its sessions. The password alone signs in until a new one is set up.',
        {
          facts: [
            ['Account', of],
            ['When', moment(at)],
          ],
        },
        'If nobody asked for it, write to us at once.',
      ]),

    recoveryCodesMade: (to, at) =>
      letter(to, mailSubjects.recoveryCodesMade, [
        'The ones you had before no longer work.',
        { facts: [['When', moment(at)]] },
        ...ifNotYou,
      ]),

    recoveryCodeUsed: (to, at) =>
      letter(to, mailSubjects.recoveryCodeUsed, [
        'It stood in for your second factor, and cannot be used again.',
        { facts: [['When', moment(at)]] },
        ...ifNotYou,
      ]),

    frozen: (to, frozen) =>
      letter(to, frozen ? mailSubjects.frozen : mailSubjects.unfrozen, [
        frozen
          ? 'We have blocked withdrawals from your account for the time being. You can sign in, see everything and report deposits; a withdrawal that is pending can be cancelled.'
          : 'The block on withdrawals from your account has been lifted.',
        link('See your account', screens.dashboard),
        ...(frozen ? ['To have it lifted, or to learn more, write to us.'] : []),
      ]),

    refusedOften: (to, { refused, more, minutes }) =>
      letter(to, mailSubjects.refusedOften, [
        `In the last ${minutes} minutes someone was refused often: signing in, entering codes, or calling what they may not.`,
        {
          facts: [
            ...refused.map(({ subject, times }) => [refusedName(subject), `${times} times`] as const),
            ...(more > 0 ? [['Others like these', String(more)] as const] : []),
          ],
        },
        'Each is told once an hour. What was refused, and from where, is in the console.',
        link('See the security events', `${screens.admin}/security`),
      ]),

    dataExported: (to, at) =>
      letter(to, mailSubjects.dataExported, [
        'Everything that we store about you was downloaded from your account.',
        { facts: [['When', moment(at)]] },
        'If it was you, you need not do anything.',
        ...ifNotYou,
      ]),

    personErased: (to, userId, at) =>
      letter(to, mailSubjects.personErased, [
        'An administrator has erased everything personal about somebody. The books stay; the audit log says who did it and why.',
        {
          facts: [
            ['Person', userId],
            ['When', moment(at)],
          ],
        },
      ]),

    newSignIn: (to, { name, ip }, at) =>
      letter(to, mailSubjects.newSignIn, [
        'Someone signed in to your account from a device or a network we have not seen before.',
        {
          facts: [
            ['Device', name],
            ['IP address', ip],
            ['When', moment(at)],
          ],
        },
        'If it was you, you need not do anything.',
        ...ifNotYou,
      ]),
  };
}

const factorNames: Readonly<Record<FactorKind, string>> = { totp: 'Authenticator app', passkey: 'Passkey' };

function factorFacts({ kind, name }: Pick<Factor, 'kind' | 'name'>) {
  return [
    ['Kind', factorNames[kind]],
    ['Name', plainName(name)],
  ] as const;
}

function registrationFacts({ name, at, device }: RegistrationFacts) {
  return [
    ['Name', plainName(name)],
    ['Registered', moment(at)],
    ...(device === null ? [] : [['Device', device] as const]),
  ] as const;
}

/** A name that anybody can have typed, in one short line, without what a mail program would make a link of. */
function plainName(name: string): string {
  const plain = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[/\\:@]|\.(?=\S)/g, ' ')
    .trim();
  return plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain;
}

/** Nothing a stranger has written: mail programs make links of what looks like an address. */
function refusedName(subject: Refused['subject']): string {
  if ('account' in subject) return `Account ${subject.account}`;
  return 'network' in subject ? `Network ${subject.network}` : 'An address without an account';
}

/** Until when a withdrawal waits, and why. */
function holdFacts({ notBefore, holdCause }: Transaction) {
  if (notBefore === undefined || holdCause === undefined) return [];
  return [
    ['Not paid before', moment(new Date(notBefore))],
    ['Why', holdCauseNames[holdCause]],
  ] as const;
}

function currencyText(crypto: Crypto): string {
  const { name, network } = currencyOf(crypto);
  return `${name} (${network})`;
}

function factsOf({ amount, crypto, plan, transactionId, wallet, _id }: Transaction) {
  return [
    ['Amount', dollars.format(amount)],
    ['Currency', currencyText(crypto)],
    ...(plan === null ? [] : [['Plan', planName(plan)] as const]),
    ...(transactionId === null ? [] : [['Transaction id', transactionId] as const]),
    ...(wallet === null ? [] : [['To the address', wallet] as const]),
    ['Our reference', _id],
  ] as const;
}

/** "2026-01-31 13:05 UTC": the server does not know the reader's clock. */
function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The name in an address like `Averin <no-reply@example.com>`; the bare address without one. */
export function brandOf(mailFrom: string): string {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(mailFrom)?.[1];
  return name || mailFrom;
}
