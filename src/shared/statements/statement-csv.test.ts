import { parse } from 'papaparse';
import { expect, test } from 'vitest';
import type { Statement } from '../../../contract/statements';
import { dashboardNames } from '../figures/figure-history';
import { toCsv } from './statement-csv';

const line = {
  field: 'balance',
  opening: 0,
  deposits: 500,
  withdrawals: -150,
  adjustments: 0,
  closing: 350,
} as const;
const statement: Statement = {
  _id: '2026-03',
  from: '2026-03-01',
  to: '2026-03-31',
  entries: 1,
  lines: [line],
  stored: { at: '2026-04-01T00:00:00.000Z', hash: 'abc', previous: null, checkpoint: null },
  userId: '0b0b0b0b-0000-4000-8000-000000000000',
  items: [
    {
      _id: 7,
      at: '2026-03-10T08:00:01.000Z',
      kind: 'adjustment',
      postedBy: 'operator',
      reason: '=HYPERLINK("http://evil.example")',
      trxId: null,
      changes: [{ field: 'balance', amount: -12.5 }],
      corrects: '2026-01',
    },
  ],
  months: [],
  intact: true,
};

test('figures and entries are numbers, and no reason runs as a formula', () => {
  const { data } = parse<string[]>(toCsv(statement, dashboardNames), { skipEmptyLines: true });
  expect(data).toEqual([
    ['period', 'figure', 'opening (USD)', 'deposits', 'withdrawals', 'posted', 'closing'],
    ['all', 'Balance', '0.00', '500.00', '-150.00', '0.00', '350.00'],
    ['time (UTC)', 'entry', 'figure', 'amount (USD)', 'corrects', 'reason', 'transaction'],
    [
      '2026-03-10 08:00:01',
      'Adjustment posted by the operator',
      'Balance',
      '-12.50',
      '2026-01',
      `'=HYPERLINK("http://evil.example")`,
      '',
    ],
  ]);
});

test.each(['=A1\nsecond line', '-1 and\nmore', ' =A1', '\nA1', '\rA1', '\tA1'])(
  'no reason of several lines or with blanks before it runs: %j',
  (reason) => {
    const items = statement.items.map((item) => ({ ...item, reason }));
    expect(toCsv({ ...statement, items }, dashboardNames)).toContain(`"'${reason}"`);
  },
);

test.each([';', '\t'])('no reason runs where cells end by %j', (delimiter) => {
  const items = statement.items.map((item) => ({ ...item, reason: `x${delimiter} =A1` }));
  const { data } = parse<string[]>(toCsv({ ...statement, items }, dashboardNames), { delimiter });
  expect(data.flat().filter((cell) => /^\s*=/.test(cell))).toEqual([]);
});

test('a year has its months', () => {
  const month = { ...statement, _id: '2026-01' };
  const { data } = parse<string[]>(
    toCsv({ ...statement, _id: '2026', items: [], months: [month] }, dashboardNames),
  );
  expect(data.map(([period]) => period)).toEqual(['period', 'all', '2026-01']);
});

test('figures are called what the page calls them', () => {
  const names = { ...dashboardNames, balance: 'The balance of the account' };
  const { data } = parse<string[]>(toCsv(statement, names), { skipEmptyLines: true });
  expect([data[1]?.[1], data[3]?.[2]]).toEqual([names.balance, names.balance]);
});

/** The first table of the file. */
const firstOf = (changed: Partial<Statement>) =>
  parse<string[]>(toCsv({ ...statement, ...changed }, dashboardNames).split('\r\n\r\n')[0] ?? '').data;

test.each<[string, Partial<Statement>, string]>([
  [
    'preliminary',
    { stored: null, intact: null },
    'Preliminary: this period is not over, and the statement may still change.',
  ],
  [
    'not what its entries make',
    { intact: false },
    'This statement is not what the entries of the account make any more. Write to us.',
  ],
  ['cut off', { entries: 12_000 }, 'The first 1 of 12000 entries'],
])('says above the figures that it is %s', (_, changed, note) => {
  expect(firstOf(changed)).toEqual([['note'], [note]]);
});

test('a year lists no entries, and leaves out none', () => {
  const year = { _id: '2026', entries: 2, items: [], months: [statement] };
  expect(firstOf(year)[0]).toContain('figure');
});
