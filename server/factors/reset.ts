import { eq } from 'drizzle-orm';
import { renewCredentials } from '../auth/credentials';
import type { AuthServices } from '../auth/services';
import { addressesOfAdministrators } from '../db/administrators';
import type { Database, Tx } from '../db/client';
import { users } from '../db/schema/people';
import { factors, recoveryCodes } from '../db/schema/second-factor';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';

type MailServices = Pick<AuthServices, 'outbox' | 'mails'>;

/**
 * Removes all second factors of a person whose row is locked, recovery codes included: ends all sessions, lets pending
 * withdrawals wait `hold` milliseconds, and tells the person and all administrators by mail.
 */
export async function removeAllFactors(
  tx: Tx,
  { outbox, mails }: MailServices,
  actor: Actor,
  person: { id: string; email: string },
  hold: number,
): Promise<void> {
  const removed = await tx.db
    .delete(factors)
    .where(eq(factors.userId, person.id))
    .returning({ kind: factors.kind, name: factors.name });
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
  await renewCredentials(tx, actor, person, { kept: undefined, hold });
  recordAudit(tx, actor, {
    action: 'user.factors_reset',
    subjectType: 'user',
    subjectId: person.id,
    before: { removed },
  });
  const told = new Set([person.email, ...(await addressesOfAdministrators(tx.db))]);
  const by = actor.approves ? 'administrators' : 'server';
  for (const to of told) outbox.enqueue(tx, mails.factorsReset(to, person, by, new Date()));
}

/**
 * Removes all second factors of a person who has lost them; for the operator on the server's own machine. Answers false,
 * and changes nothing, when nobody has the address.
 */
export async function resetFactors(
  { database, hold, ...services }: MailServices & { database: Database; hold: number },
  address: string,
  reason?: string,
): Promise<boolean> {
  // Nobody who is signed in: whoever has the server's own machine.
  const operator: Actor = { userId: undefined, requestId: undefined, reason };
  return database.transact(async (tx) => {
    const [person] = await tx.db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.email, address.trim().toLowerCase()))
      .for('no key update');
    if (!person) return false;
    await removeAllFactors(tx, services, operator, person, hold);
    return true;
  });
}
