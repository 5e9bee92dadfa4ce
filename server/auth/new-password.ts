import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client';
import { users } from '../db/schema/people';
import { credentialsChanged } from '../holds/credentials';
import { recordAudit } from '../writes/audit';
import { endWhatStood } from './credentials';
import { formerOnesNext } from './former-passwords';
import type { AuthServices } from './services';

interface NewPassword {
  userId: string;
  passwordHash: string;
  /** The one that was read with what allows the change. */
  credentialVersion: number;
  action: 'user.password_changed' | 'user.password_reset';
  /** The session that made the change stays. */
  keptSession?: string;
  requestId: string;
}

/**
 * Gives a person a new password, and ends whatever the old one stood for: sessions, codes and reset tokens. Pending
 * withdrawals wait from now on (docs/rules.md, "Holds"). Writes it down and notifies the person by mail. Answers false, and changes nothing, when the password has changed meanwhile.
 */
export async function replacePassword(
  { config, outbox, mails }: Pick<AuthServices, 'config' | 'outbox' | 'mails'>,
  tx: Tx,
  { userId, passwordHash, credentialVersion, action, keptSession, requestId }: NewPassword,
): Promise<boolean> {
  // First of all the row of the user: sign-ins and trades of codes under way wait for it, and then see the new version.
  const [user] = await tx.db
    .update(users)
    .set({
      passwordHash,
      formerPasswords: formerOnesNext,
      credentialVersion: sql`${users.credentialVersion} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(users.id, userId), eq(users.credentialVersion, credentialVersion)))
    .returning({ email: users.email });
  if (!user) return false;
  await endWhatStood(tx.db, { id: userId, email: user.email }, keptSession);
  const actor = { userId, requestId, reason: undefined };
  const waitUntil = await credentialsChanged(tx, actor, userId, config.withdrawalHold);
  recordAudit(tx, actor, { action, subjectType: 'user', subjectId: userId });
  outbox.enqueue(tx, mails.passwordChanged({ id: userId, email: user.email }, new Date(), waitUntil));
  return true;
}
