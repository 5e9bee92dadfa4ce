import { eq } from 'drizzle-orm';
import { refusals } from '../../contract/messages';
import type { PasswordChange } from '../../contract/user';
import { users } from '../db/schema';
import { Refusal, refuse } from '../errors/refusal';
import type { Caller } from '../request';
import { replacePassword } from './new-password';
import type { AuthServices } from './services';
import { holdsSession } from './sessions';

const wrongPassword = () => new Refusal('wrong_password', refusals.wrongPassword, { field: 'oldPassword' });

/**
 * Changes the own password, ends the other sessions and notifies the person by mail. Throws `wrong_password` when the
 * old one is wrong, `unauthorized` when the session has ended meanwhile.
 */
export async function changePassword(
  services: AuthServices,
  caller: Caller,
  { oldPassword, newPassword }: PasswordChange,
  requestId: string,
  gone: AbortSignal,
): Promise<void> {
  const { database, limits, passwords } = services;
  // By session: who guesses with a stolen token does not keep the owner from changing the password.
  await limits.spend('oldPassword', caller.sessionId);
  const requester = { key: caller.userId, known: true, gone };
  const [user] = await database.db
    .select({ passwordHash: users.passwordHash, credentialVersion: users.credentialVersion })
    .from(users)
    .where(eq(users.id, caller.userId));
  if (!(await passwords.verify(oldPassword, user?.passwordHash, requester)) || !user) throw wrongPassword();
  await limits.forget('oldPassword', caller.sessionId);
  const passwordHash = await passwords.hash(newPassword, requester);
  await database.transact(async (tx) => {
    const changed = await replacePassword(services, tx, {
      userId: caller.userId,
      passwordHash,
      credentialVersion: user.credentialVersion,
      action: 'user.password_changed',
      keptSession: caller.sessionId,
      requestId,
    });
    // Changed meanwhile: the old password is no longer the right one.
    if (!changed) throw wrongPassword();
    // Ended meanwhile, by its owner in another browser: it may not end that one.
    if (!(await holdsSession(tx.db, caller.sessionId))) throw refuse.unauthorized();
  });
}
