import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { refusals } from '../../contract/refusals';
import type { ReportClosing, ReportDetails } from '../../contract/takeover';
import { setFrozen } from '../accounts/freeze';
import { hasOtherAdministrator } from '../db/administrators';
import type { Queries, Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { takeoverReports } from '../db/schema/sign-in';
import { Refusal, refuse } from '../errors/refusal';
import { lockAccount } from '../ledger/posting';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { readReport } from './reports';
import type { TakeoverServices } from './services';

const conflict = (message: string) => new Refusal('conflict', message);

/**
 * Closes reports of one person with what was found, and lets the account withdraw again if that is asked for. Throws
 * `validation` without a reason, `not_found`, and `conflict` for one that is closed already, for one about the own account
 * where another administrator could, and when withdrawals would be allowed while a report is open that was not named;
 * `unauthorized` when the session of the actor has ended meanwhile.
 */
export async function closeReports(
  { outbox, mails }: Pick<TakeoverServices, 'outbox' | 'mails'>,
  tx: Tx,
  actor: Actor & { userId: string },
  reportId: string,
  { finding, others, allowWithdrawals }: ReportClosing,
): Promise<ReportDetails> {
  const reason = actor.reason?.trim();
  if (!reason) throw refuse.invalid(refusals.reasonRequired, 'reason');
  const userId = await ownerOf(tx.db, reportId);
  if (userId === actor.userId && (await hasOtherAdministrator(tx.db, userId)))
    throw conflict(refusals.ownReport);
  const named = new Set([reportId, ...others]);
  const [open] = await Promise.all([lockOpen(tx.db, userId), requireSession(tx.db, actor)]);
  if (![...named].every((id) => open.has(id))) throw conflict(refusals.reportClosed);
  // The account first: a report that comes meanwhile freezes it after this, or is found below.
  const frozenAt = (await lockAccount(tx.db, userId))?.frozenAt ?? null;
  await tx.db
    .update(takeoverReports)
    .set({ closedAt: sql`clock_timestamp()`, closedBy: actor.userId, finding, reason })
    .where(inArray(takeoverReports.id, [...named]));
  recordAudit(tx, actor, {
    action: 'user.report_closed',
    subjectType: 'user',
    subjectId: userId,
    after: { reports: [...named], finding, allowWithdrawals },
  });
  if (allowWithdrawals && frozenAt !== null) {
    if ((await lockOpen(tx.db, userId)).size > 0) throw conflict(refusals.reportsWait);
    const { account } = await setFrozen(tx, actor, userId, false, undefined);
    outbox.enqueue(tx, mails.frozen({ id: userId, email: account.user.email }, false));
  }
  return readReport(tx.db, reportId);
}

async function ownerOf(db: Queries, reportId: string): Promise<string> {
  const [report] = await db
    .select({ userId: takeoverReports.userId })
    .from(takeoverReports)
    .where(eq(takeoverReports.id, reportId));
  if (!report) throw refuse.notFound();
  return report.userId;
}

/** Locks the open reports of a person, in one order for all. */
async function lockOpen(db: Queries, userId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: takeoverReports.id })
    .from(takeoverReports)
    .where(and(eq(takeoverReports.userId, userId), isNull(takeoverReports.closedAt)))
    .orderBy(asc(takeoverReports.id))
    .for('no key update');
  return new Set(rows.map(({ id }) => id));
}
