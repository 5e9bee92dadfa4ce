import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits';
import { ownTransactionList } from '../../../contract/list-query';
import type { Transaction } from '../../../contract/transaction';
import { callList } from '../../shared/api';
import { transactionsKey } from '../investor-data';

/** Which page of the transactions, counted from 0, and in which order. */
export interface PageRequest {
  page: number;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

/** A transaction and its serial number in the list, from 1. */
export interface TransactionRow extends Transaction {
  sn: number;
}

export interface TransactionPage {
  rows: TransactionRow[];
  /** How many transactions there are on all pages. */
  total: number;
}

/** What both ways of showing the transactions take. */
export interface TransactionsView {
  page: TransactionPage;
  request: PageRequest;
  onRequest: (request: PageRequest) => void;
  /** Another page is under way. */
  loading: boolean;
}

const [defaultField, defaultOrder] = ownTransactionList.defaultSort;

/** The newest transactions. */
export const firstPage: PageRequest = { page: 0, sort: { field: defaultField, order: defaultOrder } };

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
}

/** Orders and cuts a whole list in the browser, as a host that pages would. */
export function pageOf(list: readonly Transaction[], { page, sort }: PageRequest): Transaction[] {
  const sign = sort.order === 'ASC' ? 1 : -1;
  const value = (transaction: Transaction): unknown => Reflect.get(transaction, sort.field);
  const start = page * limits.pageSize;
  return list.toSorted((a, b) => sign * compare(value(a), value(b))).slice(start, start + limits.pageSize);
}

/** Asks for one page. A host that answers the whole list without its size is paged here (design, section 6). */
async function readPage(request: PageRequest, signal: AbortSignal): Promise<TransactionPage> {
  const start = request.page * limits.pageSize;
  const { data, total } = await callList('listOwnTransactions', {
    query: {
      sort: JSON.stringify([request.sort.field, request.sort.order]),
      range: JSON.stringify([start, start + limits.pageSize - 1]),
    },
    signal,
  });
  const page = total === undefined ? pageOf(data, request) : data;
  return {
    rows: page.map((transaction, index) => ({ ...transaction, sn: start + index + 1 })),
    total: total ?? data.length,
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
