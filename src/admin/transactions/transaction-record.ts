import type { Identifier } from 'ra-core';
import { currencyName } from '../../../contract/currencies';
import { planName } from '../../../contract/plans';
import type { Transaction } from '../../../contract/transaction';
import { formatDollars } from '../../shared/format';
import { textOrMissing } from '../list/columns';
import { nameOrEmail, type Person } from '../list/person';

/** A transaction as a host sends it; other hosts leave fields out (docs/rules.md, "Other hosts"). */
export type TransactionRecord = Partial<Omit<Transaction, 'user'>> & { id: Identifier; user?: Person | null };

/** 'Status of transaction 7f3a by Ada Lovelace': tells the controls of a list apart. */
export function statusLabel({ id, user }: TransactionRecord): string {
  const name = nameOrEmail(user);
  // Our ids begin with the time: those of one moment are told apart by their end.
  return `Status of transaction ${String(id).slice(-8)}${name ? ` by ${name}` : ''}`;
}

/** 'Deposit of $500.00 in Bitcoin by Ada Lovelace', as far as the host says. */
export function describeTransaction({ trxType, amount, crypto, user }: TransactionRecord): string {
  const kind = trxType === 'WITHDRAWAL' ? 'Withdrawal' : 'Deposit';
  const name = nameOrEmail(user);
  return [
    trxType ? kind : 'Transaction',
    amount === undefined ? '' : `of ${formatDollars(amount)}`,
    crypto ? `in ${currencyName(crypto)}` : '',
    name ? `by ${name}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The plan's card name, or 'NaN' when there is none. */
export function planText(plan: TransactionRecord['plan']): string {
  return textOrMissing(plan && planName(plan));
}

/** The currency's name; a currency that is not in our list as the host sent it. */
export function currencyText(crypto: TransactionRecord['crypto']): string {
  return textOrMissing(crypto && currencyName(crypto));
}
