import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AdminAccount } from '../../contract/account';
import { refusals } from '../../contract/refusals';
import type { Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { accounts } from '../db/schema/money';
import { takeoverReports } from '../db/schema/sign-in';
import { Refusal, refuse } from '../errors/refusal';
import { lockAccount, ownerOf } from '../ledger/posting';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { requireVersion } from '../writes/commit';
import { readAdminAccount } from './accounts';

/**
 * Blocks the withdrawals of an investor, or allows them again (docs/decisions/0008-frozen-accounts.md): a new version
 * of the account. `changed` is false when it is so already, which changes nothing. Throws `validation` without a
 * reason, `not_found`, `stale_version` when `ifMatch` is not the account's version, and `unauthorized` when the session of the
 * actor has ended meanwhile. To allow them throws
 * `step_up_required` for somebody whose second factor was shown too long ago, and `conflict` while a report of the owner
 * is open.
 */
export async function setFrozen(
  tx: Tx,
  actor: Actor & { userId: string },
  userId: string,
  frozen: boolean,
  ifMatch: number | undefined,
): Promise<{ account: AdminAccount; changed: boolean }> {
  if (!actor.reason?.trim()) throw refuse.invalid(refusals.reasonRequired, 'reason');
  // The lock that a withdrawal takes: it sees the one state or the other.
  const [row] = await Promise.all([lockAccount(tx.db, userId), requireSession(tx.db, actor)]);
  if (!row) throw refuse.notFound();
  requireVersion(ifMatch, row.version);
  const changed = (row.frozenAt !== null) !== frozen;
  if (changed && !frozen) await requireUnfreezable(tx, actor, userId);
  if (changed) {
    await tx.db
      .update(accounts)
      .set({
        frozenAt: frozen ? sql`clock_timestamp()` : null,
        version: sql`${accounts.version} + 1`,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(accounts.userId, userId));
    recordAudit(tx, actor, {
      action: frozen ? 'user.frozen' : 'user.unfrozen',
      subjectType: 'user',
      subjectId: userId,
      person: ownerOf(row),
      before: { frozen: !frozen, version: row.version },
      after: { frozen, version: row.version + 1 },
    });
  }
  return { account: await readAdminAccount(tx.db, userId), changed };
}

/** What blocks withdrawals is quick; what lets them go again is not. The account is locked: no report comes meanwhile. */
async function requireUnfreezable(tx: Tx, actor: Actor, userId: string): Promise<void> {
  if (actor.stepUpDue) throw refuse.stepUpRequired();
  const [open] = await tx.db
    .select({ id: takeoverReports.id })
    .from(takeoverReports)
    .where(and(eq(takeoverReports.userId, userId), isNull(takeoverReports.closedAt)))
    .limit(1);
  if (open) throw new Refusal('conflict', refusals.ownerReported);
}
