import { createHash, randomBytes } from 'node:crypto';
import { and, asc, count, eq, gt, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { limits } from '../../contract/limits';
import { screens } from '../../contract/paths';
import type { Invitation, Invite } from '../../contract/people';
import { refusals } from '../../contract/refusals';
import type { Queries, Tx } from '../db/client';
import { person } from '../db/person';
import { invitations, users } from '../db/schema/people';
import { proposals } from '../db/schema/writes';
import { Refusal, refuse } from '../errors/refusal';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { beginAct, tellAdministrators } from './act';
import type { PeopleActs, TwoPersons } from './services';

type Row = typeof invitations.$inferSelect;

/** Neither accepted nor revoked; perhaps too old to be accepted. */
export const isUnsettled = and(isNull(invitations.usedAt), isNull(invitations.revokedAt));

/** Can be accepted. */
export const isOpen = and(isUnsettled, gt(invitations.expiresAt, sql`now()`));

/** The ids of invitations that two administrators agreed on, all or those that one has proposed. */
const agreedOn = (db: Queries, proposerId?: string) =>
  db
    .select({ id: proposals.result })
    .from(proposals)
    .where(
      and(
        ...[eq(proposals.kind, 'people'), eq(proposals.subjectType, 'invitation')],
        eq(proposals.status, 'APPROVED'),
        proposerId === undefined ? undefined : eq(proposals.proposerId, proposerId),
      ),
    );

const isAmong = (ids: SQLWrapper) => inArray(sql`${invitations.id}::text`, ids);

/**
 * Not made by one administrator alone, where that takes two: it is from before it did, and would let in a second self of
 * theirs, who approves. Those of the server's own machine have no inviter.
 */
export const isAgreedOn = (db: Queries, { config }: TwoPersons): SQL | undefined =>
  config.fourEyes.people ? or(isNull(invitations.inviterId), isAmong(agreedOn(db))) : undefined;

/** What is kept of the token of a link. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The page of an invitation. The token is behind the #: browsers send it to nobody, and it is in no log. */
const pathOf = (token: string) => `${screens.invitation}#${token}`;

/** What an invitation is shown from. */
export const shown = { invitation: invitations, inviter: person };

/** An invitation as it is answered. */
export function toInvitation({
  invitation: { id, email, type, createdAt, expiresAt },
  inviter,
}: {
  invitation: Row;
  inviter: Invitation['inviter'];
}): Invitation {
  return {
    _id: id,
    email,
    type,
    inviter,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

async function readInvitation(db: Queries, id: string): Promise<Invitation> {
  const [row] = await db
    .select(shown)
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.inviterId))
    .where(eq(invitations.id, id));
  if (!row) throw refuse.notFound();
  return toInvitation(row);
}

/** An invitation with the path of its link, which is stored nowhere. */
export interface Sent {
  invitation: Invitation;
  path: string;
}

/**
 * Invites an administrator or an auditor: mails a link that works once, and tells all administrators. Throws `conflict` for
 * the address of somebody who has an account or an invitation, `quota_reached`, and `validation` without a reason.
 */
export async function invitePerson(
  services: PeopleActs,
  tx: Tx,
  actor: Actor,
  { email, type }: Invite,
): Promise<Sent> {
  const by = await beginAct(tx, actor);
  await requireFree(tx.db, email);
  const [known] = await tx.db
    .select({ id: invitations.id, type: invitations.type, isOpen: sql<boolean>`${isOpen}` })
    .from(invitations)
    .where(and(eq(invitations.email, email), isUnsettled))
    .for('update');
  if (known?.isOpen) throw new Refusal('conflict', refusals.invitedAlready, { field: 'email' });
  if (known) await revoke(tx, actor, known);
  const [waiting] = await tx.db.select({ count: count() }).from(invitations).where(isUnsettled);
  if ((waiting?.count ?? 0) >= limits.invitations) {
    throw new Refusal('quota_reached', refusals.invitationsFull(limits.invitations));
  }
  const id = uuid();
  const { token, expiresAt } = newLink();
  await tx.db
    .insert(invitations)
    .values({ id, email, type, tokenHash: hashOf(token), inviterId: actor.userId ?? null, expiresAt });
  recordAudit(tx, actor, {
    action: 'user.invited',
    subjectType: 'invitation',
    subjectId: id,
    after: { type },
  });
  const path = pathOf(token);
  services.outbox.enqueue(tx, services.mails.invitation(email, { type, path, expiresAt }));
  const { reason } = actor;
  await tellAdministrators(services, tx, { act: 'invited', of: email, type, by, reason, at: new Date() });
  return { invitation: await readInvitation(tx.db, id), path };
}

/**
 * Sends an invitation again, with another link that works as long as a new one; the one before is void. Throws `conflict`
 * when it was accepted or revoked, the address has an account by now, or one administrator made it alone and it takes two;
 * `not_found`, and `validation` without a reason.
 */
export async function sendInvitation(
  services: PeopleActs & TwoPersons,
  tx: Tx,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<Sent> {
  await beginAct(tx, actor);
  const { id, email, type } = await lockUnsettled(tx.db, invitationId);
  await requireFree(tx.db, email);
  const agreed = await tx.db.$count(invitations, and(eq(invitations.id, id), isAgreedOn(tx.db, services)));
  if (agreed === 0) throw new Refusal('conflict', refusals.invitedAlone);
  const { token, expiresAt } = newLink();
  await tx.db
    .update(invitations)
    .set({ tokenHash: hashOf(token), expiresAt })
    .where(eq(invitations.id, id));
  recordAudit(tx, actor, {
    action: 'user.invitation_sent',
    subjectType: 'invitation',
    subjectId: id,
    after: { type },
  });
  const path = pathOf(token);
  services.outbox.enqueue(tx, services.mails.invitation(email, { type, path, expiresAt }));
  return { invitation: await readInvitation(tx.db, id), path };
}

/** Takes an invitation back. Throws `conflict` when it was accepted or revoked, `not_found`, and `validation` without a reason. */
export async function revokeInvitation(
  tx: Tx,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<void> {
  await beginAct(tx, actor);
  await revoke(tx, actor, await lockUnsettled(tx.db, invitationId));
}

/**
 * Takes back what a person has invited, or proposed to and another administrator approved: whoever is shut out must not come
 * back as somebody else. Lock the person before.
 */
export async function revokeInvitationsOf(tx: Tx, actor: Actor, userId: string): Promise<void> {
  // The inviter of one that took two is the approver; what the proposal has made says whose it was first.
  const theirs = or(eq(invitations.inviterId, userId), isAmong(agreedOn(tx.db, userId)));
  const found = await tx.db
    .select({ id: invitations.id, type: invitations.type })
    .from(invitations)
    .where(and(theirs, isUnsettled))
    .orderBy(asc(invitations.id))
    .for('update');
  for (const invitation of found) await revoke(tx, actor, invitation);
}

async function revoke(tx: Tx, actor: Actor, { id, type }: Pick<Row, 'id' | 'type'>): Promise<void> {
  await tx.db.update(invitations).set({ revokedAt: sql`now()` }).where(eq(invitations.id, id));
  recordAudit(tx, actor, {
    action: 'user.invitation_revoked',
    subjectType: 'invitation',
    subjectId: id,
    before: { type },
  });
}

async function lockUnsettled(db: Queries, id: string): Promise<Row> {
  const [found] = await db.select().from(invitations).where(eq(invitations.id, id)).for('update');
  if (!found) throw refuse.notFound();
  if (found.usedAt !== null || found.revokedAt !== null) {
    throw new Refusal('conflict', refusals.invitationOver);
  }
  return found;
}

/** Throws `conflict` for the address of somebody who has an account. */
export async function requireFree(db: Queries, email: string): Promise<void> {
  const [taken] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (taken) throw new Refusal('conflict', refusals.addressTaken, { field: 'email' });
}

function newLink() {
  return {
    token: randomBytes(32).toString('base64url'),
    expiresAt: new Date(Date.now() + limits.invitationLasts),
  };
}
