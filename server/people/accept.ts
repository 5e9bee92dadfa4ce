import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { InvitationAccept, Invited } from '../../contract/people';
import { refusals } from '../../contract/refusals';
import { endRegistrationCodes } from '../auth/registration';
import { startSession } from '../auth/sessions';
import type { Queries } from '../db/client';
import { invitations, users } from '../db/schema/people';
import { Refusal } from '../errors/refusal';
import { requireGoodPassword } from '../password-policy';
import type { Actor, Visitor } from '../request';
import { recordSecurityEvent } from '../security/events';
import { recordAudit } from '../writes/audit';
import { tellAdministrators } from './act';
import { hashOf, isAgreedOn, isOpen } from './invitations';
import type { PeopleServices, TwoPersons } from './services';

/**
 * Unknown, accepted, revoked, too old, made by one administrator where it takes two, or of an address that has an account by
 * now; which of these stays untold.
 */
const invalidInvitation = () => new Refusal('invalid_invitation', refusals.invalidInvitation);

const byToken = (db: Queries, services: TwoPersons, token: string) =>
  and(eq(invitations.tokenHash, hashOf(token)), isOpen, isAgreedOn(db, services));

/** What an invitation is to. Throws `invalid_invitation`. */
export async function openInvitation(
  { database: { db }, config }: Pick<PeopleServices, 'database' | 'config'>,
  token: string,
): Promise<Invited> {
  const [found] = await db
    .select({ email: invitations.email, type: invitations.type })
    .from(invitations)
    .where(byToken(db, { config }, token));
  if (!found) throw invalidInvitation();
  return found;
}

/**
 * Accepts an invitation, once: makes the person with the password they chose, tells all administrators, and signs in.
 * Throws `invalid_invitation`, and `validation` for a password that the operator does not take.
 */
export async function acceptInvitation(
  services: PeopleServices,
  { token, firstName, lastName, password }: InvitationAccept,
  visitor: Visitor,
  gone: AbortSignal,
): Promise<{ token: string; email: string }> {
  const { config, database, passwords, tokens } = services;
  // Looked at before hashing, so that guesses cost little; taken below, once.
  const { email } = await openInvitation(services, token);
  requireGoodPassword(password, 'password', { email, firstName, lastName }, config);
  const passwordHash = await passwords.hash(password, { key: email, known: true, gone });
  return database.transact(async (tx) => {
    const [taken] = await tx.db
      .update(invitations)
      .set({ usedAt: sql`now()` })
      .where(byToken(tx.db, services, token))
      .returning({ id: invitations.id, type: invitations.type });
    if (!taken) throw invalidInvitation();
    const { type } = taken;
    await endRegistrationCodes(tx.db, email);
    const userId = uuid();
    const [added] = await tx.db
      .insert(users)
      .values({ id: userId, type, firstName, lastName, email, passwordHash })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id, type: users.type, credentialVersion: users.credentialVersion });
    // Somebody has registered with the address meanwhile.
    if (!added) throw invalidInvitation();
    const actor: Actor = { userId, requestId: visitor.requestId, reason: undefined };
    recordAudit(tx, actor, {
      action: 'user.invitation_accepted',
      subjectType: 'invitation',
      subjectId: taken.id,
      after: { type, userId },
    });
    const by = { name: `${firstName} ${lastName}`, email };
    await tellAdministrators(services, tx, {
      act: 'joined',
      of: email,
      type,
      by,
      reason: undefined,
      at: new Date(),
    });
    await recordSecurityEvent(tx.db, visitor, { kind: 'sign_in', userId, email });
    return { token: await startSession(tx, tokens, added, visitor), email };
  });
}
