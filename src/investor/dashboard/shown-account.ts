import type { Account } from '../../../contract/account';

/** What the parts of the dashboard are told of the account. */
export interface ShownAccount {
  /** Null until it is fetched, and where it cannot be. */
  account: Account | null;
  /** It is on its way. */
  loading: boolean;
}
