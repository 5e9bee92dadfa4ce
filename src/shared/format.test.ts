import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCount, formatDate, formatDollars, formatMoment, shorten } from './format';

describe('dollars', () => {
  it.each([
    [0, '$0.00'],
    [1234567.5, '$1,234,567.50'],
    ['2500', '$2,500.00'],
    ['19.99', '$19.99'],
    [-42, '-$42.00'],
    [1e9, '$1,000,000,000.00'],
  ])('%s reads %s', (value, text) => {
    expect(formatDollars(value)).toBe(text);
  });

  it.each(['', '  ', 'abc', Number.NaN, Number.POSITIVE_INFINITY])('%s is no amount', (value) => {
    expect(formatDollars(value)).toBe('NaN');
  });
});

describe('dates', () => {
  it('read as a day', () => {
    expect(formatDate('2026-03-04T10:00:00.000Z')).toBe('Mar 4, 2026');
  });

  it('that cannot be read are shown as they came', () => {
    expect(formatDate('soon')).toBe('soon');
  });
});

describe('what is written here and by the browser is the same', () => {
  const moments = fc.date({
    min: new Date('1000-01-02'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });
  const asBrowser = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-US', options);
    // Some write a narrow space before the half of the day.
    return (moment: Date) => format.format(moment).replaceAll('\u202f', ' ');
  };

  it('amounts', () => {
    const browser = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    const cents = fc.maxSafeInteger().map((whole) => whole / 100);
    const near = fc.double({ noNaN: true, min: -2e10, max: 2e10 }).filter((amount) => !Object.is(amount, -0));
    const others = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((amount) => !Object.is(amount, -0));
    const short = fc.tuple(fc.integer(), fc.nat(5)).map(([whole, places]) => whole / 10 ** places);
    const special = fc.constantFrom(0, 1.005, -1.005, 0.005, -0.001, 1e21, 1e-7, 999.995, 2 ** 53);
    fc.assert(
      fc.property(fc.oneof(cents, near, others, short, special), (amount) => {
        expect(formatDollars(amount)).toBe(browser.format(amount));
      }),
      { numRuns: 5_000 },
    );
  });

  it('counts', () => {
    const numbers = fc.oneof(fc.nat(9_999), fc.maxSafeInteger(), fc.constantFrom(0, 999, 1_000));
    fc.assert(
      fc.property(numbers, (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
      }),
    );
  });

  it('days and moments', () => {
    const day = asBrowser({ dateStyle: 'medium' });
    const whole = asBrowser({ dateStyle: 'medium', timeStyle: 'short' });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(formatDate(moment.toISOString())).toBe(day(moment));
        expect(formatMoment(moment.toISOString())).toBe(whole(moment));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('long text', () => {
  it('is cut with a sign that it was', () => {
    expect(shorten('bc1qxy2kgdygjrsqtzq2n0yrf', 10)).toBe('bc1qxy2kgd ...');
  });

  it('that fits stays whole', () => {
    expect(shorten('bc1qxy2kgd', 10)).toBe('bc1qxy2kgd');
  });
});

it('a figure that is missing is no zero', () => {
  for (const value of [null, undefined, '', ' ']) expect(formatDollars(value)).toBe('NaN');
});
