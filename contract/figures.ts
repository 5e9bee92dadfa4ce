import { accountFieldNames } from './chart';
import { limits } from './limits';
import { recordOf } from './record-of';
import { day, moment } from './times';
import { z } from './zod';

const mostDays = limits.figureDays;

const dollarsByFigure = recordOf(accountFieldNames, () => z.number());

/** `?at=`: a moment with its offset, as `2026-03-01T00:00:00Z`; without it, now. */
export const figuresQuery = z.strictObject({ at: moment.optional() });

/** Figures as entries had made them by a moment, that moment's entries among them; dollars. */
export const figuresSchema = z.object({ at: z.iso.datetime(), ...dollarsByFigure });
export type FiguresAt = z.infer<typeof figuresSchema>;

/** The first and the last day, of UTC. */
export const figureDaysQuery = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['from'], message: 'The first day is after the last one' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * 86_400_000, {
    path: ['from'],
    message: `Ask for ${mostDays} days at most`,
  });

/** The figures of an account at the end of each day that has an entry, the oldest first; dollars, days of UTC. */
export const figureDaysSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Before the first day. */
  opening: z.object(dollarsByFigure),
  days: z.array(z.object({ day: z.iso.date(), ...dollarsByFigure })),
  /** The day of the account's first entry; none when it has no entry. */
  since: z.iso.date().nullable(),
});
export type FigureDays = z.infer<typeof figureDaysSchema>;
