import { accountFields, accountSchema } from '../../contract/account';
import { transactionSchema, type Transaction as WireTransaction } from '../../contract/transaction';
import type { ErrorItem } from '../../contract/wire';
import { z } from '../../contract/zod';
import { toCents, toDollars } from '../../server/money';
import { buildDeposit, buildWithdrawal } from '../builders';
import { noFigures } from '../support/ledger-model';
import type { AccountAnswer, AccountCall, Transaction } from './calls';
import type { Outcome } from './history';

/** A request of the API; `body` as it is before it becomes JSON. */
export interface Request {
  method: string;
  path: string;
  token: string;
  body?: unknown;
  headers: Record<string, string>;
}

/** An answer of the API; `data` of a success, `errors` of a failure. */
export interface Reply {
  status: number;
  data: unknown;
  errors: readonly ErrorItem[];
}

/** A transaction that the server has said it has, as it was told last. */
export interface Acknowledged {
  id: string;
  /** Its reference or address: two rows with one name are a doubled write. */
  name: string;
  status: WireTransaction['status'];
  version: number;
}

/** The transactions of a run by the names that their clients gave them, and ids. */
export class Acknowledgements {
  readonly byName = new Map<string, Acknowledged>();

  /** A transaction as an account's history has it. */
  take(wire: WireTransaction): Transaction {
    const { _id: id, trxType, amount, plan, crypto, transactionId, wallet, status, version } = wire;
    const given = transactionId ?? wallet ?? id;
    const first = this.byName.get(given);
    // What has another id is another transaction, whatever its name says: no client asked for two.
    const name = first && first.id !== id ? `${given}, once more` : given;
    const known = this.byName.get(name);
    if (!known || known.version < version) this.byName.set(name, { id, name, status, version });
    return { name, trxType, amount: toCents(amount), crypto, plan: plan !== null, status, version };
  }
}

interface Tokens {
  investor: string;
  admin: string;
}

/** The request of a call. Statuses and edits are an administrator's. `id` is that of the transaction it is about. */
export function requestOf(
  call: AccountCall,
  userId: string,
  id: string,
  tokens: Tokens,
): Omit<Request, 'headers'> {
  const { investor, admin } = tokens;
  switch (call.kind) {
    case 'create': {
      const { name, trxType, crypto } = call.transaction;
      const amount = toDollars(call.transaction.amount);
      const body =
        trxType === 'DEPOSIT'
          ? buildDeposit({ amount, crypto, transactionId: name })
          : buildWithdrawal({ amount, crypto, wallet: name });
      return { method: 'POST', path: '/api/transaction/create', token: investor, body };
    }
    case 'status':
      return { method: 'PUT', path: `/api/transaction/${id}`, token: admin, body: { status: call.status } };
    case 'cancel':
      return { method: 'POST', path: `/api/transaction/${id}/cancel`, token: investor, body: {} };
    case 'edit': {
      const figures = Object.entries(call.figures).map(([field, cents]) => [field, toDollars(cents)]);
      return {
        method: 'PUT',
        path: `/api/account/${userId}`,
        token: admin,
        body: Object.fromEntries(figures),
      };
    }
    case 'readAccount':
      return { method: 'GET', path: '/api/account', token: investor };
    case 'readTransactions':
      return { method: 'GET', path: '/api/transaction/all', token: investor };
  }
}

/** What a reply says about a call. */
export function outcomeOf({ kind }: AccountCall, reply: Reply, acknowledgements: Acknowledgements): Outcome {
  const { status, data, errors } = reply;
  const code = errors[0]?.code ?? 'internal';
  if (code === 'idempotency_in_flight') return { kind: 'in flight' };
  // The database may have committed before it went away.
  if (status >= 500) return { kind: 'unknown' };
  if (status >= 300) return { kind: 'answered', answer: { kind: 'refused', code } };
  return { kind: 'answered', answer: answerOf(kind, data, acknowledgements) };
}

function answerOf(
  kind: AccountCall['kind'],
  data: unknown,
  acknowledgements: Acknowledgements,
): AccountAnswer {
  if (kind === 'readAccount' || kind === 'edit') {
    const { version, ...account } = accountSchema.parse(data);
    const figures = noFigures();
    for (const field of accountFields.options) figures[field] = toCents(account[field]);
    return { kind: 'account', version, figures };
  }
  if (kind === 'readTransactions') {
    const all = z
      .array(transactionSchema)
      .parse(data)
      .map((wire) => acknowledgements.take(wire));
    return { kind: 'transactions', transactions: new Map(all.map((one) => [one.name, one])) };
  }
  return { kind: 'transaction', transaction: acknowledgements.take(transactionSchema.parse(data)) };
}
