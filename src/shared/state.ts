import { atom, getDefaultStore } from 'jotai';
import type { Account } from '../../contract/account';
import { onPersonChange } from './personal-data';

/*
 * The client state of the dashboard. The wallets are in the query cache alone, where the account is read
 * as well (investor-data.ts).
 */

/** The account of the investor who is signed in; null until it is fetched. */
export const accountAtom = atom<Account | null>(null);

/** Messages waiting to be shown as error toasts; whoever shows them empties the list. */
export const errorsAtom = atom<string[]>([]);

export type DashboardModal = 'deposit' | 'withdraw';

/** The modal open over the dashboard; null for none. */
export const dashboardModalAtom = atom<DashboardModal | null>(null);

/** Whether the sidebar is open; it starts open. */
export const sidebarOpenAtom = atom(true);

onPersonChange(() => {
  const store = getDefaultStore();
  store.set(accountAtom, null);
  store.set(errorsAtom, []);
  store.set(dashboardModalAtom, null);
});
