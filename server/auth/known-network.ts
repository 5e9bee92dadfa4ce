import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { users } from '../db/schema/people';
import { sessions } from '../db/schema/sign-in';
import { networkOf } from '../network';

/** Days for which a network stays known to a person who had a session there; sessions are kept for as long. */
const remembered = 90;
/** Addresses looked at; more than a person signs in from in that time. */
const lookedAt = 1_000;

/**
 * The networks in which the owner of an address has had a session lately: who asks from there is no stranger. For an
 * address nobody owns the same is asked of the database, so that the time tells nothing.
 */
export async function knownNetworks(db: Queries, email: string): Promise<ReadonlySet<string>> {
  const since = sql`now() - ${remembered} * interval '1 day'`;
  const addresses = await db
    .selectDistinct({ ip: sessions.ip })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), gt(sessions.createdAt, since)))
    .limit(lookedAt);
  return new Set(addresses.flatMap(({ ip }) => (ip === null ? [] : [networkOf(ip)])));
}

/** Whether a network is one of these. */
export async function isKnownNetwork(db: Queries, email: string, network: string): Promise<boolean> {
  return (await knownNetworks(db, email)).has(network);
}
