import { sql } from 'drizzle-orm';
import type { auditActions } from '../../contract/audit';
import type { Tx } from '../db/client';
import { type PersonKey, readOwnerKey, readPersonKey, requireSalt } from '../db/person-key';
import { auditEvents } from '../db/schema/writes';
import { sealEvent } from '../db/sealed-events';
import { writing } from '../db/writes';
import { sqlState } from '../errors/failures';
import { refuse } from '../errors/refusal';
import type { Actor } from '../request';

export type AuditAction = (typeof auditActions)[number] | `${string}.${'created' | 'updated' | 'deleted'}`;

export interface AuditEvent {
  action: AuditAction;
  /** One of `auditSubjects` or the name of a resource. */
  subjectType: string;
  subjectId: string;
  /** The key of the person it tells about, where that was read already: a read of its own waits for the database once more. */
  person?: PersonKey;
  /** Whom it tells about, where that is neither its subject nor the owner of its subject. */
  personId?: string | undefined;
  before?: unknown;
  after?: unknown;
  /** What the check of the history holds the changed row against; nobody is shown it. */
  state?: object | undefined;
}

/** The state of PostgreSQL that `require_session` fails with. */
const sessionEnded = 'S0401';

const insertEvent = writing(
  'audit',
  (db) =>
    db.insert(auditEvents).values({
      // What is changed is locked by now: `now()` is when the transaction began, maybe before another one that came first.
      at: sql`clock_timestamp()`,
      // The session was looked up before: it may have been ended since.
      actorId: sql`require_session(${sql.placeholder('actorId')}::uuid, ${sql.placeholder('sessionId')}::uuid)`,
      action: sql.placeholder('action'),
      subjectType: sql.placeholder('subjectType'),
      subjectId: sql.placeholder('subjectId'),
      before: sql.placeholder('before'),
      after: sql.placeholder('after'),
      reason: sql.placeholder('reason'),
      requestId: sql.placeholder('requestId'),
      // The key was read before: an erasure may have come since.
      personId: sql`require_person(${sql.placeholder('personId')}::uuid)`,
      sealed: sql.placeholder('sealed'),
      commitment: sql.placeholder('commitment'),
    }),
  (error) => (sqlState(error) === sessionEnded ? refuse.unauthorized() : error),
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

/** How to read the key of whom an event tells about, by what it is of; of a resource the event names whom it tells about, if anybody. */
const keyReaders: Readonly<Record<string, typeof readPersonKey>> = {
  user: readPersonKey,
  account: readPersonKey,
  transaction: readOwnerKey,
};

/**
 * Writes down who changed what, in the transaction of the change: neither commits alone. What tells about a person is
 * sealed by their key. The transaction fails as `conflict` when the person is erased, and as `unauthorized` when the session
 * in which it is done has ended meanwhile.
 */
export function recordAudit(
  tx: Pick<Tx, 'db' | 'write' | 'later' | 'seal'>,
  actor: Actor,
  event: AuditEvent,
): void {
  const { action, subjectType, subjectId, person, personId } = event;
  const told = {
    before: event.before ?? null,
    after: afterOf(event, actor) ?? null,
    reason: actor.reason ?? null,
  };
  const actorId = actor.userId ?? null;
  const sessionId = actor.sessionId ?? null;
  const stored = { actorId, sessionId, action, subjectType, subjectId, requestId: actor.requestId ?? null };
  const writeSealed = (key: PersonKey) =>
    tx.write(
      insertEvent({
        ...stored,
        ...sealEvent(
          tx.seal,
          { id: key.id, salt: requireSalt(key) },
          { action, subjectType, subjectId, ...told, state: event.state },
        ),
      }),
    );
  const readKey = personId === undefined ? keyReaders[subjectType] : readPersonKey;
  if (!readKey) {
    tx.write(insertEvent({ ...stored, ...told, personId: null, sealed: null, commitment: null }));
  } else if (person) writeSealed(person);
  else tx.later(readKey(tx.db, personId ?? subjectId).then(writeSealed));
}
