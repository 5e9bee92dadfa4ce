/**
 * How a cell of a CSV file begins that a spreadsheet would run, for papaparse's `escapeFormulae`: what people type must
 * not run in somebody's spreadsheet. The library's own expression overlooks cells of several lines, and signs in full width.
 * Amounts below zero stay numbers.
 */
export const csvFormula = /^(?!-?\d+\.\d{2}$)(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
