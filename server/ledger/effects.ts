import type { AccountField, EditableAccountField } from '../../contract/account';
import { type MoneyField, moneyFieldNames, type StatementField } from '../../contract/chart';
import { currencyOf } from '../../contract/currencies';
import type { Crypto, TrxStatus, TrxType } from '../../contract/enums';
import { type MoneyPlace, statusEffects } from '../../contract/status-effects';

/** What the effect of a transaction depends on. `amount` in cents. */
export interface LedgerTransaction {
  trxType: TrxType;
  amount: number;
  crypto: Crypto;
  plan: string | null;
}

type MoneyAccount = MoneyField | 'adjustments' | `custody:${Crypto}`;

/** One side of an entry; `amount` in cents. Amounts of an entry sum to zero in each book. */
export type Posting =
  | { book: 'money'; account: MoneyAccount; amount: number }
  | { book: 'statement'; account: StatementField | `contra:${StatementField}`; amount: number };

/** The postings that move cents between two accounts of the money book. */
function moneyPostings(from: MoneyAccount, to: MoneyAccount, amount: number): Posting[] {
  return [
    { book: 'money', account: from, amount: -amount },
    { book: 'money', account: to, amount },
  ];
}

/** The postings that change a figure of the statement book against its contra account. */
function statementPostings(field: StatementField, amount: number): Posting[] {
  return [
    { book: 'statement', account: field, amount },
    { book: 'statement', account: `contra:${field}`, amount: -amount },
  ];
}

/** The postings that a status puts into effect: a function of the transaction alone, by the table of effects. */
export function effectOf(transaction: LedgerTransaction, status: TrxStatus): Posting[] {
  const { trxType, amount, crypto, plan } = transaction;
  const { money, statement } = statusEffects[trxType][status];
  const accountOf = (place: MoneyPlace) => (place === 'custody' ? (`custody:${crypto}` as const) : place);
  return [
    ...(money ? moneyPostings(accountOf(money.from), accountOf(money.to), amount) : []),
    ...statement
      .filter(({ onlyWithPlan }) => !onlyWithPlan || plan !== null)
      .flatMap(({ figure, sign }) =>
        statementPostings(figure === 'of the currency' ? currencyOf(crypto).field : figure, sign * amount),
      ),
  ];
}

/** The postings that move one figure of an account by a difference in cents. */
export function adjustmentOf(field: EditableAccountField, difference: number): Posting[] {
  if (difference === 0) return [];
  return isMoney(field)
    ? moneyPostings('adjustments', field, difference)
    : statementPostings(field, difference);
}

function isMoney(field: AccountField): field is MoneyField {
  return moneyFieldNames.some((name) => name === field);
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
