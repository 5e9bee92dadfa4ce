import type { Identifier } from 'ra-core';
import type { AdminAccount } from '../../../contract/account';
import type { Person } from '../list/person';

/**
 * An account as a host sends it: one that honours only the specification leaves fields out, and sends figures as
 * numbers or as text.
 */
export type AccountRecord = {
  [Field in keyof Omit<AdminAccount, 'user'>]?: AdminAccount[Field] | string | null;
} & { id: Identifier; user?: Person | null };
