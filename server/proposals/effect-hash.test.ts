import { expect, test } from 'vitest';
import type { Effect } from '../../contract/proposals';
import { effectHashOf } from './effect-hash';

const effect: Effect = {
  changes: [{ name: 'balance', before: 0, after: 5_000 }],
  facts: [{ name: 'email', value: 'ada@example.com' }],
  versions: { standing: 2 },
};
const act = { subjectType: 'account', subjectId: 'one', parameters: { balance: 5_000, accept: true } };

test('what two administrators agree on has the same hash in whatever order its names stand', () => {
  const turned: Effect = { versions: effect.versions, facts: effect.facts, changes: effect.changes };
  const parameters = { accept: true, omitted: undefined, balance: 5_000 };
  const { subjectType, subjectId } = act;
  expect(effectHashOf('adjustment', { parameters, subjectId, subjectType }, turned)).toBe(
    effectHashOf('adjustment', act, effect),
  );
});

test('and another one for any part that is another', () => {
  const hashes = [
    effectHashOf('adjustment', act, effect),
    effectHashOf('people', act, effect),
    effectHashOf('adjustment', { ...act, subjectType: 'user' }, effect),
    effectHashOf('adjustment', { ...act, subjectId: 'other' }, effect),
    effectHashOf('adjustment', { ...act, parameters: { ...act.parameters, accept: false } }, effect),
    effectHashOf('adjustment', act, { ...effect, changes: [{ name: 'balance', before: 1, after: 5_000 }] }),
    effectHashOf('adjustment', act, { ...effect, facts: [] }),
    effectHashOf('adjustment', act, { ...effect, versions: { standing: 3 } }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
