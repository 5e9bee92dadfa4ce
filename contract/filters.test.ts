import { expect, test } from 'vitest';
import { boundOf, momentOf, wordsOf } from './filters';

test('a bound names its field and its side', () => {
  expect(boundOf('amount_gte')).toEqual({ field: 'amount', bound: 'gte' });
  expect(boundOf('user.since_lte')).toEqual({ field: 'user.since', bound: 'lte' });
  expect(boundOf('a_gte_lte')).toEqual({ field: 'a_gte', bound: 'lte' });
});

test.each(['amount', 'amount_gt', '_gte', 'gte', 'amount_gte '])('%j is no bound', (name) => {
  expect(boundOf(name)).toBeUndefined();
});

test('a day is meant whole, a moment as it is', () => {
  expect(momentOf('2026-01-31', 'gte').toISOString()).toBe('2026-01-31T00:00:00.000Z');
  expect(momentOf('2026-01-31', 'lte').toISOString()).toBe('2026-01-31T23:59:59.999Z');
  expect(momentOf('2026-01-31T12:00:00+02:00', 'lte').toISOString()).toBe('2026-01-31T10:00:00.000Z');
});

test('a search is its words', () => {
  expect(wordsOf('  Ada\tLovelace ada@example.com ')).toEqual(['Ada', 'Lovelace', 'ada@example.com']);
  expect(wordsOf(' ')).toEqual([]);
});
