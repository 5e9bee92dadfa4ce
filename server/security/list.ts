import { eq } from 'drizzle-orm';
import { securityList } from '../../contract/list-query';
import type { SecurityEventView } from '../../contract/security';
import { countedTo, withCappedTotal } from '../db/capped-total';
import type { ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { actor, searchedOfPerson } from '../db/person';
import { users } from '../db/schema/people';
import { securityEvents } from '../db/schema/sign-in';
import { type ListRequest, mapPage, type Page } from '../lists/list';

const columns: ColumnMap<(typeof securityList.sortable)[number] | keyof typeof securityList.filterable> = {
  id: securityEvents.id,
  kind: securityEvents.kind,
  userId: securityEvents.userId,
  email: securityEvents.email,
  ip: securityEvents.ip,
  network: securityEvents.network,
  requestId: securityEvents.requestId,
  at: securityEvents.at,
};

const shown = {
  event: securityEvents,
  user: actor,
};

/**
 * The security events: a page of them, or all. The filter `q` finds people by name and address, and addresses that were
 * tried. Many are not counted to their end.
 */
export async function listSecurityEvents(
  source: Pick<ReadSource, 'db' | 'rest'>,
  request: ListRequest,
): Promise<Page<SecurityEventView>> {
  const page = await listRows(source, {
    request,
    defaultSort: securityList.defaultSort,
    columns,
    searched: [...searchedOfPerson, securityEvents.email],
    tieBreaker: securityEvents.id,
    rows: (db, where) =>
      db
        .select(shown)
        .from(securityEvents)
        .leftJoin(users, eq(users.id, securityEvents.userId))
        .where(where)
        .$dynamic(),
    ids: (db, where) =>
      db
        .select({ id: securityEvents.id })
        .from(securityEvents)
        .leftJoin(users, eq(users.id, securityEvents.userId))
        .where(where)
        .$dynamic(),
    countTo: countedTo(request),
  });
  return mapPage(withCappedTotal(request, page), ({ event, user }) => {
    const { id, userId: _, at, ...same } = event;
    return { _id: String(id), at: at.toISOString(), user, ...same };
  });
}
