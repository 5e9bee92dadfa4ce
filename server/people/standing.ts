import { eq, sql } from 'drizzle-orm';
import type { UserStanding } from '../../contract/enums';
import type { PersonRecord } from '../../contract/people';
import { refusals } from '../../contract/refusals';
import { endWhatStood } from '../auth/credentials';
import { voidPasswordHash } from '../auth/passwords';
import { countAdministrators } from '../db/administrators';
import type { Tx } from '../db/client';
import { users } from '../db/schema/people';
import { factorChallenges, factors, recoveryCodes } from '../db/schema/second-factor';
import { Refusal, refuse } from '../errors/refusal';
import type { Actor } from '../request';
import { readPerson } from '../users/users';
import { recordAudit } from '../writes/audit';
import { requireVersion } from '../writes/commit';
import { beginAct, tellAdministrators } from './act';
import type { PeopleActs } from './services';

/** Whose standing is changed, and which version of it was seen. */
export interface StandingChange {
  userId: string;
  ifMatch?: number | undefined;
}

const actions = {
  enabled: 'user.enabled',
  disabled: 'user.disabled',
  offboarded: 'user.offboarded',
} as const;

/**
 * Lets a person sign in no more, until they are enabled again: sessions, codes, reset tokens and sign-ins that wait end at
 * once, and so does what they have set in motion (`whenShutOut`). Throws `validation` for the own person or without a reason, `conflict` for
 * the last administrator who can sign in and for whoever is not enabled, `not_found` and `stale_version`.
 */
export async function disablePerson(
  services: PeopleActs,
  tx: Tx,
  actor: Actor,
  change: StandingChange,
): Promise<PersonRecord> {
  return changeStanding(services, tx, actor, change, 'disabled');
}

/** Lets a disabled person sign in again, with the password and the factors of before. Throws as `disablePerson`. */
export async function enablePerson(
  services: PeopleActs,
  tx: Tx,
  actor: Actor,
  change: StandingChange,
): Promise<PersonRecord> {
  return changeStanding(services, tx, actor, change, 'enabled');
}

/**
 * Shuts a person out for good: as `disablePerson`, and the password is void and the second factors are gone. What they
 * asked for stays for administrators to decide. Throws as `disablePerson`.
 */
export async function offboardPerson(
  services: PeopleActs,
  tx: Tx,
  actor: Actor,
  change: StandingChange,
): Promise<PersonRecord> {
  return changeStanding(services, tx, actor, change, 'offboarded');
}

async function changeStanding(
  services: PeopleActs,
  tx: Tx,
  actor: Actor,
  { userId, ifMatch }: StandingChange,
  standing: UserStanding,
): Promise<PersonRecord> {
  if (actor.userId === userId) throw refuse.invalid(refusals.notYourself, 'userId');
  const by = await beginAct(tx, actor);
  // Locked as by a change of the password: sign-ins under way come before, and are ended, or after, and are refused.
  const [person] = await tx.db
    .select({
      id: users.id,
      type: users.type,
      email: users.email,
      standing: users.standing,
      version: users.standingVersion,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!person) throw refuse.notFound();
  requireVersion(ifMatch, person.version);
  if (person.standing === 'offboarded' && standing !== 'offboarded') {
    throw new Refusal('conflict', refusals.offboardedForGood);
  }
  if (person.standing === standing) throw new Refusal('conflict', refusals.standingIs(standing));
  await tx.db
    .update(users)
    .set({
      standing,
      standingVersion: sql`${users.standingVersion} + 1`,
      // What was begun with the password of before stays void also when the person is enabled again.
      credentialVersion: sql`${users.credentialVersion} + 1`,
      ...(standing === 'offboarded' && { passwordHash: voidPasswordHash(), formerPasswords: [] }),
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId));
  if (standing !== 'enabled') await shutOut(services, tx, actor, person);
  if (standing === 'offboarded') {
    await tx.db.delete(factors).where(eq(factors.userId, userId));
    await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  }
  recordAudit(tx, actor, {
    action: actions[standing],
    subjectType: 'user',
    subjectId: userId,
    before: { standing: person.standing },
    after: { standing },
  });
  const at = new Date();
  services.outbox.enqueue(tx, services.mails.standingChanged(person.email, standing, at));
  const { email: of, type } = person;
  await tellAdministrators(services, tx, { act: standing, of, type, by, reason: actor.reason, at });
  return readPerson(tx.db, userId);
}

/** Ends all that a person could go on with, and what they have set in motion. */
async function shutOut(
  { whenShutOut }: PeopleActs,
  tx: Tx,
  actor: Actor,
  person: { id: string; type: string; email: string },
): Promise<void> {
  if (person.type === 'admin' && (await countAdministrators(tx.db)) === 0) {
    throw new Refusal('conflict', refusals.lastAdministrator);
  }
  await endWhatStood(tx.db, person, undefined);
  await tx.db
    .update(factorChallenges)
    .set({ endedAt: sql`now()` })
    .where(sql`${factorChallenges.userId} = ${person.id} and ${factorChallenges.endedAt} is null`);
  for (const task of whenShutOut) await task(tx, actor, person.id);
}
