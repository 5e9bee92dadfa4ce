import { unparse } from 'papaparse';

/** Columns and rows of a file. */
export interface CsvTable {
  fields: readonly string[];
  data: readonly (readonly unknown[])[];
}

/**
 * How a cell begins that a spreadsheet would run, for papaparse's `escapeFormulae`. The library's own expression overlooks
 * cells of several lines, and signs in full width. Amounts below zero stay numbers.
 */
const formula = /^(?!-?\d+\.\d{2}$)(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * What is followed by a formula, and begins a cell where cells end by a semicolon or a tab, as in half of Excel's languages:
 * quotes hold together what ends by a comma alone there.
 */
const innerFormula = /[;\t\r\n](?=[\s"]*[=+\-@＝＋－＠])/g;

const safeText = (text: string) => text.replace(innerFormula, "$&'");
const safeCell = (cell: unknown) => (typeof cell === 'string' ? safeText(cell) : cell);

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
