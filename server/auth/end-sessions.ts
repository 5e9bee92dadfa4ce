import type { Tx } from '../db/client';
import { refuse } from '../errors/refusal';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { endSession, endSessions } from './sessions';

type Ending = Actor & { userId: string };

function record(tx: Tx, actor: Ending, userId: string, ended: number): void {
  recordAudit(tx, actor, {
    action: 'user.sessions_ended',
    subjectType: 'user',
    subjectId: userId,
    after: { ended },
  });
}

/** Ends one session of a person and writes down by whom; throws `not_found` when it is not theirs or has ended. */
export async function endOneSession(tx: Tx, actor: Ending, userId: string, sessionId: string): Promise<void> {
  if (!(await endSession(tx.db, userId, sessionId))) throw refuse.notFound();
  record(tx, actor, userId, 1);
}

/** Ends the sessions of a person, all or all but one, and writes down by whom. */
export async function endAllSessions(tx: Tx, actor: Ending, userId: string, except?: string): Promise<void> {
  const ended = await endSessions(tx.db, userId, except);
  if (ended > 0) record(tx, actor, userId, ended);
}
