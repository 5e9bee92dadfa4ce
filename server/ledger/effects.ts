import type { AccountField, EditableAccountField } from '../../contract/account';
import { currencyOf } from '../../contract/currencies';
import type { Crypto, TrxStatus, TrxType } from '../../contract/enums';

/** What the effect of a transaction depends on. `amount` in cents. */
export interface LedgerTransaction {
  trxType: TrxType;
  amount: number;
  crypto: Crypto;
  plan: string | null;
}

type StatementField = Exclude<EditableAccountField, 'balance'>;

/** One side of an entry; `amount` in cents. Amounts of an entry sum to zero in each book. */
export type Posting =
  | { book: 'money'; account: 'balance' | 'held' | 'adjustments' | `custody:${Crypto}`; amount: number }
  | { book: 'statement'; account: StatementField | `contra:${StatementField}`; amount: number };

/** Moves cents between two accounts of the money book. */
function move(
  from: (Posting & { book: 'money' })['account'],
  to: (Posting & { book: 'money' })['account'],
  amount: number,
): Posting[] {
  return [
    { book: 'money', account: from, amount: -amount },
    { book: 'money', account: to, amount },
  ];
}

/** Changes a figure of the statement book against its contra account. */
function state(field: StatementField, amount: number): Posting[] {
  return [
    { book: 'statement', account: field, amount },
    { book: 'statement', account: `contra:${field}`, amount: -amount },
  ];
}

/** The postings that a status puts into effect: a function of the transaction alone (design, section 7). */
export function effectOf(transaction: LedgerTransaction, status: TrxStatus): Posting[] {
  const { trxType, amount, crypto, plan } = transaction;
  const { field } = currencyOf(crypto);
  if (trxType === 'DEPOSIT') {
    if (status !== 'CONFIRMED') return [];
    return [
      ...move(`custody:${crypto}`, 'balance', amount),
      ...state('walletBalance', amount),
      ...state(field, amount),
      ...(plan === null ? [] : state('investment', amount)),
    ];
  }
  if (status === 'PENDING') return move('balance', 'held', amount);
  if (status === 'DECLINED') return [];
  return [
    ...move('balance', `custody:${crypto}`, amount),
    ...state('walletBalance', -amount),
    ...state(field, -amount),
  ];
}

/** The postings that move one figure of an account by a difference in cents. */
export function adjustmentOf(field: EditableAccountField, difference: number): Posting[] {
  if (difference === 0) return [];
  return field === 'balance' ? move('adjustments', 'balance', difference) : state(field, difference);
}

/** How postings change the figures an account shows, in cents per field. */
export function figureChanges(postings: readonly Posting[]): Map<AccountField, number> {
  const changes = new Map<AccountField, number>();
  for (const { account, amount } of postings) {
    if (isFigure(account)) changes.set(account, (changes.get(account) ?? 0) + amount);
  }
  return changes;
}

function isFigure(account: Posting['account']): account is AccountField & Posting['account'] {
  return account !== 'adjustments' && !account.includes(':');
}
