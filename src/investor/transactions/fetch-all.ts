import type { Transaction } from '../../../contract/transaction';
import { arrange, type PageRequest, readRange } from './transaction-page';

/** Rows asked for at once; the server gives up to a thousand. */
const step = 500;

/** Reads everything that passes the filter, in the order of the list, a range at a time. */
export async function fetchAll(
  request: PageRequest,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Transaction[]> {
  // By id: a transaction made meanwhile moves the ones behind it into the next range, where they come again.
  const found = new Map<string, Transaction>();
  for (let start = 0; ; start += step) {
    const { data, total } = await readRange(request, start, start + step - 1, signal);
    if (total === undefined) return arrange(data, request);
    for (const transaction of data) found.set(transaction._id, transaction);
    onProgress(found.size, total);
    if (data.length === 0 || start + step >= total) return [...found.values()];
  }
}
