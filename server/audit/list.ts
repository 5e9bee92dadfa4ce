import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditEventView } from '../../contract/audit';
import { auditList } from '../../contract/list-query';
import { z } from '../../contract/zod';
import { countLimit } from '../db/big-list';
import { withCappedTotal } from '../db/capped-total';
import type { ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { actor, searchedOfPerson } from '../db/person';
import { isReadable, mayReadAbout, type ReadableSubjects } from '../db/readable-subjects';
import { personKeys, users } from '../db/schema/people';
import { actProofs, factors } from '../db/schema/second-factor';
import { auditEvents, proposals } from '../db/schema/writes';
import { openEvent } from '../db/sealed-events';
import { type ListRequest, mapPage, type Page } from '../lists/list';

const columns: ColumnMap<(typeof auditList.sortable)[number] | keyof typeof auditList.filterable> = {
  id: auditEvents.id,
  actorId: auditEvents.actorId,
  personId: auditEvents.personId,
  action: auditEvents.action,
  subjectType: auditEvents.subjectType,
  subjectId: auditEvents.subjectId,
  requestId: auditEvents.requestId,
  at: auditEvents.at,
};

/** What a passkey has signed in the request of an event; events of the actor alone, in whose name it was. */
const signed = sql<AuditEventView['signed']>`(
  select jsonb_build_object('proofId', ${actProofs.id}, 'factor', ${factors.name})
  from ${actProofs} left join ${factors} on ${factors.id} = ${actProofs.factorId}
  where ${actProofs.requestId} = ${auditEvents.requestId} and ${actProofs.userId} = ${auditEvents.actorId})`;

const people = alias(users, 'people');

const shown = {
  event: auditEvents,
  person: {
    _id: people.id,
    firstName: people.firstName,
    lastName: people.lastName,
    email: people.email,
  },
  salt: personKeys.salt,
  actor,
  signed,
};

const aboutRecord = z.object({ subjectType: z.string() });

/** What an event tells of: of a proposal, what that would change. */
function subjectOf(subjectType: string, after: unknown): string {
  return (subjectType === 'proposal' && aboutRecord.safeParse(after).data?.subjectType) || subjectType;
}

/** Events that are found by whom they are about: the others would tell that by being found. */
function isToldOfPeople(readable: ReadableSubjects): SQL | undefined {
  const isAbout = isReadable(readable, proposals.subjectType);
  if (!isAbout) return undefined;
  const proposed = sql`case ${auditEvents.subjectType} when 'proposal' then ${auditEvents.subjectId}::uuid end`;
  const hidden = sql`exists (select from ${proposals} where ${proposals.id} = ${proposed} and not ${isAbout})`;
  return and(isReadable(readable, auditEvents.subjectType), not(hidden));
}

/**
 * The audit log: a page of it, or all. The filter `q` finds who acted by name and address. Many events are not counted
 * to their end: that would take far longer than the page. Events about people who are erased tell what belongs to the books,
 * and those of what is not `readable` that there was a change: why tells what it
 * was, and what was signed for it tells its figures, which is not named.
 */
export async function listAudit(
  source: ReadSource,
  request: ListRequest,
  readable: ReadableSubjects,
): Promise<Page<AuditEventView>> {
  const page = await listRows(source, {
    request,
    defaultSort: auditList.defaultSort,
    columns,
    // What happened to one thing happened under its lock, in the order of the ids.
    orderedBy: request.conditions.some(({ field }) => field === 'subjectId') ? auditEvents.id : undefined,
    searched: searchedOfPerson,
    tieBreaker: auditEvents.id,
    only: request.conditions.some(({ field }) => field === 'personId') ? isToldOfPeople(readable) : undefined,
    rows: (db, where) =>
      db
        .select(shown)
        .from(auditEvents)
        .leftJoin(users, eq(users.id, auditEvents.actorId))
        .leftJoin(people, eq(people.id, auditEvents.personId))
        .leftJoin(personKeys, eq(personKeys.personId, auditEvents.personId))
        .where(where)
        .$dynamic(),
    ids: (db, where) =>
      db
        .select({ id: auditEvents.id })
        .from(auditEvents)
        .leftJoin(users, eq(users.id, auditEvents.actorId))
        .where(where)
        .$dynamic(),
    countTo: countLimit + 1,
  });
  return mapPage(withCappedTotal(request, page), ({ event, salt, actor, person, signed }) => {
    const { id, at, action, subjectType, subjectId, requestId } = event;
    const told = openEvent(source.seal, salt, event);
    const records = mayReadAbout(readable, subjectOf(subjectType, told.after))
      ? { signed, person }
      : { before: null, after: null, reason: null, signed: null, person: null };
    const same = { action, subjectType, subjectId, requestId, ...told, ...records };
    return { _id: String(id), at: at.toISOString(), actor, ...same };
  });
}
