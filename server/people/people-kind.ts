import { eq } from 'drizzle-orm';
import { invitedTypes } from '../../contract/enums';
import { type Invite, inviteSchema, type PersonRecord } from '../../contract/people';
import type { Effect, SentForApproval } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { lockAdministrators } from '../db/administrators';
import type { Queries, Tx } from '../db/client';
import { users } from '../db/schema/people';
import { Refusal, refuse } from '../errors/refusal';
import { type ActKind, actKind } from '../proposals/kinds';
import { propose } from '../proposals/propose';
import type { Actor } from '../request';
import { requireVersion } from '../writes/commit';
import { invitePerson, requireFree } from './invitations';
import type { PeopleActs, TwoPersons } from './services';
import { enablePerson, offboardPerson, type StandingChange } from './standing';

type Proposer = Actor & { userId: string };

const becomes = { enable: 'enabled', offboard: 'offboarded' } as const;
type Becomes = keyof typeof becomes;

const parameters = z.discriminatedUnion('act', [
  z.object({ act: z.literal('invite'), email: z.string(), type: invitedTypes }),
  z.object({ act: z.literal('enable') }),
  z.object({ act: z.literal('offboard') }),
]);

/** Throws `conflict` for the address of somebody who has an account. */
async function effectOfInvite(db: Queries, { email, type }: Invite): Promise<Effect> {
  await requireFree(db, email);
  return {
    changes: [{ name: 'role', before: null, after: type }],
    facts: [{ name: 'email', value: email }],
    versions: {},
  };
}

/** Throws `not_found`, and `conflict` where the standing cannot become that. */
async function effectOnStanding(db: Queries, userId: string, act: Becomes, lock: boolean): Promise<Effect> {
  const found = db
    .select({ standing: users.standing, version: users.standingVersion })
    .from(users)
    .where(eq(users.id, userId));
  const [person] = await (lock ? found.for('no key update') : found);
  if (!person) throw refuse.notFound();
  const { standing, version } = person;
  if (standing === becomes[act]) throw new Refusal('conflict', refusals.standingIs(standing));
  if (standing === 'offboarded') throw new Refusal('conflict', refusals.offboardedForGood);
  return {
    changes: [{ name: 'standing', before: standing, after: becomes[act] }],
    facts: [],
    versions: { standing: version },
  };
}

/** Invites as {@link invitePerson} does, or proposes it where it takes two administrators. */
export async function inviteOrPropose(
  tx: Tx,
  services: PeopleActs & TwoPersons,
  actor: Proposer,
  invite: Invite,
) {
  if (!services.config.fourEyes.people) return (await invitePerson(services, tx, actor, invite)).invitation;
  await lockAdministrators(tx.db);
  const effect = await effectOfInvite(tx.db, invite);
  const act = { subjectType: 'invitation', subjectId: 'new', parameters: { act: 'invite', ...invite } };
  return propose(tx, services, actor, { kind: 'people', ...act, personId: null, effect });
}

/** Enables or offboards a person, or proposes it where it takes two administrators. */
export async function changeOrPropose(
  tx: Tx,
  services: PeopleActs & TwoPersons,
  actor: Proposer,
  act: Becomes,
  change: StandingChange,
): Promise<PersonRecord | SentForApproval> {
  const work = act === 'enable' ? enablePerson : offboardPerson;
  if (!services.config.fourEyes.people) return work(services, tx, actor, change);
  const { userId, ifMatch } = change;
  if (actor.userId === userId) throw refuse.invalid(refusals.notYourself, 'userId');
  await lockAdministrators(tx.db);
  const effect = await effectOnStanding(tx.db, userId, act, true);
  requireVersion(ifMatch, effect.versions.standing ?? 0);
  const wanted = { subjectType: 'user', subjectId: userId, parameters: { act } };
  return propose(tx, services, actor, { kind: 'people', ...wanted, personId: userId, effect });
}

/** Inviting, enabling and offboarding people, as acts that two administrators agree on. Disabling protects: it takes one. */
export function peopleKind(services: PeopleActs): ActKind {
  return actKind({
    parameters,

    async look(db, { subjectId, parameters: wanted }, lock) {
      if (lock) await lockAdministrators(db);
      const effect =
        wanted.act === 'invite'
          ? await effectOfInvite(db, inviteSchema.parse({ email: wanted.email, type: wanted.type }))
          : await effectOnStanding(db, subjectId, wanted.act, lock);
      return { effect, preview: null };
    },

    async apply(tx, approver, { subjectId, parameters: wanted }) {
      if (wanted.act === 'invite') {
        const { email, type } = wanted;
        return (await invitePerson(services, tx, approver, { email, type })).invitation._id;
      }
      const work = wanted.act === 'enable' ? enablePerson : offboardPerson;
      return (await work(services, tx, approver, { userId: subjectId }))._id;
    },
  });
}
