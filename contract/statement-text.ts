const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "March 2026" of "2026-03"; a year is its own name. */
export function periodName(period: string): string {
  return period.length === 4 ? period : monthNames.format(new Date(`${period}-01T00:00:00Z`));
}
