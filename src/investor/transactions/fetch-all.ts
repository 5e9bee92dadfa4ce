import type { Transaction } from '../../../contract/transaction';
import { everyRow, type ListPart } from '../../shared/every-row';
import { arrange, type PageRequest, readRange } from './transaction-page';

/** Rows asked for at once; the server gives up to a thousand. */
const step = 500;

/** Reads everything that passes the filter, in the order of the list, a range at a time. */
export async function fetchAll(
  request: PageRequest,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Transaction[]> {
  async function read(start: number): Promise<ListPart<Transaction>> {
    const { data, total, atLeast } = await readRange(request, start, start + step - 1, signal);
    if (total === undefined) {
      const rows = arrange(data, request);
      return { rows, start: 0, total: rows.length };
    }
    onProgress(Math.min(start + data.length, total), total);
    return { rows: data, start, total, atLeast };
  }

  const orderOf = (transaction: Transaction): unknown => Reflect.get(transaction, request.sort.field);
  return everyRow({ read, idOf: ({ _id }) => _id, orderOf });
}
