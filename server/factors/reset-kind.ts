import { asc, eq } from 'drizzle-orm';
import type { Effect, SentForApproval } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import type { Queries, Tx } from '../db/client';
import { users } from '../db/schema/people';
import { factors } from '../db/schema/second-factor';
import { Refusal, refuse } from '../errors/refusal';
import { type ActKind, actKind } from '../proposals/kinds';
import { propose } from '../proposals/propose';
import type { Actor } from '../request';
import { removeAllFactors } from './reset';
import type { FactorServices } from './services';

type Services = Pick<FactorServices, 'outbox' | 'mails' | 'config'>;

/** A person and what removing the factors would remove. Throws `not_found`, and `conflict` where there are none. */
async function look(db: Queries, userId: string, lock: boolean) {
  const found = db
    .select({ id: users.id, email: users.email, credentialVersion: users.credentialVersion })
    .from(users)
    .where(eq(users.id, userId));
  const [person] = await (lock ? found.for('no key update') : found);
  if (!person) throw refuse.notFound();
  const known = await db
    .select({ kind: factors.kind, name: factors.name })
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(factors.createdAt), asc(factors.id));
  if (known.length === 0) throw new Refusal('conflict', refusals.noFactorsToReset);
  const effect: Effect = {
    changes: known.map(({ kind, name }) => ({ name: kind, before: name, after: null })),
    facts: [],
    // Any change of the password or the factors makes another one.
    versions: { credentials: person.credentialVersion },
  };
  return { person, effect };
}

/** Proposes to remove the second factors of a person who has lost them. Throws `conflict` where there are none. */
export async function proposeReset(
  tx: Tx,
  services: Services,
  actor: Actor & { userId: string },
  userId: string,
): Promise<SentForApproval> {
  const { effect } = await look(tx.db, userId, true);
  const act = { subjectType: 'user', subjectId: userId, parameters: {} };
  return propose(tx, services, actor, { kind: 'factors_reset', ...act, personId: userId, effect });
}

/** Removals of lost second factors: always an act of two administrators. */
export function resetKind(services: Services): ActKind {
  return actKind({
    parameters: z.object({}),
    async look(db, { subjectId }, lock) {
      return { effect: (await look(db, subjectId, lock)).effect, preview: null };
    },
    async apply(tx, approver, { subjectId }) {
      const { person } = await look(tx.db, subjectId, true);
      await removeAllFactors(tx, services, approver, person, services.config.withdrawalHold);
      return subjectId;
    },
  });
}
