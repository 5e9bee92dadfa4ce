import { describe, expect, test, vi } from 'vitest';
import { type Endpoint, endpoints } from './endpoints';
import * as fields from './fields';
import { amount, amountText, dollars, otp } from './fields';
import { limits } from './limits';
import { validation } from './messages';
import { transactionCreateSchema } from './transaction';
import { z } from './zod';

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

test.each(['', 'soon', '1990-02-31', '1899-12-31', '2999-01-01', 5])(
  'a day that %j is not is refused once',
  (value) => {
    expect(fields.dob.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([validation.dob]);
  },
);

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

describe('an id', () => {
  const id = '01a22267-7c1f-7e5b-9d3a-0fb117e1abcd';
  const named = Object.entries<Endpoint>(endpoints).flatMap(([name, { params }]) =>
    params instanceof z.ZodObject
      ? Object.keys(params.shape)
          .filter((parameter) => parameter.toLowerCase().endsWith('id'))
          .map((parameter): [string, string, z.ZodType] => [name, parameter, params.shape[parameter]])
      : [],
  );

  test('is in the paths of many calls', () => {
    expect(named.length).toBeGreaterThan(20);
  });

  test.each(named)('%s: one in capitals is the same %s', (_name, _parameter, schema) => {
    expect(schema.parse(id.toUpperCase())).toBe(id);
  });
});

test('no field sorts the accents of a text that is too long, which takes the square of how many there are', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const marks = '\u0344\u0316'.repeat(16_000);
  const schemas = Object.values(fields).filter((field) => field instanceof z.ZodType);
  for (const schema of schemas) schema.safeParse(marks);
  const longest = Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));
  normalize.mockRestore();
  expect(schemas.length).toBeGreaterThan(10);
  expect(longest).toBeLessThanOrEqual(2_000);
});

test('a code is read in digits of any script, and is sent in those from 0 to 9', () => {
  for (const code of [
    '123456',
    '\uff11\uff12\uff13\uff14\uff15\uff16',
    '\u0661\u0662\u0663\u0664\u0665\u0666',
  ])
    expect(otp.parse(code)).toBe('123456');
  for (const none of ['12345', '12345a', '\u00b9\u00b2\u00b3456'])
    expect(otp.safeParse(none).success).toBe(false);
});
