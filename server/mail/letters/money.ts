import type { KeptAddress } from '../../../contract/address-book';
import { mailSubjects } from '../../../contract/mail-subjects';
import { holdCauseNames } from '../../../contract/messages';
import { screens } from '../../../contract/paths';
import { planName } from '../../../contract/plans';
import { periodName } from '../../../contract/statement-text';
import type { Transaction } from '../../../contract/transaction';
import { shownDollars } from '../../money';
import type { Block } from '../layout';
import type { StatusNotice } from '../notices';
import type { Mail } from '../outbox';
import { currencyText, endMoment, moment, plainId, plainName, reasonFacts } from './facts';
import type { Owner, Writing } from './letter';

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

/** Deposits, withdrawals, and what may become of them. */
export interface MoneyMails {
  /** That a deposit or a withdrawal has been asked for. */
  received(transaction: Transaction): Mail;
  statusChanged(transaction: Transaction, notice: StatusNotice, reason: string | undefined): Mail;
  /** That a withdrawal was confirmed though it was to wait until `notBefore`. */
  holdOverridden(transaction: Transaction, notBefore: Date, reason: string | undefined): Mail;
  addressAdded(owner: Owner, address: KeptAddress): Mail;
  /** That withdrawals are blocked, or possible again; why is between the operator and the audit log. */
  frozen(owner: Owner, frozen: boolean): Mail;
  /** That the statement of a month is there, for who asked to be told; no figure is in it. */
  statementReady(to: string, period: string): Mail;
}

export const moneyMails = ({ letter, link, writeToUs, ifNotYou, transactions }: Writing): MoneyMails => ({
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

  frozen: ({ id, email }, frozen) =>
    letter(email, frozen ? mailSubjects.frozen : mailSubjects.unfrozen, [
      frozen
        ? 'We have blocked withdrawals from your account for the time being. You can sign in, see everything and report deposits; a withdrawal that is pending can be cancelled.'
        : 'The block on withdrawals from your account has been lifted.',
      link('See your account', screens.dashboard),
      ...(frozen ? [`To have it lifted, or to learn more, ${writeToUs}.`] : ifNotYou(id, 'unfrozen')),
    ]),

  statementReady: (to, period) =>
    letter(to, mailSubjects.statementReady, [
      `The statement of your account for ${periodName(period)} is ready.`,
      link('See the statement', `${screens.statements}/${period}`),
      'You get this mail because you asked for it; the page of your statements is where you end it.',
    ]),
});

/** What a status was about that its owner may not have wanted: a withdrawal that is paid, or was cancelled. */
function aboutStatus(
  { trxType, user }: Transaction,
  notice: StatusNotice,
  ifNotYou: Writing['ifNotYou'],
): readonly Block[] | undefined {
  if (notice === 'cancelled') return ifNotYou(user._id, 'withdrawal_cancelled');
  return trxType === 'WITHDRAWAL' && notice === 'confirmed'
    ? ifNotYou(user._id, 'withdrawal_confirmed')
    : undefined;
}

/** Until when a withdrawal waits, and why. */
function holdFacts({ notBefore, holdCause }: Transaction) {
  if (notBefore === undefined || holdCause === undefined) return [];
  return [
    ['Not paid before', endMoment(new Date(notBefore))],
    ['Why', holdCauseNames[holdCause]],
  ] as const;
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
