import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Transaction } from '../../../contract/transaction';
import { lazyCode } from '../../shared/loading/lazy-code';
import { patience } from '../../shared/query-client';
import { transactionsKey } from '../investor-data';
import { noFilter } from '../transactions/transaction-filter';
import { firstPage } from '../transactions/transaction-page';

const loadFetchAll = lazyCode(() => import('../transactions/fetch-all'));

/** The investor's deposits, all of them, for as long as one is being reported. */
const ownDeposits = queryOptions({
  queryKey: [...transactionsKey, 'deposits'],
  queryFn: async ({ signal }) => {
    const { fetchAll } = await loadFetchAll();
    const filter = { ...noFilter, type: 'DEPOSIT' as const };
    return { deposits: await fetchAll({ ...firstPage, filter }, signal, () => {}) };
  },
  staleTime: 60_000,
  retry: false,
});

/** Ids are hexadecimal digits, in capitals or not, with 0x before them or not. */
const plain = (id: string) => id.trim().toLowerCase().replace(/^0x/, '');

function sameId(deposits: readonly Transaction[], typed: string): Transaction | undefined {
  return deposits.find(({ transactionId }) => transactionId && plain(transactionId) === plain(typed));
}

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
    return read && sameId(read.deposits, id);
  }

  return { before: active && data && plain(typed) ? sameId(data.deposits, typed) : undefined, look };
}
