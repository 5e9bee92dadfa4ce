import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { refusals } from '../../contract/refusals';
import type { Queries } from '../db/client';
import { users } from '../db/schema/people';
import { type FactorChallengePurpose, factorChallenges } from '../db/schema/second-factor';
import { Refusal } from '../errors/refusal';

export type Challenge = typeof factorChallenges.$inferSelect;

/** How long what was begun can be finished. */
const lifetime = sql`interval '10 minutes'`;

interface NewChallenge {
  userId: string;
  purpose: FactorChallengePurpose;
  sessionId?: string;
  ticketHash?: string;
  challenge?: string;
  secret?: Buffer;
}

/** Begins what a second factor is to finish; answers its id. It is void once the password or the factors have changed. */
export async function beginChallenge(
  db: Queries,
  { userId, ...parts }: NewChallenge,
  credentialVersion: number,
): Promise<string> {
  const id = uuid();
  await db
    .insert(factorChallenges)
    .values({ id, userId, credentialVersion, ...parts, expiresAt: sql`now() + ${lifetime}` });
  return id;
}

export const open = and(isNull(factorChallenges.endedAt), gt(factorChallenges.expiresAt, sql`now()`));

/** The newest open one of a session for a purpose, or the one of this id. */
export async function findChallenge(
  db: Queries,
  sessionId: string,
  purpose: FactorChallengePurpose,
  id?: string,
): Promise<Challenge | undefined> {
  const [found] = await db
    .select()
    .from(factorChallenges)
    .where(
      and(
        eq(factorChallenges.sessionId, sessionId),
        eq(factorChallenges.purpose, purpose),
        id === undefined ? undefined : eq(factorChallenges.id, id),
        open,
      ),
    )
    .orderBy(desc(factorChallenges.createdAt), desc(factorChallenges.id))
    .limit(1);
  return found;
}

/** Uses a challenge up, once; answers false when another request was faster. */
export async function endChallenge(db: Queries, id: string): Promise<boolean> {
  const ended = await db
    .update(factorChallenges)
    .set({ endedAt: sql`now()` })
    .where(and(eq(factorChallenges.id, id), open))
    .returning({ id: factorChallenges.id });
  return ended.length > 0;
}

/**
 * The person something was begun for, locked until the transaction ends: changes of the password and the factors wait, and
 * end it. None when the person may not sign in any more.
 */
export async function lockPerson(db: Queries, userId: string) {
  const [user] = await db
    .select({
      id: users.id,
      type: users.type,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      credentialVersion: users.credentialVersion,
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.standing, 'enabled')))
    .for('no key update');
  return user;
}

/** Something that was begun too long ago, finished already, or is not the caller's. */
export const setupOver = () => new Refusal('conflict', refusals.setupOver);
