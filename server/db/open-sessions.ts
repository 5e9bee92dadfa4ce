import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { refuse } from '../errors/refusal';
import type { Queries } from './client';
import { sessions } from './schema/sign-in';

/** Neither ended nor past its end; perhaps idle. */
export const isOpen = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

/**
 * Refuses as `unauthorized` who acts in a session that was live a moment ago and has ended since; it does not end before the
 * transaction does. Ask behind the locks that an act waits for: who is shut out meanwhile acts no more.
 */
export async function requireSession(db: Queries, { sessionId }: { sessionId?: string }): Promise<void> {
  if (sessionId === undefined) return;
  const held = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isOpen))
    .for('share');
  if (held.length === 0) throw refuse.unauthorized();
}
