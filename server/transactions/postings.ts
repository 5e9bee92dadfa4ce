import type { TrxStatus } from '../../contract/enums';
import type { Queries } from '../db/client';
import { effectOf, type LedgerTransaction, type Posting } from '../ledger/effects';
import { reversalsOf } from '../ledger/posting';

/** What the postings of a change of status depend on; `amount` in cents. */
interface Stored extends LedgerTransaction {
  id: string;
  status: TrxStatus;
}

interface ChangePostings {
  reversal: Posting[];
  effect: Posting[];
}

/**
 * The postings of a change of each of some transactions to a status: the reversal of what it has in effect, and the new
 * effect; none for the status it has already.
 */
export async function postingsTo(
  db: Queries,
  rows: readonly Stored[],
  status: TrxStatus,
): Promise<(row: Stored) => ChangePostings> {
  const changing = rows.filter((row) => row.status !== status);
  const reversals =
    changing.length === 0
      ? () => []
      : await reversalsOf(
          db,
          changing.map(({ id }) => id),
        );
  return (row) =>
    row.status === status
      ? { reversal: [], effect: [] }
      : { reversal: reversals(row.id), effect: effectOf(row, status) };
}
