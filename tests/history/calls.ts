import { type AccountField, accountFields, type EditableAccountField } from '../../contract/account';
import type { Crypto, ErrorCode, TrxStatus, TrxType } from '../../contract/enums';
import type { Figures } from '../support/ledger-model';

/** What a transaction is created as; `name` is the reference or address that its client gave it. The amount in cents. */
export interface Creation {
  name: string;
  trxType: TrxType;
  amount: number;
  crypto: Crypto;
  /** Whether it has a plan. */
  plan: boolean;
}

export interface Transaction extends Creation {
  status: TrxStatus;
  version: number;
}

/** What is asked of one account. Figures in cents. */
export type AccountCall = (
  | { kind: 'create'; transaction: Creation }
  | { kind: 'status'; name: string; status: TrxStatus; ifMatch: number | undefined }
  | { kind: 'cancel'; name: string }
  | { kind: 'edit'; figures: Partial<Record<EditableAccountField, number>>; ifMatch: number | undefined }
  | { kind: 'readAccount' }
  | { kind: 'readTransactions' }
) & {
  /** The idempotency key, where the history needs it: of a write that was refused at one time and may be done at another. */
  key?: string | undefined;
};

/** What came of it. */
export type AccountAnswer =
  | { kind: 'transaction'; transaction: Transaction }
  | { kind: 'account'; version: number; figures: Figures }
  | { kind: 'transactions'; transactions: ReadonlyMap<string, Transaction> }
  | { kind: 'refused'; code: ErrorCode }
  /** The answer that the first request with this key got, whatever that was. */
  | { kind: 'repeated' };

const told = ['trxType', 'amount', 'crypto', 'plan', 'status', 'version'] as const;

export function sameFigures(one: Figures, other: Figures): boolean {
  return accountFields.options.every((field) => one[field] === other[field]);
}

function sameTransaction(one: Transaction, other: Transaction): boolean {
  return one.name === other.name && told.every((field) => one[field] === other[field]);
}

export function sameAnswer(one: AccountAnswer, other: AccountAnswer): boolean {
  if (one.kind === 'account' && other.kind === 'account') {
    return one.version === other.version && sameFigures(one.figures, other.figures);
  }
  if (one.kind === 'transaction' && other.kind === 'transaction') {
    return sameTransaction(one.transaction, other.transaction);
  }
  if (one.kind === 'transactions' && other.kind === 'transactions') {
    const { transactions } = other;
    const isThere = (transaction: Transaction) => {
      const found = transactions.get(transaction.name);
      return found !== undefined && sameTransaction(transaction, found);
    };
    return one.transactions.size === transactions.size && [...one.transactions.values()].every(isThere);
  }
  if (one.kind === 'refused' && other.kind === 'refused') return one.code === other.code;
  return one.kind === 'repeated' && other.kind === 'repeated';
}

/** In what an answer differs from another one, in words; nothing when they are the same. */
export function differences(answer: AccountAnswer, other: AccountAnswer): string[] {
  if (sameAnswer(answer, other)) return [];
  if (answer.kind === 'account' && other.kind === 'account') {
    const fields = accountFields.options.filter((field) => answer.figures[field] !== other.figures[field]);
    return [
      ...(answer.version === other.version ? [] : [`version ${answer.version} instead of ${other.version}`]),
      ...fields.map((field) => `${field} ${dollars(answer, field)} instead of ${dollars(other, field)}`),
    ];
  }
  if (answer.kind === 'transaction' && other.kind === 'transaction') {
    return [
      `${describeTransaction(answer.transaction)} instead of ${describeTransaction(other.transaction)}`,
    ];
  }
  if (answer.kind === 'transactions' && other.kind === 'transactions') {
    const names = new Set([...answer.transactions.keys(), ...other.transactions.keys()]);
    return [...names].flatMap((name) => {
      const one = answer.transactions.get(name);
      const two = other.transactions.get(name);
      if (one && two) {
        return differences(
          { kind: 'transaction', transaction: one },
          { kind: 'transaction', transaction: two },
        );
      }
      return one
        ? [`${describeTransaction(one)} too many`]
        : two
          ? [`${describeTransaction(two)} missing`]
          : [];
    });
  }
  return [`${describeAnswer(answer)} instead of ${describeAnswer(other)}`];
}

const money = (cents: number) => (cents / 100).toFixed(2);
const dollars = ({ figures }: { figures: Figures }, field: AccountField) => money(figures[field]);

function describeTransaction({ name, trxType, amount, status, version }: Transaction): string {
  return `${trxType.toLowerCase()} ${name} of ${money(amount)} ${status} (version ${version})`;
}

/** A call in words. */
export function describeCall(call: AccountCall): string {
  const ifMatch = 'ifMatch' in call && call.ifMatch !== undefined ? ` if at version ${call.ifMatch}` : '';
  switch (call.kind) {
    case 'create':
      return `create ${call.transaction.trxType.toLowerCase()} ${call.transaction.name} of ${money(call.transaction.amount)}`;
    case 'status':
      return `set ${call.name} to ${call.status}${ifMatch}`;
    case 'cancel':
      return `cancel ${call.name}`;
    case 'edit':
      return `edit ${Object.entries(call.figures)
        .map(([field, cents]) => `${field} to ${money(cents)}`)
        .join(', ')}${ifMatch}`;
    case 'readAccount':
      return 'read the account';
    case 'readTransactions':
      return 'read the transactions';
  }
}

/** An answer in words. */
export function describeAnswer(answer: AccountAnswer): string {
  switch (answer.kind) {
    case 'account': {
      const fields = accountFields.options.filter((field) => answer.figures[field] !== 0);
      return `version ${answer.version}${fields.map((field) => `, ${field} ${dollars(answer, field)}`).join('')}`;
    }
    case 'transaction':
      return describeTransaction(answer.transaction);
    case 'transactions':
      return `${answer.transactions.size} transactions`;
    case 'refused':
      return `refused: ${answer.code}`;
    case 'repeated':
      return 'the answer that its key got before';
  }
}
