import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { ProofOfFactor, SignInStep } from '../../contract/factors';
import { refusals } from '../../contract/refusals';
import { openSession } from '../auth/login';
import type { SecondFactor } from '../auth/services';
import { countRightSignIn } from '../auth/sign-in-limits';
import { factorChallenges } from '../db/schema/second-factor';
import { Refusal } from '../errors/refusal';
import type { Visitor } from '../request';
import { recordSecurityEvent } from '../security/events';
import { beginChallenge, type Challenge, endChallenge, lockPerson, open } from './challenges';
import { type FactorVisitor, spendGuess } from './guesses';
import { spendFactor } from './prove';
import type { FactorServices } from './services';
import { passkeysOf, readFactors } from './stored';

/** Guesses at the second factor with one ticket. */
const guesses = 5;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url');

/** A ticket that is used, void, or too old: the password is asked for again. */
const signInOver = () => new Refusal('invalid_credentials', refusals.signInOver);

/** Asks whoever has a second factor for it, with a ticket that stands for the right password. */
export const secondFactor: SecondFactor = async (db, user, count): Promise<SignInStep | undefined> => {
  const rows = await readFactors(db, user.id);
  if (rows.length === 0) return undefined;
  await count();
  const ticket = randomBytes(32).toString('base64url');
  const waiting = { userId: user.id, purpose: 'sign_in', ticketHash: hashOf(ticket) } as const;
  await beginChallenge(db, waiting, user.credentialVersion);
  return { ticket, kinds: [...new Set(rows.map(({ kind }) => kind))] };
};

/** What a passkey is to sign for a sign-in that waits. Throws `invalid_credentials` when that is over. */
export async function startPasskeySignIn({ database: { db }, passkeys }: FactorServices, ticket: string) {
  const here = and(eq(factorChallenges.ticketHash, hashOf(ticket)), open);
  const [waiting] = await db.select({ userId: factorChallenges.userId }).from(factorChallenges).where(here);
  if (!waiting) throw signInOver();
  const options = await passkeys.assertionOptions(passkeysOf(await readFactors(db, waiting.userId)));
  await db.update(factorChallenges).set({ challenge: options.challenge }).where(here);
  return options;
}

/**
 * Finishes a sign-in by a second factor; answers the token and whose it is. Throws `invalid_factor`, `invalid_credentials`
 * when the ticket is used, too old, guessed at too often, or the password has changed, and `rate_limited`.
 */
export async function finishSignIn(
  services: FactorServices,
  { ticket, proof }: { ticket: string; proof: ProofOfFactor },
  visitor: FactorVisitor,
): Promise<{ token: string; email: string }> {
  const { database } = services;
  // Counted whatever becomes of the request, and before anything is compared.
  const [waiting] = await database.db
    .update(factorChallenges)
    .set({ attempts: sql`${factorChallenges.attempts} + 1` })
    .where(and(eq(factorChallenges.ticketHash, hashOf(ticket)), open, lt(factorChallenges.attempts, guesses)))
    .returning();
  if (!waiting) throw signInOver();
  const { id, userId, credentialVersion, challenge } = waiting;
  const refundSignIn = await countRightSignIn(services, userId, visitor);
  try {
    const refundGuess = proof.kind === 'totp' ? await spendGuess(services, waiting, visitor) : undefined;
    const signedIn = await database.transact(async (tx) => {
      const user = await lockPerson(tx.db, userId);
      if (!user || user.credentialVersion !== credentialVersion) throw signInOver();
      await spendFactor(services, tx, user, proof, { challenge, requestId: visitor.requestId });
      if (!(await endChallenge(tx.db, id))) throw signInOver();
      return { token: await openSession(services, tx, user, visitor, true), email: user.email };
    });
    await refundGuess?.();
    return signedIn;
  } catch (error) {
    await refundSignIn();
    if (error instanceof Refusal && error.code === 'invalid_factor')
      await noteRefused(services, waiting, visitor);
    throw error;
  }
}

/** Writes a refused factor down, and tells the owner when a ticket was guessed at to its end: the password was right. */
async function noteRefused(
  { database, outbox, mails }: FactorServices,
  { userId, attempts }: Challenge,
  visitor: Visitor,
): Promise<void> {
  const email = await database.transact(async (tx) => {
    const user = await lockPerson(tx.db, userId);
    if (user && attempts >= guesses) outbox.enqueue(tx, mails.factorRefused(user, visitor.ip, new Date()));
    return user?.email;
  });
  await recordSecurityEvent(database.db, visitor, { kind: 'factor_refused', userId, email });
}
