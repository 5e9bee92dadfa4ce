import type { FastifyInstance } from 'fastify';
import { auditList } from '../../contract/list-query';
import type { Database } from '../db/client';
import type { Reads } from '../db/reads';
import { sendPage } from '../http/page';
import { route, routeRead } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { listAudit } from './list';
import { readActProof } from './proofs';

/** The audit log and what was signed, to be read and nothing else. */
export function auditRoutes(
  app: FastifyInstance,
  { database, reads }: { database: Database; reads: Reads },
): void {
  routeRead(app, 'listAudit', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, auditList);
    return sendPage(reply, request, await read((source) => listAudit(source, request)));
  });

  route(app, 'readActProof', 'reads', async ({ params }) => readActProof(database.db, params.proofId));
}
