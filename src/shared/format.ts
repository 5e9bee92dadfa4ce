import { pageMessages } from '../../contract/messages';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * Dollars with a dollar sign, comma thousands and two decimals. Hosts send amounts as numbers or as text; what
 * is neither shows as a missing value.
 */
export function formatDollars(value: number | string): string {
  const amount = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? dollars.format(amount) : pageMessages.missing;
}

/** Dollars with their sign, "+$12.34" or "-$12.34": what came or went. */
export function signedDollars(amount: number): string {
  return `${amount > 0 ? '+' : ''}${formatDollars(amount)}`;
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** A moment (ISO text) as a calendar day where the reader is, "Mar 4, 2026"; unreadable text as it came. */
export function formatDate(value: string): string {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : dates.format(moment);
}

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment (ISO text) where the reader is, "Mar 4, 2026, 2:05 PM"; unreadable text as it came. */
export function formatMoment(value: string): string {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : moments.format(moment);
}

/** A number of things with their name, "1 row", "1,204 rows". */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Text cut to `length` characters with ' ...' behind when it is longer (docs/rules.md, "Times and sizes"). */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} ...` : text;
}
