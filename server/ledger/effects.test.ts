import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editableAccountFields } from '../../contract/account';
import { cryptos, trxStatuses, trxTypes } from '../../contract/enums';
import { adjustmentOf, effectOf, figureChanges, type Posting } from './effects';

const transaction = fc.record({
  trxType: fc.constantFrom(...trxTypes.options),
  amount: fc.integer({ min: 1, max: 100_000_000_000 }),
  crypto: fc.constantFrom(...cryptos.options),
  plan: fc.constantFrom(null, 'basic'),
});

function sums(postings: Posting[]): Record<string, number> {
  const result: Record<string, number> = { money: 0, statement: 0 };
  for (const { book, amount } of postings) result[book] = (result[book] ?? 0) + amount;
  return result;
}

const deposit = { trxType: 'DEPOSIT', amount: 500_00, crypto: 'usdt-erc-20', plan: 'gold' } as const;
const withdrawal = { trxType: 'WITHDRAWAL', amount: 120_00, crypto: 'bitcoin', plan: null } as const;
const changes = (postings: Posting[]) => Object.fromEntries(figureChanges(postings));

describe('the effect of a status', () => {
  test('sums to zero in each book, whatever the transaction', () => {
    fc.assert(
      fc.property(transaction, fc.constantFrom(...trxStatuses.options), (made, status) => {
        expect(sums(effectOf(made, status))).toEqual({ money: 0, statement: 0 });
      }),
    );
  });

  test('of a confirmed deposit: balance, wallet balance, its currency, and investment when it has a plan', () => {
    const all = { balance: 500_00, walletBalance: 500_00, usdt: 500_00, investment: 500_00 };
    expect(changes(effectOf(deposit, 'CONFIRMED'))).toEqual(all);
    const { investment: _, ...withoutPlan } = all;
    expect(changes(effectOf({ ...deposit, plan: null }, 'CONFIRMED'))).toEqual(withoutPlan);
  });

  test.each(['PENDING', 'DECLINED'] as const)('of a %s deposit: none', (status) => {
    expect(effectOf(deposit, status)).toEqual([]);
  });

  test('of a pending withdrawal: the amount is reserved', () => {
    expect(changes(effectOf(withdrawal, 'PENDING'))).toEqual({ balance: -120_00, held: 120_00 });
  });

  test('of a confirmed withdrawal: it leaves balance, wallet balance and its currency', () => {
    expect(changes(effectOf(withdrawal, 'CONFIRMED'))).toEqual({
      balance: -120_00,
      walletBalance: -120_00,
      bitcoin: -120_00,
    });
    expect(effectOf(withdrawal, 'DECLINED')).toEqual([]);
  });
});

describe('an adjustment', () => {
  test.each(editableAccountFields.options)('of %s moves that figure alone, and sums to zero', (field) => {
    const postings = adjustmentOf(field, -7_50);
    expect(changes(postings)).toEqual({ [field]: -7_50 });
    expect(sums(postings)).toEqual({ money: 0, statement: 0 });
    expect(adjustmentOf(field, 0)).toEqual([]);
  });
});
