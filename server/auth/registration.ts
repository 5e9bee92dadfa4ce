import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { OtpCheck } from '../../contract/auth';
import type { Registration } from '../../contract/user';
import { type Actor, recordAudit } from '../audit/audit';
import type { Queries, Tx } from '../db/client';
import { accounts, pendingRegistrations, users } from '../db/schema';
import type { Services } from '../services';
import { invalidOtp } from './otp';
import { type Device, startSession } from './sessions';

const purpose = 'verify_email';

/**
 * Stores a registration that waits for its code, and mails the code. Registering again replaces what waits. The
 * owner of a verified address is told by mail; the answer is the same for both.
 */
export async function register(services: Services, registration: Registration): Promise<void> {
  const { password, ...person } = registration;
  const passwordHash = await services.passwords.hash(password);
  await services.database.transact(async (tx) => {
    if (await isUser(tx.db, person.email)) return sendCode(services, tx, person.email, undefined, false);
    const id = uuid();
    const values = { ...person, id, passwordHash };
    await tx.db
      .insert(pendingRegistrations)
      .values(values)
      .onConflictDoUpdate({
        target: pendingRegistrations.email,
        // A new id as well: a code sent for what waited before must not activate this.
        set: { ...values, createdAt: sql`now()` },
      });
    await sendCode(services, tx, person.email, id, false);
  });
}

/** Sends a new code to a registration that waits; other addresses get the same answer. */
export async function resendVerification(services: Services, email: string): Promise<void> {
  await services.database.transact(async (tx) => {
    const [pending] = await tx.db
      .select({ id: pendingRegistrations.id })
      .from(pendingRegistrations)
      .where(eq(pendingRegistrations.email, email));
    await sendCode(services, tx, email, pending?.id, true);
  });
}

async function sendCode(
  { otps, outbox, mails }: Services,
  tx: Tx,
  email: string,
  subjectId: string | undefined,
  resend: boolean,
): Promise<void> {
  const code = await otps.issue(tx, { purpose, email }, { subjectId, resend });
  if (subjectId !== undefined) await outbox.enqueue(tx, mails.code(email, purpose, code));
  else if (await isUser(tx.db, email)) await outbox.enqueue(tx, mails.alreadyRegistered(email));
}

async function isUser(db: Queries, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found.length > 0;
}

/** Makes the investor and the account of a registration, and signs in. Throws 422 for a wrong code. */
export async function verifyEmail(
  { database, otps, tokens }: Services,
  { email, otp }: OtpCheck,
  requestId: string,
  device: Device,
): Promise<string> {
  const { otpId, subjectId } = await otps.check(database.db, { purpose, email }, otp);
  return database.transact(async (tx) => {
    await otps.consume(tx, otpId);
    const [pending] = await tx.db
      .delete(pendingRegistrations)
      .where(eq(pendingRegistrations.id, subjectId))
      .returning();
    if (!pending) throw invalidOtp();
    const { id, createdAt: _, ...person } = pending;
    const added = await tx.db
      .insert(users)
      .values({ ...person, id, type: 'investor' })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    // Verified meanwhile through an older registration of the same address.
    if (added.length === 0) throw invalidOtp();
    await tx.db.insert(accounts).values({ userId: id });
    const actor: Actor = { userId: id, requestId, reason: undefined };
    await recordAudit(tx.db, actor, {
      action: 'user.registered',
      subjectType: 'user',
      subjectId: id,
      after: { email: person.email, firstName: person.firstName, lastName: person.lastName },
    });
    return startSession(tx.db, tokens, { id, type: 'investor' }, device);
  });
}
