import { eq } from 'drizzle-orm';
import { renewCredentials } from '../auth/credentials';
import type { AuthServices } from '../auth/services';
import { addressesOfAdministrators } from '../db/administrators';
import type { Database } from '../db/client';
import { factors, recoveryCodes, users } from '../db/schema';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';

/**
 * Removes all second factors of a person who has lost them, recovery codes included; for the operator on the server's own
 * machine. Ends all sessions, lets pending withdrawals wait `hold` milliseconds, and tells the person and all administrators
 * by mail. Answers false, and changes nothing, when nobody has the address.
 */
export async function resetFactors(
  {
    database,
    outbox,
    mails,
    hold,
  }: Pick<AuthServices, 'outbox' | 'mails'> & { database: Database; hold: number },
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
    const removed = await tx.db
      .delete(factors)
      .where(eq(factors.userId, person.id))
      .returning({ kind: factors.kind, name: factors.name });
    await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    await renewCredentials(tx, operator, person, { kept: undefined, hold });
    recordAudit(tx, operator, {
      action: 'user.factors_reset',
      subjectType: 'user',
      subjectId: person.id,
      before: { removed },
    });
    const told = new Set([person.email, ...(await addressesOfAdministrators(tx.db))]);
    for (const to of told) outbox.enqueue(tx, mails.factorsReset(to, person, new Date()));
    return true;
  });
}
