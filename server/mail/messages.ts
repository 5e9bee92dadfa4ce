import type { KeptAddress } from '../../contract/address-book';
import { proposalKindNames, reportedMailNames } from '../../contract/console-names';
import { currencyOf } from '../../contract/currencies';
import type {
  Crypto,
  InvitedType,
  OtpActivity,
  ProposalKind,
  ReportedMail,
  UserStanding,
  UserType,
} from '../../contract/enums';
import type { Factor } from '../../contract/factors';
import { mailSubjects } from '../../contract/mail-subjects';
import { factorKindNames, holdCauseNames, userTypeNames } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { planName } from '../../contract/plans';
import { periodName } from '../../contract/statement-text';
import type { Transaction } from '../../contract/transaction';
import { shownDollars } from '../money';
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

/** What administrators are told was done to a person, or to let one in. */
export interface PersonNotice {
  act: 'invited' | 'joined' | UserStanding;
  /** The address of whoever it is about. */
  of: string;
  type: UserType;
  /** Who did it; none when it was done on the server's own machine. */
  by: { name: string; email: string } | undefined;
  reason: string | undefined;
  at: Date;
}

const personNotices: Readonly<Record<PersonNotice['act'], { subject: string; text: string }>> = {
  invited: {
    subject: mailSubjects.personInvited,
    text: 'A link went to the address below. Whoever opens it chooses a password and has the role from then on. The invitation can be revoked in the console until it is accepted.',
  },
  joined: {
    subject: mailSubjects.personJoined,
    text: 'The person has chosen a password, and has the role from now on.',
  },
  disabled: {
    subject: mailSubjects.personDisabled,
    text: 'The person is signed out everywhere and cannot sign in until they are enabled again.',
  },
  enabled: {
    subject: mailSubjects.personEnabled,
    text: 'The person can sign in again, with the password and the second factors of before.',
  },
  offboarded: {
    subject: mailSubjects.personOffboarded,
    text: 'The person is signed out everywhere and can never sign in again. Password and second factors are gone.',
  },
};

/** Whose account a mail is about: who gets the link "This was not me" in it. */
export interface Owner {
  id: string;
  email: string;
}

/** Makes the address of the page that the link "This was not me" of a mail leads to. */
export type LinkToReport = (userId: string, about: ReportedMail) => string;

/**
 * The mails of the product; each answers what goes into the outbox. None carries a secret but the codes,
 * invitations, and the links by which owners report what was not they.
 */
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
  passwordChanged(owner: Owner, at: Date, waitUntil?: Date): Mail;
  /** That a withdrawal was confirmed though it was to wait until `notBefore`. */
  holdOverridden(transaction: Transaction, notBefore: Date, reason: string | undefined): Mail;
  addressAdded(owner: Owner, address: KeptAddress): Mail;
  /** That withdrawals are blocked, or possible again; why is between the operator and the audit log. */
  frozen(owner: Owner, frozen: boolean): Mail;
  /** What was done on a report by the link of a mail. `waitUntil` as above. */
  takeoverReported(to: string, at: Date, waitUntil?: Date): Mail;
  /** For administrators: that such a report about an account waits. */
  reportWaits(to: string, report: { id: string; account: string; about: ReportedMail; at: Date }): Mail;
  /** To an administrator: that another one has proposed an act of this kind. */
  proposalMade(to: string, kind: ProposalKind, at: Date): Mail;
  /** To the proposer: what another administrator has decided. */
  proposalDecided(
    to: string,
    kind: ProposalKind,
    decision: 'approved' | 'declined',
    reason: string | undefined,
  ): Mail;
  /** For administrators: which accounts and networks are refused often, and how many more there are. */
  refusedOften(to: string, notice: RefusalsNotice): Mail;
  /** That somebody entered the right password and then no second factor. */
  factorRefused(owner: Owner, ip: string, at: Date): Mail;
  /** `waitUntil` as below. */
  factorAdded(owner: Owner, factor: Pick<Factor, 'kind' | 'name'>, at: Date, waitUntil?: Date): Mail;
  factorRemoved(owner: Owner, factor: Pick<Factor, 'kind' | 'name'>, at: Date, waitUntil?: Date): Mail;
  /** To the person and to administrators: that all factors of the account were removed, and how. */
  factorsReset(to: string, of: Owner, by: 'server' | 'administrators', at: Date): Mail;
  recoveryCodesMade(owner: Owner, at: Date): Mail;
  recoveryCodeUsed(owner: Owner, at: Date): Mail;
  /** The link of an invitation, which is worth sending as long as it works. */
  invitation(to: string, invitation: { type: InvitedType; path: string; expiresAt: Date }): Mail;
  /** To administrators: what was done to a person. */
  personChanged(to: string, notice: PersonNotice): Mail;
  /** To the person: whether they may sign in; why is between the operator and the audit log. */
  standingChanged(to: string, standing: UserStanding, at: Date): Mail;
  /** That everything stored about the person was downloaded. */
  dataExported(owner: Owner, at: Date): Mail;
  /** For the other administrators: that everything personal about somebody was erased. */
  personErased(to: string, userId: string, at: Date): Mail;
  /** That the statement of a month is there, for who asked to be told; no figure is in it. */
  statementReady(to: string, period: string): Mail;
  newSignIn(owner: Owner, device: { name: string; ip: string }, at: Date): Mail;
}

/**
 * The mails of a product that is reached at `publicUrl` and signs with `brand`. `support` is the address of the operator's
 * people, where it is known: by a build of the pages.
 */
export function createMails(
  publicUrl: string,
  brand: string,
  linkToReport: LinkToReport,
  support?: string,
): Mails {
  const writeToUs = support ? `write to us at ${support}` : 'write to us';
  const link = (label: string, screen: string): Block => ({ link: { label, url: `${publicUrl}${screen}` } });
  const letter = (to: string, subject: string, blocks: readonly Block[]): Mail => ({
    to,
    subject,
    ...renderLetter({ brand, heading: subject, blocks }),
  });
  const ifNotYou = (ownerId: string, about: ReportedMail): readonly Block[] => [
    'If this was not you, say so at once: on the page that opens, one press blocks withdrawals, ends all sessions and voids your password. The link is yours alone; do not pass this mail on.',
    { link: { label: 'This was not me', url: linkToReport(ownerId, about) } },
  ];
  const codeMail = (to: string, activity: OtpActivity, code: string, blocks: readonly Block[]): Mail => ({
    ...letter(to, mailSubjects.code[activity], [
      whyCode[activity].why,
      { code },
      'It is valid for 10 minutes.',
      ...blocks,
      link('Enter the code', whyCode[activity].screen),
    ]),
    lasts: codeLifetime,
  });
  const transactions = link('See your transactions', screens.transactions);
  const approvals = link('See the approvals', screens.adminProposals);
  const waiting = (until: Date | undefined): readonly Block[] =>
    until === undefined
      ? []
      : [
          `Your pending withdrawals are not paid before ${endMoment(until)}, so that you can cancel one that is not yours.`,
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
        ...ifNotYou(
          transaction.user._id,
          transaction.trxType === 'DEPOSIT' ? 'deposit_received' : 'withdrawal_received',
        ),
      ]),

    statusChanged: (transaction, notice, reason) =>
      letter(transaction.user.email, mailSubjects.statusChanged(transaction.trxType, notice), [
        statusTexts[transaction.trxType][notice],
        { facts: [...factsOf(transaction), ...reasonFacts(reason)] },
        transactions,
        ...(aboutStatus(transaction, notice, ifNotYou) ?? [`If you did not expect this, ${writeToUs}.`]),
      ]),

    holdOverridden: (transaction, notBefore, reason) =>
      letter(transaction.user.email, mailSubjects.holdOverridden, [
        `Your withdrawal was to wait until ${endMoment(notBefore)}. We have confirmed it before that.`,
        { facts: [...factsOf(transaction), ...reasonFacts(reason)] },
        transactions,
        `If you did not ask us to hurry, do not wait and ${writeToUs}.`,
        ...ifNotYou(transaction.user._id, 'hold_overridden'),
      ]),

    addressAdded: ({ id, email }, { label, crypto, address, createdAt, notBefore }) =>
      letter(email, mailSubjects.addressAdded, [
        'Somebody signed in to your account has added an address that withdrawals can go to.',
        {
          facts: [
            ['Label', plainName(label)],
            ['Currency', currencyText(crypto)],
            ['Address', plainId(address)],
            ['When', moment(new Date(createdAt))],
            ...(notBefore === undefined
              ? []
              : [['Withdrawals to it wait until', endMoment(new Date(notBefore))] as const]),
          ],
        },
        link('See your addresses', screens.profile),
        ...ifNotYou(id, 'address_added'),
      ]),

    passwordChanged: ({ id, email }, at, waitUntil) =>
      letter(email, mailSubjects.passwordChanged, [
        'The password of your account was changed.',
        { facts: [['When', moment(at)]] },
        ...waiting(waitUntil),
        ...ifNotYou(id, 'password_changed'),
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

    frozen: ({ id, email }, frozen) =>
      letter(email, frozen ? mailSubjects.frozen : mailSubjects.unfrozen, [
        frozen
          ? 'We have blocked withdrawals from your account for the time being. You can sign in, see everything and report deposits; a withdrawal that is pending can be cancelled.'
          : 'The block on withdrawals from your account has been lifted.',
        link('See your account', screens.dashboard),
        ...(frozen ? [`To have it lifted, or to learn more, ${writeToUs}.`] : ifNotYou(id, 'unfrozen')),
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

    reportWaits: (to, { id, account, about, at }) =>
      letter(to, mailSubjects.reportWaits, [
        'An owner says that something in the account was not they. Withdrawals from it are frozen, all sessions have ended, and the password is void.',
        {
          facts: [
            ['Account', account],
            ['About', reportedMailNames[about]],
            ['When', moment(at)],
          ],
        },
        'Find out what has happened before withdrawals are allowed again.',
        link('See the report', `${screens.adminReports}/${id}/show`),
      ]),

    invitation: (to, { type, path, expiresAt }) => ({
      ...letter(to, mailSubjects.invitation, [
        `You are invited to help run this site. Choose a password to accept.`,
        {
          facts: [
            ['Role', userTypeNames[type]],
            ['Valid until', moment(expiresAt)],
          ],
        },
        link('Accept the invitation', path),
        'The link works once, and is for you alone: do not pass it on. If you did not expect it, you can ignore this mail.',
      ]),
      expiresAt,
    }),

    personChanged: (to, { act, of, type, by, reason, at }) =>
      letter(to, personNotices[act].subject, [
        personNotices[act].text,
        {
          facts: [
            ['Person', of],
            ['Role', userTypeNames[type]],
            ['By', by ? `${plainName(by.name)} (${by.email})` : 'whoever has the machine of the server'],
            ...reasonFacts(reason),
            ['When', moment(at)],
          ],
        },
        'If this should not have happened, act at once: ask whoever did it, and disable who should not be in.',
        link('See the people', screens.adminUsers),
      ]),

    standingChanged: (to, standing, at) =>
      letter(to, mailSubjects[standing], [
        ...standingTexts[standing],
        { facts: [['When', moment(at)]] },
        ...(standing === 'enabled'
          ? [link('Sign in', screens.login)]
          : [`If you think this is a mistake, ${writeToUs}.`]),
      ]),

    proposalMade: (to, kind, at) =>
      letter(to, mailSubjects.proposalMade, [
        'Another administrator has proposed something that is done only when a second one approves. There may be more than one.',
        {
          facts: [
            ['What', proposalKindNames[kind]],
            ['When', moment(at)],
          ],
        },
        approvals,
      ]),

    proposalDecided: (to, kind, decision, reason) =>
      letter(to, mailSubjects.proposalDecided(decision), [
        decision === 'approved'
          ? 'Another administrator has approved it, and it is done.'
          : 'Another administrator has declined it. Nothing was changed.',
        {
          facts: [['What', proposalKindNames[kind]], ...reasonFacts(reason)],
        },
        approvals,
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

    dataExported: ({ id, email }, at) =>
      letter(email, mailSubjects.dataExported, [
        'Everything that we store about you was downloaded from your account.',
        { facts: [['When', moment(at)]] },
        'If it was you, you need not do anything.',
        ...ifNotYou(id, 'data_exported'),
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

    statementReady: (to, period) =>
      letter(to, mailSubjects.statementReady, [
        `The statement of your account for ${periodName(period)} is ready.`,
        link('See the statement', `${screens.statements}/${period}`),
        'You get this mail because you asked for it; the page of your statements is where you end it.',
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
  };
}

const standingTexts: Readonly<Record<UserStanding, readonly string[]>> = {
  enabled: ['We have given you access again. Your password and your second factors are the ones you had.'],
  disabled: ['We have disabled your access for the time being, and signed you out everywhere.'],
  offboarded: ['We have ended your access for good, and signed you out everywhere.'],
};
/** What a status was about that its owner may not have wanted: a withdrawal that is paid, or was cancelled. */
function aboutStatus(
  { trxType, user }: Transaction,
  notice: StatusNotice,
  ifNotYou: (ownerId: string, about: ReportedMail) => readonly Block[],
): readonly Block[] | undefined {
  if (notice === 'cancelled') return ifNotYou(user._id, 'withdrawal_cancelled');
  return trxType === 'WITHDRAWAL' && notice === 'confirmed'
    ? ifNotYou(user._id, 'withdrawal_confirmed')
    : undefined;
}
const resetBy = {
  server: 'The operator has removed, on the server itself,',
  administrators: 'Two administrators have removed',
} as const;

function factorFacts({ kind, name }: Pick<Factor, 'kind' | 'name'>) {
  return [
    ['Kind', factorKindNames[kind]],
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
    .replace(/[/\\:@／＼：＠]|[.․。．｡](?=\S)/g, ' ')
    .trim();
  return plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain;
}

/**
 * The address or the payment that somebody has named, letter by letter: those are one word of letters and digits, of which no
 * mail program makes a link. Any other text is as good as a name.
 */
function plainId(id: string): string {
  return /^[0-9a-z]+$/i.test(id) ? id : plainName(id);
}

/** A reason with its lines, amounts and dates, without what a mail program would make a link of. */
function reasonFacts(reason: string | undefined) {
  if (reason === undefined) return [];
  return [['Reason', reason.replace(/[@＠]|[:：]?[/／\\＼]{2,}|[:：.․。．｡](?=\p{L})/gu, ' ')]] as const;
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
    ['Not paid before', endMoment(new Date(notBefore))],
    ['Why', holdCauseNames[holdCause]],
  ] as const;
}

function currencyText(crypto: Crypto): string {
  const { name, network } = currencyOf(crypto);
  return `${name} (${network})`;
}

function factsOf({ amount, crypto, plan, transactionId, wallet, _id }: Transaction) {
  return [
    ['Amount', shownDollars(amount)],
    ['Currency', currencyText(crypto)],
    ...(plan === null ? [] : [['Plan', planName(plan)] as const]),
    ...(transactionId === null ? [] : [['Transaction id', plainId(transactionId)] as const]),
    ...(wallet === null ? [] : [['To the address', plainId(wallet)] as const]),
    ['Our reference', _id],
  ] as const;
}

/** "2026-01-31 13:05 UTC": the server does not know the reader's clock. */
function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The end of something that is waited for, in a minute in which it is over. */
function endMoment(at: Date): string {
  const minute = 60_000;
  return moment(new Date(Math.ceil(at.getTime() / minute) * minute));
}

/** The name in an address like `Averin <no-reply@example.com>`; the bare address without one. */
export function brandOf(mailFrom: string): string {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(mailFrom)?.[1];
  return name || mailFrom;
}
