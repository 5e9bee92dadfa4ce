import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ProposalStatus } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import type { Queries, Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { users } from '../db/schema/people';
import { proposals } from '../db/schema/writes';
import { Refusal, refuse } from '../errors/refusal';
import type { Actor } from '../request';
import { type AuditAction, recordAudit } from '../writes/audit';
import { effectHashOf } from './effect-hash';
import type { ActKinds } from './kinds';
import type { ProposeServices } from './propose';

type ProposalRow = typeof proposals.$inferSelect;
type Decider = Actor & { userId: string };

const alreadyDecided = () => new Refusal('conflict', refusals.proposalDecided);
const isOwn = () => new Refusal('own_proposal', refusals.ownProposal);

async function find(db: Queries, id: string): Promise<ProposalRow> {
  const [row] = await db.select().from(proposals).where(eq(proposals.id, id));
  if (!row) throw refuse.notFound();
  return row;
}

/** Locks a proposal that waits; lock what its act is on before. Throws `conflict` for one that is decided. */
async function lockWaiting(db: Queries, id: string): Promise<ProposalRow> {
  const [row] = await db.select().from(proposals).where(eq(proposals.id, id)).for('no key update');
  if (!row) throw refuse.notFound();
  if (row.status !== 'PENDING') throw alreadyDecided();
  return row;
}

/**
 * The e-mail addresses of those who are administrators and may sign in, by their ids: neither is shut out before the
 * transaction ends.
 */
async function lockAdministrators(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, type: users.type, standing: users.standing, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .orderBy(asc(users.id))
    .for('share');
  const present = rows.filter(({ type, standing }) => type === 'admin' && standing === 'enabled');
  return new Map(present.map(({ id, email }) => [id, email]));
}

interface End {
  status: Exclude<ProposalStatus, 'PENDING'>;
  deciderId: string | null;
  result?: string | null;
}

const actions: Readonly<Record<End['status'], AuditAction>> = {
  APPROVED: 'proposal.approved',
  DECLINED: 'proposal.declined',
  WITHDRAWN: 'proposal.withdrawn',
};

/** What stands in proposals that are decided on. */
const decided = ({ reason }: Actor, { status, deciderId, result }: End) => ({
  status,
  deciderId,
  decidedAt: sql`clock_timestamp()`,
  decisionReason: reason ?? null,
  result: result ?? null,
});

/** Writes down what became of a proposal that is locked and waits. */
async function end(tx: Tx, actor: Actor, row: ProposalRow, decision: End): Promise<void> {
  await tx.db.update(proposals).set(decided(actor, decision)).where(eq(proposals.id, row.id));
  recordEnd(tx, actor, row, decision);
}

function recordEnd(tx: Tx, actor: Actor, row: ProposalRow, { status }: End): void {
  const { id, kind, subjectType, subjectId, proposerId, personId } = row;
  recordAudit(tx, actor, {
    action: actions[status],
    subjectType: 'proposal',
    subjectId: id,
    personId: personId ?? undefined,
    before: { status: 'PENDING' },
    after: { status, kind, subjectType, subjectId, proposerId },
  });
}

export interface DecideServices extends ProposeServices {
  kinds: ActKinds;
}

/**
 * Does what another administrator proposed, in this transaction, if its effect under the locks of the act is the one that
 * was proposed and that the approver saw. Throws `own_proposal`, `effect_changed`, `conflict` for what is decided already
 * or whose proposer is no administrator any more, `forbidden` for an approver who is none, `unauthorized` when the session has
 * ended meanwhile, and what the act is refused with.
 */
export async function approve(
  tx: Tx,
  { kinds, outbox, mails }: DecideServices,
  actor: Decider,
  id: string,
  seenHash: string,
): Promise<void> {
  const asked = await find(tx.db, id);
  // Says so before anything is locked; under the locks it is asked again.
  if (asked.proposerId === actor.userId) throw isOwn();
  if (asked.status !== 'PENDING') throw alreadyDecided();
  const kind = kinds[asked.kind];
  const { subjectType, subjectId, parameters } = asked;
  const act = { subjectType, subjectId, parameters };
  // One order for all: what the act is on, as the act itself locks it; the two people; the proposal.
  const { effect } = await kind.look(tx.db, act, true);
  const administrators = await lockAdministrators(tx.db, [asked.proposerId, actor.userId]);
  const row = await lockWaiting(tx.db, id);
  if (row.proposerId === actor.userId) throw isOwn();
  if (!administrators.has(actor.userId)) throw refuse.forbidden();
  await requireSession(tx.db, actor);
  const proposer = administrators.get(row.proposerId);
  if (proposer === undefined) throw new Refusal('conflict', refusals.proposerGone);
  if (seenHash !== row.effectHash || effectHashOf(row.kind, act, effect) !== row.effectHash) {
    throw new Refusal('effect_changed', refusals.effectChanged);
  }
  const approves = { proposalId: row.id, proposerId: row.proposerId };
  const result = await kind.apply(tx, { ...actor, reason: row.reason, approves }, act);
  await end(tx, actor, row, { status: 'APPROVED', deciderId: actor.userId, result });
  outbox.enqueue(tx, mails.proposalDecided(proposer, row.kind, 'approved', actor.reason));
}

/** Declines what another administrator proposed. Throws `validation` without a reason, `own_proposal` and `conflict`. */
export async function decline(
  tx: Tx,
  { outbox, mails }: ProposeServices,
  actor: Decider,
  id: string,
): Promise<void> {
  if (!actor.reason?.trim()) throw refuse.invalid(refusals.reasonRequired, 'reason');
  const [row] = await Promise.all([lockWaiting(tx.db, id), requireSession(tx.db, actor)]);
  if (row.proposerId === actor.userId) throw isOwn();
  const [proposer] = await tx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, row.proposerId));
  await end(tx, actor, row, { status: 'DECLINED', deciderId: actor.userId });
  if (proposer) {
    outbox.enqueue(tx, mails.proposalDecided(proposer.email, row.kind, 'declined', actor.reason));
  }
}

/** Takes back an own proposal. Throws `forbidden` for another's, and `conflict` for one that is decided. */
export async function withdraw(tx: Tx, actor: Decider, id: string): Promise<void> {
  const [row] = await Promise.all([lockWaiting(tx.db, id), requireSession(tx.db, actor)]);
  if (row.proposerId !== actor.userId) throw new Refusal('forbidden', refusals.notOwnProposal);
  await end(tx, actor, row, { status: 'WITHDRAWN', deciderId: actor.userId });
}

/** Takes back all that a person has proposed and that waits: for when somebody is shut out. Lock the person before. */
export async function withdrawProposalsOf(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const decision: End = { status: 'WITHDRAWN', deciderId: actor.userId ?? null };
  const ended = await tx.db
    .update(proposals)
    .set(decided(actor, decision))
    .where(and(eq(proposals.proposerId, userId), eq(proposals.status, 'PENDING')))
    .returning();
  for (const row of ended) recordEnd(tx, actor, row, decision);
}
