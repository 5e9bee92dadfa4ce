import type { FastifyInstance } from 'fastify';
import { proposalList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { asRefusal } from '../errors/failures';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { write } from '../http/write';
import { parseListQuery } from '../lists/list-query';
import type { Commit } from '../writes/commit';
import { approve, type DecideServices, decline, withdraw } from './decide';
import { listProposals, readProposal, viewProposal } from './list';

interface ProposalServices extends DecideServices {
  database: Database;
  commit: Commit;
}

/** Acts that wait for a second administrator (docs/rules.md, "Two persons"). */
export function proposalRoutes(app: FastifyInstance, services: ProposalServices): void {
  const { database, commit, kinds } = services;
  /** What a table refuses of an approved act is told as where the act is done at once. */
  const commitAct: Commit = (change, work) =>
    commit(change, work).catch((error: unknown) => {
      throw asRefusal(error);
    });

  route(app, 'listProposals', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, proposalList);
    return sendPage(reply, request, await listProposals(database, request));
  });

  route(app, 'readProposal', 'reads', async ({ params }) => viewProposal(database, kinds, params.proposalId));

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
