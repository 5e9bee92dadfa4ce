import { describe, expect, test } from 'vitest';
import { questions } from './content';
import { isShown, originOf, type Provenance } from './provenance';

const sample: Provenance = { kind: 'sample' };
const computed: Provenance = { kind: 'computed', figure: 'investors' };
const claimed: Provenance = { kind: 'claimed', source: 'Audit by Reed & Co.', date: '2026-03-31' };

test('what is said of withdrawals names what they may wait for, not that they are possible at any time', () => {
  const answer = questions.find(({ question }) => question === 'When can I withdraw?')?.answer;
  for (const limit of [/above \$100/, /on hold/, /within 24 hours/, /administrator decides/, /new address/]) {
    expect(answer).toMatch(limit);
  }
  expect(answer).not.toMatch(/any time/i);
});

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
