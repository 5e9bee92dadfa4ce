import type { AccountField } from '../../../contract/account';
import { accountFieldNames, figureLabels, holdings } from '../../../contract/chart';
import type { FigureDays, FiguresAt } from '../../../contract/figures';
import { limits } from '../../../contract/limits';
import { recordOf } from '../../../contract/record-of';
import { hostNow } from '../host-clock';

export type FigureNames = Readonly<Record<AccountField, string>>;

/** The figures as the dashboard names them. */
export const dashboardNames: FigureNames = figureLabels(({ label }) => label);

/** Where the figures of an account over time come from. */
export interface FigureSource {
  /** The start of the keys in the query cache. */
  key: readonly unknown[];
  days(span: Span, signal: AbortSignal): Promise<FigureDays>;
  /** What the figures are called where that is not as on the dashboard. */
  names?: FigureNames;
  /** `at` as an ISO moment. */
  at(at: string, signal: AbortSignal): Promise<FiguresAt>;
}

/** The first and the last day, of UTC. */
export interface Span {
  from: string;
  to: string;
}

/** The figures from a moment on. */
export interface Point {
  at: Date;
  figures: Record<AccountField, number>;
}

/** Milliseconds. */
export const dayLength = 86_400_000;

/** How far back a chart goes, in days. */
export const spans = { '1M': 30, '3M': 91, '1Y': 366, All: limits.figureDays - 1 } as const;
export type SpanName = keyof typeof spans;

/** The day of UTC that a moment is in. */
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** The day it is by the host's clock: that of this device may be a day off. */
export const hostDay = () => dayOf(new Date(hostNow()));

/** From so many days before a day up to it. */
export function spanUntil(today: string, name: SpanName): Span {
  return { from: dayOf(new Date(Date.parse(today) - spans[name] * dayLength)), to: today };
}

/** The last moment of a day. */
export const endOf = (day: string) => `${day}T23:59:59.999Z`;

/**
 * The figures at the ends of days as steps of a line: each holds until the next one, the last one until the end. What is
 * before the first entry is left out of a span that goes further back.
 */
export function pointsOf({ from, to, opening, days, since }: FigureDays): Point[] {
  const figuresOf = (figures: Record<AccountField, number>) =>
    recordOf(accountFieldNames, (field) => figures[field]);
  const begin = since !== null && since > from ? since : from;
  const points = days.map((day) => ({ at: new Date(day.day), figures: figuresOf(day) }));
  const first = points[0];
  if (!first || first.at.getTime() > Date.parse(begin)) {
    points.unshift({ at: new Date(begin), figures: figuresOf(opening) });
  }
  const last = points.at(-1);
  const end = new Date(Date.parse(to) + dayLength);
  return last ? [...points, { at: end, figures: last.figures }] : points;
}

/** The day of UTC that a point is of: the last one is the end of the last day, and of none after it. */
export function dayOfPoint(at: Date, points: readonly Point[]): Date {
  const isEnd = at.getTime() === points.at(-1)?.at.getTime();
  return isEnd ? new Date(at.getTime() - dayLength) : at;
}

/** The holdings that were anything at any time, in the order of the chart of accounts. */
export function heldIn(points: readonly Point[], names: FigureNames) {
  return holdings
    .map(({ field }, colour) => ({ field, label: names[field], colour }))
    .filter(({ field }) => points.some(({ figures }) => figures[field] !== 0));
}
