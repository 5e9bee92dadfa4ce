import { unparse } from 'papaparse';
import { figureLabels } from '../../../contract/chart';
import { entryKindNames } from '../../../contract/entry-names';
import type { Statement } from '../../../contract/statements';

const labels = figureLabels(({ label }) => label);
const cents = (dollars: number) => dollars.toFixed(2);

/**
 * A statement as a table for spreadsheets: its figures, then its entries or months. A text that begins like a formula gets an
 * apostrophe before it: what people type here must not run in somebody's spreadsheet. Amounts stay numbers.
 */
export function toCsv({ lines, items, months }: Statement): string {
  const figure = (period: string) => (line: Statement['lines'][number]) => [
    period,
    labels[line.field],
    ...[line.opening, line.deposits, line.withdrawals, line.adjustments, line.closing].map(cents),
  ];
  const parts = [
    {
      fields: ['period', 'figure', 'opening (USD)', 'deposits', 'withdrawals', 'posted', 'closing'],
      data: [...lines.map(figure('all')), ...months.flatMap((month) => month.lines.map(figure(month._id)))],
    },
    ...(items.length === 0
      ? []
      : [
          {
            fields: ['time (UTC)', 'entry', 'figure', 'amount (USD)', 'corrects', 'reason', 'transaction'],
            data: items.flatMap(({ at, kind, changes, corrects, reason, trxId }) =>
              changes.map(({ field, amount }) => [
                at.slice(0, 19).replace('T', ' '),
                entryKindNames[kind],
                labels[field],
                cents(amount),
                corrects ?? '',
                reason ?? '',
                trxId ?? '',
              ]),
            ),
          },
        ]),
  ];
  return parts.map((part) => unparse(part, { escapeFormulae: formula })).join('\r\n\r\n');
}

/** As papaparse has it, but for amounts below zero. */
const formula = /^(?!-?\d+\.\d{2}$)[=+\-@\t\r].*$/;
