import { type FigureEntry, figureEntrySchema } from '../../../contract/ledger';
import type { Answer, Received } from './stand-in-host';

/** For tests: entries that moved the balance by these amounts (dollars), one a day; the newest comes first. */
export function buildEntries(
  amounts: readonly number[],
  overrides: Partial<FigureEntry> = {},
): FigureEntry[] {
  let cents = 0;
  const entries = amounts.map((amount, day): FigureEntry => {
    cents += Math.round(amount * 100);
    return {
      _id: `${day + 1}-balance`,
      field: 'balance',
      createdAt: new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString(),
      kind: amount < 0 ? 'withdrawal_reserved' : 'deposit_confirmed',
      amount,
      figureAfter: cents / 100,
      postedBy: amount < 0 ? 'investor' : 'operator',
      reason: null,
      trxId: `01a1fd3e-2077-777b-bb9c-${String(day + 1).padStart(12, '0')}`,
      ...overrides,
    };
  });
  return entries.map((entry) => figureEntrySchema.parse(entry)).reverse();
}

/** For tests: the page of a list that a request asks for by its `range`, with the size of the whole list. */
export function pageAnswer(list: readonly unknown[], request: Received): Answer {
  const range = new URL(request.path, 'http://host').searchParams.get('range') ?? `[0,${list.length}]`;
  const [first, last]: [number, number] = JSON.parse(range);
  return {
    headers: { 'content-range': `items ${first}-${last}/${list.length}` },
    body: { data: list.slice(first, last + 1) },
  };
}
