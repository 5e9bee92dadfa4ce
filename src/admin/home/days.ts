const dayLength = 86_400_000;

/** The day (YYYY-MM-DD) a number of days before another one. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayLength).toISOString().slice(0, 10);
}

/** Every day from one to another, both inside. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => daysBefore(from, -index));
}

/** "Mar 4" of a day (YYYY-MM-DD). */
export function dayText(day: string): string {
  const moment = new Date(day);
  // "Wed, 04 Mar 2026"
  return `${moment.toUTCString().slice(8, 11)} ${moment.getUTCDate()}`;
}
