import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { OtpCheck, PasswordReset } from '../../contract/auth';
import { refusals } from '../../contract/messages';
import { recordAudit } from '../audit/audit';
import { resetTokens, users } from '../db/schema';
import { Refusal } from '../http/refusal';
import type { Services } from '../services';
import { endSessions } from './sessions';

const purpose = 'reset_password';
/** Milliseconds. */
const tokenLifetime = 15 * 60_000;

const invalidToken = () =>
  new Refusal(422, 'invalid_reset_token', refusals.invalidResetToken, { field: 'token' });

/** Mails a reset code to a person; an unknown address gets the same answer and no mail. */
export async function sendResetCode(services: Services, email: string): Promise<void> {
  const { database, otps, outbox, mails } = services;
  await database.transact(async (tx) => {
    const [user] = await tx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const code = await otps.issue(tx, { purpose, email }, { subjectId: user?.id, resend: true });
    if (user) await outbox.enqueue(tx, mails.code(email, purpose, code));
  });
}

/** Trades a reset code for a token that allows one new password. Throws 422 for a wrong code. */
export async function verifyResetCode(
  { database, otps }: Services,
  { email, otp }: OtpCheck,
): Promise<string> {
  const { otpId, subjectId: userId } = await otps.check(database.db, { purpose, email }, otp);
  const token = randomBytes(32).toString('base64url');
  await database.transact(async (tx) => {
    await otps.consume(tx, otpId);
    // The newest token is the only one.
    await tx.db
      .update(resetTokens)
      .set({ usedAt: sql`now()` })
      .where(and(eq(resetTokens.userId, userId), isNull(resetTokens.usedAt)));
    await tx.db
      .insert(resetTokens)
      .values({ tokenHash: hashOf(token), userId, expiresAt: new Date(Date.now() + tokenLifetime) });
  });
  return token;
}

/** Sets a new password, once per token, ends every session of the person and tells them by mail. Throws 422 for a bad token. */
export async function resetPassword(
  { database, passwords, outbox, mails }: Services,
  { token, password }: PasswordReset,
  requestId: string,
): Promise<void> {
  const usable = and(
    eq(resetTokens.tokenHash, hashOf(token)),
    isNull(resetTokens.usedAt),
    gt(resetTokens.expiresAt, sql`now()`),
  );
  // Looked at before hashing, so that guesses cost little; taken below, once.
  const known = await database.db.select({ userId: resetTokens.userId }).from(resetTokens).where(usable);
  if (known.length === 0) throw invalidToken();
  const passwordHash = await passwords.hash(password);
  await database.transact(async (tx) => {
    const [used] = await tx.db
      .update(resetTokens)
      .set({ usedAt: sql`now()` })
      .where(usable)
      .returning({ userId: resetTokens.userId });
    if (!used) throw invalidToken();
    const [user] = await tx.db
      .update(users)
      .set({ passwordHash, updatedAt: sql`now()` })
      .where(eq(users.id, used.userId))
      .returning({ email: users.email });
    if (!user) throw invalidToken();
    await endSessions(tx.db, used.userId);
    await recordAudit(
      tx.db,
      { userId: used.userId, requestId, reason: undefined },
      { action: 'user.password_reset', subjectType: 'user', subjectId: used.userId },
    );
    await outbox.enqueue(tx, mails.passwordChanged(user.email, new Date()));
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
