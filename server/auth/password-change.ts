import { eq, sql } from 'drizzle-orm';
import { refusals } from '../../contract/messages';
import type { PasswordChange } from '../../contract/user';
import { recordAudit } from '../audit/audit';
import { users } from '../db/schema';
import type { Caller } from '../http/caller';
import { Refusal, refuse } from '../http/refusal';
import type { Services } from '../services';
import { endSessions } from './sessions';

/** Changes the own password, ends the other sessions and tells the person by mail. Throws 422 when the old one is wrong. */
export async function changePassword(
  { database, limits, passwords, outbox, mails }: Services,
  caller: Caller,
  { oldPassword, newPassword }: PasswordChange,
  requestId: string,
): Promise<void> {
  const limitKey = `change|${caller.userId}`;
  await limits.spend('login', limitKey);
  const [user] = await database.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, caller.userId));
  if (!(await passwords.verify(oldPassword, user?.passwordHash))) {
    throw new Refusal(422, 'wrong_password', refusals.wrongPassword, { field: 'oldPassword' });
  }
  await limits.forget('login', limitKey);
  const passwordHash = await passwords.hash(newPassword);
  await database.transact(async (tx) => {
    const changed = await tx.db
      .update(users)
      .set({ passwordHash, updatedAt: sql`now()` })
      .where(eq(users.id, caller.userId))
      .returning({ id: users.id });
    if (changed.length === 0) throw refuse.unauthorized();
    await endSessions(tx.db, caller.userId, caller.sessionId);
    await recordAudit(
      tx.db,
      { userId: caller.userId, requestId, reason: undefined },
      { action: 'user.password_changed', subjectType: 'user', subjectId: caller.userId },
    );
    await outbox.enqueue(tx, mails.passwordChanged(caller.email, new Date()));
  });
}
