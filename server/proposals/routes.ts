import type { FastifyInstance } from 'fastify';
import type { UserType } from '../../contract/enums';
import { proposalList } from '../../contract/list-query';
import type { Database } from '../db/client';
import type { ReadableSubjects } from '../db/readable-subjects';
import type { Reads } from '../db/reads';
import { asRefusal } from '../errors/failures';
import { sendPage } from '../http/page';
import { route, routeRead } from '../http/route';
import { write } from '../http/write';
import { parseListQuery } from '../lists/list-query';
import type { Commit } from '../writes/commit';
import { approve, type DecideServices, decline, withdraw } from './decide';
import { listProposals, readProposal, viewProposal } from './list';

interface ProposalServices extends DecideServices {
  database: Database;
  reads: Reads;
  commit: Commit;
  /** What a role may read events and proposals about. */
  readableBy(type: UserType): ReadableSubjects;
}

/** Acts that wait for a second administrator (docs/rules.md, "Two persons"). */
export function proposalRoutes(app: FastifyInstance, services: ProposalServices): void {
  const { database, reads, commit, kinds, readableBy } = services;
  /** What a table refuses of an approved act is told as where the act is done at once. */
  const commitAct: Commit = (change, work, open) =>
    commit(change, work, open).catch((error: unknown) => {
      throw asRefusal(error);
    });

  routeRead(app, 'listProposals', 'reads', reads, async ({ query, reply, caller }, read) => {
    const request = parseListQuery(query, proposalList);
    const readable = readableBy(caller().type);
    return sendPage(reply, request, await read((source) => listProposals(source, request, readable)));
  });

  route(app, 'readProposal', 'reads', async ({ params, caller }) =>
    viewProposal(database, kinds, params.proposalId, readableBy(caller().type)),
  );

  write(app, 'approveProposal', 'writes', commitAct, {
    operation: 'proposal.approve',
    on: ({ params }) => params.proposalId,
    async work(tx, { params, body, actor }) {
      await approve(tx, services, actor, params.proposalId, body.effectHash);
      return readProposal(tx.db, params.proposalId);
    },
  });

  write(app, 'declineProposal', 'writes', commit, {
    operation: 'proposal.decline',
    on: ({ params }) => params.proposalId,
    async work(tx, { params, actor }) {
      await decline(tx, services, actor, params.proposalId);
      return readProposal(tx.db, params.proposalId);
    },
  });

  write(app, 'withdrawProposal', 'writes', commit, {
    operation: 'proposal.withdraw',
    on: ({ params }) => params.proposalId,
    async work(tx, { params, actor }) {
      await withdraw(tx, actor, params.proposalId);
      return readProposal(tx.db, params.proposalId);
    },
  });
}
