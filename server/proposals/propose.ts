import { and, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { ProposalKind } from '../../contract/enums';
import { limits } from '../../contract/limits';
import type { Effect, SentForApproval, WaitingProposal } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { addressesOfAdministrators } from '../db/administrators';
import type { Queries, Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { actor as person } from '../db/person';
import { users } from '../db/schema/people';
import { proposals } from '../db/schema/writes';
import { Refusal, refuse } from '../errors/refusal';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { effectHashOf } from './effect-hash';
import type { Act } from './kinds';

/** What proposing needs. */
export interface ProposeServices {
  outbox: Outbox;
  mails: Mails;
}

export interface Draft extends Act {
  kind: ProposalKind;
  /** The person whom it is about, if it is about one. */
  personId: string | null;
  effect: Effect;
  /** Nobody is mailed: of many that are proposed at once, the first one is told of. */
  quiet?: boolean;
}

const sentColumns = {
  _id: proposals.id,
  kind: proposals.kind,
  status: proposals.status,
  subjectType: proposals.subjectType,
  subjectId: proposals.subjectId,
  createdAt: proposals.createdAt,
};

/**
 * Proposes an act instead of doing it, in the transaction that holds the locks of the act. Where the same act with the
 * same effect waits already, answers that one and whose it is. Throws `validation` without a reason, `unauthorized` when the
 * session has ended meanwhile, and `quota_reached` when too many of the proposer's wait.
 */
export async function propose(
  tx: Tx,
  { outbox, mails }: ProposeServices,
  actor: Actor & { userId: string },
  { kind, personId, effect, quiet = false, ...act }: Draft,
): Promise<SentForApproval> {
  const reason = actor.reason?.trim();
  if (!reason) throw refuse.invalid(refusals.reasonRequired, 'reason');
  const { subjectType, subjectId, parameters } = act;
  const effectHash = effectHashOf(kind, act, effect);
  const proposerId = actor.userId;
  // One at a time of a proposer's, so that several at once do not pass the bound.
  tx.send(
    tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`proposals|${proposerId}`}, 0))`),
  );
  // Ended meanwhile: what was set in motion in it has been taken back, and nothing is to come after.
  await requireSession(tx.db, actor);
  const [made] = await tx.db
    .insert(proposals)
    .values({
      ...{ id: uuid(), kind, subjectType, subjectId, personId, parameters, effect, effectHash, proposerId },
      reason,
      // The subject is locked by now: `now()` is when the transaction began.
      createdAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
    .returning(sentColumns);
  if (!made) {
    const [waiting] = await tx.db
      .select({ sent: sentColumns, alreadyFrom: person })
      .from(proposals)
      .innerJoin(users, eq(users.id, proposals.proposerId))
      .where(
        and(
          ...[eq(proposals.kind, kind), eq(proposals.subjectType, subjectType)],
          ...[eq(proposals.subjectId, subjectId), eq(proposals.effectHash, effectHash)],
          eq(proposals.status, 'PENDING'),
        ),
      );
    // Decided on just now.
    if (!waiting) throw refuse.unavailable();
    const { sent, alreadyFrom } = waiting;
    return { proposal: { ...sent, createdAt: sent.createdAt.toISOString() }, alreadyFrom };
  }
  const own = and(eq(proposals.proposerId, proposerId), eq(proposals.status, 'PENDING'));
  if ((await tx.db.$count(proposals, own)) > limits.proposals) {
    throw new Refusal('quota_reached', refusals.proposalsFull(limits.proposals));
  }
  recordAudit(tx, actor, {
    action: 'proposal.made',
    subjectType: 'proposal',
    subjectId: made._id,
    personId: personId ?? undefined,
    // Of whom is invited nothing is sealed yet: the hash would tell the address to whoever guesses, for good.
    after: { kind, subjectType, subjectId, ...(subjectType !== 'invitation' && { effectHash }) },
  });
  if (!quiet) {
    for (const email of await addressesOfAdministrators(tx.db, proposerId)) {
      outbox.enqueue(tx, mails.proposalMade(email, kind, made.createdAt));
    }
  }
  return { proposal: { ...made, createdAt: made.createdAt.toISOString() } };
}

/** The newest proposal that waits to act so on that; undefined where none does. */
export async function waitingProposal(
  db: Queries,
  { kind, subjectType, subjectId }: Pick<Draft, 'kind' | 'subjectType' | 'subjectId'>,
): Promise<WaitingProposal | undefined> {
  const [found] = await db
    .select({ _id: proposals.id, proposer: person, createdAt: proposals.createdAt })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposerId))
    .where(
      and(
        ...[eq(proposals.kind, kind), eq(proposals.subjectType, subjectType)],
        ...[eq(proposals.subjectId, subjectId), eq(proposals.status, 'PENDING')],
      ),
    )
    .orderBy(desc(proposals.id))
    .limit(1);
  return found && { ...found, createdAt: found.createdAt.toISOString() };
}
