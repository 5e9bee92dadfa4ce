/** Periods of UTC by their names: "2026-03" is a month, "2026" a year. */
export const isMonth = (period: string) => period.length === 7;

export const yearOf = (period: string) => period.slice(0, 4);

/** The period that a moment is in. */
export const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);

/** The first moment of a period. */
export function startOf(period: string): Date {
  return new Date(isMonth(period) ? `${period}-01T00:00:00Z` : `${period}-01-01T00:00:00Z`);
}

/** The period of the same kind that comes after, or as many before it when it is negative. */
export function periodAfter(period: string, steps = 1): string {
  const start = startOf(period);
  if (!isMonth(period)) return String(start.getUTCFullYear() + steps);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + steps, 1)));
}

/** The first and the last day of a period. */
export function daysOf(period: string): { from: string; to: string } {
  const last = new Date(startOf(periodAfter(period)).getTime() - 1);
  return { from: startOf(period).toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) };
}

/** The months of a year, or the month itself. */
export function monthsOf(period: string): string[] {
  if (isMonth(period)) return [period];
  return Array.from({ length: 12 }, (_, index) => `${period}-${String(index + 1).padStart(2, '0')}`);
}
