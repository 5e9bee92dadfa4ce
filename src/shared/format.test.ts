import { describe, expect, it } from 'vitest';
import { formatDate, formatDollars, shorten } from './format';

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
    expect(formatDate('2026-03-04T12:00:00.000Z')).toBe('Mar 4, 2026');
  });

  it('that cannot be read are shown as they came', () => {
    expect(formatDate('soon')).toBe('soon');
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
