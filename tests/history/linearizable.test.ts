import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountFields } from '../../contract/account';
import { recordOf } from '../../contract/record-of';
import { randomRuns } from '../support/random-runs';
import { accountModel } from './account-model';
import type { AccountAnswer, AccountCall } from './calls';
import { historyOf, type Step, step } from './executions';
import { findViolation, type Model, type Operation } from './linearizable';

const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 2 ** 31);
console.log(`linearizable: HISTORY_SEED=${seed}`);

type AccountOperation = Operation<AccountCall, AccountAnswer>;

/** Whether some order explains a short history: tries them all, and knows no trick. */
function isLinearizable<State, Call, Answer>(
  model: Model<State, Call, Answer>,
  left: readonly Operation<Call, Answer>[],
  state: State = model.initial,
): boolean {
  if (left.every(({ returned }) => !returned)) return true;
  const firstEnd = Math.min(...left.map(({ returned }) => returned?.at ?? Number.POSITIVE_INFINITY));
  return left.some((operation) => {
    if (operation.invoked > firstEnd) return false;
    const after = model.step(state, operation.call, operation.returned?.answer);
    const others = left.filter((other) => other !== operation);
    return after !== undefined && isLinearizable(model, others, after);
  });
}

/** What was known of a history when all answers up to a time had come. */
function knownAt(operations: readonly AccountOperation[], end: number): AccountOperation[] {
  const sent = operations.filter(({ invoked }) => invoked <= end);
  return sent.map((operation) =>
    operation.returned && operation.returned.at > end
      ? { call: operation.call, invoked: operation.invoked }
      : operation,
  );
}

/** The calls of an execution, with the times of some moved: what was answered may be wrong then. */
function moved(taken: readonly Step[], moves: readonly number[]) {
  // No two answers come at one time, so that one of them is the first without an explanation.
  const operations = historyOf(taken).map(({ call, invoked, returned, outcome }, index): AccountOperation => {
    const move = (moves[index] ?? 0) + index / 100;
    if (outcome.kind !== 'answered') return { call, invoked: invoked + move };
    return { call, invoked: invoked + move, returned: { at: returned + move, answer: outcome.answer } };
  });
  const creations = operations.flatMap(({ call }) => (call.kind === 'create' ? [call.transaction] : []));
  return { model: accountModel(creations), operations };
}

const once = step.map(
  (one): Step =>
    one.fate === 'repeated' || one.fate === 'answered later' ? { ...one, fate: 'answered' } : one,
);
const history = fc
  .tuple(
    fc.array(once, { minLength: 2, maxLength: 7 }),
    fc.array(fc.constantFrom(0, 0, -90, -50, 50, 90), { maxLength: 7 }),
  )
  .map(([taken, moves]) => moved(taken, moves));

test('the search finds what trying every order finds, and the first answer without an explanation', () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(history, ({ model, operations }) => {
      const violation = findViolation(model, operations);
      expect(violation === undefined).toBe(isLinearizable(model, operations));
      seen[violation ? 'wrong' : 'right'] += 1;
      const end = violation?.operation.returned?.at;
      if (end === undefined) return;
      expect(isLinearizable(model, knownAt(operations, end))).toBe(false);
      expect(isLinearizable(model, knownAt(operations, end - 0.001))).toBe(true);
    }),
    { seed, numRuns: randomRuns(500) },
  );
  // Enough of both; how many is up to chance.
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(10);
});

test('an answer that takes the explanation from an older one is the one without', () => {
  const figures = recordOf(accountFields.options, () => 0);
  const edit = (at: number, end: number, answer: AccountAnswer, ifMatch?: number): AccountOperation => ({
    call: { kind: 'edit', figures: { profit: 100 }, ifMatch },
    invoked: at,
    returned: { at: end, answer },
  });
  const stale = edit(10, 11, { kind: 'refused', code: 'stale_version' }, 1);
  // While its answer was not known, this one explained why the version was stale.
  const skipped = edit(9, 20, { kind: 'account', version: 3, figures: { ...figures, profit: 100 } });
  expect(findViolation(accountModel([]), [stale, skipped])?.operation).toBe(skipped);
});
