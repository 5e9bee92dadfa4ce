import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountEditFormSchema } from './account';
import { dollarsOf, readAmount } from './amount';
import { amount, amountText } from './fields';
import { limits } from './limits';
import { validation } from './messages';

describe('an amount as people paste it', () => {
  test.each([
    ['1000.50', 1_000.5],
    ['1,000.50', 1_000.5],
    ['$ 1,000', 1_000],
    ['$1,234,567.89', 1_234_567.89],
    ['US$ 1,000.5', 1_000.5],
    ['usd 250', 250],
    ['1 000.50 USD', 1_000.5],
    ['1\u00a0000\u00a0000.01', 1_000_000.01],
    ['1\u202f000', 1_000],
    ['  100 ', 100],
    ['-$1,500.00', -1_500],
    ['$-42', -42],
    ['\u221242', -42],
    ['-0', 0],
    ['007', 7],
    ['\u0661\u0662\u0663', 123],
    ['\uff11\uff0c\uff10\uff10\uff10\uff0e\uff15\uff10', 1_000.5],
    ['\u06f1\u066c\u06f0\u06f0\u06f0\u066b\u06f5', 1_000.5],
    ['\u{1d7e1}\u{1d7d7}', 99],
  ])('%j is %d dollars', (typed, dollars) => {
    expect(readAmount(typed)).toMatchObject({ dollars });
  });

  test.each(['1,50', '1000,5', '1.000,50', '1,00,000', '10,00', '1,000,5', ',5', '1,000.50,00', '1 000,50'])(
    '%j can be read in two ways, and it says which one to write',
    (typed) => {
      expect(readAmount(typed)).toEqual({ problem: validation.amountComma });
      expect(amountText.safeParse(typed).success).toBe(false);
    },
  );

  test.each([
    '0x10',
    '1e3',
    '1E3',
    '0b11',
    '0o17',
    '1_000',
    'NaN',
    'Infinity',
    '--1',
    '-$-1',
    '+100',
    '1.000',
    '1.234',
    '100.',
    '1.2.3',
    '1 00',
    '12 34',
    '1\n000\n0',
    'EUR 100',
    '\u20ac100',
    '100 BTC',
    '9'.repeat(100_000),
  ])('%.20j is none, and it says so', (typed) => {
    expect(readAmount(typed)).toEqual({ problem: validation.amountInvalid });
    expect(accountEditFormSchema.safeParse({ balance: typed }).success).toBe(false);
  });

  test.each([',', 'a,b', '$,'])('%j has no digits: it is none, and no word about commas', (typed) => {
    expect(readAmount(typed)).toEqual({ problem: validation.amountInvalid });
  });

  test.each(['200b', '200e', '202a', '2060', 'feff', '00ad'])(
    'U+%s is not seen: the amount is what is left without it, in every form',
    (code) => {
      const unseen = String.fromCharCode(Number.parseInt(code, 16));
      for (const typed of [`1,000.50${unseen}`, `${unseen}$ 1,000.50`, `1,${unseen}000.50`]) {
        expect(readAmount(typed)).toEqual({ text: '1000.50', dollars: 1_000.5 });
        expect(amountText.parse(typed)).toBe('1000.50');
        expect(accountEditFormSchema.parse({ balance: typed })).toEqual({ balance: '1000.50' });
      }
      // Nothing but that is nothing.
      expect(accountEditFormSchema.parse({ balance: unseen })).toEqual({ balance: '' });
      const { error } = amountText.safeParse(unseen.repeat(3));
      expect(error?.issues.map(({ message }) => message)).toEqual([validation.amountSmall]);
      // What is sent is a number, as ever.
      for (const sent of ['1000.50', `1000.50${unseen}`]) expect(amount.safeParse(sent).success).toBe(false);
    },
  );

  test('forty characters are read, spaces around them not counted, and no more', () => {
    const longest = `${'0'.repeat(39)}7`;
    expect(readAmount(longest)).toMatchObject({ dollars: 7 });
    expect(readAmount(`${' '.repeat(50)}7${' '.repeat(50)}`)).toMatchObject({ dollars: 7 });
    expect(readAmount(`0${longest}`)).toEqual({ problem: validation.amountInvalid });
  });

  test('as a number alone, or none', () => {
    expect(dollarsOf('$ 1,000.50')).toBe(1_000.5);
    expect(dollarsOf('0')).toBe(0);
    expect(dollarsOf('1,50')).toBeUndefined();
  });

  test('more than the ledger holds is too large', () => {
    expect(readAmount('1,000,000,000')).toMatchObject({ dollars: limits.maxAmount });
    expect(readAmount('1,000,000,000.01')).toEqual({ problem: validation.amountLarge });
  });
});

const cents = fc.integer({ min: -limits.maxAmount * 100, max: limits.maxAmount * 100 });
const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

test('the cents that are shown arrive when they are pasted back, in every spelling', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const shown = inDollars.format(amount / 100);
      const spellings = [
        shown,
        shown.replace('$', '$ '),
        shown.replace('$', ''),
        shown.replaceAll(/[$,]/g, ''),
        shown.replaceAll(',', ' '),
        `${shown.replace('$', '')} USD`,
        (amount / 100).toFixed(2),
      ];
      for (const spelling of spellings) {
        const read = readAmount(spelling);
        expect('dollars' in read ? Math.round(read.dollars * 100) : spelling).toBe(amount === 0 ? 0 : amount);
      }
    }),
  );
});

test('whatever is typed is exactly the digits that stand there, or nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789.,- $xe\u00a0'), maxLength: 12 }),
      (typed) => {
        const read = readAmount(typed);
        if ('problem' in read) return;
        expect(read.text.replaceAll(/\D/g, '')).toBe(typed.replaceAll(/\D/g, ''));
        expect(read.text.includes('-')).toBe(typed.includes('-'));
        expect(read.text).toMatch(/^-?\d+(\.\d{1,2})?$/);
      },
    ),
    { numRuns: 5_000 },
  );
});
