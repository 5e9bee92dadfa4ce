import { desc, eq, sql } from 'drizzle-orm';
import type { Login } from '../../contract/auth';
import type { UserType } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import { statement, type Tx } from '../db/client';
import { pendingRegistrations, users } from '../db/schema/people';
import { describeDevice } from '../device';
import { Refusal } from '../errors/refusal';
import type { Visitor } from '../request';
import { recordSecurityEvent } from '../security/events';
import type { CodeVisitor } from './browser';
import { isNewDevice } from './new-device';
import type { AuthServices } from './services';
import { invalidCredentials, startSession } from './sessions';
import { countRightSignIn, countSignIn, countTicket, type SignInAttempt } from './sign-in-limits';

const findUser = statement((db) =>
  db
    .select({
      id: users.id,
      type: users.type,
      passwordHash: users.passwordHash,
      credentialVersion: users.credentialVersion,
      standing: users.standing,
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
 * Signs in and answers a token; the person is notified by mail of a device not seen before. The password is compared with
 * the account's and then with that of a registration, whether there is one or not, so that neither the answer nor the time
 * tells whether the address has an account. Throws `invalid_credentials` when neither matches, `email_not_verified` when
 * the registration's does, `factor_required` when the person has a second factor, `rate_limited` after too many tries
 * (server/auth/sign-in-limits.ts), right ones among them, `unavailable` when too many passwords wait to be verified.
 */
export async function login(
  services: AuthServices,
  { email, password }: Login,
  visitor: CodeVisitor,
  client: Pick<SignInAttempt, 'cookies' | 'gone'>,
): Promise<string> {
  const { database, passwords } = services;
  const [[user], [pending]] = await Promise.all([
    findUser(database.db).execute({ email }),
    findPending(database.db).execute({ email, browserHash: visitor.browser.hash }),
  ]);
  const counted = await countSignIn(services, { email, user, visitor, ...client });
  // Whoever may not sign in is answered as one with a wrong password: a thief is not told that it is the right one.
  const ofAccount = user?.standing === 'enabled' ? user.passwordHash : undefined;
  const match = await passwords
    .findMatch(password, [ofAccount, pending?.passwordHash], counted.requester)
    .catch(async (error: unknown) => {
      await counted.refund();
      if (error instanceof Refusal) return counted.refuse(error);
      throw error;
    });
  if (!user || match !== 0) {
    // A registration's password counts as a wrong one: whoever registers with an address could guess on at its account.
    await recordSecurityEvent(database.db, visitor, { kind: 'sign_in_failed', userId: user?.id, email });
    const unverified = () => new Refusal('email_not_verified', refusals.emailNotVerified);
    return counted.refuse(match === undefined ? invalidCredentials() : unverified());
  }
  await counted.succeeded();
  const signIn = await services.secondFactor(database.db, user, () =>
    countTicket(services, user.id, visitor),
  );
  if (signIn) throw new Refusal('factor_required', refusals.factorRequired, { signIn });
  await countRightSignIn(services, user.id, visitor);
  return database.transact((tx) => openSession(services, tx, { ...user, email }, visitor));
}

/**
 * Opens the session of a person who has shown all that is asked for, tells them by mail of a device not seen before, and
 * answers the token. `factorShown`: a second factor was among it. Throws `invalid_credentials` when the credentials have
 * changed since.
 */
export async function openSession(
  { config, tokens, outbox, mails }: Pick<AuthServices, 'config' | 'tokens' | 'outbox' | 'mails'>,
  tx: Tx,
  user: { id: string; type: UserType; email: string; credentialVersion: number },
  visitor: Visitor,
  factorShown = false,
): Promise<string> {
  if (await isNewDevice(tx.db, user.id, visitor, config.retention.sessions)) {
    const name = describeDevice(visitor.userAgent);
    outbox.enqueue(tx, mails.newSignIn(user, { name, ip: visitor.ip }, new Date()));
  }
  await recordSecurityEvent(tx.db, visitor, { kind: 'sign_in', userId: user.id, email: user.email });
  return startSession(tx, tokens, user, visitor, factorShown);
}
