import { and, eq } from 'drizzle-orm';
import { refusals } from '../../contract/refusals';
import { addressesOfAdministrators, lockAdministrators } from '../db/administrators';
import type { Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { users } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import type { PersonNotice } from '../mail/notices';
import type { Actor } from '../request';
import type { PeopleActs } from './services';

/** Who acts, as administrators are told; none on the server's own machine. */
export type ActingPerson = PersonNotice['by'];

/**
 * Begins an act on people: locks who administers the site until the transaction ends, and answers who acts. One act waits
 * for the other, and sees what it has done: who was shut out meanwhile acts no more, nor in a session that has ended. Throws
 * `unauthorized` then, and
 * `validation` when an administrator gives no reason.
 */
export async function beginAct(tx: Tx, actor: Actor): Promise<ActingPerson> {
  const { userId, reason } = actor;
  if (userId !== undefined && !reason?.trim()) throw refuse.invalid(refusals.reasonRequired, 'reason');
  await lockAdministrators(tx.db);
  if (userId === undefined) return undefined;
  await requireSession(tx.db, actor);
  const [acting] = await tx.db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.type, 'admin'), eq(users.standing, 'enabled')));
  if (!acting) throw refuse.unauthorized();
  return { name: `${acting.firstName} ${acting.lastName}`, email: acting.email };
}

/** Tells every administrator who can sign in what was done. */
export async function tellAdministrators(
  { outbox, mails }: Pick<PeopleActs, 'outbox' | 'mails'>,
  tx: Tx,
  notice: PersonNotice,
): Promise<void> {
  for (const to of await addressesOfAdministrators(tx.db)) {
    outbox.enqueue(tx, mails.personChanged(to, notice));
  }
}
