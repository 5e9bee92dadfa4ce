import { accountFields } from '../../contract/account';
import type { Preview } from '../../contract/preview';
import { toDollars } from '../money';
import { figureChanges, type Posting } from './effects';
import type { AccountRow } from './posting';

/** What postings would do to an account if they were made. `version` is that of what would be changed. */
export function previewOf(account: AccountRow, postings: readonly Posting[], version: number): Preview {
  const moves = figureChanges(postings);
  const changes = accountFields.options.flatMap((field) => {
    const move = moves.get(field) ?? 0;
    const before = account[field];
    return move === 0 ? [] : [{ field, before: toDollars(before), after: toDollars(before + move) }];
  });
  return {
    changes,
    overdraws: changes.some(({ field, after }) => field === 'balance' && after < 0),
    frozen: account.frozenAt !== null,
    duplicateOf: null,
    version,
  };
}
