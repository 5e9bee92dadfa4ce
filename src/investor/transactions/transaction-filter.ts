import { cryptos, trxStatuses, trxTypes } from '../../../contract/enums';
import { day, withinYears } from '../../../contract/times';
import type { Transaction } from '../../../contract/transaction';
import { z } from '../../../contract/zod';

const chosenDay = z.union([day, z.literal('')]);

/** What the list is narrowed to; an empty text means all. */
const filterSchema = z.object({
  type: z.union([trxTypes, z.literal('')]).catch(''),
  status: z.union([trxStatuses, z.literal('')]).catch(''),
  currency: z.union([cryptos, z.literal('')]).catch(''),
  /** Days where the reader is, both included. */
  from: chosenDay.catch(''),
  to: chosenDay.catch(''),
});
export type TransactionFilter = z.infer<typeof filterSchema>;

export const noFilter: TransactionFilter = { type: '', status: '', currency: '', from: '', to: '' };

/** The names of the filters, as the address has them. */
export const filterNames = Object.keys(noFilter) as (keyof TransactionFilter)[];

/** How many filters narrow the list. */
export function activeFilters(filter: TransactionFilter): number {
  return filterNames.filter((name) => filter[name] !== '').length;
}

/** Whether the first day comes after the last one, so that nothing can pass. */
export function crossed({ from, to }: TransactionFilter): boolean {
  return from !== '' && to !== '' && from > to;
}

/** Reads the filters of an address; what is none is left out. */
export function readFilter(params: URLSearchParams): TransactionFilter {
  return filterSchema.parse(Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])));
}

/** The last moment of a day where the reader is; before the next one begins: the last hour may come twice. */
const endOf = (day: string) => new Date(new Date(`${day}T00:00:00`).setHours(24, 0, 0, 0) - 1);

/** The first moment of the day `from` and the last of the day `to`, where the reader is, as ISO text. */
function bounds({ from, to }: TransactionFilter): { gte?: string; lte?: string } {
  return {
    ...(from && { gte: withinYears(new Date(`${from}T00:00:00`)).toISOString() }),
    ...(to && { lte: withinYears(endOf(to)).toISOString() }),
  };
}

/** The filter as the list's call takes it; nothing when there is none. */
export function filterQuery(filter: TransactionFilter): { filter?: string } {
  const { gte, lte } = bounds(filter);
  const conditions = {
    ...(filter.type && { trxType: filter.type }),
    ...(filter.status && { status: filter.status }),
    ...(filter.currency && { crypto: filter.currency }),
    ...(gte && { createdAt_gte: gte }),
    ...(lte && { createdAt_lte: lte }),
  };
  return Object.keys(conditions).length > 0 ? { filter: JSON.stringify(conditions) } : {};
}

/** Whether a transaction passes, for a host that answers the whole list. */
export function passes(transaction: Transaction, filter: TransactionFilter): boolean {
  const { gte, lte } = bounds(filter);
  const at = Date.parse(transaction.createdAt);
  return (
    (!filter.type || transaction.trxType === filter.type) &&
    (!filter.status || transaction.status === filter.status) &&
    (!filter.currency || transaction.crypto === filter.currency) &&
    (!gte || at >= Date.parse(gte)) &&
    (!lte || at <= Date.parse(lte))
  );
}
