import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { UserType } from '../../contract/enums';
import { id as idSchema } from '../../contract/fields';
import { type Database, type Queries, statement } from '../db/client';
import { sessions, users } from '../db/schema';
import type { Authenticate } from '../http/caller';
import type { Tokens } from './tokens';

const hour = 3_600_000;
/** Milliseconds a sign-in lasts (design, section 8). */
const lifetimes: Record<UserType, number> = { investor: 24 * hour, admin: 8 * hour };

const findCaller = statement((db) =>
  db
    .select({
      userId: users.id,
      type: users.type,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      sessionId: sessions.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .prepare('find_caller'),
);

export function createAuthenticate(database: Database, tokens: Tokens): Authenticate {
  return async (token) => {
    const named = await tokens.sessionOf(token);
    if (!named || !idSchema.safeParse(named.sessionId).success) return undefined;
    const [caller] = await findCaller(database.db).execute({ sessionId: named.sessionId });
    return caller?.userId === named.userId ? caller : undefined;
  };
}

/** What is kept of the device that signed in. */
export interface Device {
  ip: string;
  userAgent: string | undefined;
}

/** Starts a session and answers its token. */
export async function startSession(
  db: Queries,
  tokens: Tokens,
  user: { id: string; type: UserType },
  device: Device,
): Promise<string> {
  const id = uuid();
  const expiresAt = new Date(Date.now() + lifetimes[user.type]);
  await db.insert(sessions).values({
    id,
    userId: user.id,
    expiresAt,
    ip: device.ip,
    userAgent: device.userAgent?.slice(0, 400),
  });
  return tokens.issue({ id, userId: user.id, type: user.type, expiresAt });
}

/** Ends one session. */
export async function endSession(db: Queries, sessionId: string): Promise<void> {
  await db.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.id, sessionId));
}

/** Ends the sessions of a person, all or all but one. */
export async function endSessions(db: Queries, userId: string, except?: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    );
}
