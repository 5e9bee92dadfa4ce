import { eq } from 'drizzle-orm';
import { isKnownNetwork } from '../auth/known-network';
import { users } from '../db/schema/people';
import { networkOf } from '../network';
import type { Visitor } from '../request';
import type { Challenge } from './challenges';
import type { FactorServices } from './services';

/** Who finishes a sign-in, with the header of the cookies. */
export interface FactorVisitor extends Visitor {
  cookies: string | undefined;
}

/**
 * Counts a guess at the code of an authenticator app before it is looked at; answers how to refund it. Whoever knows the
 * password can use up the guesses of strangers, and those in a network that is shared with the owner, but not those in the
 * owner's browser; a new password begins anew. As a mailbox makes any number of passwords, each kind of place has a bound for
 * all of them together. Throws `rate_limited`.
 */
export async function spendGuess(
  services: FactorServices,
  { userId, credentialVersion }: Challenge,
  visitor: FactorVisitor,
): Promise<() => Promise<void>> {
  const { limits } = services;
  const { kind, name } = await placeOf(services, { id: userId, credentialVersion }, visitor);
  const keys = [
    ['factorGuesses', `${userId}|${credentialVersion}|${kind}|${name}`],
    ['factorGuessesOfPerson', `${userId}|${kind}`],
  ] as const;
  for (const [rule, key] of keys) await limits.spend(rule, key, { visitor, userId });
  return async () => {
    for (const [rule, key] of keys) await limits.refund(rule, key);
  };
}

/** Where somebody guesses: strangers are all in one place. */
async function placeOf(
  { database, deviceCookies }: FactorServices,
  owner: { id: string; credentialVersion: number },
  { ip, cookies }: FactorVisitor,
): Promise<{ kind: 'browser' | 'network' | 'elsewhere'; name: string }> {
  const elsewhere = { kind: 'elsewhere', name: '' } as const;
  const [user] = await database.db.select({ email: users.email }).from(users).where(eq(users.id, owner.id));
  if (!user) return elsewhere;
  const browser = await deviceCookies.read(cookies, user.email, owner);
  // Whoever reads the mailbox makes browsers known by it, as many as they like.
  if (browser && !browser.byMailbox) return { kind: 'browser', name: browser.id };
  const network = networkOf(ip);
  const isKnown = await isKnownNetwork(database.db, user.email, network);
  return isKnown ? { kind: 'network', name: network } : elsewhere;
}
