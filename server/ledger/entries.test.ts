import { describe, expect, test } from 'vitest';
import type { TrxStatus } from '../../contract/enums';
import { statusEffects } from '../../contract/status-effects';
import { entryKindOf } from './entries';

describe('the table of effects', () => {
  test('compiles only with a row for each status of each type', () => {
    type Rows = typeof statusEffects.DEPOSIT;
    const { DECLINED, ...two } = statusEffects.DEPOSIT;
    // @ts-expect-error: DECLINED does not say what it does.
    const missing: Rows = two;
    // @ts-expect-error: a further status would not either.
    const further: Record<TrxStatus | 'A_FURTHER_ONE', Rows[TrxStatus]> = statusEffects.DEPOSIT;
    // @ts-expect-error: nor would a further type.
    const type: Record<keyof typeof statusEffects | 'A_FURTHER_ONE', Rows> = statusEffects;
    expect([missing, further, type, DECLINED]).toBeDefined();
  });

  test('takes a figure or an entry that there is, and no other', () => {
    type Row = (typeof statusEffects.DEPOSIT)['PENDING'];
    const row = statusEffects.DEPOSIT.CONFIRMED;
    // @ts-expect-error: nothing is moved to a figure of the other book.
    const figure: Row = { ...row, money: { from: 'custody', to: 'profit' } };
    // @ts-expect-error: an entry of this kind has no words.
    const kind: Row = { ...row, names: { ...row.names, effect: 'deposit_settled' } };
    expect([figure, kind]).toBeDefined();
  });
});

describe('the name of an entry', () => {
  const byType = { trxType: null, status: null, isReversal: false, byOwner: false } as const;
  const deposit = { ...byType, trxType: 'DEPOSIT' } as const;
  const withdrawal = { ...byType, trxType: 'WITHDRAWAL' } as const;

  test.each([
    [byType, 'adjustment'],
    [{ ...deposit, status: 'CONFIRMED' }, 'deposit_confirmed'],
    [{ ...deposit, status: 'PENDING', isReversal: true }, 'deposit_reversed'],
    [{ ...deposit, status: 'DECLINED', isReversal: true }, 'deposit_reversed'],
    [{ ...withdrawal, status: 'PENDING', byOwner: true }, 'withdrawal_reserved'],
    [{ ...withdrawal, status: 'PENDING' }, 'withdrawal_reserved'],
    [{ ...withdrawal, status: 'PENDING', isReversal: true }, 'withdrawal_reversed'],
    [{ ...withdrawal, status: 'CONFIRMED' }, 'withdrawal_paid'],
    [{ ...withdrawal, status: 'CONFIRMED', isReversal: true }, 'withdrawal_paid'],
    [{ ...withdrawal, status: 'DECLINED', isReversal: true }, 'withdrawal_declined'],
    [{ ...withdrawal, status: 'DECLINED', isReversal: true, byOwner: true }, 'withdrawal_cancelled'],
  ] as const)('of %o is %s', (cause, name) => {
    expect(entryKindOf(cause)).toBe(name);
  });
});
