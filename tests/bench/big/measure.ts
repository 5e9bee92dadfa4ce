import { z } from '../../../contract/zod';
import { type ListCall, lists, pageSize } from './queries';

export interface Timed {
  call: ListCall;
  /** Milliseconds from sending the request to having read the answer. */
  ms: number;
  /** The first position asked for. */
  from: number;
}

/** Totals of lists as the first pages told them, by sort and filter. */
type Totals = Map<string, { total: number; atLeast: boolean }>;

const answerSchema = z.object({ data: z.array(z.unknown()) });
const keyOf = ({ list, filter }: ListCall) => JSON.stringify([list, filter]);

/** Asks once, and answers how long it took; none when the list has no such page, or not one of its own. */
async function ask(
  address: string,
  token: string,
  call: ListCall,
  totals: Totals,
): Promise<Timed | undefined> {
  const known = totals.get(keyOf(call));
  const from = positionOf(call, known?.total ?? 0);
  if (call.where !== 'first' && (!known || from === 0 || from >= known.total)) return undefined;
  // Where a list goes on beyond its total is not said, so nobody can ask for its last page.
  if (call.where === 'last' && known?.atLeast) return undefined;
  const query = new URLSearchParams({
    sort: JSON.stringify(call.sort),
    range: JSON.stringify([from, from + pageSize - 1]),
    filter: JSON.stringify(call.filter),
  });
  const begun = performance.now();
  const response = await fetch(`${address}${lists[call.list].path}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  const ms = performance.now() - begun;
  if (response.status !== 200) throw new Error(`${JSON.stringify(call)}: ${response.status} ${text}`);
  const total = Number(response.headers.get('content-range')?.split('/')[1]);
  const atLeast = response.headers.has('x-total-relation');
  totals.set(keyOf(call), { total, atLeast });
  const rows = answerSchema.parse(JSON.parse(text)).data.length;
  const expected = Math.min(pageSize, total - from);
  if (rows !== expected) throw new Error(`${JSON.stringify(call)}: ${rows} rows instead of ${expected}`);
  return { call, ms, from };
}

function positionOf({ where }: ListCall, total: number): number {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = { first: 0, second: 1, 'page 25': 24, middle: Math.floor(pages / 2), last: pages - 1 }[where];
  return page * pageSize;
}

/** Asks every call once, one after the other. */
export async function askAll(address: string, token: string, calls: readonly ListCall[]): Promise<Timed[]> {
  const totals: Totals = new Map();
  const timed: Timed[] = [];
  for (const call of calls) {
    const one = await ask(address, token, call, totals);
    if (one) timed.push(one);
  }
  return timed;
}

/** The value that a share of the numbers do not pass. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
