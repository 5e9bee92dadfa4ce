import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text';

const csvOf = (...texts: string[]) =>
  csvText({ fields: ['n', 'text'], data: texts.map((text, n) => [n, text]) });
const read = (csv: string, delimiter: string) => parse<string[]>(csv, { delimiter }).data;
const formulas = (csv: string) =>
  [',', ';', '\t']
    .flatMap((delimiter) => read(csv, delimiter).flat())
    .filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell));

const hostile = [
  "x;=cmd|' /C calc'!A0;y",
  "x\t=cmd|' /C calc'!A0\ty",
  'x;;  +1;\t-1',
  'x; @SUM(A1), y',
  'x;"=1+1',
  'x;＝1',
  'x\n=1+1',
  '\t=1',
  '=1;=2',
];

describe('text within a cell', () => {
  it.each(hostile)('is no formula where cells end otherwise: %j', (text) => {
    expect(formulas(csvOf(text))).toEqual([]);
  });

  it('has an apostrophe before what would be one', () => {
    const [, row = []] = read(csvOf("x;=cmd|' /C calc'!A0;y"), ';');
    expect(row).toEqual(['0,x', "'=cmd|' /C calc'!A0", 'y']);
    expect(csvOf('x\n=1')).toContain("x\n'=1");
    expect(read(csvOf('x\t +1'), '\t')[1]).toEqual(['0,x', "' +1"]);
  });

  it.each(['a;b', 'a; b\tc', 'a - b; c = d', 'line\nanother', "it's; fine", 'a;5'])(
    'stays as it is: %j',
    (text) => {
      expect(read(csvOf(text), ',')[1]).toEqual(['0', text]);
    },
  );

  it('leaves numbers and amounts below zero as they are, and writes none with an exponent', () => {
    const data = [[-5], ['-12.50'], ['-12345678901234567'], [1e-8], [-1.25e-7], [-1.5e22], [0.1]];
    expect(
      csvText({ fields: ['a'], data })
        .split('\r\n')
        .slice(1),
    ).toEqual([
      ...[
        '-5',
        '-12.50',
        '-12345678901234567',
        '0.00000001',
        '-0.000000125',
        '-15000000000000000000000',
        '0.1',
      ],
    ]);
  });
});
