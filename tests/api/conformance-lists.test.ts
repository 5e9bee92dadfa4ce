import { describe, expect, it } from 'vitest';
import { z } from '../../contract/zod';
import type { Finding } from '../../scripts/conformance/client';
import { verdictOf } from '../../scripts/conformance/report';
import type { Alter } from '../bare-host/host';
import { checkBare, dataIn } from '../support/conformance';

describe('a host that says the size of its lists', () => {
  type Row = Record<string, unknown>;
  type Keeps = (query: URLSearchParams, rows: Row[]) => Row[];
  const lists = ['GET /api/user/users', 'GET /api/transaction/transactions', 'GET /api/account/all'];
  const idOf = ({ _id, user }: Row) => String(Object(user)._id ?? _id);

  const wanted = (query: URLSearchParams) => z.looseObject({}).parse(JSON.parse(query.get('filter') ?? '{}'));
  const rangeOf = (query: URLSearchParams) =>
    z.tuple([z.number(), z.number()]).parse(JSON.parse(query.get('range') ?? '[0,999]'));

  function fits(row: Row, [name, value]: [string, unknown]): boolean {
    if (name === 'q') return JSON.stringify(row).includes(String(value));
    const [field = '', bound] = name.split('_');
    if (bound === 'lte') return Number(row[field]) <= Number(value);
    return row[field] === value;
  }
  const filtered: Keeps = (query, rows) =>
    rows.filter((row) => Object.entries(wanted(query)).every((each) => fits(row, each)));
  const valueIn = (row: Row, field: string) => (field === 'id' ? idOf(row) : row[field]);
  const compare = (a: unknown, b: unknown) => Number(a) - Number(b) || String(a).localeCompare(String(b));
  const sorted: Keeps = (query, rows) => {
    const [field, order] = z
      .tuple([z.string(), z.string()])
      .parse(JSON.parse(query.get('sort') ?? '["id","ASC"]'));
    const up = rows.toSorted((a, b) => compare(valueIn(a, field), valueIn(b, field)));
    return order === 'DESC' ? up.toReversed() : up;
  };
  const cut: Keeps = (query, rows) => {
    const [first, last] = rangeOf(query);
    return sorted(query, rows).slice(first, last + 1);
  };

  type SizeOf = (query: URLSearchParams, all: Row[], sent: Row[]) => number;
  const wholeSize: SizeOf = (query, all) => filtered(query, all).length;

  /** A host whose lists are kept by these in turn, and always with a size. */
  const sized =
    (sizeOf: SizeOf, ...keeps: Keeps[]): Alter =>
    (call, real, query) => {
      if (!lists.includes(call) || real.status !== 200) return real;
      const all = z.array(z.looseObject({})).parse(dataIn(real));
      const rows = keeps.reduce<Row[]>((left, keep) => keep(query, left), all);
      const size = { 'content-range': `items 0-0/${sizeOf(query, all, rows)}` };
      return { status: 200, body: { data: rows }, ...(query.has('range') && { headers: size }) };
    };
  const paging = (...keeps: Keeps[]) => sized(wholeSize, ...keeps);
  const listed = (findings: readonly Finding[]) => findings.filter(({ call }) => lists.includes(call));

  it('is right when it keeps to pages and filters', async () => {
    const { findings } = await checkBare({}, { alter: paging(filtered, cut) });
    expect(listed(findings).map(({ state, note }) => [state, note])).toEqual([
      ['ok', '5 rows, and pages of them'],
      ['ok', '5 rows, and pages of them'],
      ['ok', '4 rows, and pages of them'],
    ]);
  });

  it('is right with lists of nothing', async () => {
    const empty = sized(
      () => 0,
      () => [],
    );
    const { findings } = await checkBare({}, { alter: empty });
    expect(listed(findings).map(({ state, note }) => [state, note])).toEqual(
      lists.map(() => ['ok', '0 rows, and pages of them']),
    );
  });

  const dropped =
    (isKept: (name: string) => boolean): Keeps =>
    (query, rows) =>
      rows.filter((row) =>
        Object.entries(wanted(query)).every((each) => !isKept(each[0]) || fits(row, each)),
      );
  const faults: [what: string, alter: Alter, said: RegExp][] = [
    ['and sends all rows', paging(filtered), /range=\[0,0\] gives \d rows rather than 1/],
    ['and never a row', paging(filtered, (query, rows) => (query.has('range') ? [] : rows)), /gives 0 rows/],
    [
      'and sends the first page for any',
      paging(filtered, (query, rows) => (query.has('range') ? rows.slice(0, 1) : rows)),
      /range=\[0,0\] and range=\[1,1\] give the same row/,
    ],
    [
      'and filters nothing',
      paging(cut),
      /filter=\{"q":"\w+"\}, which no row fits, gives 1 row rather than 0/,
    ],
    [
      'and only searches',
      paging(
        dropped((name) => name === 'q'),
        cut,
      ),
      /filter=\{"(country|amount_lte|balance_lte)":.+\}, which no row fits, gives 1 row rather than 0/,
    ],
    [
      'and refuses to be filtered',
      (call, real, query) =>
        query.get('filter')?.includes('q')
          ? { status: 400, body: { errors: [{ error: 'no filters' }] } }
          : paging(cut)(call, real, query),
      /asked for .*filter=\{"q":"\w+"\}: status 400: no filters/,
    ],
    [
      'and sorts by ids whatever is asked',
      paging(filtered, (query, rows) => {
        const byIds = new URLSearchParams(query);
        byIds.delete('sort');
        return cut(byIds, rows);
      }),
      /sort=\["\w+","ASC"\] begins with (\S+), and sort=\["\w+","DESC"\] with \1$/,
    ],
    [
      'and sorts the other way round',
      paging(filtered, (query, rows) => {
        const [field, order] = JSON.parse(query.get('sort') ?? '["id","ASC"]');
        const turned = new URLSearchParams(query);
        turned.set('sort', JSON.stringify([field, order === 'ASC' ? 'DESC' : 'ASC']));
        return cut(turned, rows);
      }),
      /sort=\["\w+","ASC"\] begins with \S+, and sort=\["\w+","DESC"\] with \S+$/,
    ],
    [
      'and says that of the page',
      sized((_, __, sent) => sent.length, filtered, cut),
      /it says a size of 1, and the whole list has \d rows$/,
    ],
    [
      'and says that of the list without a filter',
      sized((_, all) => all.length, filtered, cut),
      /filter=\{"q":"\w+"\}, which no row fits, gives the size \d/,
    ],
  ];
  it.each(faults)('%s is wrong', async (_, alter, said) => {
    const { findings } = await checkBare({}, { alter });
    expect(listed(findings).map(({ state }) => state)).toEqual(['wrong', 'wrong', 'wrong']);
    for (const { note } of listed(findings)) expect(note).toMatch(said);
    expect(verdictOf(findings)).toBe('wrong');
  });
});
