import { unparse } from 'papaparse';
import { inDigits } from './format';

/** Columns and rows of a file. */
export interface CsvTable {
  fields: readonly string[];
  data: readonly (readonly unknown[])[];
}

/**
 * How a cell begins that a spreadsheet would run, for papaparse's `escapeFormulae`. The library's own expression overlooks
 * cells of several lines, and signs in full width. Amounts below zero stay numbers, and so do tiny and huge ones.
 */
const formula = /^(?!-?(?:\d+\.\d+|\d{16,})$)(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * What is followed by a formula, and begins a cell where cells end by a semicolon or a tab, as in half of Excel's languages:
 * quotes hold together what ends by a comma alone there.
 */
const innerFormula = /[;\t\r\n](?=[\s"]*[=+\-@＝＋－＠])/g;

const safeText = (text: string) => text.replace(innerFormula, "$&'");

function safeCell(cell: unknown): unknown {
  if (typeof cell === 'string') return safeText(cell);
  // Some spreadsheets take an exponent for a text.
  return typeof cell === 'number' && String(cell).includes('e') ? inDigits(cell) : cell;
}

/**
 * A table as the text of a CSV file (RFC 4180). What people type must not run in somebody's spreadsheet: a text gets an
 * apostrophe before what would be a formula, at its beginning or within (docs/rules.md, "Exports"); numbers stay numbers.
 */
export function csvText({ fields, data }: CsvTable): string {
  return unparse(
    { fields: fields.map(safeText), data: data.map((row) => row.map(safeCell)) },
    { escapeFormulae: formula },
  );
}
