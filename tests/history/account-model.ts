import { type AccountField, accountFields, type EditableAccountField } from '../../contract/account';
import type { Crypto, ErrorCode, TrxStatus, TrxType } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { toCents } from '../../server/ledger/money';
import { addEffect, type Figures, noFigures } from '../support/ledger-model';
import type { Model } from './linearizable';

/** A transaction as it is told; `name` is the reference or address that its client gave it. The amount in cents. */
export interface Transaction {
  name: string;
  trxType: TrxType;
  amount: number;
  crypto: Crypto;
  /** Whether it has a plan. */
  plan: boolean;
  status: TrxStatus;
  version: number;
}

/** What is asked of one account. Figures in cents. */
export type AccountCall = (
  | { kind: 'create'; transaction: Omit<Transaction, 'status' | 'version'> }
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

export interface AccountState {
  version: number;
  figures: Figures;
  /** By the number of their name. */
  transactions: readonly (Transaction | undefined)[];
  /** Idempotency keys that have been used, in alphabetical order. */
  used: readonly string[];
}

interface Result {
  state: AccountState;
  answer: AccountAnswer;
}

const withdrawalBalance = toCents(limits.withdrawalBalance);

/** An account as the design has it (section 7), one call after the other. `names` are those of all its transactions. */
export function accountModel(names: readonly string[]): Model<AccountState, AccountCall, AccountAnswer> {
  const numbers = new Map(names.map((name, number) => [name, number]));

  function find({ transactions }: AccountState, name: string): Transaction | undefined {
    return transactions[numbers.get(name) ?? -1];
  }

  /** The state once a transaction is as given; its effect so far is taken back, and the account has a version more when it moved. */
  function put(state: AccountState, transaction: Transaction): AccountState {
    const before = find(state, transaction.name);
    const figures = { ...state.figures };
    if (before) addEffect(figures, { ...before, amount: -before.amount });
    addEffect(figures, transaction);
    const number = numbers.get(transaction.name);
    if (number === undefined) throw new Error(`No transaction is named ${transaction.name}`);
    const moved = accountFields.options.some((field) => figures[field] !== state.figures[field]);
    return {
      ...state,
      figures,
      version: state.version + (moved ? 1 : 0),
      transactions: state.transactions.with(number, transaction),
    };
  }

  function setStatus(state: AccountState, before: Transaction, status: TrxStatus): Result {
    if (before.status === status) return { state, answer: { kind: 'transaction', transaction: before } };
    const transaction = { ...before, status, version: before.version + 1 };
    return { state: put(state, transaction), answer: { kind: 'transaction', transaction } };
  }

  function runOnce(state: AccountState, call: AccountCall): Result {
    const refuse = (code: ErrorCode): Result => ({ state, answer: { kind: 'refused', code } });
    switch (call.kind) {
      case 'create': {
        const { trxType, amount } = call.transaction;
        const { balance } = state.figures;
        if (trxType === 'WITHDRAWAL' && balance <= withdrawalBalance) return refuse('balance_too_low');
        if (trxType === 'WITHDRAWAL' && amount > balance) return refuse('insufficient_balance');
        const transaction: Transaction = { ...call.transaction, status: 'PENDING', version: 1 };
        return { state: put(state, transaction), answer: { kind: 'transaction', transaction } };
      }
      case 'status': {
        const before = find(state, call.name);
        if (!before) return refuse('not_found');
        if (call.ifMatch !== undefined && call.ifMatch !== before.version) return refuse('stale_version');
        return setStatus(state, before, call.status);
      }
      case 'cancel': {
        const before = find(state, call.name);
        if (!before) return refuse('not_found');
        if (before.trxType !== 'WITHDRAWAL' || before.status !== 'PENDING') return refuse('conflict');
        return setStatus(state, before, 'DECLINED');
      }
      case 'edit': {
        if (call.ifMatch !== undefined && call.ifMatch !== state.version) return refuse('stale_version');
        const figures = { ...state.figures, ...call.figures };
        const moved = accountFields.options.some((field) => figures[field] !== state.figures[field]);
        const after = moved ? { ...state, figures, version: state.version + 1 } : state;
        return { state: after, answer: accountAnswer(after) };
      }
      case 'readAccount':
        return { state, answer: accountAnswer(state) };
      case 'readTransactions': {
        const there = state.transactions.filter((transaction) => transaction !== undefined);
        const transactions = new Map(there.map((transaction) => [transaction.name, transaction]));
        return { state, answer: { kind: 'transactions', transactions } };
      }
    }
  }

  return {
    initial: { version: 1, figures: noFigures(), transactions: names.map(() => undefined), used: [] },

    run(state, call) {
      const { key } = call;
      if (key === undefined) return runOnce(state, call);
      if (state.used.includes(key)) return { state, answer: { kind: 'repeated' } };
      const { state: after, answer } = runOnce(state, call);
      // A refusal is not kept: the same key may be sent again.
      if (answer.kind === 'refused') return { state, answer };
      return { state: { ...after, used: [...after.used, key].toSorted() }, answer };
    },

    keyOf({ version, figures, transactions, used }) {
      const statuses = transactions.map((one) => (one ? `${one.status}${one.version}` : ''));
      return [version, ...accountFields.options.map((field) => figures[field]), ...statuses, ...used].join();
    },

    same: (one, other) => differences(one, other).length === 0,

    isPure: ({ kind }, answer) =>
      kind === 'readAccount' || kind === 'readTransactions' || answer.kind === 'refused',

    isPast(state, answer) {
      switch (answer.kind) {
        case 'account':
          return state.version > answer.version;
        case 'transaction':
          return (find(state, answer.transaction.name)?.version ?? 0) > answer.transaction.version;
        case 'transactions':
          return state.transactions.some(
            (one) => one && one.version > (answer.transactions.get(one.name)?.version ?? 0),
          );
        default:
          return false;
      }
    },
  };
}

function accountAnswer({ version, figures }: AccountState): AccountAnswer {
  return { kind: 'account', version, figures };
}

const told = ['trxType', 'amount', 'crypto', 'plan', 'status', 'version'] as const;

/** In what an answer differs from another one, in words; nothing when they are the same. */
export function differences(answer: AccountAnswer, other: AccountAnswer): string[] {
  if (answer.kind === 'account' && other.kind === 'account') {
    const fields = accountFields.options.filter((field) => answer.figures[field] !== other.figures[field]);
    return [
      ...(answer.version === other.version ? [] : [`version ${answer.version} instead of ${other.version}`]),
      ...fields.map((field) => `${field} ${dollars(answer, field)} instead of ${dollars(other, field)}`),
    ];
  }
  if (answer.kind === 'transaction' && other.kind === 'transaction') {
    return sameTransaction(answer.transaction, other.transaction)
      ? []
      : [`${describeTransaction(answer.transaction)} instead of ${describeTransaction(other.transaction)}`];
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
  if (answer.kind === 'refused' && other.kind === 'refused' && answer.code === other.code) return [];
  return [`${describeAnswer(answer)} instead of ${describeAnswer(other)}`];
}

function sameTransaction(one: Transaction, other: Transaction): boolean {
  return one === other || (one.name === other.name && told.every((field) => one[field] === other[field]));
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
