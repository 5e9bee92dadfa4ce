import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as fields from '../../../contract/fields';
import type { Transaction } from '../../../contract/transaction';
import { lazyCode } from '../../shared/loading/lazy-code';
import { patience } from '../../shared/query-client';
import { transactionsKey } from '../investor-data';
import { noFilter } from '../transactions/transaction-filter';
import { firstPage } from '../transactions/transaction-page';

const loadFetchAll = lazyCode(() => import('../transactions/fetch-all'));

/**
 * An id as it is sent, to compare by: hexadecimal digits may be capitals or not, with 0x before them or not. None of what cannot
 * be sent.
 */
const plain = (id: string | null) =>
  fields.transactionId.safeParse(id).data?.toLowerCase().replace(/^0x/, '');

/** The investor's deposits by their ids, the newest of each, for as long as one is being reported. */
const ownDeposits = queryOptions({
  queryKey: [...transactionsKey, 'deposits'],
  queryFn: async ({ signal }) => {
    const { fetchAll } = await loadFetchAll();
    const filter = { ...noFilter, type: 'DEPOSIT' as const };
    const byId = new Map<string, Transaction>();
    for (const deposit of await fetchAll({ ...firstPage, filter }, signal, () => {})) {
      const id = plain(deposit.transactionId);
      if (id !== undefined && !byId.has(id)) byId.set(id, deposit);
    }
    return byId;
  },
  staleTime: 60_000,
  retry: false,
});

const sameId = (deposits: ReadonlyMap<string, Transaction>, typed: string) =>
  deposits.get(plain(typed) ?? '');

/**
 * The deposit that was reported with the same transaction id before, if there is one; the list is read while `active`, and names none at other times.
 * `look` waits for the list, for an id that is about to be sent; where it cannot be read, or does not come, there is none.
 */
export function useReportedBefore(typed: string, active: boolean) {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...ownDeposits, enabled: active });

  async function look(id: string): Promise<Transaction | undefined> {
    const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
    const read = await Promise.race([queryClient.fetchQuery(ownDeposits), tooLong]).catch(() => undefined);
    return read && sameId(read, id);
  }

  return { before: active && data ? sameId(data, typed) : undefined, look };
}
