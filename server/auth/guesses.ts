import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { users } from '../db/schema/people';
import { otps } from '../db/schema/sign-in';
import { Refusal } from '../errors/refusal';
import { networkOf } from '../network';
import { recordSecurityEvent } from '../security/events';
import type { CodeVisitor } from './browser';
import type { OtpTarget } from './code-requests';
import { isKnownNetwork } from './known-network';
import type { AuthServices } from './services';

/**
 * Does what a code entered for an address is for, within what strangers may guess at it in a day, and writes a refused
 * one down. Throws what `work` throws, and `rate_limited` when strangers have guessed too much.
 */
export async function enterCode<T>(
  services: AuthServices,
  target: OtpTarget,
  visitor: CodeVisitor,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = services.database;
  const { email, purpose } = target;
  await spendGuess(services, target, visitor);
  // Before the work: who is erased meanwhile is known by no address any more, and what is written of them must name them.
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) {
      const event = { kind: 'code_refused', userId: user?.id, email, detail: purpose } as const;
      await recordSecurityEvent(db, visitor, event);
    }
    throw error;
  }
}

/**
 * Each code has a bound of its own, but many networks can ask for many codes. So guesses are bounded for the address as
 * well: those from each network where a code was asked for or the person has signed in, and those from all networks
 * together, of the latter, of requesters and of all others apart. Once those of known networks are used up, which are a
 * thief's as well, guesses there count as elsewhere. So it takes many networks to stand in the way of a person in a new
 * place, and those in many known ones as well to stand in the way of one in a known place.
 */
async function spendGuess(
  { database, limits }: AuthServices,
  target: OtpTarget,
  visitor: CodeVisitor,
): Promise<void> {
  const network = networkOf(visitor.ip);
  const key = `${target.purpose}|${target.email}`;
  const known = await isKnownNetwork(database.db, target.email, network);
  const asked = await hasAsked(database.db, target, visitor);
  if (known || asked) await limits.spend('codeGuesses', `${key}|${network}`);
  if (known && !(await limits.count('codeGuessesOfKnown', key))) return;
  await limits.spend(asked ? 'codeGuessesOfAskers' : 'codeGuesses', key);
}

/** Whether a code that may still be valid was asked for by this browser, or from this network. */
async function hasAsked(db: Queries, { purpose, email }: OtpTarget, { browser, ip }: CodeVisitor) {
  const [own] = await db
    .select({ id: otps.id })
    .from(otps)
    .where(
      and(
        eq(otps.purpose, purpose),
        eq(otps.email, email),
        or(eq(otps.browserHash, browser.hash), eq(otps.network, networkOf(ip))),
        ne(otps.origin, 'guess'),
        gt(otps.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return own !== undefined;
}
