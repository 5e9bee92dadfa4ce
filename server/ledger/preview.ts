import { accountFields } from '../../contract/account';
import type { Preview } from '../../contract/preview';
import { toDollars } from '../money';
import { figureChanges, type Posting } from './effects';
import type { AccountRow } from './posting';

/** An account as postings would leave it. */
export function accountAfter(account: AccountRow, postings: readonly Posting[]): AccountRow {
  const after = { ...account };
  for (const [field, move] of figureChanges(postings)) after[field] += move;
  return after;
}

/** What postings would do to an account if they were made. `version` is that of what would be changed. */
export function previewOf(account: AccountRow, postings: readonly Posting[], version: number): Preview {
  const after = accountAfter(account, postings);
  return {
    changes: accountFields.options
      .filter((field) => after[field] !== account[field])
      .map((field) => ({ field, before: toDollars(account[field]), after: toDollars(after[field]) })),
    overdraws: after.balance < 0 && after.balance < account.balance,
    frozen: account.frozenAt !== null,
    duplicateOf: null,
    version,
  };
}
