import { formatDate, formatMoment } from '../../shared/format';

/** The calendar day of a moment at Greenwich, "Mar 4, 2026": of a value that is a day and no moment. */
const utcDay = (moment: Date) =>
  `${moment.toUTCString().slice(8, 11)} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`;

/** A calendar day ('2026-03-04') as "Mar 4, 2026", wherever the reader is; a moment as the day there. */
export function formatDay(value: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : undefined;
  return day && !Number.isNaN(day.getTime()) ? utcDay(day) : formatDate(value);
}

/** As react-admin's field tells a day of no hour from a moment. */
const isDay = (options: Intl.DateTimeFormatOptions | undefined) =>
  options !== undefined && Object.keys(options).join() === 'timeZone';

/** A date that says itself as the console's own columns do, unless it is told a language or a form. */
class ShownDate extends Date {
  private own(locales: unknown, options: Intl.DateTimeFormatOptions | undefined): boolean {
    return (
      locales === undefined && (options === undefined || isDay(options)) && !Number.isNaN(this.getTime())
    );
  }

  override toLocaleString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string {
    return this.own(locales, options)
      ? formatMoment(this.toISOString())
      : super.toLocaleString(locales, options);
  }

  override toLocaleDateString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string {
    if (!this.own(locales, options)) return super.toLocaleDateString(locales, options);
    return isDay(options) ? utcDay(this) : formatDate(this.toISOString());
  }

  override toLocaleTimeString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string {
    return super.toLocaleTimeString(locales ?? 'en-US', options ?? { timeStyle: 'short' });
  }
}

/** What a field of react-admin's makes of a value before it shows it as a date. */
export function shownDate(value: unknown): Date {
  return new ShownDate(value instanceof Date ? value.getTime() : (value as string | number));
}
