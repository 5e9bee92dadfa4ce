import { eq } from 'drizzle-orm';
import { invitationList } from '../../contract/list-query';
import type { Invitation } from '../../contract/people';
import type { ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { invitations, users } from '../db/schema/people';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import { isUnsettled, shown, toInvitation } from './invitations';

const columns: ColumnMap<(typeof invitationList.sortable)[number] | keyof typeof invitationList.filterable> =
  {
    id: invitations.id,
    email: invitations.email,
    type: invitations.type,
    createdAt: invitations.createdAt,
    expiresAt: invitations.expiresAt,
  };

/** Invitations that were neither accepted nor revoked: a page of them, or all. */
export async function listInvitations(
  source: Pick<ReadSource, 'db' | 'rest'>,
  request: ListRequest,
): Promise<Page<Invitation>> {
  const page = await listRows(source, {
    request,
    defaultSort: invitationList.defaultSort,
    columns,
    searched: [invitations.email],
    tieBreaker: invitations.id,
    only: isUnsettled,
    rows: (db, where) =>
      db
        .select(shown)
        .from(invitations)
        .leftJoin(users, eq(users.id, invitations.inviterId))
        .where(where)
        .$dynamic(),
    ids: (db, where) => db.select({ id: invitations.id }).from(invitations).where(where).$dynamic(),
  });
  return mapPage(page, toInvitation);
}
