import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditEventView } from '../../contract/audit';
import { auditList } from '../../contract/list-query';
import { countedTo, withCappedTotal } from '../db/capped-total';
import type { ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { actor, searchedOfPerson } from '../db/person';
import { isReadable, mayReadAbout, type ReadableSubjects, subjectOfEvent } from '../db/readable-subjects';
import { personKeys, users } from '../db/schema/people';
import { actProofs, factors } from '../db/schema/second-factor';
import { auditEvents } from '../db/schema/writes';
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
  about: subjectOfEvent,
};

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
    // The others would tell whom they are about by being found.
    only: request.conditions.some(({ field }) => field === 'personId')
      ? isReadable(readable, subjectOfEvent)
      : undefined,
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
    countTo: countedTo(request),
  });
  return mapPage(withCappedTotal(request, page), ({ event, salt, actor, person, signed, about }) => {
    const { id, at, action, subjectType, subjectId, requestId } = event;
    const told = openEvent(source.seal, salt, event);
    const isTold = mayReadAbout(readable, about);
    const content = isTold || about === null ? told : { before: null, after: null, reason: null };
    const known = isTold ? { signed, person } : { signed: null, person: null };
    const same = { action, subjectType, subjectId, requestId, ...content, ...known };
    return { _id: String(id), at: at.toISOString(), actor, ...same };
  });
}
