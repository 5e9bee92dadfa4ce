import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../db/client';
import { users } from '../db/schema/people';
import { resetTokens } from '../db/schema/sign-in';
import { credentialsChanged } from '../holds/credentials';
import type { Actor } from '../request';
import { endCodes } from './otp';
import { voided } from './passwords';
import { endSessions } from './sessions';

interface Person {
  id: string;
  email: string;
}

/** Ends what an earlier password or set of second factors stood for: sessions (all but `kept`), codes, reset tokens. */
export async function endWhatStood(
  db: Queries,
  { id, email }: Person,
  kept: string | undefined,
): Promise<void> {
  await endSessions(db, id, kept);
  await endCodes(db, email, [id]);
  await db
    .update(resetTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(resetTokens.userId, id), isNull(resetTokens.usedAt)));
}

/**
 * Counts a new set of second factors, ends what the earlier one stood for (all sessions but `kept`), and lets pending
 * withdrawals wait `hold` milliseconds; answers until when, if there are any. First of all the row of the person:
 * sign-ins under way wait for it, and then see the new version.
 */
export async function renewCredentials(
  tx: Tx,
  actor: Actor,
  person: Person,
  { kept, hold }: { kept: string | undefined; hold: number },
): Promise<Date | undefined> {
  await tx.db
    .update(users)
    .set({ credentialVersion: sql`${users.credentialVersion} + 1`, updatedAt: sql`now()` })
    .where(eq(users.id, person.id));
  await endWhatStood(tx.db, person, kept);
  return credentialsChanged(tx, actor, person.id, hold);
}

/**
 * The same, and no password signs in any more before another one than that of now is set by a code from the mailbox;
 * second factors stay and are asked for as before.
 */
export async function voidCredentials(
  tx: Tx,
  actor: Actor,
  person: Person,
  hold: number,
): Promise<Date | undefined> {
  const itself = eq(users.id, person.id);
  const [former] = await tx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(itself)
    .for('no key update');
  if (former)
    await tx.db
      .update(users)
      .set({ passwordHash: voided(former.passwordHash) })
      .where(itself);
  return renewCredentials(tx, actor, person, { kept: undefined, hold });
}
