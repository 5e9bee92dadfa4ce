import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { refuse } from '../errors/refusal';
import type { Queries } from './client';
import { sessions } from './schema';

/** Neither ended nor past its end; perhaps idle. */
export const isOpen = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

/** Whether a session that was live a moment ago has not ended; it does not until the transaction ends. */
export async function holdsSession(db: Queries, sessionId: string): Promise<boolean> {
  const held = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isOpen))
    .for('share');
  return held.length > 0;
}

/**
 * Refuses as `unauthorized` who acts in a session that has ended since. Ask behind the locks that an act waits for: who is
 * shut out meanwhile acts no more.
 */
export async function requireSession(db: Queries, { sessionId }: { sessionId?: string }): Promise<void> {
  if (sessionId !== undefined && !(await holdsSession(db, sessionId))) throw refuse.unauthorized();
}
