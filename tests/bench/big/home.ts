import { calls } from '../../../contract/calls';
import { homeSchema } from '../../../contract/home';
import { z } from '../../../contract/zod';
import { percentile } from './measure';

const answerSchema = z.object({ data: homeSchema });

/** Asks for the console's home that often, one request after the other: milliseconds of each. */
export async function askHome(address: string, token: string, requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < requests; nth += 1) {
    const begun = performance.now();
    const response = await fetch(address + calls.readHome.path, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (response.status !== 200) throw new Error(`The home: ${response.status} ${text}`);
    const { waiting, sums, decisions } = answerSchema.parse(JSON.parse(text)).data;
    // One with nothing on it would be fast.
    if (waiting.deposits.count === 0 || sums.balance === 0 || decisions.length === 0) {
      throw new Error(`The home of a filled database: ${text}`);
    }
  }
  return times;
}

/** A table of the median, p95 and the longest time, in milliseconds. */
export function homeTable(first: readonly number[], later: readonly number[]): string[] {
  const row = (what: string, times: readonly number[]) =>
    `| ${what} | ${times.length} | ${[0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1)).join(' | ')} |`;
  return [
    "| the home's call, ms | number | p50 | p95 | max |",
    '|---|--:|--:|--:|--:|',
    row('first of all', first),
    row('later', later),
  ];
}
