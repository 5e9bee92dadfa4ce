import { describe, expect, test } from 'vitest';
import { isShown, originOf, type Provenance } from './provenance';

const sample: Provenance = { kind: 'sample' };
const computed: Provenance = { kind: 'computed', figure: 'investors' };
const claimed: Provenance = { kind: 'claimed', source: 'Audit by Reed & Co.', date: '2026-03-31' };

describe('what a page shows', () => {
  test('in demo mode is everything', () => {
    for (const provenance of [sample, computed, claimed]) expect(isShown(provenance, 'demo')).toBe(true);
  });

  test('in live mode is what comes from the books', () => {
    expect(isShown(computed, 'live')).toBe(true);
  });

  test('in live mode is a claim with its source and date', () => {
    expect(isShown(claimed, 'live')).toBe(true);
  });

  test.each([
    ['a sample', sample],
    ['a claim without its source', { ...claimed, source: ' ' }],
    ['a claim without its date', { ...claimed, date: '' }],
  ])('in live mode is not %s', (_, provenance) => {
    expect(isShown(provenance, 'live')).toBe(false);
  });
});

test('every origin has its words', () => {
  expect(originOf(sample)).toBe('Sample content');
  expect(originOf(computed)).toBe('From our books');
  expect(originOf(claimed)).toBe('Audit by Reed & Co., 2026-03-31');
});
