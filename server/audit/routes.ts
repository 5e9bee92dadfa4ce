import type { FastifyInstance } from 'fastify';
import type { UserType } from '../../contract/enums';
import { auditList } from '../../contract/list-query';
import type { Database } from '../db/client';
import type { Reads } from '../db/reads';
import { sendPage } from '../http/page';
import { route, routeRead } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { listAudit } from './list';
import { readActProof } from './proofs';

interface AuditServices {
  database: Database;
  reads: Reads;
  /** The names of the resources that a role may not read. */
  withheldFrom(type: UserType): readonly string[];
}

/** The audit log and what was signed, to be read and nothing else. */
export function auditRoutes(app: FastifyInstance, { database, reads, withheldFrom }: AuditServices): void {
  routeRead(app, 'listAudit', 'reads', reads, async ({ query, reply, caller }, read) => {
    const request = parseListQuery(query, auditList);
    const withheld = withheldFrom(caller().type);
    return sendPage(reply, request, await read((source) => listAudit(source, request, withheld)));
  });

  route(app, 'readActProof', 'reads', async ({ params, caller }) =>
    readActProof(database, params.proofId, withheldFrom(caller().type)),
  );
}
