import { eq } from 'drizzle-orm';
import type { AuditEventView } from '../../contract/audit';
import { auditList } from '../../contract/list-query';
import { countLimit } from '../db/big-list';
import type { Database } from '../db/client';
import { type ColumnMap, type ListRequest, listRows, type Page } from '../db/list-rows';
import { auditEvents, users } from '../db/schema';

const columns: ColumnMap<keyof typeof auditList.filterable> = {
  actorId: auditEvents.actorId,
  action: auditEvents.action,
  subjectType: auditEvents.subjectType,
  subjectId: auditEvents.subjectId,
  requestId: auditEvents.requestId,
  at: auditEvents.at,
};

const shown = {
  event: auditEvents,
  actor: {
    _id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    type: users.type,
  },
};

/**
 * The audit log: a page of it, or all. The filter `q` finds who acted by name and address. Many events are not counted
 * to their end: that would take far longer than the page.
 */
export async function listAudit({ db }: Database, request: ListRequest): Promise<Page<AuditEventView>> {
  const { rows, total } = await listRows({
    request,
    defaultSort: auditList.defaultSort,
    columns,
    searched: [users.firstName, users.lastName, users.email],
    tieBreaker: auditEvents.id,
    rows: (where) =>
      db
        .select(shown)
        .from(auditEvents)
        .leftJoin(users, eq(users.id, auditEvents.actorId))
        .where(where)
        .$dynamic(),
    count: (where) =>
      db.$count(
        db
          .select({ id: auditEvents.id })
          .from(auditEvents)
          .leftJoin(users, eq(users.id, auditEvents.actorId))
          .where(where)
          .limit(countLimit + 1)
          .as('found'),
      ),
  });
  return {
    rows: rows.map(({ event, actor }) => {
      const { id, actorId: _, at, ...same } = event;
      return { _id: String(id), at: at.toISOString(), actor, ...same };
    }),
    ...totalOf(request, rows.length, total),
  };
}

/** What is said of the number of events when there are more than are counted. */
function totalOf(
  { range }: ListRequest,
  shown: number,
  counted: number | undefined,
): Pick<Page<unknown>, 'total' | 'atLeast'> {
  if (!range || counted === undefined || counted <= countLimit) return { total: counted };
  const full = shown === range.last - range.first + 1;
  return { total: Math.max(counted, range.first + shown), atLeast: full || shown === 0 };
}
