import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ownTransactionList } from '../../../contract/list-query';
import { filterNames, readFilter } from './transaction-filter';
import { openParam } from './transaction-link';
import { firstPage, type PageRequest } from './transaction-page';

const names = { page: 'page', sort: 'sort', order: 'order' } as const;

/** Reads page, order and filter of an address; what makes no sense there is left out. */
export function readRequest(params: URLSearchParams): PageRequest {
  const page = Number(params.get(names.page) ?? 1);
  const field = ownTransactionList.sortable.find((name) => name === params.get(names.sort));
  const order = params.get(names.order) === 'asc' ? 'ASC' : 'DESC';
  return {
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    sort: field ? { field, order } : firstPage.sort,
    filter: readFilter(params),
  };
}

/** The address's query of a request; what is the default is not in it. */
export function writeRequest({ page, sort, filter }: PageRequest): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of filterNames) if (filter[name]) params.set(name, filter[name]);
  if (sort.field !== firstPage.sort.field || sort.order !== firstPage.sort.order) {
    params.set(names.sort, sort.field);
    params.set(names.order, sort.order.toLowerCase());
  }
  if (page > 0) params.set(names.page, String(page + 1));
  return params;
}

/**
 * What the transactions page shows, kept in the address: a reload, a shared link and the way back lead to the same.
 * `openId` is the transaction whose details are shown; opening them can be undone by the browser's way back.
 */
export function useTransactionsView() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const request = useMemo(() => readRequest(params), [params]);

  const onRequest = useCallback(
    (next: PageRequest) => setParams(writeRequest(next), { replace: true }),
    [setParams],
  );

  function onOpen(id: string): void {
    const next = new URLSearchParams(params);
    next.set(openParam, id);
    setParams(next, { state: { opened: true } });
  }

  function onClose(): void {
    if (state?.opened === true) return void navigate(-1);
    const next = new URLSearchParams(params);
    next.delete(openParam);
    setParams(next, { replace: true });
  }

  return { request, onRequest, openId: params.get(openParam), onOpen, onClose };
}
