import { accountFields } from '../../contract/account';
import { type ErrorCode, type TrxStatus, trxStatuses } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { toCents } from '../../server/money';
import { addEffect, type Figures, noFigures } from '../support/ledger-model';
import {
  type AccountAnswer,
  type AccountCall,
  type Creation,
  sameAnswer,
  sameFigures,
  type Transaction,
} from './calls';
import type { Model } from './linearizable';

export interface AccountState {
  version: number;
  figures: Figures;
  /** Version and status of each transaction, a character for each; so states are copied and compared at once. */
  statuses: string;
  /** Idempotency keys that have been used, in alphabetical order. */
  used: readonly string[];
}

interface Result {
  state: AccountState;
  answer: AccountAnswer;
}

export interface AccountModel extends Model<AccountState, AccountCall, AccountAnswer> {
  /** What the account does: its answer, and the state after it, the very same when the call changes nothing. */
  run(state: AccountState, call: AccountCall): Result;
}

const withdrawalBalance = toCents(limits.withdrawalBalance);
const { options } = trxStatuses;
const notThere = String.fromCharCode(0);

/** Higher for a higher version. */
function encode({ status, version }: Pick<Transaction, 'status' | 'version'>): string {
  return String.fromCharCode(version * options.length + options.indexOf(status));
}

/**
 * An account by the table of effects (docs/rules.md, "Effects of statuses"), one call after the other. `creations` are
 * those of all its transactions.
 */
export function accountModel(creations: readonly Creation[]): AccountModel {
  const numbers = new Map(creations.map(({ name }, number) => [name, number]));
  const encoded = new WeakMap<AccountAnswer, string>();

  function find({ statuses }: AccountState, name: string): Transaction | undefined {
    const number = numbers.get(name) ?? -1;
    const creation = creations[number];
    const code = statuses.charCodeAt(number);
    const status = options[code % options.length];
    if (!creation || !code || !status) return undefined;
    return { ...creation, status, version: Math.floor(code / options.length) };
  }

  /** The state once a transaction is as given, its effect before taken back; a new version of the account if figures move. */
  function put(state: AccountState, before: Transaction | undefined, transaction: Transaction): AccountState {
    const figures = { ...state.figures };
    if (before) addEffect(figures, { ...before, amount: -before.amount });
    addEffect(figures, transaction);
    const number = numbers.get(transaction.name);
    if (number === undefined) throw new Error(`No transaction is named ${transaction.name}`);
    const { statuses } = state;
    return {
      ...state,
      figures,
      version: state.version + (sameFigures(figures, state.figures) ? 0 : 1),
      statuses: statuses.slice(0, number) + encode(transaction) + statuses.slice(number + 1),
    };
  }

  function setStatus(state: AccountState, before: Transaction, status: TrxStatus): Result {
    if (before.status === status) return { state, answer: { kind: 'transaction', transaction: before } };
    const transaction = { ...before, status, version: before.version + 1 };
    return { state: put(state, before, transaction), answer: { kind: 'transaction', transaction } };
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
        return { state: put(state, undefined, transaction), answer: { kind: 'transaction', transaction } };
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
        const moved = !sameFigures(figures, state.figures);
        const after = moved ? { ...state, figures, version: state.version + 1 } : state;
        return { state: after, answer: { kind: 'account', version: after.version, figures } };
      }
      case 'readAccount':
        return { state, answer: { kind: 'account', version: state.version, figures: state.figures } };
      case 'readTransactions': {
        const there = creations.flatMap(({ name }) => find(state, name) ?? []);
        const transactions = new Map(there.map((transaction) => [transaction.name, transaction]));
        return { state, answer: { kind: 'transactions', transactions } };
      }
    }
  }

  function run(state: AccountState, call: AccountCall): Result {
    const { key } = call;
    if (key === undefined) return runOnce(state, call);
    if (state.used.includes(key)) return { state, answer: { kind: 'repeated' } };
    const { state: after, answer } = runOnce(state, call);
    // A refusal is not kept: the same key may be sent again.
    if (answer.kind === 'refused') return { state, answer };
    return { state: { ...after, used: [...after.used, key].toSorted() }, answer };
  }

  /** The statuses that a list tells; longer than any of a state when it tells of what nobody created like that. */
  function statusesOf(answer: AccountAnswer & { kind: 'transactions' }): string {
    const known = encoded.get(answer);
    if (known !== undefined) return known;
    const codes = creations.map(({ name }) => {
      const told = answer.transactions.get(name);
      return told ? encode(told) : notThere;
    });
    const created = new Map(creations.map((creation) => [creation.name, creation]));
    const others = [...answer.transactions.values()].filter((told) => !isOf(told, created.get(told.name)));
    const statuses = codes.join('') + notThere.repeat(others.length);
    encoded.set(answer, statuses);
    return statuses;
  }

  return {
    initial: { version: 1, figures: noFigures(), statuses: notThere.repeat(creations.length), used: [] },

    run,

    step(state, call, answer) {
      // The one answer that is long, and so is not made to be compared.
      if (call.kind === 'readTransactions' && answer?.kind === 'transactions') {
        return state.statuses === statusesOf(answer) ? state : undefined;
      }
      const result = run(state, call);
      const fits = answer ? sameAnswer(answer, result.answer) : result.state !== state;
      return fits ? result.state : undefined;
    },

    keyOf({ version, figures, statuses, used }) {
      return [version, ...accountFields.options.map((field) => figures[field]), statuses, ...used].join();
    },

    isPure: ({ kind }, answer) =>
      kind === 'readAccount' || kind === 'readTransactions' || answer.kind === 'refused',

    isPast(state, answer) {
      switch (answer.kind) {
        case 'account':
          return state.version > answer.version;
        case 'transaction':
          return (find(state, answer.transaction.name)?.version ?? 0) > answer.transaction.version;
        case 'transactions': {
          const told = statusesOf(answer);
          return creations.some((_, number) => state.statuses.charCodeAt(number) > told.charCodeAt(number));
        }
        default:
          return false;
      }
    },
  };
}

function isOf({ trxType, amount, crypto, plan }: Transaction, creation: Creation | undefined): boolean {
  return (
    creation?.trxType === trxType &&
    creation.amount === amount &&
    creation.crypto === crypto &&
    creation.plan === plan
  );
}
