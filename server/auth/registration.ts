import { and, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { OtpCheck } from '../../contract/auth';
import type { Registration } from '../../contract/user';
import type { Queries, Tx } from '../db/client';
import { accounts } from '../db/schema/money';
import { pendingRegistrations, users } from '../db/schema/people';
import { describeDevice } from '../device';
import type { Requester } from '../fair-semaphore';
import { acceptDocuments } from '../legal/acceptances';
import { networkOf } from '../network';
import type { Actor } from '../request';
import { recordSecurityEvent } from '../security/events';
import { recordAudit } from '../writes/audit';
import type { CodeVisitor } from './browser';
import type { DeviceOwner } from './device-cookie';
import { enterCode } from './guesses';
import { endCodes, invalidOtp, lockCodes } from './otp';
import type { AuthServices } from './services';
import { startSession } from './sessions';

const purpose = 'verify_email';

type Pending = typeof pendingRegistrations.$inferSelect;

/**
 * Stores a registration that waits for its code, and mails the code. It replaces the one that the same browser made for
 * the address; those of others stay beside it. For an address that has an account it is stored as well, so that a sign-in
 * is answered alike, but no code is ever made for it: the owner is notified by mail.
 */
export async function register(
  services: AuthServices,
  registration: Registration,
  visitor: CodeVisitor,
  requester: Requester,
): Promise<void> {
  const { password, ...person } = registration;
  const { email } = person;
  const passwordHash = await services.passwords.hash(password, requester);
  await services.database.transact(async (tx) => {
    await lockCodes(tx.db, { purpose, email });
    const owner = await findOwner(tx.db, email);
    const browserHash = visitor.browser.hash;
    const replaced = await tx.db
      .delete(pendingRegistrations)
      .where(and(eq(pendingRegistrations.email, email), eq(pendingRegistrations.browserHash, browserHash)))
      .returning({ id: pendingRegistrations.id });
    await endCodes(tx.db, email, idsOf(replaced));
    const [pending] = await tx.db
      .insert(pendingRegistrations)
      .values({
        ...person,
        id: uuid(),
        passwordHash,
        browserHash,
        network: networkOf(visitor.ip),
        device: describeDevice(visitor.userAgent),
      })
      .returning();
    await sendCode(services, tx, { email, owner, pending }, visitor, true);
  });
}

/**
 * Sends a new code to the registration that a visitor can be said to have made; other addresses get the same answer.
 * Where several wait and it could be any of them, the mail says so and carries no code: the owner might take it for the
 * one of the own registration.
 */
export async function resendVerification(
  services: AuthServices,
  email: string,
  visitor: CodeVisitor,
): Promise<void> {
  await services.database.transact(async (tx) => {
    await lockCodes(tx.db, { purpose, email });
    const owner = await findOwner(tx.db, email);
    const waiting = await findPending(tx.db, email);
    const [pending, another] = ofVisitor(waiting, visitor);
    if (owner || !another) return sendCode(services, tx, { email, owner, pending }, visitor, false);
    const knownBrowser = await isKnownBrowser(services, email, owner, visitor);
    const options = { subject: undefined, registers: false, knownBrowser };
    const { mailed } = await services.otps.issue(tx, { purpose, email }, visitor, options);
    if (mailed) services.outbox.enqueue(tx, services.mails.severalRegistrations(email, waiting.map(factsOf)));
  });
}

/** An address that a code is asked for: whose it is, if anybody's, and the registration that is meant, if one waits. */
interface Asked {
  email: string;
  owner: DeviceOwner | undefined;
  pending: Pending | undefined;
}

async function sendCode(
  services: AuthServices,
  tx: Tx,
  { email, owner, pending }: Asked,
  visitor: CodeVisitor,
  registers: boolean,
): Promise<void> {
  const { otps, outbox, mails } = services;
  const knownBrowser = await isKnownBrowser(services, email, owner, visitor);
  const subject = owner ? undefined : pending;
  const { id, code, mailed } = await otps.issue(tx, { purpose, email }, visitor, {
    subject,
    registers,
    knownBrowser,
  });
  if (!mailed) return;
  if (owner) outbox.enqueue(tx, mails.alreadyRegistered(email));
  else if (pending) {
    outbox.enqueue(tx, { ...mails.verificationCode(email, code, factsOf(pending)), otpId: id });
  }
}

/**
 * Whose an address is. They are not erased before the transaction ends, and an erasure under way is waited for: what is read
 * before may be gone by then.
 */
async function findOwner(db: Queries, email: string): Promise<DeviceOwner | undefined> {
  const [found] = await db
    .select({ id: users.id, credentialVersion: users.credentialVersion })
    .from(users)
    .where(eq(users.email, email))
    .for('key share');
  return found;
}

async function isKnownBrowser(
  { deviceCookies }: AuthServices,
  email: string,
  owner: DeviceOwner | undefined,
  { cookies }: CodeVisitor,
): Promise<boolean> {
  return owner !== undefined && (await deviceCookies.read(cookies, email, owner)) !== undefined;
}

/** The registrations of an address that wait, the oldest first. */
async function findPending(db: Queries, email: string): Promise<Pending[]> {
  return db
    .select()
    .from(pendingRegistrations)
    .where(eq(pendingRegistrations.email, email))
    .orderBy(pendingRegistrations.createdAt, pendingRegistrations.id);
}

/**
 * Those of the registrations that the visitor may have made: the one of the own browser; without one, those of the own
 * network; without any, all of them.
 */
function ofVisitor(waiting: readonly Pending[], { browser, ip }: CodeVisitor): readonly Pending[] {
  const own = waiting.filter(({ browserHash }) => browser.brought && browserHash === browser.hash);
  if (own.length > 0) return own;
  const near = waiting.filter(({ network }) => network === networkOf(ip));
  return near.length > 0 ? near : waiting;
}

const factsOf = ({ firstName, lastName, createdAt, device }: Pending) => ({
  name: `${firstName} ${lastName}`,
  at: createdAt,
  device,
});

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/**
 * Makes the investor and the account of the registration that a code was mailed for, and signs in. In a browser that
 * has registered, only codes of its own registration count. The codes of all others of the address end; the registrations
 * stay until they are pruned, as those of an address that has had an account all along. Throws `invalid_otp` for a wrong
 * code.
 */
export async function verifyEmail(
  services: AuthServices,
  { email, otp }: OtpCheck,
  visitor: CodeVisitor,
): Promise<string> {
  const { database, otps } = services;
  const target = { purpose, email } as const;
  return enterCode(services, target, visitor, async () => {
    const waiting = await findPending(database.db, email);
    const among = idsOf(ofVisitor(waiting, visitor));
    const { otpId, subjectId } = await otps.check(database, target, visitor, otp, among);
    return database.transact(async (tx) => {
      await lockCodes(tx.db, target);
      await otps.consume(tx, otpId);
      return activate(services, tx, email, subjectId, visitor);
    });
  });
}

/** Ends the codes of the registrations of an address that gets its account: none of them can become another one. */
export async function endRegistrationCodes(db: Queries, email: string): Promise<void> {
  await endCodes(db, email, idsOf(await findPending(db, email)));
}

async function activate(
  { tokens }: AuthServices,
  tx: Tx,
  email: string,
  pendingId: string,
  visitor: CodeVisitor,
): Promise<string> {
  await endRegistrationCodes(tx.db, email);
  const [pending] = await tx.db
    .delete(pendingRegistrations)
    .where(and(eq(pendingRegistrations.email, email), eq(pendingRegistrations.id, pendingId)))
    .returning();
  if (!pending) throw invalidOtp();
  const { id, firstName, lastName, phoneNumber, country, passwordHash } = pending;
  const person = { firstName, lastName, phoneNumber, country, passwordHash, email };
  const [added] = await tx.db
    .insert(users)
    .values({ ...person, id, type: 'investor' })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, type: users.type, credentialVersion: users.credentialVersion });
  // Verified meanwhile through another registration of the same address.
  if (!added) throw invalidOtp();
  await tx.db.insert(accounts).values({ userId: id });
  const actor: Actor = { userId: id, requestId: visitor.requestId, reason: undefined };
  recordAudit(tx, actor, {
    action: 'user.registered',
    subjectType: 'user',
    subjectId: id,
    after: { email, firstName, lastName },
  });
  await acceptDocuments(tx, { ...actor, userId: id }, pending.acceptedDocuments, pending.createdAt);
  await recordSecurityEvent(tx.db, visitor, { kind: 'sign_in', userId: id, email });
  return startSession(tx, tokens, added, visitor);
}
