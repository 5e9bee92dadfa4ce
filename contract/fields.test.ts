import { describe, expect, test } from 'vitest';
import { amount, amountText, dollars } from './fields';
import { limits } from './limits';
import { validation } from './messages';
import { transactionCreateSchema } from './transaction';

const problemOf = (schema: typeof dollars, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('dollars of the wire', () => {
  test.each([0, 0.01, 0.1, 0.29, 1.1, 19.99, 1_000.5, 999_999_999.99])('%d, of either sign', (value) => {
    expect(dollars.parse(value)).toBe(value);
    expect(dollars.parse(-value)).toBe(-value);
  });

  test('the largest amount there is, of either sign, and no cent more', () => {
    const most = 1_000_000_000;
    expect(dollars.parse(most)).toBe(most);
    expect(dollars.parse(-most)).toBe(-most);
    expect(amount.parse(most)).toBe(most);
    expect(amountText.parse('1,000,000,000')).toBe('1000000000');
    for (const value of [most + 0.01, -most - 0.01]) {
      expect(problemOf(dollars, value)).toEqual([validation.amountLarge]);
    }
    expect(limits.maxAmount).toBe(most);
  });

  test.each([0.001, 0.005, 1.005, 10.001, 12.345, 99.999, 1_000.501, 1e-20])(
    '%d has more than two decimals, and is none',
    (value) => {
      expect(problemOf(dollars, value)).toEqual([validation.amountInvalid]);
      expect(problemOf(dollars, -value)).toEqual([validation.amountInvalid]);
      expect(problemOf(amount, value)).toEqual([validation.amountInvalid]);
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '1', '', null, true, [1]])(
    '%j is none',
    (value) => {
      expect(dollars.safeParse(value).success).toBe(false);
    },
  );
});

test('a deposit or withdrawal is of a cent at least, and of a billion dollars at most', () => {
  const deposit = { trxType: 'DEPOSIT', plan: 'basic', crypto: 'bitcoin', transactionId: 'f4184fc596403b9d' };
  const withdrawal = {
    trxType: 'WITHDRAWAL',
    crypto: 'bitcoin',
    wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  };
  for (const request of [deposit, withdrawal]) {
    const accepts = (value: number) =>
      transactionCreateSchema.safeParse({ ...request, amount: value }).success;
    expect([0.01, 1, 150.25, 1_000_000_000].map(accepts)).toEqual([true, true, true, true]);
    expect([0, -0.01, 0.009, 150.255, 1_000_000_000.01].map(accepts)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  }
});
