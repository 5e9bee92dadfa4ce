import { describe, expect, test } from 'vitest';
import { type ListQuery, transactionList } from '../../contract/list-query';
import { Refusal } from '../errors/refusal';
import { parseListQuery } from './list-query';

const parse = (query: ListQuery) => parseListQuery(query, transactionList);
const filter = (value: unknown) => parse({ filter: JSON.stringify(value) }).conditions;

/** What a query is refused with. */
function refusalOf(query: ListQuery): Refusal {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('The query was taken');
}

test('a bare list asks for everything, in its own order', () => {
  expect(parse({})).toEqual({ sort: undefined, range: undefined, conditions: [] });
});

test('sort, range and filter are read as react-admin writes them', () => {
  expect(
    parse({ sort: '["user.lastName","ASC"]', range: '[20,39]', filter: '{"q":"ada","status":"PENDING"}' }),
  ).toEqual({
    sort: { field: 'user.lastName', order: 'ASC' },
    range: { first: 20, last: 39 },
    conditions: [
      { kind: 'search', field: 'q', text: 'ada' },
      { kind: 'oneOf', field: 'status', values: ['PENDING'] },
    ],
  });
});

test('one value and a list of values mean the same', () => {
  expect(filter({ crypto: 'bitcoin' })).toEqual(filter({ crypto: ['bitcoin'] }));
  expect(filter({ plan: [] })).toEqual([{ kind: 'oneOf', field: 'plan', values: [] }]);
});

test('a day means all of it, a moment itself', () => {
  expect(filter({ createdAt_gte: '2026-03-01', createdAt_lte: '2026-03-01' })).toEqual([
    { kind: 'from', field: 'createdAt', value: new Date('2026-03-01T00:00:00.000Z') },
    { kind: 'to', field: 'createdAt', value: new Date('2026-03-01T23:59:59.999Z') },
  ]);
  expect(filter({ createdAt_gte: '2026-03-01T10:00:00+02:00' })).toEqual([
    { kind: 'from', field: 'createdAt', value: new Date('2026-03-01T08:00:00Z') },
  ]);
});

test('amounts come in dollars and are compared in cents', () => {
  expect(filter({ amount_gte: 10.5 })).toEqual([{ kind: 'from', field: 'amount', value: 1_050 }]);
});

describe('refused with 400, naming what is wrong:', () => {
  test.each<[query: ListQuery, field: string, named: string]>([
    [{ sort: 'createdAt' }, 'sort', 'sort is not valid JSON'],
    [{ sort: '["createdAt"]' }, 'sort', '["createdAt","DESC"]'],
    [{ sort: '["createdAt","DOWN"]' }, 'sort', '["createdAt","DESC"]'],
    [{ sort: '["wallet","ASC"]' }, 'sort', 'wallet'],
    [{ sort: '["__proto__","ASC"]' }, 'sort', '__proto__'],
    [{ range: '[0,19' }, 'range', 'range is not valid JSON'],
    [{ range: '[5,4]' }, 'range', '[0,19]'],
    [{ range: '[-1,4]' }, 'range', '[0,19]'],
    [{ range: '[0,1000]' }, 'range', '1000 rows'],
    [{ range: '[0,1e400]' }, 'range', '[0,19]'],
    [{ filter: '{' }, 'filter', 'filter is not valid JSON'],
    [{ filter: '[]' }, 'filter', 'JSON object'],
    [{ filter: '{"wallet":"x"}' }, 'filter', 'wallet'],
    [{ filter: '{"toString":"x"}' }, 'filter', 'toString'],
    [{ filter: '{"amount":5}' }, 'filter', 'amount'],
    [{ filter: '{"status_gte":"PENDING"}' }, 'filter', 'status_gte'],
    [{ filter: '{"amount_gt":5}' }, 'filter', 'amount_gt'],
    [{ filter: '{"amount_gte":"5"}' }, 'filter', 'amount_gte'],
    [{ filter: '{"createdAt_gte":"yesterday"}' }, 'filter', 'createdAt_gte'],
    [{ filter: '{"createdAt_gte":"2026-02-30"}' }, 'filter', 'createdAt_gte'],
    [{ filter: '{"id":["7"]}' }, 'filter', 'id'],
    [{ filter: '{"status":{"$ne":"PENDING"}}' }, 'filter', 'status'],
    [{ filter: '{"status":"a\\u0000"}' }, 'filter', 'status'],
    [{ filter: '{"q":"a\\u0000"}' }, 'filter', 'q'],
    [{ filter: '{"q":5}' }, 'filter', 'q'],
    [{ filter: JSON.stringify({ q: 'x'.repeat(201) }) }, 'filter', 'q'],
  ])('%j', (query, field, named) => {
    const refusal = refusalOf(query);
    expect([refusal.code, refusal.field]).toEqual(['bad_request', field]);
    expect(refusal.message).toContain(named);
  });
});
