import { describe, expect, test } from 'vitest';
import { type ListQuery, transactionList } from '../../contract/list-query';
import { refusals } from '../../contract/refusals';
import { Refusal } from '../errors/refusal';
import { parseFilter, parseListQuery } from './list-query';

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
  const moments = { createdAt_gte: '2026-03-01T10:00:00+02:00', createdAt_lte: '2026-03-01T08:00:00.000Z' };
  expect(filter(moments)).toEqual([
    { kind: 'from', field: 'createdAt', value: new Date('2026-03-01T08:00:00Z') },
    { kind: 'to', field: 'createdAt', value: new Date('2026-03-01T08:00:00Z') },
  ]);
});

test('the first and the last day there are mean all of them, and nothing is beyond', () => {
  expect(filter({ createdAt_gte: '0001-01-01', createdAt_lte: '9999-12-31' })).toEqual([
    { kind: 'from', field: 'createdAt', value: new Date('0001-01-01T00:00:00Z') },
    { kind: 'to', field: 'createdAt', value: new Date('9999-12-31T23:59:59.999Z') },
  ]);
  for (const beyond of ['0000-12-31', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-10:00']) {
    for (const name of ['createdAt_gte', 'createdAt_lte']) {
      const { code, field, message } = refusalOf({ filter: JSON.stringify({ [name]: beyond }) });
      expect([code, field, message]).toEqual(['bad_request', 'filter', expect.stringContaining(name)]);
    }
  }
});

test('amounts come in dollars and are compared in cents', () => {
  expect(filter({ amount_gte: 10.5 })).toEqual([{ kind: 'from', field: 'amount', value: 1_050 }]);
});

test('as much is taken as is allowed: a thousand rows, a thousand values, texts of 200 characters', () => {
  expect(parse({ range: '[0,999]' }).range).toEqual({ first: 0, last: 999 });
  expect(parse({ range: '[7,7]' }).range).toEqual({ first: 7, last: 7 });
  expect(parse({ range: '[999999999,1000000000]' }).range).toEqual({
    first: 999_999_999,
    last: 1_000_000_000,
  });
  expect(parse({ range: '[0,0]' }).range).toEqual({ first: 0, last: 0 });
  const text = 'x'.repeat(200);
  expect(filter({ q: text, status: text })).toEqual([
    { kind: 'search', field: 'q', text },
    { kind: 'oneOf', field: 'status', values: [text] },
  ]);
  const values = Array.from({ length: 1_000 }, (_, n) => `${n}`);
  expect(filter({ status: values })).toEqual([{ kind: 'oneOf', field: 'status', values }]);
  expect(filter({ status: [] })).toEqual([{ kind: 'oneOf', field: 'status', values: [] }]);
});

describe('fields of yes and no, and of numbers,', () => {
  const spec = {
    sortable: ['id'],
    filterable: {
      done: 'flag',
      small: 'smallint',
      size: 'integer',
      large: 'bigint',
      share: 'real',
      ratio: 'double',
      weight: 'numeric',
      fee: 'integerCents',
      sum: 'bigintCents',
    },
    defaultSort: ['id', 'ASC'],
  } as const;
  const read = (value: object) => parseFilter(value, spec);

  test('are read', () => {
    expect(read({ done: true, size_gte: -5, size_lte: 2_147_483_647 })).toEqual([
      { kind: 'oneOf', field: 'done', values: ['true'] },
      { kind: 'from', field: 'size', value: -5 },
      { kind: 'to', field: 'size', value: 2_147_483_647 },
    ]);
    expect(read({ done: false })).toEqual([{ kind: 'oneOf', field: 'done', values: ['false'] }]);
  });

  test.each<[field: string, value: number | string, compared?: number | string]>([
    ['small', -32_768],
    ['large', 2 ** 53 - 1],
    ['share', 0.1],
    ['share', -3.4e38],
    ['share', 0],
    ['ratio', 1e300],
    ['ratio', 5e-324],
    ['weight', 12.5],
    ['weight', '-12345678901234567890.123456789'],
    ['fee', 21_474_836.47, 2_147_483_647],
    ['sum', 10.5, 1_050],
    ['sum', 10_000_000_000_000.5, 1_000_000_000_000_050],
  ])('%s: %j bounds, equals, and is one of several', (field, value, compared = value) => {
    expect(read({ [`${field}_gte`]: value, [`${field}_lte`]: value })).toEqual([
      { kind: 'from', field, value: compared },
      { kind: 'to', field, value: compared },
    ]);
    expect(read({ [field]: value })).toEqual([{ kind: 'oneOf', field, values: [String(compared)] }]);
    expect(read({ [field]: [value, 1] })).toMatchObject([{ values: [String(compared), expect.any(String)] }]);
    expect(read({ [field]: [] })).toEqual([{ kind: 'oneOf', field, values: [] }]);
  });

  const whole = 'a whole number from -2147483648 to 2147483647';
  const real = 'a number of the size that 32 bits hold';
  test.each<[value: object, wanted: string]>([
    [{ done: 'true' }, 'The filter done must be true or false'],
    [{ size_gte: 1.5 }, `The filter size_gte must be ${whole}`],
    [{ size_lte: '5' }, `The filter size_lte must be ${whole}`],
    [{ size_lte: 2_147_483_648 }, `The filter size_lte must be ${whole}`],
    [{ size_gte: null }, `The filter size_gte must be ${whole}`],
    [{ size_gte: [5] }, `The filter size_gte must be ${whole}`],
    [{ size: 1.5 }, `The filter size must be ${whole}, or a list of such`],
    [{ size: [5, '6'] }, `The filter size must be ${whole}, or a list of such`],
    [{ size: null }, `The filter size must be ${whole}, or a list of such`],
    [{ small: 32_768 }, 'a whole number from -32768 to 32767'],
    [{ large_lte: 2 ** 53 }, 'a whole number from -9007199254740991 to 9007199254740991'],
    [{ share_gte: 3.5e38 }, `The filter share_gte must be ${real}`],
    [{ share_gte: 1e-50 }, `The filter share_gte must be ${real}`],
    [{ ratio_gte: JSON.parse('1e400') }, 'The filter ratio_gte must be a number'],
    [{ ratio_gte: '1' }, 'The filter ratio_gte must be a number'],
    [{ weight_gte: '1e5' }, 'The filter weight_gte must be a number, or a text of its digits'],
    [{ weight_gte: 'NaN' }, 'The filter weight_gte must be a number, or a text of its digits'],
    [{ weight_gte: '1'.repeat(201) }, 'The filter weight_gte must be a number, or a text of its digits'],
    [{ fee_gte: 0.001 }, 'The filter fee_gte must be an amount in dollars from -21474836.48 to 21474836.47'],
    [{ fee: 21_474_836.48 }, 'an amount in dollars from -21474836.48 to 21474836.47, or a list of such'],
    [{ sum_lte: 1e300 }, 'The filter sum_lte must be an amount in dollars'],
    [{ done_gte: true }, 'This list cannot be filtered by done_gte'],
  ])('%j: %s', (value, wanted) => {
    expect(() => read(value)).toThrow(wanted);
  });
});

describe('an id that is counted up', () => {
  const spec = { sortable: ['id'], filterable: { id: 'countedIds' }, defaultSort: ['id', 'ASC'] } as const;
  const read = (id: unknown) => parseFilter({ id }, spec);

  test('is read, alone and among others', () => {
    expect(read('7')).toEqual([{ kind: 'oneOf', field: 'id', values: ['7'] }]);
    const values = ['1', '10', '9'.repeat(18)];
    expect(read(values)).toEqual([{ kind: 'oneOf', field: 'id', values }]);
  });

  test.each([7, '', '0', '07', '-7', '7.0', '7a', 'a7', ' 7', '9'.repeat(19), null])('is not %j', (wrong) => {
    for (const id of [wrong, ['7', wrong]]) {
      expect(() => read(id)).toThrow('The filter id must be an id or a list of ids');
    }
  });
});

test('what nests deeper than a query may is not read', () => {
  const deep = '['.repeat(1_000) + ']'.repeat(1_000);
  for (const query of [{ sort: deep }, { range: deep }, { filter: deep }]) {
    const refusal = refusalOf(query);
    expect([refusal.code, refusal.message, refusal.field]).toEqual([
      'bad_request',
      refusals.jsonTooDeep,
      Object.keys(query)[0],
    ]);
  }
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
    [{ range: '[0,1.5]' }, 'range', '[0,19]'],
    [{ range: '[1000000000,1000000001]' }, 'range', '[0,19]'],
    [{ range: '["0","19"]' }, 'range', '[0,19]'],
    [{ range: '[0,19,20]' }, 'range', '[0,19]'],
    [{ filter: 'null' }, 'filter', 'JSON object'],
    [{ filter: '"status"' }, 'filter', 'JSON object'],
    [{ filter: '{"__proto__":"x"}' }, 'filter', '__proto__'],
    [{ filter: '{"status":["PENDING",5]}' }, 'filter', 'a value or a list of values'],
    [{ filter: '{"id":"7"}' }, 'filter', 'an id or a list of ids'],
    [{ filter: '{"amount_lte":0.001}' }, 'filter', 'an amount in dollars'],
    [{ filter: '{"createdAt_lte":"2026-01-31T10:00"}' }, 'filter', 'a date like 2026-01-31, or a moment'],
    [{ filter: JSON.stringify({ status: 'x'.repeat(201) }) }, 'filter', 'status'],
    [{ filter: JSON.stringify({ status: Array(1_001).fill('x') }) }, 'filter', 'status'],
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
