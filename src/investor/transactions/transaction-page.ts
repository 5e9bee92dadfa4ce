import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits';
import { ownTransactionList } from '../../../contract/list-query';
import type { Transaction } from '../../../contract/transaction';
import { callList } from '../../shared/api';
import { transactionsKey } from '../investor-data';
import { filterQuery, noFilter, passes, type TransactionFilter } from './transaction-filter';

/** Which page of the transactions, counted from 0, in which order, and of which of them. */
export interface PageRequest {
  page: number;
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: TransactionFilter;
}

/** A transaction and its serial number in the list, from 1. */
export interface TransactionRow extends Transaction {
  sn: number;
}

export interface TransactionPage {
  rows: TransactionRow[];
  /** How many transactions pass the filter, on all pages. */
  total: number;
}

/** What both ways of showing the transactions take. */
export interface TransactionsView {
  page: TransactionPage;
  request: PageRequest;
  onRequest: (request: PageRequest) => void;
  /** Another page is under way. */
  loading: boolean;
  /** Shows the details of a transaction, by its id. */
  onOpen: (id: string) => void;
}

const [defaultField, defaultOrder] = ownTransactionList.defaultSort;

/** The newest transactions. */
export const firstPage: PageRequest = {
  page: 0,
  sort: { field: defaultField, order: defaultOrder },
  filter: noFilter,
};

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
}

/** Narrows and orders a whole list in the browser, as a host that pages would. */
export function arrange(list: readonly Transaction[], { sort, filter }: PageRequest): Transaction[] {
  const sign = sort.order === 'ASC' ? 1 : -1;
  const value = (transaction: Transaction): unknown => Reflect.get(transaction, sort.field);
  return list
    .filter((transaction) => passes(transaction, filter))
    .toSorted((a, b) => sign * compare(value(a), value(b)));
}

/** Asks for the rows `first` to `last`, counted from 0. A host that does not page answers all, without a total. */
export function readRange(request: PageRequest, first: number, last: number, signal: AbortSignal) {
  return callList('listOwnTransactions', {
    query: {
      sort: JSON.stringify([request.sort.field, request.sort.order]),
      range: JSON.stringify([first, last]),
      ...filterQuery(request.filter),
    },
    signal,
  });
}

/** Asks for one page. Of a host that answers the whole list the page is cut here (docs/rules.md, "Other hosts"). */
async function readPage(request: PageRequest, signal: AbortSignal): Promise<TransactionPage> {
  const start = request.page * limits.pageSize;
  const end = start + limits.pageSize;
  const { data, total } = await readRange(request, start, end - 1, signal);
  const whole = total === undefined ? arrange(data, request) : undefined;
  const page = whole ? whole.slice(start, end) : data;
  return {
    rows: page.map((transaction, index) => ({ ...transaction, sn: start + index + 1 })),
    total: whole?.length ?? total ?? 0,
  };
}

/** One page of the investor's transactions; the page before stays in view while the next one loads. */
export function useTransactions(request: PageRequest = firstPage) {
  return useQuery({
    queryKey: [...transactionsKey, request],
    queryFn: ({ signal }) => readPage(request, signal),
    placeholderData: keepPreviousData,
  });
}
