import { expect, test } from 'vitest';
import { accountFieldNames } from '../../contract/chart';
import { recordOf } from '../../contract/record-of';
import { adjustmentOf, effectOf } from './effects';
import type { AccountRow } from './posting';
import { previewOf } from './preview';

const account: AccountRow = {
  userId: '01a201ea-5a96-721d-b0f0-945cbb43b68a',
  ...recordOf(accountFieldNames, () => 0),
  balance: 150_00,
  walletBalance: 150_00,
  profit: 5_50,
  bitcoin: 150_00,
  frozenAt: null,
  version: 3,
  updatedAt: new Date(),
};
const paid = effectOf({ trxType: 'WITHDRAWAL', amount: 150_00, crypto: 'bitcoin', plan: null }, 'CONFIRMED');

test('names what would change, in dollars before and after, and nothing that would not', () => {
  expect(previewOf(account, paid, 7)).toEqual({
    changes: [
      { field: 'balance', before: 150, after: 0 },
      { field: 'walletBalance', before: 150, after: 0 },
      { field: 'bitcoin', before: 150, after: 0 },
    ],
    overdraws: false,
    frozen: false,
    duplicateOf: null,
    version: 7,
  });
  expect(previewOf(account, [], 7).changes).toEqual([]);
  const back = [...adjustmentOf('profit', 1_00), ...adjustmentOf('profit', -1_00)];
  expect(previewOf(account, back, 7).changes).toEqual([]);
});

test('a balance below zero overdraws; nothing, and another figure below zero, does not', () => {
  const overdraws = (field: 'balance' | 'profit', difference: number) =>
    previewOf(account, adjustmentOf(field, difference), 1).overdraws;
  expect(overdraws('balance', -150_01)).toBe(true);
  expect(overdraws('balance', -150_00)).toBe(false);
  expect(overdraws('profit', -5_51)).toBe(false);
  expect(previewOf({ ...account, balance: 149_99 }, paid, 1).overdraws).toBe(true);
  expect(previewOf(account, [], 1).overdraws).toBe(false);
  // Below zero already: left there, raised and lowered.
  expect(previewOf({ ...account, balance: -1 }, adjustmentOf('profit', 1), 1).overdraws).toBe(false);
  const negative = { ...account, balance: -100 };
  expect(previewOf(negative, adjustmentOf('balance', 99), 1).overdraws).toBe(false);
  expect(previewOf(negative, adjustmentOf('balance', -1), 1).overdraws).toBe(true);
});

test('says when the account is frozen', () => {
  expect(previewOf({ ...account, frozenAt: new Date() }, paid, 1).frozen).toBe(true);
});
