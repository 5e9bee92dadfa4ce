import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { ProofOfFactor } from '../../contract/factors';
import { refusals } from '../../contract/refusals';
import { sessions } from '../db/schema';
import { Refusal, refuse } from '../errors/refusal';
import type { Caller, Visitor } from '../request';
import { recordSecurityEvent } from '../security/events';
import { beginChallenge, endChallenge, findChallenge, lockPerson } from './challenges';
import { spendFactor } from './prove';
import type { FactorServices } from './services';
import { passkeysOf, readFactors } from './stored';

/** There is nothing to show. */
export const noSecondFactor = () => new Refusal('conflict', refusals.noSecondFactor);

/** What a passkey is to sign to be shown once more in this session. */
export async function startPasskeyStepUp({ database, passkeys }: FactorServices, caller: Caller) {
  return database.transact(async ({ db }) => {
    const user = await lockPerson(db, caller.userId);
    const known = passkeysOf(await readFactors(db, caller.userId));
    if (!user || known.length === 0) throw noSecondFactor();
    const options = await passkeys.assertionOptions(known);
    const asked = { userId: user.id, purpose: 'step_up', sessionId: caller.sessionId } as const;
    await beginChallenge(db, { ...asked, challenge: options.challenge }, user.credentialVersion);
    return options;
  });
}

/**
 * Shows a second factor once more: for five minutes the session may do what is dangerous. Throws `invalid_factor`,
 * `conflict` when the session has none, `unauthorized` when it has ended meanwhile, and `rate_limited`.
 */
export async function stepUp(
  services: FactorServices,
  caller: Caller,
  proof: ProofOfFactor,
  visitor: Visitor,
): Promise<void> {
  const { database, limits } = services;
  const { userId, email, sessionId } = caller;
  if (caller.factor === 'none') throw noSecondFactor();
  const guessed = proof.kind !== 'passkey';
  // By session: who guesses with a stolen token takes nothing from the owner's.
  if (guessed) await limits.spend('stepUps', sessionId, { visitor, userId, email });
  try {
    await database.transact(async (tx) => {
      const user = await lockPerson(tx.db, userId);
      if (!user) throw refuse.unauthorized();
      const asked = proof.kind === 'passkey' ? await findChallenge(tx.db, sessionId, 'step_up') : undefined;
      const challenge = asked?.credentialVersion === user.credentialVersion ? asked.challenge : undefined;
      await spendFactor(services, tx, user, proof, { challenge, requestId: visitor.requestId });
      if (asked && !(await endChallenge(tx.db, asked.id))) throw refuse.unauthorized();
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
  if (guessed) await limits.refund('stepUps', sessionId);
}
