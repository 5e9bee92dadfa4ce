import { desc, eq, sql } from 'drizzle-orm';
import type { Login } from '../../contract/auth';
import { refusals } from '../../contract/messages';
import { statement } from '../db/client';
import { pendingRegistrations, users } from '../db/schema';
import { describeDevice } from '../device';
import { Refusal } from '../errors/refusal';
import { recordSecurityEvent } from '../security/events';
import type { CodeVisitor } from './browser';
import { isNewDevice } from './new-device';
import type { AuthServices } from './services';
import { invalidCredentials, startSession } from './sessions';
import { countSignIn, type SignInAttempt } from './sign-in-limits';

const findUser = statement((db) =>
  db
    .select({
      id: users.id,
      type: users.type,
      passwordHash: users.passwordHash,
      credentialVersion: users.credentialVersion,
    })
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare('find_user_by_email'),
);

const findPending = statement((db) =>
  db
    .select({ passwordHash: pendingRegistrations.passwordHash })
    .from(pendingRegistrations)
    .where(eq(pendingRegistrations.email, sql.placeholder('email')))
    // Of several the one of this browser, else the newest.
    .orderBy(
      desc(sql`coalesce(${pendingRegistrations.browserHash} = ${sql.placeholder('browserHash')}, false)`),
      desc(pendingRegistrations.createdAt),
    )
    .limit(1)
    .prepare('find_pending_by_email'),
);

/**
 * Signs in and answers a token; the person is notified by mail of a device not seen before. One password is verified
 * whether the address is known, waiting or unknown, so that the time tells nothing. Throws `invalid_credentials` when
 * they do not match, `email_not_verified` when the address waits for its code, `rate_limited` after too many tries
 * (server/auth/sign-in-limits.ts), `unavailable` when too many passwords wait to be verified.
 */
export async function login(
  services: AuthServices,
  { email, password }: Login,
  visitor: CodeVisitor,
  client: Pick<SignInAttempt, 'cookies' | 'gone'>,
): Promise<string> {
  const { database, passwords, tokens, outbox, mails } = services;
  const [[user], [pending]] = await Promise.all([
    findUser(database.db).execute({ email }),
    findPending(database.db).execute({ email, browserHash: visitor.browser.hash }),
  ]);
  const counted = await countSignIn(services, { email, user, visitor, ...client });
  const right = await passwords
    .verify(password, user?.passwordHash ?? pending?.passwordHash, counted.requester)
    .catch(async (error: unknown) => {
      await counted.refund();
      throw error;
    });
  if (!right) {
    await recordSecurityEvent(database.db, visitor, { kind: 'sign_in_failed', userId: user?.id, email });
    throw invalidCredentials();
  }
  await counted.succeeded();
  if (!user) throw new Refusal('email_not_verified', refusals.emailNotVerified);
  return database.transact(async (tx) => {
    if (await isNewDevice(tx.db, user.id, visitor)) {
      const name = describeDevice(visitor.userAgent);
      outbox.enqueue(tx, mails.newSignIn(email, { name, ip: visitor.ip }, new Date()));
    }
    await recordSecurityEvent(tx.db, visitor, { kind: 'sign_in', userId: user.id, email });
    return startSession(tx.db, tokens, user, visitor);
  });
}
