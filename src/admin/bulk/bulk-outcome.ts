import type { BulkResult } from '../../../contract/enums';
import type { BulkRow } from '../../../contract/preview';
import { formatCount } from '../../shared/format';

/** What became of a transaction, what needs a look first. */
export const resultNames: Readonly<Record<BulkResult, string>> = {
  failed: 'failed',
  duplicate: 'left as it is: a duplicate',
  on_hold: 'left as it is: it still waits',
  frozen: 'left as it is: the account is frozen',
  stale: 'changed by someone else meanwhile',
  waiting: 'not sent: it waits for approval already',
  sent: 'sent for approval',
  changed: 'changed',
  unchanged: 'unchanged',
};

/** The rows by what became of them, in that order; nothing of what became of none. */
function byResult(rows: readonly BulkRow[]): [name: string, BulkRow[]][] {
  return Object.entries(resultNames).flatMap(([result, name]) => {
    const some = rows.filter((row) => row.result === result);
    return some.length > 0 ? [[name, some]] : [];
  });
}

/** '1 changed by someone else meanwhile, 4 sent for approval, 3 changed'. */
export function outcomeOf(rows: readonly BulkRow[]): string {
  return byResult(rows)
    .map(([name, some]) => `${formatCount(some.length)} ${name}`)
    .join(', ');
}

/** All rows, those that need a look first. */
export function sortedRows(rows: readonly BulkRow[]): BulkRow[] {
  return byResult(rows).flatMap(([, some]) => some);
}
