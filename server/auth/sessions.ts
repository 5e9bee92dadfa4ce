import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Session } from '../../contract/auth';
import type { UserType } from '../../contract/enums';
import { id as idSchema } from '../../contract/fields';
import { type Database, type Queries, statement } from '../db/client';
import { sessions, users } from '../db/schema';
import type { Authenticate } from '../http/caller';
import { describeDevice } from './device';
import type { Tokens } from './tokens';

const hour = 3_600_000;
/** Milliseconds a sign-in lasts (design, section 8). */
const lifetimes: Record<UserType, number> = {
  investor: 24 * hour,
  admin: 8 * hour,
  auditor: 8 * hour,
};

/** A session is marked as seen at most this often, so that reads stay reads. */
const seenEvery = sql`interval '5 minutes'`;

const findCaller = statement((db) =>
  db
    .select({
      userId: users.id,
      type: users.type,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      sessionId: sessions.id,
      unmarked: sql<boolean>`${sessions.lastSeenAt} < now() - ${seenEvery}`,
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

const markSeen = statement((db) =>
  db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    // Of requests that come together one writes.
    .where(
      and(eq(sessions.id, sql.placeholder('sessionId')), lt(sessions.lastSeenAt, sql`now() - ${seenEvery}`)),
    )
    .prepare('mark_session_seen'),
);

/** Finds the caller of a token: one statement, and now and then another one that marks the session as seen. */
export function createAuthenticate(database: Database, tokens: Tokens): Authenticate {
  return async (token) => {
    const named = await tokens.sessionOf(token);
    if (!named || !idSchema.safeParse(named.sessionId).success) return undefined;
    const { sessionId } = named;
    const [found] = await findCaller(database.db).execute({ sessionId });
    if (!found || found.userId !== named.userId) return undefined;
    const { unmarked, ...caller } = found;
    if (unmarked) await markSeen(database.db).execute({ sessionId });
    return caller;
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

/** The sessions of a person that still hold, the last seen first; `currentId` is the one that asks. */
export async function listSessions(db: Queries, userId: string, currentId: string): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    device: describeDevice(row.userAgent),
    ip: row.ip,
    current: row.id === currentId,
  }));
}

/** Ends one session of a person; answers whether there was one to end. */
export async function endSession(db: Queries, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends the sessions of a person, all or all but one; answers how many there were to end. */
export async function endSessions(db: Queries, userId: string, except?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}
