import Papa from 'papaparse';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/user';
import { z } from '../../../contract/zod';
import { clearToken, storeToken } from '../../shared/session';
import { buildUser } from '../../shared/testing/build-user';
import type { StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { dataProvider } from '../data-provider';
import { paged, queryOf, startConsoleHost } from '../testing/console-host';
import type { Column } from './columns';
import { exportList, recordsToCsv, toCsv } from './export-list';

const range = z.tuple([z.number(), z.number()]);

interface Row {
  id: string;
  name: string;
  amount: number;
}

const columns: Column<Row>[] = [
  { label: 'Name', render: ({ name }) => name, exported: ({ name }) => name },
  { label: 'Amount', render: ({ amount }) => `$${amount}`, exported: ({ amount }) => amount },
  { label: 'Options', render: () => 'a button' },
];

const lines = (...names: string[]) =>
  toCsv(
    names.map((name, index) => ({ id: String(index), name, amount: -2.5 })),
    columns,
  ).split('\r\n');

describe('a CSV file', () => {
  it('has the serial number and the columns with values, numbers as numbers', () => {
    expect(lines('Ada')).toEqual(['S/N,Name,Amount', '1,Ada,-2.5']);
  });

  it('quotes what would break its lines', () => {
    expect(lines('a "b", c')[1]).toBe('1,"a ""b"", c",-2.5');
  });

  it.each(['=1+1', '+44 20', '-1+1', '@SUM(A1)', '\tx', '\rx', '\nx', ' =1', '=1\nx', '＝1', '＠SUM(A1)'])(
    'never begins a cell with the formula %j',
    (name) => {
      const csv = toCsv([{ id: '1', name, amount: 1 }], columns);
      expect(csv).toContain(`1,"'${name}",1`);
    },
  );

  it.each([';', '\t'])('begins none with a formula where cells end by %j', async (delimiter) => {
    const name = `x${delimiter} =1`;
    const list = toCsv([{ id: '1', name, amount: 1 }], columns);
    const records = await recordsToCsv([{ id: 1, [name]: name, tags: [name] }]).text();
    for (const csv of [list, records]) {
      const { data } = Papa.parse<string[]>(csv, { delimiter });
      expect(data.flat().filter((cell) => /^\s*=/.test(cell))).toEqual([]);
    }
  });
});

describe('an export', () => {
  let host: StandInHost;

  afterEach(() => {
    clearToken();
    vi.unstubAllEnvs();
  });

  const userColumns: Column<{ id: string; email: string }>[] = [
    { label: 'Email', render: ({ email }) => email, exported: ({ email }) => email },
  ];
  const everyone = Array.from({ length: 2_300 }, (_, n) =>
    buildUser({ _id: `u-${n}`, email: `u${n}@example.com` }),
  );

  async function run(signal: AbortSignal, onProgress: (done: number, all: number) => void): Promise<string> {
    host = await startConsoleHost({
      'GET /api/user/users': (request) => {
        const [first, last] = range.parse(queryOf(request).range);
        // One was added in front after the first page was read.
        const rows = first === 0 ? everyone : [buildUser({ _id: 'u-new' }), ...everyone];
        return paged(rows.slice(first, last + 1), 2_300);
      },
    });
    vi.stubEnv('VITE_API_URL', host.url);
    storeToken(tokenOf('admin'));
    const file = await exportList({
      dataProvider,
      resource: 'users',
      filter: { q: 'u', type: 'investor' },
      sort: { field: 'email', order: 'ASC' },
      columns: userColumns,
      onProgress,
      signal,
    });
    return file.text();
  }

  it('reads every page of what the filters show, in its order, no row twice', async () => {
    const progress: [number, number][] = [];
    const text = await run(new AbortController().signal, (done, all) => progress.push([done, all]));
    const rows = text.split('\r\n').slice(1);
    expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(rows.length);
    expect(rows[0]).toBe('1,u0@example.com');
    expect(rows).toHaveLength(2_300);
    // Each page begins with the end of the one before.
    expect(host.received.map(queryOf).map(({ range }) => range)).toEqual([
      [0, 999],
      [950, 1_899],
      [1_852, 2_777],
    ]);
    for (const query of host.received.map(queryOf)) {
      expect(query).toMatchObject({ filter: { q: 'u', type: 'investor' }, sort: ['email', 'ASC'] });
    }
    expect(progress).toEqual([
      [1_000, 2_300],
      [1_900, 2_300],
      [2_300, 2_300],
    ]);
  });

  /** The file of a list that others change after its first page was read, as a host gives it, `most` rows at once. */
  async function exportOf(after: readonly User[], most = 1_000): Promise<string[]> {
    host = await startConsoleHost({
      'GET /api/user/users': (request) => {
        const [first, last] = range.parse(queryOf(request).range);
        const rows = first === 0 && host.received.length <= 1 ? everyone : after;
        return paged(rows.slice(first, Math.min(last + 1, first + most)), rows.length);
      },
    });
    vi.stubEnv('VITE_API_URL', host.url);
    storeToken(tokenOf('admin'));
    const file = await exportList({
      dataProvider,
      resource: 'users',
      filter: {},
      sort: { field: 'email', order: 'ASC' },
      columns: userColumns,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    return (await file.text())
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1] ?? '');
  }

  it.each([10, 60, 1_500])('has every row that stays while %i others leave the list', async (gone) => {
    const after = everyone.slice(gone);
    const rows = await exportOf(after);
    expect(new Set(rows).size).toBe(rows.length);
    expect(after.filter(({ email }) => !rows.includes(email))).toEqual([]);
  });

  it('has every row of a host that gives fewer at once than it is asked for', async () => {
    expect(await exportOf(everyone, 90)).toEqual(everyone.map(({ email }) => email));
  });

  it('asks a host that answers whole lists once', async () => {
    host = await startConsoleHost({ 'GET /api/user/users': () => ({ body: { data: everyone } }) });
    vi.stubEnv('VITE_API_URL', host.url);
    storeToken(tokenOf('admin'));
    const progress: [number, number][] = [];
    const file = await exportList({
      dataProvider,
      resource: 'users',
      filter: {},
      sort: { field: 'email', order: 'ASC' },
      columns: userColumns,
      onProgress: (done, all) => progress.push([done, all]),
      signal: new AbortController().signal,
    });
    expect((await file.text()).split('\r\n').slice(1)).toHaveLength(2_300);
    expect(host.received).toHaveLength(1);
    expect(progress).toEqual([[2_300, 2_300]]);
  });

  it('ends where it is stopped', async () => {
    const controller = new AbortController();
    await expect(run(controller.signal, () => controller.abort())).rejects.toThrow();
    expect(host.received).toHaveLength(1);
  });
});

it('the file of records as they come has a column for each field, and runs no formula', async () => {
  const text = await recordsToCsv([
    { id: 1, title: '=HYPERLINK("http://evil.example")', tags: ['a'] },
    { id: 2, price: -5 },
  ]).text();
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'id,title,tags,price',
    `1,"'=HYPERLINK(""http://evil.example"")","[""a""]",`,
    '2,,,-5',
  ]);
});
