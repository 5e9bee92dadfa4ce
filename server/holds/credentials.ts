import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/client';
import { transactions, waitsAs } from '../db/schema/money';
import { users } from '../db/schema/people';
import { lockAccount, ownerOf } from '../ledger/posting';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { stateOf } from './hold';

/**
 * Notes that what a person signs in with has changed, and lets pending withdrawals wait `hold` milliseconds from now:
 * who changed it may be a thief, or the owner after a theft. Call it in the transaction of the change, the row of the
 * user locked. Answers until when they wait, if any do.
 */
export async function credentialsChanged(
  tx: Tx,
  actor: Actor,
  userId: string,
  hold: number,
): Promise<Date | undefined> {
  const [user] = await tx.db
    .update(users)
    .set({ credentialsChangedAt: sql`clock_timestamp()` })
    .where(eq(users.id, userId))
    .returning({ changedAt: users.credentialsChangedAt });
  if (!user?.changedAt || hold === 0) return undefined;
  // A withdrawal that is asked for meanwhile has this lock before, and is found below, or after, and sees the change.
  const account = await lockAccount(tx.db, userId);
  if (!account) return undefined;
  const notBefore = new Date(user.changedAt.getTime() + hold);
  const moved = await tx.db
    .select({ id: transactions.id, version: transactions.version, notBefore: transactions.notBefore })
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        eq(waitsAs(transactions), 'WITHDRAWAL'),
        or(isNull(transactions.notBefore), lt(transactions.notBefore, notBefore)),
      ),
    )
    .for('no key update');
  if (moved.length === 0) return undefined;
  const held = await tx.db
    .update(transactions)
    .set({
      notBefore,
      holdCause: 'credentials_changed',
      version: sql`${transactions.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      // As one value: a statement has 65,535 of them at most.
      sql`${transactions.id} = any(${sql.param(moved.map(({ id }) => id))}::uuid[])`,
    )
    .returning();
  const states = new Map(held.map((row) => [row.id, stateOf(row)]));
  for (const { id, version, notBefore: before } of moved) {
    recordAudit(tx, actor, {
      action: 'transaction.held',
      subjectType: 'transaction',
      subjectId: id,
      person: ownerOf(account),
      before: { notBefore: before?.toISOString() ?? null, version },
      after: { notBefore: notBefore.toISOString(), version: version + 1 },
      state: states.get(id),
    });
  }
  return notBefore;
}
