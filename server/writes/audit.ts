import { sql } from 'drizzle-orm';
import type { auditActions } from '../../contract/audit';
import { statement, type Tx } from '../db/client';
import { auditEvents } from '../db/schema';
import type { Actor } from '../request';

export type AuditAction = (typeof auditActions)[number] | `${string}.${'created' | 'updated' | 'deleted'}`;

export interface AuditEvent {
  action: AuditAction;
  /** 'user', 'transaction', 'account' or the name of a resource. */
  subjectType: string;
  subjectId: string;
  before?: unknown;
  after?: unknown;
}

const insertEvent = statement((db) =>
  db
    .insert(auditEvents)
    .values({
      // What is changed is locked by now: `now()` is when the transaction began, maybe before another one that came first.
      at: sql`clock_timestamp()`,
      actorId: sql.placeholder('actorId'),
      action: sql.placeholder('action'),
      subjectType: sql.placeholder('subjectType'),
      subjectId: sql.placeholder('subjectId'),
      before: sql.placeholder('before'),
      after: sql.placeholder('after'),
      reason: sql.placeholder('reason'),
      requestId: sql.placeholder('requestId'),
    })
    .prepare('insert_audit_event'),
);

/** The named fields of something as it was and as it became, for an event that tells of those alone. */
export function partsOf<T extends object>(fields: readonly string[], before: T, after: T) {
  const part = (of: T) => Object.fromEntries(fields.map((field) => [field, Reflect.get(of, field)]));
  return { before: part(before), after: part(after) };
}

/** What is written down as it became; of an act of two administrators also whose it was first. */
function afterOf({ after }: AuditEvent, { approves }: Actor): unknown {
  return approves ? { ...(after ?? {}), ...approves } : after;
}

/** Writes down who changed what, in the transaction of the change: neither commits alone. */
export function recordAudit(tx: Pick<Tx, 'db' | 'send'>, actor: Actor, event: AuditEvent): void {
  tx.send(
    insertEvent(tx.db).execute({
      actorId: actor.userId ?? null,
      action: event.action,
      subjectType: event.subjectType,
      subjectId: event.subjectId,
      before: event.before ?? null,
      after: afterOf(event, actor) ?? null,
      reason: actor.reason ?? null,
      requestId: actor.requestId ?? null,
    }),
  );
}
