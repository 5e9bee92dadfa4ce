import { type AccountModel, type AccountState, accountModel } from './account-model';
import {
  type AccountAnswer,
  type AccountCall,
  type Creation,
  describeAnswer,
  describeCall,
  differences,
} from './calls';
import { findViolation, type Operation, type Violation } from './linearizable';

type AccountOperation = Operation<AccountCall, AccountAnswer>;

/** What a client learned of one request. */
export type Outcome =
  | { kind: 'answered'; answer: AccountAnswer }
  /** The connection died, or the server said that it does not know: done or not, now or later. */
  | { kind: 'unknown' }
  /** Nothing took the connection. */
  | { kind: 'not sent' }
  /** Another request with its key was at work; this one did nothing. */
  | { kind: 'in flight' };

/** One request and what came of it; times in milliseconds since the history began. */
export interface Attempt {
  account: string;
  client: string;
  call: AccountCall;
  /** The idempotency key of a write. */
  key?: string | undefined;
  invoked: number;
  returned: number;
  outcome: Outcome;
}

/** Every request of a run. */
export class History {
  readonly attempts: Attempt[] = [];
  private readonly begun = performance.now();

  /** Sends a request and notes when, and what came of it. */
  async record(
    about: Pick<Attempt, 'account' | 'client' | 'call' | 'key'>,
    send: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const invoked = performance.now() - this.begun;
    const outcome = await send();
    this.attempts.push({ ...about, invoked, returned: performance.now() - this.begun, outcome });
    return outcome;
  }
}

export interface Verdict {
  /** Calls that counted: those of one idempotency key once. */
  operations: number;
  accounts: number;
  /** How long the check took. */
  milliseconds: number;
  /** What nothing explains, one readable text for each account whose history is not linearizable. */
  failures: string[];
}

/** Whether the history of each account is linearizable. */
export function checkHistory(attempts: readonly Attempt[]): Verdict {
  const begun = performance.now();
  const accounts = grouped(attempts, ({ account }) => account);
  let operations = 0;
  const failures: string[] = [];
  for (const own of accounts) {
    const requests = grouped(own, (attempt) => attempt.key ?? attempt);
    const merged = requests.flatMap(operationsOf);
    operations += merged.length;
    const model = accountModel(creationsOf(merged));
    const violation = findViolation(model, merged);
    const problems = [
      ...requests.flatMap(differentAnswers),
      ...(violation ? [explain(model, violation, merged)] : []),
    ];
    failures.push(...problems.map((problem) => `account ${own[0]?.account}: ${problem}`));
  }
  return { operations, accounts: accounts.length, milliseconds: performance.now() - begun, failures };
}

/** Each once: a withdrawal that was refused may have been done under the same key. */
function creationsOf(operations: readonly AccountOperation[]): Creation[] {
  const creations = operations.flatMap(({ call }) => (call.kind === 'create' ? [call.transaction] : []));
  return [...new Map(creations.map((creation) => [creation.name, creation])).values()];
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

interface Answered extends Attempt {
  answer: AccountAnswer;
}

/** What came of the attempts at one request; the answered ones in the order of their answers. */
function sortOut(request: readonly Attempt[]) {
  const answered = request
    .flatMap((attempt): Answered[] =>
      attempt.outcome.kind === 'answered' ? [{ ...attempt, answer: attempt.outcome.answer }] : [],
    )
    .toSorted((one, other) => one.returned - other.returned);
  return {
    done: answered.filter(({ answer }) => answer.kind !== 'refused'),
    refused: answered.filter(({ answer }) => answer.kind === 'refused'),
    unknown: request.filter(({ outcome }) => outcome.kind === 'unknown'),
  };
}

/**
 * The operations behind the attempts at one request, which have one idempotency key. What was done is one operation: it
 * took effect after the first attempt was sent and before the first answer. A refusal is not kept under the key: each is
 * an operation of its own.
 */
function operationsOf(request: readonly Attempt[]): AccountOperation[] {
  const { done, refused, unknown } = sortOut(request);
  const possible = [...done, ...unknown];
  const [first] = possible;
  // What a read could have answered tells nothing.
  const counts = first !== undefined && (done.length > 0 || !isRead(first.call));
  const needsKey = counts && refused.length > 0;
  const operations = refused.map((attempt): AccountOperation => {
    const { call, key, invoked, returned: at, answer } = attempt;
    return { call: needsKey ? { ...call, key } : call, invoked, returned: { at, answer } };
  });
  if (!counts) return operations;
  const { call, key } = first;
  const [answered] = done;
  operations.push({
    call: needsKey ? { ...call, key } : call,
    invoked: Math.min(...possible.map(({ invoked }) => invoked)),
    ...(answered && { returned: { at: answered.returned, answer: answered.answer } }),
  });
  return operations;
}

/** Answers to one request that are not the first one. */
function differentAnswers(request: readonly Attempt[]): string[] {
  const [first, ...repeated] = sortOut(request).done;
  if (!first) return [];
  return repeated.flatMap(({ answer }) => {
    const found = differences(answer, first.answer);
    return found.length === 0 ? [] : [`another answer to ${describeCall(first.call)}: ${found.join('; ')}`];
  });
}

const isRead = ({ kind }: AccountCall) => kind === 'readAccount' || kind === 'readTransactions';

/** How many calls before it a report shows. */
const shown = 8;

/** The answer that nothing explains, what could have been answered, and what happened around it. */
function explain(
  model: AccountModel,
  { operation, states, open }: Violation<AccountState, AccountCall, AccountAnswer>,
  all: readonly AccountOperation[],
): string {
  const { call, returned } = operation;
  if (!returned) throw new Error('What was not answered needs no explanation');
  const [nearest] = states
    .map((state) => differences(returned.answer, model.run(state, call).answer))
    .toSorted((one, other) => one.length - other.length);
  const before = all
    .flatMap((other) =>
      other.returned && other.returned.at < returned.at ? [{ other, at: other.returned.at }] : [],
    )
    .toSorted((one, other) => one.at - other.at);
  return [
    'no order of its calls explains this answer:',
    `  ${describeOperation(operation)}`,
    `  nearest to what could be answered: ${nearest?.join('; ')}`,
    `  the last of ${before.length} answers before:`,
    ...before.slice(-shown).map(({ other }) => `    ${describeOperation(other)}`),
    ...(open.length > 0 ? ['  under way, or never answered:'] : []),
    ...open.map((other) => `    ${describeOperation(other)}`),
  ].join('\n');
}

function describeOperation({ call, invoked, returned }: AccountOperation): string {
  const time = `${invoked.toFixed(1)} - ${returned?.at.toFixed(1) ?? '?'} ms`;
  return `${time}  ${describeCall(call)}${returned ? `: ${describeAnswer(returned.answer)}` : ''}`;
}
