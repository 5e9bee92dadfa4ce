/** A figure at a moment, by performance.now(). */
export interface Point {
  at: number;
  value: number;
}

export interface Span {
  from: number;
  until: number;
}

/** By how much a figure may grow from the first third to the last. */
export const allowedGrowth = 0.1;

/** What comes before is warming up: caches fill, the code is compiled, connections are opened. */
export const warmUp = 0.2;

/** The first and the last third of what comes behind the warm-up. */
export function thirdsOf({ from, until }: Span): { first: Span; last: Span } {
  const begun = from + (until - from) * warmUp;
  const third = (until - begun) / 3;
  return { first: { from: begun, until: begun + third }, last: { from: until - third, until } };
}

const within = (points: readonly Point[], { from, until }: Span) =>
  points.filter(({ at }) => at >= from && at < until).map(({ value }) => value);

export function meanOf(points: readonly Point[], span: Span): number {
  const values = within(points, span);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that so many percent are not above. */
export function percentileOf(points: readonly Point[], span: Span, percent: number): number {
  const values = within(points, span).sort((one, other) => one - other);
  return values[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)] ?? Number.NaN;
}

export interface Verdict {
  first: number;
  last: number;
  /** 0.05 is five percent more. */
  growth: number;
  /** Whether it has not grown by more than is allowed. A figure that nobody has measured is not flat. */
  flat: boolean;
}

/** Compares a figure in the last third of a run with the first; `measure` makes one figure of the points of a third. */
export function judge(
  points: readonly Point[],
  run: Span,
  measure: (points: readonly Point[], span: Span) => number = meanOf,
): Verdict {
  const { first: firstThird, last: lastThird } = thirdsOf(run);
  const first = measure(points, firstThird);
  const last = measure(points, lastThird);
  const growth = last / first - 1;
  return { first, last, growth, flat: growth <= allowedGrowth };
}
