import { figureLabels, holdings } from './chart';
import type { StatementLine } from './statements';

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "March 2026" of "2026-03"; a year is its own name. */
export function periodName(period: string): string {
  return period.length === 4 ? period : monthNames.format(new Date(`${period}-01T00:00:00Z`));
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
