import { type AccountEdit, type AdminAccount, editableAccountFields } from '../../contract/account';
import { changedFields } from '../../contract/changed-fields';
import type { Preview } from '../../contract/preview';
import type { Queries, Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { refuse } from '../errors/refusal';
import { adjustmentOf, type Posting } from '../ledger/effects';
import { type AccountRow, findAccount, lockAccount, ownerOf, postEntry } from '../ledger/posting';
import { previewOf } from '../ledger/preview';
import { toCents } from '../money';
import type { Actor } from '../request';
import { partsOf, recordAudit } from '../writes/audit';
import { requireVersion } from '../writes/commit';
import { readAdminAccount } from './accounts';

/** The postings that bring the named figures of an account to the values sent. */
export function adjustmentsOf(account: AccountRow, edit: AccountEdit): Posting[] {
  return editableAccountFields.options.flatMap((field) => {
    const wanted = edit[field];
    return wanted === undefined ? [] : adjustmentOf(field, toCents(wanted) - account[field]);
  });
}

/** What an edit would do, and nothing else; locks nothing. Read in a snapshot. Throws `not_found`. */
export async function previewEdit(db: Queries, userId: string, edit: AccountEdit): Promise<Preview> {
  const account = await findAccount(db, userId);
  if (!account) throw refuse.notFound();
  return previewOf(account, adjustmentsOf(account, edit), account.version);
}

/**
 * Sets figures of an account: for each field sent, posts the difference to the current value as an adjustment. Other
 * fields and `held` do not move; values already there post nothing. Throws `not_found`, `stale_version` when `ifMatch` is not
 * the current version, and `unauthorized` when the session of the actor has ended meanwhile.
 */
export async function editAccount(
  tx: Tx,
  actor: Actor & { userId: string },
  userId: string,
  edit: AccountEdit,
  ifMatch: number | undefined,
): Promise<AdminAccount> {
  // Sent in this order: what is read behind the lock stays as it is.
  const [account, before] = await Promise.all([
    lockAccount(tx.db, userId),
    readAdminAccount(tx.db, userId),
    requireSession(tx.db, actor),
  ]);
  if (!account) throw refuse.notFound();
  requireVersion(ifMatch, account.version);
  const effect = adjustmentsOf(account, edit);
  if (effect.length === 0) return before;
  postEntry(tx, account, actor, { kind: 'adjustment' }, { reversal: [], effect });
  const after = await readAdminAccount(tx.db, userId);
  const changed = Object.keys(changedFields(before, edit));
  recordAudit(tx, actor, {
    action: 'account.edited',
    subjectType: 'account',
    subjectId: userId,
    person: ownerOf(account),
    ...partsOf([...changed, 'version'], before, after),
  });
  return after;
}
