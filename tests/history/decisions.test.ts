import { expect, test } from 'vitest';
import { type Decision, decisions } from './decisions';

function first(count: number, seed: number, client: number): Decision[] {
  const all: Decision[] = [];
  for (const decision of decisions(seed, client, [4, 5])) if (all.push(decision) === count) break;
  return all;
}

test('a seed decides what each client does, and another seed something else', () => {
  expect(first(300, 7, 4)).toEqual(first(300, 7, 4));
  expect(first(300, 7, 4)).not.toEqual(first(300, 8, 4));
  expect(first(300, 7, 4)).not.toEqual(first(300, 7, 5));
});

test('every act comes up, and requests that are sent again and given up', () => {
  const all = first(300, 7, 4);
  const kinds = new Set(all.map(({ act }) => act.kind));
  expect([...kinds].sort()).toEqual([
    'cancel',
    'create',
    'edit',
    'readAccount',
    'readTransactions',
    'status',
  ]);
  expect(new Set(all.map(({ again }) => again))).toEqual(new Set(['no', 'meanwhile', 'afterwards']));
  expect(all.some(({ givesUp }) => givesUp)).toBe(true);
});
