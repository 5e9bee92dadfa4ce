import { isIP } from 'node:net';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { users } from '../db/schema/people';
import { sessions } from '../db/schema/sign-in';
import { describeDevice } from '../device';
import type { Visitor } from '../request';

/** Sessions looked at; more than a person has in the time they are kept. */
const lookedAt = 200;
/** Days in which an account is young. */
const young = 30;

/**
 * The part of an address that stays when a provider gives out another one: two of four numbers, or two of eight
 * groups. A phone that moves between cells keeps it; somebody in another place has another one.
 */
export function wideNetworkOf(ip: string | null): string {
  const plain = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return plain.split('.').slice(0, 2).join('.');
  return plain.toLowerCase().split(':').slice(0, 2).join(':');
}

/**
 * Whether a sign-in comes from a device the person has not used: no earlier session had the same kind of browser and
 * system and came from the same network. Both must agree, since the kind alone is shared by millions. A cookie would
 * tell more; sign-ins work without any. For the first sign-in to a young account either is enough: a code is often entered
 * on one device and the password on another one beside it. Before any session there is nothing to compare with. `kept` are
 * the days that sessions are kept: an account that is older may have had some that are gone.
 */
export async function isNewDevice(
  db: Queries,
  userId: string,
  device: Pick<Visitor, 'ip' | 'userAgent'>,
  kept: number,
): Promise<boolean> {
  const earlier = await db
    .select({ userAgent: sessions.userAgent, ip: sessions.ip })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .limit(lookedAt);
  const agreeing = earlier.map(({ userAgent, ip }) => [
    describeDevice(userAgent) === describeDevice(device.userAgent),
    wideNetworkOf(ip) === wideNetworkOf(device.ip),
  ]);
  if (agreeing.some((both) => both.every(Boolean))) return false;
  if (agreeing.length > 1 || agreeing.some((both) => !both.some(Boolean))) return true;
  const [newcomer] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        sql`${users.createdAt} > now() - ${Math.min(young, kept)} * interval '1 day'`,
      ),
    );
  return newcomer === undefined;
}
