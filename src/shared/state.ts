import { atom, getDefaultStore } from 'jotai';
import { onPersonChange } from './personal-data';

/*
 * The client state of the specification, section 3, but for what is read from the host: account and wallets are in
 * the query cache alone (investor-data.ts).
 */

/** Messages waiting to be shown as error toasts; whoever shows them empties the list. */
export const errorsAtom = atom<string[]>([]);

export type DashboardModal = 'deposit' | 'withdraw';

/** The modal open over the dashboard; null for none. */
export const dashboardModalAtom = atom<DashboardModal | null>(null);

/** Whether the sidebar is open; it starts open. */
export const sidebarOpenAtom = atom(true);

onPersonChange(() => {
  const store = getDefaultStore();
  store.set(errorsAtom, []);
  store.set(dashboardModalAtom, null);
});
