import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { OtpCheck, PasswordReset } from '../../contract/auth';
import { validation } from '../../contract/messages';
import { refusals } from '../../contract/refusals';
import { users } from '../db/schema/people';
import { resetTokens } from '../db/schema/sign-in';
import { describeDevice } from '../device';
import { Refusal, refuse } from '../errors/refusal';
import { requireGoodPassword } from '../password-policy';
import type { CodeVisitor } from './browser';
import { formerOnesCount } from './former-passwords';
import { enterCode } from './guesses';
import { replacePassword } from './new-password';
import { invalidOtp, type RightCode } from './otp';
import { beforeVoid } from './passwords';
import type { AuthServices } from './services';

const purpose = 'reset_password';
/** By the clock of the database. */
const tokenLifetime = sql`interval '15 minutes'`;

const invalidToken = () => new Refusal('invalid_reset_token', refusals.invalidResetToken, { field: 'token' });

/** Whoever may not sign in gets no new password. */
const mayReset = eq(users.standing, 'enabled');

/** Mails a reset code to a person; an address of nobody who may sign in, or of whom too many codes were asked for, gets the same answer and no mail. */
export async function sendResetCode(
  services: AuthServices,
  email: string,
  visitor: CodeVisitor,
): Promise<void> {
  const { database, deviceCookies, otps, outbox, mails } = services;
  await database.transact(async (tx) => {
    const [subject] = await tx.db
      .select({ id: users.id, credentialVersion: users.credentialVersion })
      .from(users)
      .where(and(eq(users.email, email), mayReset))
      // Who is just being erased gets neither code nor mail; nothing else is waited for.
      .for('key share');
    const browser = subject && (await deviceCookies.read(visitor.cookies, email, subject));
    const options = { subject, registers: false, knownBrowser: browser !== undefined };
    const { id, code, mailed } = await otps.issue(tx, { purpose, email }, visitor, options);
    if (!subject || !mailed) return;
    const asked = { at: new Date(), device: describeDevice(visitor.userAgent) };
    outbox.enqueue(tx, { ...mails.resetCode(email, code, asked), otpId: id });
  });
}

/** Trades a reset code for a token that allows one new password. Throws `invalid_otp` for a wrong code. */
export async function verifyResetCode(
  services: AuthServices,
  { email, otp }: OtpCheck,
  visitor: CodeVisitor,
): Promise<string> {
  const target = { purpose, email } as const;
  return enterCode(services, target, visitor, async () => {
    const right = await services.otps.check(services.database, target, visitor, otp);
    return makeToken(services, right);
  });
}

async function makeToken(
  { database, otps }: AuthServices,
  { otpId, subjectId: userId, credentialVersion }: RightCode,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.transact(async (tx) => {
    // Locked like a change of the password: one comes first, and the code or the token ends with it.
    const [user] = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.credentialVersion, credentialVersion), mayReset))
      .for('no key update');
    if (!user) throw invalidOtp();
    await otps.consume(tx, otpId);
    // The newest token is the only one.
    await tx.db
      .update(resetTokens)
      .set({ usedAt: sql`now()` })
      .where(and(eq(resetTokens.userId, userId), isNull(resetTokens.usedAt)));
    await tx.db.insert(resetTokens).values({
      tokenHash: hashOf(token),
      userId,
      credentialVersion,
      expiresAt: sql`now() + ${tokenLifetime}`,
    });
  });
  return token;
}

/**
 * Sets a new password, once per token, ends every session of the person and notifies them by mail. Answers their
 * address. Throws `invalid_reset_token` for a bad token, and `validation` for a password of before, which a thief may know.
 */
export async function resetPassword(
  services: AuthServices,
  { token, password }: PasswordReset,
  requestId: string,
  gone: AbortSignal,
): Promise<string> {
  const { config, database, limits, passwords } = services;
  const tokenHash = hashOf(token);
  const usable = and(
    eq(resetTokens.tokenHash, tokenHash),
    isNull(resetTokens.usedAt),
    gt(resetTokens.expiresAt, sql`now()`),
  );
  const ofItsPassword = eq(users.credentialVersion, resetTokens.credentialVersion);
  // Looked at before hashing, so that guesses cost little; taken below, once.
  const [owner] = await database.db
    .select({
      userId: users.id,
      credentialVersion: resetTokens.credentialVersion,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      latest: users.passwordHash,
      former: users.formerPasswords,
      formerOnesCount,
    })
    .from(resetTokens)
    .innerJoin(users, eq(users.id, resetTokens.userId))
    .where(and(usable, mayReset, ofItsPassword));
  requireGoodPassword(password, 'password', owner ?? {}, config);
  if (!owner) throw invalidToken();
  const { userId, credentialVersion, email } = owner;
  const requester = { key: userId, known: true, gone };
  // A wrong guess at the old password is the new one, but many at once would be as many guesses.
  await limits.spend('oldPassword', tokenHash);
  const refused = [owner.latest, ...(owner.formerOnesCount ? owner.former : [])].map(beforeVoid);
  if ((await passwords.findMatch(password, refused, requester)) !== undefined)
    throw refuse.invalid(validation.samePassword, 'password');
  const passwordHash = await passwords.hash(password, requester);
  return database.transact(async (tx) => {
    // The row of the user is locked here, before its codes and tokens, as everywhere.
    const locked = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), mayReset))
      .for('no key update');
    const used = await tx.db
      .update(resetTokens)
      .set({ usedAt: sql`now()` })
      .where(usable)
      .returning({ userId: resetTokens.userId });
    if (locked.length === 0 || used.length === 0) throw invalidToken();
    const change = {
      userId,
      credentialVersion,
      passwordHash,
      action: 'user.password_reset',
      requestId,
    } as const;
    if (!(await replacePassword(services, tx, change))) throw invalidToken();
    return email;
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
