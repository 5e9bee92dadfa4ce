import { and, asc, eq, gt, min, not, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits';
import type { Queries } from '../db/client';
import { users } from '../db/schema/people';
import { sessions, takeoverReports } from '../db/schema/sign-in';
import { networkOf } from '../network';

/** Days for which a network stays known to a person who had a session there; sessions are kept for as long. */
const remembered = 90;
/** Addresses looked at; more than a person signs in from in that time. */
const lookedAt = 1_000;
/** Networks of these: a thief who signs in from many more does not multiply what may be guessed in each. */
export const networksKept = 50;

/**
 * A report "This was not me" of the owner's: until it is closed nobody knows whose the sessions are that have begun since the
 * time it looks back to, and afterwards only of a mistake.
 */
const isReported = sql`exists (select 1 from ${takeoverReports}
  where ${takeoverReports.userId} = ${sessions.userId}
    and ${takeoverReports.finding} is distinct from 'mistake'
    and ${sessions.createdAt} > ${takeoverReports.mailedAt} - ${limits.takeoverLookBack} * interval '1 millisecond'
    and ${sessions.createdAt} < coalesce(${takeoverReports.closedAt}, 'infinity'))`;

/**
 * The networks in which the owner of an address has had a session lately, the first fifty: who asks from there is no
 * stranger. Sessions that the owner may have reported are none. For an address nobody owns the same is asked of the
 * database, so that the time tells nothing.
 */
export async function knownNetworks(db: Queries, email: string): Promise<ReadonlySet<string>> {
  const since = sql`now() - ${remembered} * interval '1 day'`;
  const addresses = await db
    .select({ ip: sessions.ip })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), gt(sessions.createdAt, since), not(isReported)))
    .groupBy(sessions.ip)
    .orderBy(asc(min(sessions.createdAt)))
    .limit(lookedAt);
  const networks = new Set(addresses.flatMap(({ ip }) => (ip === null ? [] : [networkOf(ip)])));
  return new Set([...networks].slice(0, networksKept));
}

/** Whether a network is one of these. */
export async function isKnownNetwork(db: Queries, email: string, network: string): Promise<boolean> {
  return (await knownNetworks(db, email)).has(network);
}
