import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { TimedProof } from '../../contract/factors';
import { refusals } from '../../contract/refusals';
import { sessions } from '../db/schema/sign-in';
import { Refusal, refuse } from '../errors/refusal';
import type { Caller, Visitor } from '../request';
import { recordSecurityEvent } from '../security/events';
import { lockPerson } from './challenges';
import { spendFactor } from './prove';
import type { FactorServices } from './services';

/** There is nothing to show. */
export const noSecondFactor = () => new Refusal('conflict', refusals.noSecondFactor);

/**
 * Shows a code once more, which says nothing of what it is for: for five minutes the session may do what is dangerous. A
 * passkey signs one act instead (acts.ts). Throws `invalid_factor`,
 * `conflict` when the session has none, `unauthorized` when it has ended meanwhile, and `rate_limited`.
 */
export async function stepUp(
  services: FactorServices,
  caller: Caller,
  proof: TimedProof,
  visitor: Visitor,
): Promise<void> {
  const { database, limits } = services;
  const { userId, email, sessionId } = caller;
  if (caller.factor === 'none') throw noSecondFactor();
  // By session: who guesses with a stolen token takes nothing from the owner's.
  await limits.spend('stepUps', sessionId, { visitor, userId, email });
  try {
    await database.transact(async (tx) => {
      const user = await lockPerson(tx.db, userId);
      if (!user) throw refuse.unauthorized();
      await spendFactor(services, tx, user, proof, { challenge: undefined, requestId: visitor.requestId });
      const shown = await tx.db
        .update(sessions)
        .set({ factorAt: sql`now()` })
        .where(
          and(eq(sessions.id, sessionId), sql`${sessions.revokedAt} is null`, isNotNull(sessions.factorAt)),
        )
        .returning({ id: sessions.id });
      if (shown.length === 0) throw refuse.unauthorized();
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_factor') {
      await recordSecurityEvent(database.db, visitor, { kind: 'factor_refused', userId, email });
    }
    throw error;
  }
  await limits.refund('stepUps', sessionId);
}
