import type { FastifyInstance } from 'fastify';
import { auditList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { listAudit } from './list';
import { readActProof } from './proofs';

/** The audit log and what was signed, to be read and nothing else. */
export function auditRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  route(app, 'listAudit', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, auditList);
    return sendPage(reply, request, await listAudit(database, request));
  });

  route(app, 'readActProof', 'reads', async ({ params }) => readActProof(database.db, params.proofId));
}
