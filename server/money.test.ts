import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollars } from '../contract/fields';
import { shownDollars, toCents, toDollars } from './money';

test('cents come back as they went, for every amount the wire takes', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
      expect(toCents(toDollars(cents))).toBe(cents);
      expect(dollars.safeParse(toDollars(cents)).success).toBe(true);
      expect(String(toDollars(cents))).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [0.1, 10],
  [0.29, 29],
  [1.005e3, 100_500],
  [19.99, 1_999],
  [999_999_999.99, 99_999_999_999],
])('%d dollars are %d cents', (amount, cents) => {
  expect(toCents(amount)).toBe(cents);
});

test.each([
  [0, '$0.00'],
  [1_234.5, '$1,234.50'],
  [-1_000_000.05, '-$1,000,000.05'],
])('%d dollars are shown as %s', (amount, text) => {
  expect(shownDollars(amount)).toBe(text);
});
