import { screens } from '../../../contract/paths';

/** Names the transaction whose details are shown, in the query of an address. */
export const openParam = 'transaction';

/** The address of the transactions, with one of them named by its `_id`. */
export function transactionLink(id: string): string {
  return `${screens.transactions}?${openParam}=${encodeURIComponent(id)}`;
}
