import fc from 'fast-check';
import { editableAccountFields } from '../../contract/account';
import { cryptos, trxStatuses } from '../../contract/enums';
import { type AccountModel, type AccountState, accountModel } from './account-model';
import type { AccountAnswer, AccountCall, Creation, Transaction } from './calls';
import type { Attempt, Outcome } from './history';

/** More often what the others depend on, and what shows it. */
const kinds = [
  ...(['create', 'create', 'status', 'status', 'cancel', 'edit'] as const),
  ...(['readAccount', 'readAccount', 'readTransactions'] as const),
];

/** What a generated step asks for; `pick` chooses among the transactions so far, and one more that is not there. */
export const step = fc.record({
  kind: fc.constantFrom(...kinds),
  deposit: fc.boolean(),
  /** Dollars, so that a cent more is never right. */
  amount: fc.integer({ min: 1, max: 500 }),
  crypto: fc.constantFrom(...cryptos.options),
  field: fc.constantFrom(...editableAccountFields.options),
  pick: fc.nat({ max: 1_000 }),
  status: fc.constantFrom(...trxStatuses.options),
  ifMatch: fc.constantFrom('none', 'current', 'stale'),
  /** How long before it took effect it was sent, and how long after it was answered; a step takes 10. */
  before: fc.nat({ max: 35 }),
  after: fc.nat({ max: 35 }),
  fate: fc.constantFrom(
    ...(['answered', 'answered', 'answered', 'repeated', 'answered later', 'unknown', 'never done'] as const),
  ),
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Executions of one account, call after call. */
export const steps = fc.array(step, { minLength: 1, maxLength: 30 });

/**
 * The history of an execution in which one call after the other took effect, with the answers that the model gives, and
 * each call spread over time around that moment: always linearizable. Few calls stay without an answer.
 */
export function historyOf(taken: readonly Step[], account = 'one'): Attempt[] {
  const model = accountModel(taken.map(creationOf));
  let state: AccountState = model.initial;
  let leftOpen = 0;
  return taken.flatMap((one, index): Attempt[] => {
    const call = callOf(one, index, state.version, listOf(model, state));
    const isRead = call.kind === 'readAccount' || call.kind === 'readTransactions';
    const key = isRead ? undefined : `key ${index}`;
    const moment = index * 10;
    const sent = { account, client: String(index % 3), call, key };
    const invoked = moment - one.before;
    const unanswered: Attempt = {
      ...sent,
      invoked,
      returned: moment + one.after,
      outcome: { kind: 'unknown' },
    };
    const open = one.fate === 'unknown' || one.fate === 'never done';
    if (open && leftOpen >= 4) return [];
    leftOpen += open ? 1 : 0;
    if (one.fate === 'never done') return [unanswered];
    const result = model.run(state, call);
    state = result.state;
    if (open) return [unanswered];
    const outcome: Outcome = { kind: 'answered', answer: result.answer };
    const first: Attempt = { ...sent, invoked, returned: moment + one.after, outcome };
    if (isRead || result.answer.kind === 'refused') return [first];
    // Sent again: the same answer, whatever has happened since. A refusal is not kept.
    const again: Attempt = { ...sent, invoked: moment + 100, returned: moment + 110, outcome };
    if (one.fate === 'answered later') return [unanswered, again];
    return one.fate === 'repeated' ? [first, again] : [first];
  });
}

function listOf(model: AccountModel, state: AccountState): Transaction[] {
  const { answer } = model.run(state, { kind: 'readTransactions' });
  return answer.kind === 'transactions' ? [...answer.transactions.values()] : [];
}

function creationOf({ deposit, amount, crypto }: Step, index: number): Creation {
  const trxType = deposit ? 'DEPOSIT' : 'WITHDRAWAL';
  return { name: `t${index}`, trxType, amount: amount * 100, crypto, plan: deposit };
}

/** The call of a step on an account of that version, with those transactions. */
function callOf(one: Step, index: number, version: number, there: readonly Transaction[]): AccountCall {
  const { kind, amount } = one;
  if (kind === 'readAccount' || kind === 'readTransactions') return { kind };
  if (kind === 'create') return { kind, transaction: creationOf(one, index) };
  const wanted = (current: number) =>
    one.ifMatch === 'none' ? undefined : one.ifMatch === 'current' ? current : current - 1;
  if (kind === 'edit') return { kind, figures: { [one.field]: amount * 100 }, ifMatch: wanted(version) };
  const found = there[one.pick % (there.length + 1)];
  const name = found?.name ?? 'none';
  if (kind === 'cancel') return { kind, name };
  return { kind, name, status: one.status, ifMatch: wanted(found?.version ?? 1) };
}

/** The history with something else answered to one of its reads of the account; none when it has no such read. */
export function corrupt(
  attempts: readonly Attempt[],
  pick: number,
  change: (answer: AccountAnswer & { kind: 'account' }) => AccountAnswer,
): Attempt[] | undefined {
  const reads = attempts.filter(
    ({ call, outcome }) => call.kind === 'readAccount' && outcome.kind === 'answered',
  );
  const wrong = reads[pick % Math.max(1, reads.length)];
  if (wrong?.outcome.kind !== 'answered' || wrong.outcome.answer.kind !== 'account') return undefined;
  const answer = change(wrong.outcome.answer);
  return attempts.map((one) => (one === wrong ? { ...one, outcome: { kind: 'answered', answer } } : one));
}
