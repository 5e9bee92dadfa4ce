import { percentile, type Timed } from './measure';

const figures = (timed: readonly Timed[]): string => {
  const times = timed.map(({ ms }) => ms);
  return [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1)).join(' | ');
};

/** A table of p50, p95 and the longest time, in milliseconds, by list and kind of request. */
export function tableOf(cold: readonly Timed[], warm: readonly Timed[]): string[] {
  const groups = new Map<string, (one: Timed) => boolean>([['all', () => true]]);
  for (const { call } of warm) {
    const middle = call.where === 'middle' ? ', in the middle' : '';
    groups.set(
      `${call.list}: ${call.kind}${middle}`,
      (one) =>
        one.call.list === call.list &&
        one.call.kind === call.kind &&
        (one.call.where === 'middle') === (call.where === 'middle'),
    );
  }
  const rows = [...groups].map(
    ([name, within]) =>
      `| ${name} | ${warm.filter(within).length} | ${figures(cold.filter(within))} | ${figures(warm.filter(within))} |`,
  );
  return [
    '| requests, ms | number | cold p50 | p95 | max | warm p50 | p95 | max |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.sort(),
  ];
}

/** The median time of a page, by list and sort. */
function medians(timed: readonly Timed[], where: 'first' | 'last'): Map<string, number> {
  const times = new Map<string, number[]>();
  for (const { call, ms } of timed) {
    if (call.where !== where) continue;
    const key = `${call.list} by ${call.sort.join(' ')}`;
    times.set(key, [...(times.get(key) ?? []), ms]);
  }
  return new Map([...times].map(([key, list]) => [key, percentile(list, 0.5)]));
}

function ratios(above: Map<string, number>, below: Map<string, number>): { median: number; worst: string } {
  const all = [...above].map(([key, ms]) => ({ key, ratio: ms / (below.get(key) ?? ms) }));
  const worst = all.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  return {
    median: percentile(
      all.map(({ ratio }) => ratio),
      0.5,
    ),
    worst: `${worst.ratio.toFixed(2)} (${worst.key})`,
  };
}

/** How much longer a first page takes than on a small database. */
export function compareFirstPages(small: readonly Timed[], big: readonly Timed[]): string {
  const { median, worst } = ratios(medians(big, 'first'), medians(small, 'first'));
  return `- First page against the same one at 10,000 transactions: ${median.toFixed(2)} times in the median of all sorts, at most ${worst}.`;
}

/** How much longer a last page takes than the first. */
export function compareLastPages(big: readonly Timed[]): string {
  const { median, worst } = ratios(medians(big, 'last'), medians(big, 'first'));
  return `- Last page against the first: ${median.toFixed(2)} times in the median of all sorts, at most ${worst}.`;
}

/** The requests that took longest, those for pages in the middle left out, which have rows of their own in the table. */
export function longest(timed: readonly Timed[], count: number): string[] {
  const told = timed
    .filter(({ call }) => call.where !== 'middle')
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ call: { list, sort, filter, where }, ms }) => {
      return `${ms.toFixed(0)} ms: ${list} by ${sort.join(' ')}, ${where} of \`${JSON.stringify(filter)}\``;
    });
  return ['Longest but for pages in the middle, warm:', '', ...told.map((line) => `- ${line}`)];
}
