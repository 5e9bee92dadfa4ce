import { eq, getTableColumns } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { proposalList } from '../../contract/list-query';
import type { Proposal, ProposalView } from '../../contract/proposals';
import { listAudit } from '../audit/list';
import { countedTo, withCappedTotal } from '../db/capped-total';
import type { Database, Queries, ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { actor, searchedOfPerson } from '../db/person';
import { isReadable, mayReadAbout, type ReadableSubjects } from '../db/readable-subjects';
import { users } from '../db/schema/people';
import { proposals } from '../db/schema/writes';
import { refusalOf } from '../errors/failures';
import { refuse } from '../errors/refusal';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import { effectHashOf } from './effect-hash';
import type { ActKinds } from './kinds';

const person = alias(users, 'person');
const decider = alias(users, 'decider');

const shown = {
  row: getTableColumns(proposals),
  proposer: actor,
  person: {
    _id: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
  },
  decider: {
    _id: decider.id,
    firstName: decider.firstName,
    lastName: decider.lastName,
    email: decider.email,
    type: decider.type,
  },
};

const select = (db: Queries) =>
  db
    .select(shown)
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposerId))
    .leftJoin(person, eq(person.id, proposals.personId))
    .leftJoin(decider, eq(decider.id, proposals.deciderId));

type Shown = Awaited<ReturnType<typeof select>>[number];

function toProposal({ row, proposer, person, decider }: Shown): Proposal {
  const { id, parameters: _, personId: _person, proposerId: _proposer, deciderId: _decider, ...same } = row;
  return {
    ...same,
    _id: id,
    person,
    proposer,
    decider,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** One proposal; throws `not_found` when there is none. */
export async function readProposal(db: Queries, id: string): Promise<Proposal> {
  const [found] = await select(db).where(eq(proposals.id, id));
  if (!found) throw refuse.notFound();
  return toProposal(found);
}

const columns: ColumnMap<(typeof proposalList.sortable)[number] | keyof typeof proposalList.filterable> = {
  id: proposals.id,
  kind: proposals.kind,
  status: proposals.status,
  proposerId: proposals.proposerId,
  personId: proposals.personId,
  subjectId: proposals.subjectId,
  createdAt: proposals.createdAt,
  decidedAt: proposals.decidedAt,
};

/**
 * The proposals: a page of them, or all, of those about what is `readable`. The filter `q` finds proposers by name and address.
 */
export async function listProposals(
  source: Pick<ReadSource, 'db' | 'rest'>,
  request: ListRequest,
  readable: ReadableSubjects,
): Promise<Page<Proposal>> {
  const page = await listRows(source, {
    request,
    defaultSort: proposalList.defaultSort,
    columns,
    searched: searchedOfPerson,
    tieBreaker: proposals.id,
    only: isReadable(readable, proposals.subjectType),
    rows: (db, where) => select(db).where(where).$dynamic(),
    ids: (db, where) =>
      db
        .select({ id: proposals.id })
        .from(proposals)
        .innerJoin(users, eq(users.id, proposals.proposerId))
        .where(where)
        .$dynamic(),
    countTo: countedTo(request),
  });
  return mapPage(withCappedTotal(request, page), toProposal);
}

/** Events of the proposer that are shown beside a proposal. */
const recentEvents = 10;

/** What a waiting act would do now, and whether that is what was proposed. */
async function sightOf(db: Queries, kinds: ActKinds, { row }: Shown) {
  const decided = { now: null, changed: false, refusal: null, preview: null };
  if (row.status !== 'PENDING') return decided;
  const { subjectType, subjectId, parameters } = row;
  const act = { subjectType, subjectId, parameters };
  try {
    const { effect, preview } = await kinds[row.kind].look(db, act, false);
    const changed = effectHashOf(row.kind, act, effect) !== row.effectHash;
    return { now: effect, changed, refusal: null, preview };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal || refusal.code === 'unavailable') throw error;
    return { ...decided, changed: true, refusal: refusal.message };
  }
}

/** A proposal with all that a decision on it needs; throws `not_found`, also for one about what is not `readable`. */
export async function viewProposal(
  database: Database,
  kinds: ActKinds,
  id: string,
  readable: ReadableSubjects,
): Promise<ProposalView> {
  const [found] = await select(database.db).where(eq(proposals.id, id));
  if (!found || !mayReadAbout(readable, found.row.subjectType)) throw refuse.notFound();
  const [sight, events] = await Promise.all([
    sightOf(database.db, kinds, found),
    listAudit(
      database,
      {
        sort: { field: 'at', order: 'DESC' },
        range: { first: 0, last: recentEvents - 1 },
        conditions: [{ kind: 'oneOf', field: 'actorId', values: [found.row.proposerId] }],
      },
      readable,
    ),
  ]);
  const recent = events.rows.map(({ _id, at, action, subjectType, subjectId, reason }) => {
    return { _id, at, action, subjectType, subjectId, reason };
  });
  return { ...toProposal(found), ...sight, recent };
}
