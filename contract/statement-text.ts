import { figureLabels, holdings } from './chart';
import type { Statement, StatementLine } from './statements';

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "March 2026" of "2026-03"; a year is its own name. */
export function periodName(period: string): string {
  return period.length === 4 ? period : monthNames.format(new Date(`${period}-01T00:00:00Z`));
}

export const notIntactNote =
  'This statement is not what the entries of the account make any more. Write to us.';

/** The heading of the entries, which says where some are left out. */
export function entriesTitle({ items, entries }: Pick<Statement, 'items' | 'entries'>): string {
  return items.length < entries ? `The first ${items.length} of ${entries} entries` : 'Entries';
}

/** What is to be known before the figures are read. */
export function statementNotes({ stored, intact }: Pick<Statement, 'stored' | 'intact'>): string[] {
  return [
    ...(stored ? [] : ['Preliminary: this period is not over, and the statement may still change.']),
    ...(intact === false ? [notIntactNote] : []),
  ];
}

const labels = figureLabels(({ label }) => label);

/** What came, went and was posted in each currency that a period moved; profit is among the figures, as it has no currency. */
export function currencyLines(
  lines: readonly StatementLine[],
  names = labels,
): { name: string; line: StatementLine }[] {
  return holdings.flatMap(({ field }) => {
    const line = lines.find((one) => one.field === field);
    const moved = line && [line.deposits, line.withdrawals, line.adjustments].some((value) => value !== 0);
    return moved ? [{ name: names[line.field], line }] : [];
  });
}

export const currencyNote =
  'Posted is what the operator has posted in a currency: results of plans, and corrections. Profit has no currency of its own and is among the figures above.';
