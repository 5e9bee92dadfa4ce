import { eq } from 'drizzle-orm';
import { refusals } from '../../contract/refusals';
import type { PasswordChange } from '../../contract/user';
import { requireSession } from '../db/open-sessions';
import { users } from '../db/schema/people';
import { Refusal } from '../errors/refusal';
import type { Caller } from '../request';
import { replacePassword } from './new-password';
import type { AuthServices } from './services';

const wrongPassword = () => new Refusal('wrong_password', refusals.wrongPassword, { field: 'oldPassword' });

/**
 * Verifies the password of a person who is signed in; answers the version of the credentials that it was read with. Throws
 * what `wrong` makes when it is wrong, and `rate_limited`.
 */
export async function verifyOwnPassword(
  { database, limits, passwords }: Pick<AuthServices, 'database' | 'limits' | 'passwords'>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  password: string,
  wrong: () => Refusal,
  gone: AbortSignal,
): Promise<{ credentialVersion: number }> {
  // By session: who guesses with a stolen token takes nothing from the owner's.
  await limits.spend('oldPassword', sessionId);
  const [user] = await database.db
    .select({ passwordHash: users.passwordHash, credentialVersion: users.credentialVersion })
    .from(users)
    .where(eq(users.id, userId));
  const right = await passwords.verify(password, user?.passwordHash, { key: userId, known: true, gone });
  if (!right || !user) throw wrong();
  await limits.forget('oldPassword', sessionId);
  return user;
}

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
  const { database, passwords } = services;
  const { credentialVersion } = await verifyOwnPassword(services, caller, oldPassword, wrongPassword, gone);
  const passwordHash = await passwords.hash(newPassword, { key: caller.userId, known: true, gone });
  await database.transact(async (tx) => {
    const changed = await replacePassword(services, tx, {
      userId: caller.userId,
      passwordHash,
      credentialVersion,
      action: 'user.password_changed',
      keptSession: caller.sessionId,
      requestId,
    });
    // Changed meanwhile: the old password is no longer the right one.
    if (!changed) throw wrongPassword();
    // Ended meanwhile, by its owner in another browser: it may not end that one.
    await requireSession(tx.db, caller);
  });
}
