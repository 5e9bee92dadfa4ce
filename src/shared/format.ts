import { pageMessages } from '../../contract/messages';

/*
 * Amounts, counts, days and moments as en-US writes them, of which `Intl` is asked for none: the first of its formatters keeps a
 * phone busy for a tenth of a second and more, while the first screen of the app is made (docs/decisions/0042-formats.md).
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const grouped = (digits: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** A number of things with comma thousands, "1,204". */
export function formatCount(count: number): string {
  return Number.isSafeInteger(count)
    ? `${count < 0 ? '-' : ''}${grouped(String(Math.abs(count)))}`
    : count.toLocaleString('en-US');
}

/** What is shorter than a cent, or longer than a computer counts cents by one, is rare: as the browser writes it. */
const rareDollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/**
 * Dollars with a dollar sign, comma thousands and two decimals. Hosts send amounts as numbers or as text; what
 * is neither shows as a missing value.
 */
export function formatDollars(value: number | string): string {
  const amount = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(amount)) return pageMessages.missing;
  // As it is written in decimals: times 100, 1.005 would be less than 100.5.
  const cents = Math.round(Number(`${Math.abs(amount)}e2`));
  if (!Number.isSafeInteger(cents) || Object.is(amount, -0)) return rareDollars(amount);
  const digits = String(cents).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

const thousands = ['', 'K', 'M', 'B', 'T'];

/** Dollars in few letters, for the scale of a chart: "$1.5K". */
export function compactDollars(amount: number): string {
  const sign = amount < 0 ? '-' : '';
  let unit = thousands.findIndex((_, index) => Math.abs(amount) < 1_000 ** (index + 1));
  if (unit === -1) unit = thousands.length - 1;
  const rounded = (power: number) => Math.round(Math.abs(amount) / (1_000 ** power / 10)) / 10;
  // 999,950 is a million.
  if (rounded(unit) >= 1_000 && unit < thousands.length - 1) unit += 1;
  return `${sign}$${rounded(unit)}${thousands[unit]}`;
}

/** Dollars with their sign, "+$12.34" or "-$12.34": what came or went. */
export function signedDollars(amount: number): string {
  return `${amount > 0 ? '+' : ''}${formatDollars(amount)}`;
}

const dayOf = (year: number, month: number, day: number) => `${months[month]} ${day}, ${year}`;

/** The calendar day of a moment where the reader is, "Mar 4, 2026". */
const localDay = (moment: Date) => dayOf(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** The hour of a moment where the reader is, "2:05 PM". */
function hourOf(moment: Date): string {
  const hour = moment.getHours();
  return `${hour % 12 || 12}:${String(moment.getMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The calendar day of a moment at Greenwich, "Mar 4, 2026": of a value that is a day and no moment. */
export function formatUtcDay(moment: Date): string {
  return dayOf(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate());
}

/** The same without its year, "Mar 4". */
export const shortUtcDay = (moment: Date) => `${months[moment.getUTCMonth()]} ${moment.getUTCDate()}`;

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

/** A moment of this year, where there is little room: "Mar 4, 2:05 PM". */
export function shortMoment(moment: Date): string {
  return `${months[moment.getMonth()]} ${moment.getDate()}, ${hourOf(moment)}`;
}

/** A number of things with their name, "1 row", "1,204 rows". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Text cut to `length` characters with ' ...' behind when it is longer (docs/rules.md, "Times and sizes"). */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} ...` : text;
}
