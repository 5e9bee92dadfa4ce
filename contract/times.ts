import { z } from './zod';

/*
 * Days and moments that come from outside. The years 1 to 9999 of UTC are those that the database and the four digits of
 * a year both have a form for.
 */

/** The last millisecond there is. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const firstMoment = Date.parse('0001-01-01T00:00:00Z');

/** Whether a day, a moment with its zone or one in milliseconds is within those years; what is no time is not. */
export function isWithinYears(time: string | number): boolean {
  const at = new Date(time).getTime();
  return at >= firstMoment && at <= lastMoment;
}

export const yearsMessage = 'Must be in the years 1 to 9999';

/** A moment, or the nearest one within those years. */
export function withinYears(at: Date): Date {
  return new Date(Math.min(Math.max(at.getTime(), firstMoment), lastMoment));
}

/** A day of the calendar, as 2026-01-31. */
export const day = z.iso.date().refine(isWithinYears, yearsMessage);

/** A moment with its offset, as 2026-01-31T12:00:00+02:00. */
export const moment = z.iso.datetime({ offset: true }).refine(isWithinYears, yearsMessage);
