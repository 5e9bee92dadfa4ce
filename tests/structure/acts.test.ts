import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Call, calls } from '../../contract/calls';
import { resources } from '../../server/declared-resources';
import { callsWithWords } from '../../server/factors/act-words';
import { endpointsOf } from '../../server/resources/endpoints';
import { root } from './imports';

/* What is asked before a passkey signs (docs/rules.md, "Step-up"): a call with `stepUp` is in the table there. */

const document = readFileSync(join(root, 'docs/rules.md'), 'utf8');
const section = document.split(/^### /m).find((part) => part.startsWith('Step-up\n')) ?? '';
const table = [...section.matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)].map(([, call = '', how = '']) => ({
  call,
  how,
}));

const ofContract = Object.entries<Call>(calls).flatMap(([name, { stepUp }]) => (stepUp ? [name] : []));
const ofResources = resources.flatMap((resource) =>
  Object.entries(endpointsOf(resource)).flatMap(([operation, endpoint]) =>
    endpoint.stepUp ? [`${resource.name}.${operation}`] : [],
  ),
);
// Some decisions about a transaction ask for it, and unfreezing: their own rooms know which.
const known = [...ofContract, ...ofResources, 'changeStatus', 'freezeAccount'];

test('every call that asks for step-up is in the table, with its own words or its summary', () => {
  const expected = known.map((call) => ({
    call,
    how: callsWithWords.includes(call) ? 'its own words' : 'its summary',
  }));
  const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call);
  expect(table.toSorted(byCall)).toEqual(expected.toSorted(byCall));
});

test('no words are kept of calls that ask for none', () => {
  expect(callsWithWords.filter((call) => !known.includes(call))).toEqual([]);
});
