import { and, asc, eq, inArray } from 'drizzle-orm';
import { trxStatuses } from '../../contract/enums';
import type { StatusStep } from '../../contract/ledger';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { transactions } from '../db/schema/money';
import { personKeys } from '../db/schema/people';
import { auditEvents } from '../db/schema/writes';
import { openEvent } from '../db/sealed-events';
import { refuse } from '../errors/refusal';
import type { AuditAction } from '../writes/audit';

/** Every status has an audit event; the ledger has none where a status moves no money. */
const actions: AuditAction[] = ['transaction.created', 'transaction.status_changed'];
const snapshotSchema = z.object({ status: trxStatuses });

/**
 * How a transaction came to its status, the oldest step first. `ownerId` narrows it to that investor's. Throws
 * `not_found` when there is no such transaction, or it is not theirs.
 */
export async function readHistory(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  trxId: string,
  ownerId?: string,
): Promise<StatusStep[]> {
  const [trx] = await db
    .select({ userId: transactions.userId, salt: personKeys.salt })
    .from(transactions)
    .leftJoin(personKeys, eq(personKeys.personId, transactions.userId))
    .where(eq(transactions.id, trxId));
  if (!trx || (ownerId !== undefined && trx.userId !== ownerId)) throw refuse.notFound();
  const events = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectType, 'transaction'),
        eq(auditEvents.subjectId, trxId),
        inArray(auditEvents.action, actions),
      ),
    )
    .orderBy(asc(auditEvents.id));
  return events.map((event) => {
    // What they were and became stays in the clear; an erasure takes the reason.
    const { before, after, actorId, at } = event;
    return {
      at: at.toISOString(),
      from: before === null ? null : snapshotSchema.parse(before).status,
      to: snapshotSchema.parse(after).status,
      by: actorId === trx.userId ? 'investor' : 'operator',
      reason: openEvent(seal, trx.salt, event).reason,
    };
  });
}
