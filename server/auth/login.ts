import { eq, sql } from 'drizzle-orm';
import type { Login } from '../../contract/auth';
import { refusals } from '../../contract/messages';
import { statement } from '../db/client';
import { pendingRegistrations, users } from '../db/schema';
import { Refusal } from '../http/refusal';
import type { Services } from '../services';
import { describeDevice } from './device';
import { isNewDevice } from './new-device';
import { type Device, startSession } from './sessions';

const findUser = statement((db) =>
  db
    .select({ id: users.id, type: users.type, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare('find_user_by_email'),
);

const findPending = statement((db) =>
  db
    .select({ passwordHash: pendingRegistrations.passwordHash })
    .from(pendingRegistrations)
    .where(eq(pendingRegistrations.email, sql.placeholder('email')))
    .prepare('find_pending_by_email'),
);

/**
 * Signs in and answers a token; a device not seen before is told to the person by mail. One password is verified whether the address is known, waiting or unknown, so that
 * the time tells nothing. Throws 401 when they do not match, 403 when the address waits for its code, 429 after
 * too many tries for the address from one IP.
 */
export async function login(services: Services, { email, password }: Login, device: Device): Promise<string> {
  const { database, limits, passwords, tokens, outbox, mails } = services;
  const limitKey = `${email}|${device.ip}`;
  await limits.spend('login', limitKey);
  const [[user], [pending]] = await Promise.all([
    findUser(database.db).execute({ email }),
    findPending(database.db).execute({ email }),
  ]);
  const right = await passwords.verify(password, user?.passwordHash ?? pending?.passwordHash);
  if (!right) throw new Refusal(401, 'invalid_credentials', refusals.invalidCredentials);
  await limits.forget('login', limitKey);
  if (!user) throw new Refusal(403, 'email_not_verified', refusals.emailNotVerified);
  return database.transact(async (tx) => {
    if (await isNewDevice(tx.db, user.id, device)) {
      const name = describeDevice(device.userAgent);
      await outbox.enqueue(tx, mails.newSignIn(email, { name, ip: device.ip }, new Date()));
    }
    return startSession(tx.db, tokens, user, device);
  });
}
