import { atom } from 'jotai';
import type { Account } from '../../contract/account';
import type { Wallet } from '../../contract/wallet';

/** The client state of the specification, section 3. */

/** The signed-in investor's account; null until fetched. */
export const accountAtom = atom<Account | null>(null);

/** Messages waiting to be shown as error toasts; whoever shows them empties the list. */
export const errorsAtom = atom<string[]>([]);

export type DashboardModal = 'deposit' | 'withdraw';

/** The modal open over the dashboard; null for none. */
export const dashboardModalAtom = atom<DashboardModal | null>(null);

/** Whether the sidebar is open; it starts open. */
export const sidebarOpenAtom = atom(true);

/** The platform's addresses to pay into. */
export const walletsAtom = atom<Wallet[]>([]);
