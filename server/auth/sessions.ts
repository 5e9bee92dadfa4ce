import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Session } from '../../contract/auth';
import { type UserType, userTypes } from '../../contract/enums';
import { id as idSchema } from '../../contract/fields';
import { limits, type SessionTimes, sessionTimes } from '../../contract/limits';
import { refusals } from '../../contract/refusals';
import { type Database, type Queries, statement, type Tx } from '../db/client';
import { isOpen } from '../db/open-sessions';
import type { OwnTable } from '../db/own-table';
import { users } from '../db/schema/people';
import { sessions } from '../db/schema/sign-in';
import { describeDevice } from '../device';
import { tolerated } from '../due';
import { Refusal } from '../errors/refusal';
import { networkOf } from '../network';
import type { Authenticated, Authentication, Caller, JoinedOwn, ReadOwn, Visitor } from '../request';
import { recordAudit } from '../writes/audit';
import type { Tokens } from './tokens';

/** In words: what is the same each time need not be sent each time. */
const milliseconds = (time: number) => sql.raw(`interval '${time} milliseconds'`);

/** Milliseconds by the role of the person whose session it is; none, and so no session, for another role. */
function byRole(time: (times: SessionTimes) => number) {
  const cases = userTypes.options.map(
    (type) => `when '${type}' then interval '${time(sessionTimes[type])} milliseconds'`,
  );
  return sql`case ${users.type} ${sql.raw(cases.join(' '))} end`;
}

/** How old the use that is written down may be: the true last use came up to `notedEvery` after it. */
const idleAfter = ({ idle, notedEvery }: SessionTimes) => idle + notedEvery;

/** Open and not idle, of a person who may sign in; in a query that joins the person. */
const isLive = and(
  isOpen,
  sql`${users.standing} = 'enabled'`,
  gt(sessions.lastSeenAt, sql`now() - ${byRole(idleAfter)}`),
);

const callerColumns = {
  userId: users.id,
  type: users.type,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  sessionId: sessions.id,
  factor: sql<Caller['factor']>`case when ${sessions.factorAt} is null then 'none'
    when ${sessions.factorAt} between now() - ${milliseconds(limits.stepUp)} and now() + ${milliseconds(tolerated)}
    then 'fresh' else 'stale' end`,
  unmarked: sql<boolean>`${sessions.lastSeenAt} < now() - ${byRole(({ notedEvery }) => notedEvery)}`,
};
const isNamed = and(eq(sessions.id, sql.placeholder('sessionId')), isLive);

const findCaller = statement((db) =>
  db
    .select(callerColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isNamed)
    .prepare('find_caller'),
);

const buildCallerWith = ({ name, table, columns, userId }: OwnTable) =>
  statement((db) =>
    db
      .select({ ...callerColumns, own: columns })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(table, eq(userId, users.id))
      .where(isNamed)
      .prepare(`find_caller_with_${name}`),
  );

const callersWith = new WeakMap<OwnTable, ReturnType<typeof buildCallerWith>>();

/** The same with a row of their own, which may be missing; built once for each table. */
function findCallerWith(from: OwnTable): ReturnType<typeof buildCallerWith> {
  const known = callersWith.get(from) ?? buildCallerWith(from);
  callersWith.set(from, known);
  return known;
}

const markSeen = statement((db) => {
  const unmarked = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        lt(sessions.lastSeenAt, sql`now() - ${sql.placeholder('notedEvery')} * interval '1 millisecond'`),
      ),
    )
    // Of requests that come together one writes; and none waits for an act of the session that waits itself.
    .for('no key update', { skipLocked: true });
  return db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(inArray(sessions.id, unmarked))
    .prepare('mark_session_seen');
});

/**
 * Finds the caller of a token: one statement, and now and then another one that notes the use. What is read along is
 * the signed token's person's, and nobody hears of it unless the session holds.
 */
export function createAuthenticate(
  database: Database,
  tokens: Tokens,
): (token: string, how: Authentication<Queries>) => Promise<Authenticated | undefined> {
  return async (token, { readOwn, isUse }) => {
    const named = await tokens.sessionOf(token);
    if (!named || !idSchema.safeParse(named.sessionId).success) return undefined;
    const { sessionId, userId } = named;
    const { found, own } = await find(database, readOwn, sessionId, userId);
    if (!found || found.userId !== userId) return undefined;
    const { unmarked, ...caller } = found;
    // A session that was live when it was found was used then, also if it would be idle by now.
    if (unmarked && isUse) {
      const { notedEvery } = sessionTimes[caller.type];
      await markSeen(database.db).execute({ sessionId, notedEvery });
    }
    return { caller, ...(own && { own }) };
  };
}

/** Whose session it is, and what was to be read along. */
async function find(
  { db, together }: Pick<Database, 'db' | 'together'>,
  readOwn: ReadOwn<Queries> | JoinedOwn | undefined,
  sessionId: string,
  userId: string,
) {
  if (readOwn === undefined) {
    const [found] = await findCaller(db).execute({ sessionId });
    return { found };
  }
  if (typeof readOwn !== 'function') {
    // Who serves the read and who authenticates are put together by the same composition.
    const [joined] = await findCallerWith(readOwn.from as OwnTable)(db).execute({ sessionId });
    if (!joined) return {};
    const { own: row, ...found } = joined;
    return { found, own: await settle((async () => readOwn.show(row))()) };
  }
  const [[found], own] = await together((connection) =>
    Promise.all([findCaller(connection).execute({ sessionId }), settle(readOwn(connection, userId))]),
  );
  return { found, own };
}

/** What comes of work, whoever may be told of it. */
async function settle<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

/** A sign-in with what does not match, or does no longer. */
export const invalidCredentials = () => new Refusal('invalid_credentials', refusals.invalidCredentials);

/**
 * Starts a session and answers its token; of more than a person may have (docs/rules.md, "Sessions"), ends those used
 * longest ago. `credentialVersion` is the one that was read with what let the person in:
 * throws `invalid_credentials` when the password or the second factors have changed since, or the person may not sign in
 * any more. The user is locked until the transaction ends, so
 * that a change of the password comes before, and this is refused, or after, and it ends this session; and so that of
 * sign-ins at once each counts the sessions of those before.
 */
export async function startSession(
  tx: Tx,
  tokens: Tokens,
  user: { id: string; type: UserType; credentialVersion: number },
  visitor: Visitor,
  factorShown = false,
): Promise<string> {
  const { db } = tx;
  const id = uuid();
  const expiresAt = new Date(Date.now() + sessionTimes[user.type].lasts);
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
          userAgent: sql`${visitor.userAgent?.slice(0, 400) ?? null}::text`.as('user_agent'),
          ip: sql`${visitor.ip}::text`.as('ip'),
          factorAt: (factorShown ? sql`now()` : sql`null::timestamptz`).as('factor_at'),
        })
        .from(users)
        .where(
          and(
            eq(users.id, user.id),
            eq(users.credentialVersion, user.credentialVersion),
            eq(users.standing, 'enabled'),
          ),
        )
        .for('no key update'),
    )
    .returning({ id: sessions.id });
  if (started.length === 0) throw invalidCredentials();
  await endSurplus(tx, user, id, visitor.requestId);
  return tokens.issue({ id, userId: user.id, type: user.type, expiresAt });
}

/**
 * Ends the sessions that are too many beside a new one, and writes it down. The row of the user is locked: a statement of
 * its own, which sees what the sign-ins before have committed. Idle ones come last, and so go whenever a live one would;
 * they have ended already, and are not written down.
 */
async function endSurplus(
  tx: Tx,
  { id: userId, type }: { id: string; type: UserType },
  newId: string,
  requestId: string | undefined,
): Promise<void> {
  const surplus = tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, newId), isOpen))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(limits.sessions - 1);
  const ended = await tx.db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    // Not those that were ended otherwise meanwhile.
    .where(and(inArray(sessions.id, surplus), isOpen))
    .returning({
      live: sql<boolean>`${sessions.lastSeenAt} > now() - ${idleAfter(sessionTimes[type])} * interval '1 millisecond'`,
    });
  const count = ended.filter(({ live }) => live).length;
  if (count === 0) return;
  recordAudit(
    tx,
    { userId, requestId, reason: undefined },
    {
      action: 'user.sessions_ended',
      subjectType: 'user',
      subjectId: userId,
      after: { ended: count, mostSessions: limits.sessions },
    },
  );
}

/** The sessions of a person that still hold, the last seen first; `currentId` is the one that asks. */
export async function listSessions(db: Queries, userId: string, currentId: string): Promise<Session[]> {
  const rows = await db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isLive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map(({ session: row }) => ({
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    device: describeDevice(row.userAgent),
    network: row.ip === null ? null : networkOf(row.ip),
    current: row.id === currentId,
  }));
}

/** Ends one session of a person, also an idle one; answers whether there was one to end. */
export async function endSession(db: Queries, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isOpen))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/**
 * Ends the sessions of a person, all or all but one; answers how many of them were live. Idle ones end as well: they must
 * not come back with a longer limit.
 */
export async function endSessions(db: Queries, userId: string, except?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .from(users)
    .where(
      and(
        eq(users.id, sessions.userId),
        eq(sessions.userId, userId),
        isOpen,
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ live: sql<boolean>`${sessions.lastSeenAt} > now() - ${byRole(idleAfter)}` });
  return ended.filter(({ live }) => live).length;
}
