import { pageMessages } from '../../contract/messages';

/*
 * Amounts, counts, days and moments as en-US writes them, of which `Intl` is asked for none: the first of its formatters keeps a
 * phone busy for a tenth of a second and more, while the first screen of the app is made (docs/decisions/0042-formats.md).
 */

/** Digits with comma thousands. */
export const grouped = (digits: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

const dollars = { style: 'currency', currency: 'USD' } as const;

/** A whole number with comma thousands, "1,204". */
export const formatCount = (count: number) => grouped(String(count));

/** A figure as a host sends it, as a number; NaN where it is missing, which JavaScript would call zero. */
export function amountOf(value: number | string | null | undefined): number {
  return value === null || String(value).trim() === '' ? Number.NaN : Number(value);
}

/**
 * Dollars with a dollar sign, comma thousands and two decimals. Hosts send amounts as numbers or as text; what
 * is neither, null or nothing above all, shows as a missing value.
 */
export function formatDollars(value: number | string | null | undefined): string {
  const amount = amountOf(value);
  if (!Number.isFinite(amount)) return pageMessages.missing;
  // As it is written in decimals: times 100, 1.005 would be less than 100.5.
  const cents = Math.round(Number(`${Math.abs(amount)}e2`));
  // Tiny fractions of a cent, which are written as powers of ten, and billions, of which fractions of a cent are no longer exact.
  if (!(cents < 1e12)) return amount.toLocaleString('en-US', dollars);
  const digits = String(cents).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** A number without an exponent: "0.00000001", which JavaScript calls 1e-8. */
export function inDigits(value: number): string {
  const text = String(value);
  return text.includes('e')
    ? value.toLocaleString('en-US', { maximumSignificantDigits: 17, useGrouping: false })
    : text;
}

/** Dollars with their sign, "+$12.34" or "-$12.34": what came or went. */
export function signedDollars(amount: number): string {
  return `${amount > 0 ? '+' : ''}${formatDollars(amount)}`;
}

/** The calendar day of a moment where the reader is, "Mar 4, 2026". JavaScript's own text of it, "Wed Mar 04 2026", is the same everywhere. */
const localDay = (moment: Date) =>
  `${moment.toDateString().slice(4, 7)} ${moment.getDate()}, ${moment.getFullYear()}`;

/** The hour of a moment where the reader is, "2:05 PM"; JavaScript's text of it is "14:05:09 GMT". */
function hourOf(moment: Date): string {
  const hour = moment.getHours();
  return `${hour % 12 || 12}${moment.toTimeString().slice(2, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A moment (ISO text) as a calendar day where the reader is, "Mar 4, 2026"; unreadable text as it came. */
export function formatDate(value: string): string {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : localDay(moment);
}

/** A moment (ISO text) where the reader is, "Mar 4, 2026, 2:05 PM"; unreadable text as it came. */
export function formatMoment(value: string): string {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : `${localDay(moment)}, ${hourOf(moment)}`;
}

/** A number of things with their name, "1 row", "1,204 rows". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Text cut to `length` characters with ' ...' behind when it is longer (docs/rules.md, "Times and sizes"). */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} ...` : text;
}
