import { entryKindNames } from '../../../contract/entry-names';
import { entriesTitle, statementNotes } from '../../../contract/statement-text';
import type { Statement } from '../../../contract/statements';
import { csvText } from '../csv-text';
import type { FigureNames } from '../figures/figure-history';

const cents = (dollars: number) => dollars.toFixed(2);

/**
 * A statement as a table for spreadsheets: its figures, then its entries or months. The figures have the names that the page
 * gives them. What is to be known of it stands above: whoever gets the file has not seen the page.
 */
export function toCsv(statement: Statement, names: FigureNames): string {
  const { lines, items, months, entries } = statement;
  const notes = [
    ...statementNotes(statement),
    ...(months.length === 0 && items.length < entries ? [entriesTitle(statement)] : []),
  ];
  const figure = (period: string) => (line: Statement['lines'][number]) => [
    period,
    names[line.field],
    ...[line.opening, line.deposits, line.withdrawals, line.adjustments, line.closing].map(cents),
  ];
  const parts = [
    ...(notes.length === 0 ? [] : [{ fields: ['note'], data: notes.map((note) => [note]) }]),
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
                names[field],
                cents(amount),
                corrects ?? '',
                reason ?? '',
                trxId ?? '',
              ]),
            ),
          },
        ]),
  ];
  return parts.map(csvText).join('\r\n\r\n');
}
