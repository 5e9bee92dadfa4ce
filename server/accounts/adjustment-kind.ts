import { and, desc, eq, sql } from 'drizzle-orm';
import { type AccountEdit, type AdminAccount, accountEditSchema } from '../../contract/account';
import { limits } from '../../contract/limits';
import type { Effect, SentForApproval } from '../../contract/proposals';
import type { Queries, Tx } from '../db/client';
import { ledgerEntries, ledgerPostings } from '../db/schema/ledger';
import { proposals } from '../db/schema/writes';
import { refuse } from '../errors/refusal';
import { figureChanges } from '../ledger/effects';
import { type AccountRow, findAccount, lockAccount } from '../ledger/posting';
import { previewOf } from '../ledger/preview';
import { toDollars } from '../money';
import { actKind } from '../proposals/kinds';
import { type ProposeServices, propose } from '../proposals/propose';
import type { Actor } from '../request';
import { requireVersion } from '../writes/commit';
import { adjustmentsOf, editAccount } from './edit';

/** Whether edits take two administrators: from so many cents within 24 hours on. */
interface AdjustmentServices extends ProposeServices {
  config: { fourEyes: { adjustment?: number } };
}

/** Cents that figures of the account were moved by, up and down, by edits of one person alone within the window. */
async function adjustedAlone(db: Queries, userId: string): Promise<number> {
  const approved = db
    .select({ result: proposals.result })
    .from(proposals)
    .where(
      and(
        ...[eq(proposals.personId, userId), eq(proposals.kind, 'adjustment')],
        ...[eq(proposals.status, 'APPROVED'), eq(proposals.result, sql`${ledgerEntries.id}::text`)],
      ),
    );
  const [found] = await db
    // Each figure is moved against another account of its book.
    .select({ moved: sql<number>`coalesce(sum(abs(${ledgerPostings.amount})) / 2, 0)`.mapWith(Number) })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.kind, 'adjustment'),
        sql`${ledgerEntries.createdAt} > clock_timestamp() - ${limits.fourEyesWindow} * interval '1 millisecond'`,
        sql`not exists (${approved})`,
      ),
    );
  return found?.moved ?? 0;
}

function effectOf(account: AccountRow, edit: AccountEdit): Effect {
  const moves = figureChanges(adjustmentsOf(account, edit));
  return {
    changes: [...moves].map(([field, move]) => ({
      name: field,
      before: toDollars(account[field]),
      after: toDollars(account[field] + move),
    })),
    facts: [],
    versions: {},
  };
}

/**
 * Edits an account as {@link editAccount} does, or proposes the edit where it takes two administrators: when what it moves
 * and what others have moved alone within 24 hours add up to the operator's sum.
 */
export async function editOrPropose(
  tx: Tx,
  services: AdjustmentServices,
  actor: Actor & { userId: string },
  userId: string,
  edit: AccountEdit,
  ifMatch: number | undefined,
): Promise<AdminAccount | SentForApproval> {
  const from = services.config.fourEyes.adjustment;
  if (from === undefined) return editAccount(tx, actor, userId, edit, ifMatch);
  const account = await lockAccount(tx.db, userId);
  if (!account) throw refuse.notFound();
  requireVersion(ifMatch, account.version);
  const moves = [...figureChanges(adjustmentsOf(account, edit)).values()];
  const moved = moves.reduce((sum, move) => sum + Math.abs(move), 0);
  if (moved === 0 || moved + (await adjustedAlone(tx.db, userId)) < from) {
    return editAccount(tx, actor, userId, edit, ifMatch);
  }
  const act = { subjectType: 'account', subjectId: userId, parameters: edit };
  const draft = { kind: 'adjustment', ...act, personId: userId, effect: effectOf(account, edit) } as const;
  return propose(tx, services, actor, draft);
}

/** Edits of accounts, as acts that two administrators agree on: each figure from what it is to what it becomes. */
export const adjustmentKind = actKind<AccountEdit>({
  parameters: accountEditSchema,

  async look(db, { subjectId, parameters }, lock) {
    const account = await (lock ? lockAccount : findAccount)(db, subjectId);
    if (!account) throw refuse.notFound();
    const preview = previewOf(account, adjustmentsOf(account, parameters), account.version);
    return { effect: effectOf(account, parameters), preview };
  },

  async apply(tx, approver, { subjectId, parameters }) {
    await editAccount(tx, approver, subjectId, parameters, undefined);
    // Of this account no other entry can have been made meanwhile.
    const [entry] = await tx.db
      .select({ id: ledgerEntries.id })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, subjectId))
      .orderBy(desc(ledgerEntries.id))
      .limit(1);
    return entry ? String(entry.id) : null;
  },
});
