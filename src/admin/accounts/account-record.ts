import type { Identifier } from 'ra-core';
import type { AdminAccount } from '../../../contract/account';
import type { Person } from '../list/person';

/**
 * An account as a host sends it: other hosts leave fields out, and send figures as numbers or as text (docs/rules.md,
 * "Other hosts").
 */
export type AccountRecord = {
  [Field in keyof Omit<AdminAccount, 'user'>]?: AdminAccount[Field] | string | null;
} & { id: Identifier; user?: Person | null };
