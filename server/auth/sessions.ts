import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Session } from '../../contract/auth';
import type { UserType } from '../../contract/enums';
import { id as idSchema } from '../../contract/fields';
import { refusals } from '../../contract/messages';
import { type Database, type Queries, statement } from '../db/client';
import { sessions, users } from '../db/schema';
import { describeDevice } from '../device';
import { Refusal } from '../errors/refusal';
import type { Authenticated, ReadOwn } from '../request';
import type { Tokens } from './tokens';

const hour = 3_600_000;
/** Milliseconds a sign-in lasts (docs/rules.md, "Sessions"). */
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

/**
 * Finds the caller of a token: one statement, and now and then another one that marks the session as seen. What is read
 * along is the signed token's person's, and nobody hears of it unless the session holds.
 */
export function createAuthenticate(
  database: Database,
  tokens: Tokens,
): (token: string, readOwn?: ReadOwn<Queries>) => Promise<Authenticated | undefined> {
  return async (token, readOwn) => {
    const named = await tokens.sessionOf(token);
    if (!named || !idSchema.safeParse(named.sessionId).success) return undefined;
    const { sessionId, userId } = named;
    const [[found], own] = readOwn
      ? await database.together((db) =>
          Promise.all([findCaller(db).execute({ sessionId }), settle(readOwn(db, userId))]),
        )
      : [await findCaller(database.db).execute({ sessionId }), undefined];
    if (!found || found.userId !== userId) return undefined;
    const { unmarked, ...caller } = found;
    if (unmarked) await markSeen(database.db).execute({ sessionId });
    return { caller, ...(own && { own }) };
  };
}

/** What comes of work, whoever may be told of it. */
async function settle<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

/** A sign-in with what does not match, or does no longer. */
export const invalidCredentials = () => new Refusal('invalid_credentials', refusals.invalidCredentials);

/** What is kept of the device that signed in. */
export interface Device {
  ip: string;
  userAgent: string | undefined;
}

/**
 * Starts a session and answers its token. `credentialVersion` is the one that was read with what let the person in:
 * throws `invalid_credentials` when the password has changed since. The user is locked until the transaction ends, so
 * that a change of the password comes before, and this is refused, or after, and it ends this session.
 */
export async function startSession(
  db: Queries,
  tokens: Tokens,
  user: { id: string; type: UserType; credentialVersion: number },
  device: Device,
): Promise<string> {
  const id = uuid();
  const expiresAt = new Date(Date.now() + lifetimes[user.type]);
  const started = await db
    .insert(sessions)
    .select(
      db
        .select({
          id: sql`${id}::uuid`.as('id'),
          userId: users.id,
          createdAt: sql`now()`.as('created_at'),
          expiresAt: sql`${expiresAt.toISOString()}::timestamptz`.as('expires_at'),
          revokedAt: sql`null::timestamptz`.as('revoked_at'),
          lastSeenAt: sql`now()`.as('last_seen_at'),
          userAgent: sql`${device.userAgent?.slice(0, 400) ?? null}::text`.as('user_agent'),
          ip: sql`${device.ip}::text`.as('ip'),
        })
        .from(users)
        .where(and(eq(users.id, user.id), eq(users.credentialVersion, user.credentialVersion)))
        .for('share'),
    )
    .returning({ id: sessions.id });
  if (started.length === 0) throw invalidCredentials();
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

/** Whether a session still holds; it does until the transaction ends. */
export async function holdsSession(db: Queries, sessionId: string): Promise<boolean> {
  const held = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .for('share');
  return held.length > 0;
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
